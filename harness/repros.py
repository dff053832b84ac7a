"""Reduced repros, kept as `.test` files beside the store: `repros/RUN_ID/CLUSTER.test`.

Reducing takes seconds and starts engines, reading a report must not: so it is done once.
"""

import time
from collections.abc import Callable
from pathlib import Path

from harness.errors import HarnessError, SuiteFault
from harness.store.causes import Cluster
from harness.store.queries import Run

SECONDS_A_CLUSTER = 20.0
RECORD_TIMEOUT = 5.0


def repro_path(store: Path, run_id: str, cluster: str) -> Path:
    """Where the repro of a cluster lies, or would lie."""
    return store.parent / "repros" / run_id / f"{cluster}.test"


def read_repro(store: Path, run_id: str, cluster: str) -> str:
    """The repro of a cluster, '' if it has not been reduced."""
    try:
        return repro_path(store, run_id, cluster).read_text(encoding="utf-8")
    except OSError:
        return ""


def save_repro(store: Path, run_id: str, cluster: str, text: str) -> None:
    """Keep a repro."""
    path = repro_path(store, run_id, cluster)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", errors="surrogateescape")


def reduce_missing(
    store: Path,
    run: Run,
    clusters: list[Cluster],
    seconds: float,
    tell: Callable[[str], None] = lambda text: None,
) -> int:
    """Reduce the clusters that have no repro yet, in this order, for about `seconds` in all.

    Returns how many are made. A cluster that can't be reduced (its suite is gone, it fails only
    now and then) is passed over; `tell` hears of it, as of each that is reduced.
    """
    from harness.reduce.cluster import reduce_cluster

    deadline = time.monotonic() + seconds
    made = 0
    for cluster in clusters:
        left = deadline - time.monotonic()
        if left < 1:
            break
        if read_repro(store, run.run_id, cluster.cluster):
            continue
        try:
            reduced = reduce_cluster(
                store, run.run_id, cluster.cluster, min(left, SECONDS_A_CLUSTER), RECORD_TIMEOUT
            )
        except (HarnessError, SuiteFault) as error:
            tell(f"{cluster.cluster} can't be reduced: {error}")
            continue
        save_repro(store, run.run_id, cluster.cluster, reduced.text)
        tell(f"{cluster.cluster} reduced to {reduced.statements} statements")
        made += 1
    return made
