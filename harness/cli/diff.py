"""`dbwright diff`: what differs between two runs, case by case."""

import json
from dataclasses import asdict
from pathlib import Path

import click

from harness.cli.options import json_option, store_option
from harness.errors import ALL_PASSED, NOT_ALL_PASSED

EPILOG = """\b
The first run is the older one. Exit code 1 when any case newly fails, else 0.
\b
Example:
  dbwright diff 20260717-2209 20260718-0930
  dbwright diff 20260717 20260718 --limit 0 --json"""


@click.command(epilog=EPILOG)
@click.argument("old_run", metavar="RUN")
@click.argument("new_run", metavar="RUN")
@click.option(
    "--limit", type=click.IntRange(0), default=20, show_default=True,
    help="How many cases of each kind to list; 0 for all.",
)  # fmt: skip
@store_option
@json_option
@click.pass_context
def command(
    context: click.Context, old_run: str, new_run: str, limit: int, store: Path, as_json: bool
) -> None:
    """Show what newly fails, newly passes, has another verdict, and is slower."""
    from harness.compare import compare
    from harness.output.changes import print_comparison
    from harness.store import queries
    from harness.store.database import open_for_reading

    with open_for_reading(store) as connection:
        old = queries.find_run(connection, old_run)
        new = queries.find_run(connection, new_run)
        found = compare(connection, old, new, limit or None)
    if as_json:
        report = {"schema": 1, "old": old.run_id, "new": new.run_id, **asdict(found)}
        click.echo(json.dumps(report))
    else:
        print_comparison(old, new, found)
    context.exit(NOT_ALL_PASSED if found.newly_failing else ALL_PASSED)
