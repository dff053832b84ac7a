"""Reducing a cluster: by the simplest of its cases that still fails by itself."""

from pathlib import Path

from harness.clusters.find import find_clusters
from harness.reduce.case import ReducedCase, reduce_case
from harness.reduce.probe import NotFailing
from harness.reduce.source import from_failure
from harness.store import causes
from harness.store.database import open_for_reading

MOST_EXAMPLES = 5
"""Cases that are tried: some fail only after others."""


def reduce_cluster(
    store: Path, run_id: str | None, named: str, seconds: float, timeout: float
) -> ReducedCase:
    """Reduce an example of the cluster. Raises what `reduce_case` does for the last one tried."""
    run, _ = find_clusters(store, run_id)
    with open_for_reading(store) as connection:
        cluster = causes.find_cluster(connection, run, named)
        members = causes.members(connection, run, cluster.cluster, limit=1000)
    kind = cluster.example.kind
    others = sorted(members, key=lambda f: (f.kind != kind, len(f.sql), f.record))
    examples = [cluster.example, *(f for f in others if f != cluster.example)][:MOST_EXAMPLES]
    for number, example in enumerate(examples):
        try:
            case = from_failure(run, example)
            return reduce_case(case, run.engine, run.label, seconds, timeout)
        except NotFailing:
            if number + 1 == len(examples):
                raise
    raise AssertionError("a cluster has an example")
