"""`dbwright report`: a run as HTML, Markdown, JUnit XML and a badge."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.options import json_option, store_option

if TYPE_CHECKING:
    from harness.store.queries import Connection, Run

EPILOG = """\b
report.html is one file that works with no network and runs no script; report.md is made for a
pull request, junit.xml for CI, badge.svg for a README. Causes that have no repro yet are reduced
first, the biggest before the others, for as long as --reduce allows.
\b
Example:
  dbwright report
  dbwright report --run 20260718 --against 20260717 --output public/
  dbwright report --only markdown --reduce 0 --output -      to standard output
  dbwright report --only annotations --findings gate.json --output -      for GitHub"""

FILES = {
    "html": "report.html",
    "markdown": "report.md",
    "junit": "junit.xml",
    "badge": "badge.svg",
    "annotations": "annotations.txt",
}
DEFAULT = ("html", "markdown", "junit", "badge")


@click.command(epilog=EPILOG)
@click.option("--run", "run_id", metavar="ID", help="The run.  [default: the latest]")
@click.option(
    "--against", metavar="RUN",
    help="The run to compare with.  [default: the engine's run before, of the same suites]",
)  # fmt: skip
@click.option(
    "--output", default=".dbwright/report", show_default=True, metavar="FOLDER",
    help="Where the files go; - writes one kind to standard output.",
)  # fmt: skip
@click.option(
    "--only", type=click.Choice(list(FILES)), multiple=True, help="Make only this kind; repeatable."
)
@click.option(
    "--reduce", "reduce_seconds", type=click.FloatRange(min=0), default=30.0, show_default=True,
    help="Seconds for reducing causes that have no repro yet; 0 reduces none.",
)  # fmt: skip
@click.option(
    "--findings", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="What `dbwright gate --json` printed: annotate that, instead of the first failures.",
)  # fmt: skip
@store_option
@json_option
def command(
    run_id: str | None,
    against: str | None,
    output: str,
    only: tuple[str, ...],
    reduce_seconds: float,
    findings: Path | None,
    store: Path,
    as_json: bool,
) -> None:
    """Write a run's report. The exit code says only whether it could be written."""
    from harness.clusters.find import find_clusters
    from harness.errors import UsageError
    from harness.repros import reduce_missing
    from harness.store import queries
    from harness.store.database import open_for_reading

    kinds = only or DEFAULT
    if output == "-" and (len(kinds) != 1 or as_json):
        raise UsageError("standard output takes one kind", "name it with --only, leave out --json")
    run, clusters = find_clusters(store, run_id)
    if reduce_seconds:
        reduce_missing(
            store, run, clusters, reduce_seconds, lambda text: click.echo(text, err=True)
        )
    with open_for_reading(store) as connection:
        other = queries.find_run(connection, against) if against else None
        texts = _make(connection, store, run, other, kinds, findings)
    if output == "-":
        click.echo(texts[kinds[0]], nl=False)
        return
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    paths = {kind: folder / FILES[kind] for kind in kinds}
    for kind, path in paths.items():
        path.write_text(texts[kind], encoding="utf-8", errors="replace")
    if as_json:
        report = {
            "schema": 1,
            "run_id": run.run_id,
            "files": {kind: str(path) for kind, path in paths.items()},
        }
        click.echo(json.dumps(report))
        return
    for path in paths.values():
        click.echo(path)


def _make(
    connection: "Connection",
    store: Path,
    run: "Run",
    against: "Run | None",
    kinds: tuple[str, ...],
    findings: Path | None,
) -> dict[str, str]:
    """The text of each kind of report."""
    from harness.output.junit import junit_lines
    from reports.badge import badge
    from reports.content import gather
    from reports.markdown import markdown
    from reports.page import page

    content = gather(connection, store, run, against)
    makers: dict[str, Callable[[], str]] = {
        "html": lambda: page(content),
        "markdown": lambda: markdown(content),
        "junit": lambda: "".join(line + "\n" for line in junit_lines(connection, run)),
        "badge": lambda: badge(run),
        "annotations": lambda: _annotations(connection, run, findings),
    }
    return {kind: makers[kind]() for kind in kinds}


def _annotations(connection: "Connection", run: "Run", findings: Path | None) -> str:
    from harness.errors import UsageError
    from harness.store.queries import failures
    from reports import annotations

    if findings is None:
        lines = annotations.of_failures(run, list(failures(connection, run, annotations.MOST)))
    else:
        try:
            found = json.loads(findings.read_text(encoding="utf-8"))["findings"]
        except (ValueError, KeyError, TypeError):
            raise UsageError(
                f"{findings}: not what `dbwright gate --json` prints",
                "write its standard output to the file",
            ) from None
        lines = annotations.of_findings(run, found)
    return "".join(line + "\n" for line in lines)
