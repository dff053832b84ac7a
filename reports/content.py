"""Everything that a report says about one run, read from the store once."""

from dataclasses import dataclass
from pathlib import Path

from harness.compare import Comparison, compare
from harness.repros import read_repro
from harness.store import causes, marks, queries, trends
from harness.store.causes import Cluster
from harness.store.marks import Mark
from harness.store.queries import Connection, Failure, FamilyTotals, Run
from harness.store.trends import FamilyRate, FamilyTime, SlowCase

REFERENCE_ENGINE = "sqlite"
MOST_HISTORY = 40
MOST_CLUSTER_PAGES = 200
MOST_CHANGED = 25
MOST_SLOW = 20
MOST_MEMBERS = 30
MOST_FILES = 12


@dataclass(frozen=True)
class ClusterPage:
    """One cause, with the files and some of the cases behind it. `repro` is '' if there is none."""

    cluster: Cluster
    files: list[tuple[str, int]]
    members: list[Failure]
    repro: str


@dataclass(frozen=True)
class Speed:
    """Times against a run of the reference engine."""

    reference: Run
    families: list[FamilyTime]
    slowest: list[SlowCase]


@dataclass(frozen=True)
class Content:
    """What a report says of `run`.

    `history` are the runs of the same suites up to this one, the oldest first, of all engines;
    `own_history` those of its engine; `rates` its families over these. `previous` and `changes`
    are None for the engine's first run, `speed` where no reference run shares a file with it.
    `causes_of` has the cluster's id and name for the newly failing cases that are listed.
    `clustered` tells whether failures were grouped; `clusters` counts all causes, `pages` holds
    the biggest. `flaky` are failures that passed, or failed otherwise, when they ran again.
    """

    run: Run
    history: list[Run]
    own_history: list[Run]
    rates: list[FamilyRate]
    families: list[FamilyTotals]
    previous: Run | None
    changes: Comparison | None
    causes_of: dict[tuple[str, str, int], tuple[str, str]]
    clustered: bool
    clusters: int
    pages: list[ClusterPage]
    speed: Speed | None
    flaky: list[Mark]

    @property
    def not_passed(self) -> int:
        return self.run.records - self.run.passed


def gather(connection: Connection, store: Path, run: Run, against: Run | None = None) -> Content:
    """Read what there is to say of `run`, compared with `against` (its predecessor if None)."""
    history = trends.comparable_runs(connection, run)[-MOST_HISTORY:]
    own = [other for other in history if other.engine == run.engine]
    previous = against or (own[-2] if len(own) > 1 else None)
    changes = compare(connection, previous, run, MOST_CHANGED) if previous else None
    failing = changes.failing_cases if changes else []
    found = causes.clusters(connection, run)
    return Content(
        run,
        history,
        own,
        trends.family_rates(connection, own),
        queries.families(connection, run),
        previous,
        changes,
        trends.clusters_of_cases(connection, run, failing),
        causes.is_clustered(connection, run),
        len(found),
        [_page(connection, store, run, cluster) for cluster in found[:MOST_CLUSTER_PAGES]],
        _speed(connection, run),
        list(marks.flaky(connection, run).values()),
    )


def _page(connection: Connection, store: Path, run: Run, cluster: Cluster) -> ClusterPage:
    return ClusterPage(
        cluster,
        causes.cluster_files(connection, run, cluster.cluster),
        causes.members(connection, run, cluster.cluster, MOST_MEMBERS),
        read_repro(store, run.run_id, cluster.cluster),
    )


def _speed(connection: Connection, run: Run) -> Speed | None:
    reference = trends.reference_run(connection, run, REFERENCE_ENGINE)
    if reference is None or run.engine == REFERENCE_ENGINE:
        return None
    families = trends.family_times(connection, run, reference)
    if not families:
        return None
    return Speed(reference, families, trends.slowest_cases(connection, run, reference, MOST_SLOW))
