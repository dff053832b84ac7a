"""`dbwright serve`: a web page that follows runs and builds, and shows their reports."""

import logging
import socket
from pathlib import Path

import click

from harness.cli.options import store_option

EPILOG = """\b
The page can be read by this machine alone unless --host says otherwise; it has no password. To
read it from elsewhere, forward the port (ssh -L 8750:localhost:8750 MACHINE).
\b
Example:
  dbwright serve
  dbwright serve --port 9000 --store build/results.duckdb
  dbwright serve --host 0.0.0.0 --allow-host lab.example.org"""


@click.command(epilog=EPILOG)
@click.option(
    "--host", default="127.0.0.1", show_default=True, metavar="ADDRESS",
    help="The address to listen at.",
)  # fmt: skip
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8750, show_default=True,
    help="0 takes a free one.",
)  # fmt: skip
@click.option(
    "--allow-host", multiple=True, metavar="NAME",
    help="Another name under which the page may be asked for; repeatable.",
)  # fmt: skip
@store_option
def command(host: str, port: int, allow_host: tuple[str, ...], store: Path) -> None:
    """Serve the live page until it is interrupted."""
    import uvicorn

    from harness.errors import UsageError
    from harness.live.build_status import build_sources
    from reports.live.app import make_app
    from reports.live.guard import LOOPBACK, allowed_names

    try:
        listener = _listen(host, port)
    except OSError as error:
        raise UsageError(
            f"can't listen at {host} port {port}: {error.strerror or error}",
            "name another --port or --host",
        ) from None
    app = make_app(
        store,
        allowed_names(host, allow_host),
        build_sources(),
        lambda run_id: _group(store, run_id),
    )
    name = f"[{host}]" if ":" in host else host
    click.echo(f"http://{name}:{listener.getsockname()[1]}/  (Ctrl-C ends it)")
    if name not in LOOPBACK:
        click.echo("Whoever reaches this address can read the results.", err=True)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    config = uvicorn.Config(
        app, log_config=None, access_log=False, timeout_graceful_shutdown=1, lifespan="off"
    )
    uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    listener.listen()
    return listener


def _group(store: Path, run_id: str) -> None:
    """See to it that the run's causes are in the store before its report is made."""
    from harness.clusters.find import find_clusters

    find_clusters(store, run_id)
