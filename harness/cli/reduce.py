"""`dbwright reduce`: the smallest file that fails for the same reason."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.options import json_option, store_option
from harness.engines.registry import engine_names
from harness.errors import UsageError

if TYPE_CHECKING:
    from harness.reduce.case import ReducedCase

EPILOG = """\b
The file goes to standard output, or to --output. The answers in it are SQLite's, so it fails where
the engine differs from SQLite, and it needs nothing but itself.
\b
Example:
  dbwright reduce 3f2a81c0
  dbwright reduce suite/select4.test:1200 --engine duckdb --output small.test
  dbwright run small.test --engine duckdb"""


@click.command(epilog=EPILOG)
@click.argument("case", metavar="CLUSTER|FILE:LINE")
@click.option(
    "--run", "run_id", metavar="ID", help="The run of the cluster.  [default: the latest]"
)
@click.option(
    "--engine", metavar="NAME",
    help=f"For FILE:LINE: one of {', '.join(engine_names())}.  [default: the latest run's]",
)  # fmt: skip
@click.option("--label", metavar="NAME", help="For FILE:LINE.  [default: sqlite]")
@click.option(
    "--seconds", type=click.FloatRange(min=1.0), default=60.0, show_default=True,
    help="The time to spend.",
)  # fmt: skip
@click.option(
    "--timeout", type=click.FloatRange(min=0.1), default=5.0, show_default=True,
    help="Seconds after which a case counts as hanging.",
)  # fmt: skip
@click.option(
    "--output", type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write the file here.",
)  # fmt: skip
@store_option
@json_option
def command(
    case: str,
    run_id: str | None,
    engine: str | None,
    label: str | None,
    seconds: float,
    timeout: float,
    output: Path | None,
    store: Path,
    as_json: bool,
) -> None:
    """Reduce a cluster's example, or the case on a line of a suite file."""
    from harness.reduce.case import reduce_case
    from harness.reduce.cluster import reduce_cluster
    from harness.reduce.source import from_line
    from harness.store import queries
    from harness.store.database import open_for_reading

    if ":" in case:
        if engine is None:
            with open_for_reading(store) as connection:
                engine = queries.find_run(connection, run_id).engine
        made = reduce_case(
            from_line(case, label or "sqlite"), engine, label or "sqlite", seconds, timeout
        )
    elif engine or label:
        raise UsageError("--engine and --label are for FILE:LINE", "a cluster has its run's")
    else:
        made = reduce_cluster(store, run_id, case, seconds, timeout)
    if output is not None:
        output.write_text(made.text, encoding="utf-8")
    if as_json:
        click.echo(json.dumps({"schema": 1, **made.as_json()}))
    elif output is None:
        click.echo(made.text, nl=False)
    _tell(made)


def _tell(made: "ReducedCase") -> None:
    """What was done, to standard error."""
    reduced = made.reduced
    click.echo(
        f"{len(reduced.first.setup) + 1:,} statements became {made.statements}, the query has "
        f"{made.tokens} tokens; {reduced.tried:,} candidates in {reduced.seconds:.1f} s"
        + ("" if reduced.finished else "; the time ran out, more --seconds may make it smaller"),
        err=True,
    )
    for name, count in reduced.counts.items():
        click.echo(f"  {name}: {count.taken:,} taken of {count.tried:,}", err=True)
