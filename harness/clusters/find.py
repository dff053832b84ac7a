"""The clusters of a run: found when they are first asked for, then kept in the store."""

from pathlib import Path

from harness.clusters.context import FileKey, SuiteContext, read_context
from harness.clusters.failing import FailingCase, read_cases
from harness.clusters.naming import identify, name, ways
from harness.clusters.partition import Group, partition
from harness.clusters.rules import contrast
from harness.clusters.shapes import shape
from harness.clusters.wanted_errors import add_wanted_errors
from harness.store import causes, queries
from harness.store.causes import Cluster, ClusterRow
from harness.store.database import open_for_reading, open_for_writing
from harness.store.queries import Connection, Run

MOST_CONTRASTED = 60
"""Cases of one cluster whose shapes are compared with those that passed."""


def find_clusters(
    store: Path, named: str | None = None, again: bool = False
) -> tuple[Run, list[Cluster]]:
    """The run that `named` means (the latest if None) and its clusters, the biggest first.

    Works them out if the store has none, or if `again`. Raises UsageError.
    """
    with open_for_reading(store) as connection:
        run = queries.find_run(connection, named)
        if not again and causes.is_clustered(connection, run):
            return run, causes.clusters(connection, run)
        rows = cluster(connection, run)
    with open_for_writing(store) as connection:
        causes.save(connection, run, rows)
    with open_for_reading(store) as connection:
        return run, causes.clusters(connection, run)


def cluster(connection: Connection, run: Run) -> list[ClusterRow]:
    """Group the failures of `run`."""
    cases = read_cases(causes.numbered_failures(connection, run))
    add_wanted_errors(connection, run, cases)
    context = _context(connection, run, cases)
    groups = partition(cases, context)
    groups.sort(key=lambda group: (-len(group.cases), group.key, group.rule))
    earlier = causes.earlier_clusters(connection, run)
    ids = identify(groups, causes.earlier_members(connection, run), earlier)
    known = {old.cluster: old.first_seen for old in earlier}
    firsts = causes.first_failures(connection, run)
    return [
        _row(group, id, known.get(id) or _first(group, firsts, run), context)
        for group, id in zip(groups, ids, strict=True)
    ]


def _context(connection: Connection, run: Run, cases: list[FailingCase]) -> SuiteContext:
    failed: dict[FileKey, set[int]] = {}
    for case in cases:
        failed.setdefault(case.file, set()).add(case.record)
    passed = {
        (file.container, file.name) for file in queries.file_totals(connection, run) if file.passed
    }
    return read_context(run, failed, passed)


def _first(group: Group, firsts: dict[tuple[int, int], str], run: Run) -> str:
    """The first run in which any of the group's cases failed."""
    return min((firsts.get(case.place, run.run_id) for case in group.cases), default=run.run_id)


def _row(group: Group, id: str, first_seen: str, context: SuiteContext) -> ClusterRow:
    key = group.cases[0].symptom.key
    own = [case for case in group.cases if case.symptom.key == key]
    example = min(own, key=lambda case: (len(case.sql), case.place))
    step = -(-len(group.cases) // MOST_CONTRASTED)
    shapes = [shape(case.sql) for case in group.cases[::step]]
    return ClusterRow(
        id,
        name(group),
        len({case.file_number for case in group.cases}),
        group.cases[0].symptom.verdict,
        group.cases[0].symptom.key,
        list(group.rule),
        contrast(shapes, context.passing),
        ways(group),
        first_seen,
        example.place,
        [case.place for case in group.cases],
    )
