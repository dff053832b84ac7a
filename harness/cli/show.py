"""`dbwright show`: one cluster, with an example and what its SQL has that passing SQL lacks."""

import json
from pathlib import Path

import click

from harness.cli.options import json_option, store_option

EPILOG = """\b
Example:
  dbwright clusters
  dbwright show 3f2a81c0
  dbwright show 3f2a --cases 100 --json"""


@click.command(epilog=EPILOG)
@click.argument("cluster_id", metavar="CLUSTER")
@click.option("--run", "run_id", metavar="ID", help="The run.  [default: the latest]")
@click.option(
    "--cases", type=click.IntRange(0), default=10, show_default=True,
    help="How many of its cases to list; 0 for all.",
)  # fmt: skip
@store_option
@json_option
def command(cluster_id: str, run_id: str | None, cases: int, store: Path, as_json: bool) -> None:
    """Show the cluster whose id is or begins with CLUSTER."""
    from harness.clusters.find import find_clusters
    from harness.output.causes import cluster_json, print_cluster
    from harness.store import causes
    from harness.store.database import open_for_reading

    run, _ = find_clusters(store, run_id)
    with open_for_reading(store) as connection:
        cluster = causes.find_cluster(connection, run, cluster_id)
        members = causes.members(connection, run, cluster.cluster, cases or None)
        files = causes.cluster_files(connection, run, cluster.cluster)
    if as_json:
        report = {
            "schema": 1,
            "run_id": run.run_id,
            **cluster_json(cluster),
            "in_files": dict(files),
            "members": [member.where for member in members],
        }
        click.echo(json.dumps(report))
    else:
        print_cluster(run, cluster, files, members)
