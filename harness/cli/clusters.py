"""`dbwright clusters`: failures grouped by cause, the biggest gain first."""

import json
from pathlib import Path

import click

from harness.cli.options import json_option, store_option
from harness.errors import ALL_PASSED, NOT_ALL_PASSED

EPILOG = """\b
Each line is one cause: how many cases it would gain, its id (the same from run to run), and what
goes wrong with which SQL. `dbwright show ID` tells more, `dbwright reduce ID` makes it small.
\b
Example:
  dbwright run --engine duckdb
  dbwright clusters
  dbwright clusters --run 20260718 --limit 0 --json"""


@click.command(epilog=EPILOG)
@click.option("--run", "run_id", metavar="ID", help="The run.  [default: the latest]")
@click.option(
    "--limit", type=click.IntRange(0), default=20, show_default=True,
    help="How many clusters to show; 0 for all.",
)  # fmt: skip
@click.option("--again", is_flag=True, help="Group anew instead of showing what is stored.")
@store_option
@json_option
@click.pass_context
def command(
    context: click.Context, run_id: str | None, limit: int, again: bool, store: Path, as_json: bool
) -> None:
    """Group the failures of a run by cause."""
    from harness.clusters.find import find_clusters
    from harness.output.causes import cluster_json, print_clusters

    run, clusters = find_clusters(store, run_id, again)
    shown = clusters[:limit] if limit else clusters
    if as_json:
        report = {
            "schema": 1,
            "run_id": run.run_id,
            "engine": run.engine,
            "not_passed": run.records - run.passed,
            "clusters": len(clusters),
            "shown": [cluster_json(cluster) for cluster in shown],
        }
        click.echo(json.dumps(report))
    else:
        print_clusters(run, clusters, shown)
    context.exit(NOT_ALL_PASSED if clusters else ALL_PASSED)
