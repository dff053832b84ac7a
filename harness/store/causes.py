"""The clusters of a run in the store: written once, read by the commands and the report."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from harness.errors import UsageError
from harness.store.queries import Connection, Failure, Run, fetched

IN_A_BATCH = 20_000


@dataclass(frozen=True)
class Cluster:
    """Failures of one run that seem to have one cause.

    `cluster` is its id, the same from run to run; `cases` is what fixing it gains. `symptom` is
    the error or `wrong result`; `rule` the features of the SQL that all its cases have; `contrast`
    lists (feature, share of its cases, share of passing cases); `ways` counts in which ways results
    are wrong. `first_seen` is a run's id. The example is the case with the shortest SQL.
    """

    cluster: str
    name: str
    cases: int
    files: int
    verdict: str
    symptom: str
    rule: list[str]
    contrast: list[tuple[str, float, float]]
    ways: dict[str, int]
    first_seen: str
    example: Failure


@dataclass(frozen=True)
class ClusterRow:
    """A cluster as it is written: the example by its numbers, and the cases that belong to it."""

    cluster: str
    name: str
    files: int
    verdict: str
    symptom: str
    rule: list[str]
    contrast: list[tuple[str, float, float]]
    ways: dict[str, int]
    first_seen: str
    example: tuple[int, int]
    members: list[tuple[int, int]]


_FAILURE = """f.container, f.name, f.family, d.record, d.line, d.verdict::VARCHAR, d.kind,
    d.sql, d.reason, d.expected, d.got, d.error_class, d.error_code, d.message, d.traceback,
    d.output"""


def numbered_failures(connection: Connection, run: Run) -> Iterator[tuple[int, Failure]]:
    """The cases that did not pass, each after its file's number, by file and record."""
    cursor = connection.execute(
        f"""SELECT d.file, {_FAILURE} FROM details d JOIN files f USING (file) WHERE d.run = ?
            ORDER BY f.name, f.container, d.record""",
        [run.run],
    )
    for file, *rest in fetched(cursor):
        yield file, Failure(*rest)


def failure_at(connection: Connection, run: Run, file: int, record: int) -> Failure:
    """The failure of one record of one file, by their numbers."""
    row = connection.execute(
        f"""SELECT {_FAILURE} FROM details d JOIN files f USING (file)
            WHERE d.run = ? AND d.file = ? AND d.record = ?""",
        [run.run, file, record],
    ).fetchone()
    assert row is not None
    return Failure(*row)


def save(connection: Connection, run: Run, rows: Sequence[ClusterRow]) -> None:
    """Replace the clusters of a run."""
    for table in ("clusters", "cluster_cases"):
        connection.execute(f"DELETE FROM {table} WHERE run = ?", [run.run])
    for row in rows:
        connection.execute(
            "INSERT INTO clusters VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                run.run, row.cluster, row.name, len(row.members), row.files, row.verdict,
                row.symptom, row.rule, json.dumps(row.contrast), json.dumps(row.ways),
                row.first_seen, *row.example,
            ],
        )  # fmt: skip
        for start in range(0, len(row.members), IN_A_BATCH):
            batch = row.members[start : start + IN_A_BATCH]
            connection.execute(
                "INSERT INTO cluster_cases SELECT ?, ?, unnest(?::INTEGER[]), unnest(?::INTEGER[])",
                [run.run, row.cluster, [file for file, _ in batch], [rec for _, rec in batch]],
            )


def is_clustered(connection: Connection, run: Run) -> bool:
    """Whether the clusters of the run are in the store and still those of its failures."""
    row = connection.execute(
        """SELECT (SELECT coalesce(sum(cases), 0) FROM clusters WHERE run = $1)
                  = (SELECT count(*) FROM details WHERE run = $1)""",
        [run.run],
    ).fetchone()
    return bool(row and row[0])


def clusters(connection: Connection, run: Run) -> list[Cluster]:
    """The clusters of a run, the most cases first; empty if `dbwright clusters` has not run."""
    return [
        _cluster(row)
        for row in connection.execute(
            f"""SELECT c.cluster, c.name, c.cases, c.files, c.verdict::VARCHAR, c.symptom, c.rule,
                       c.contrast, c.ways, c.first_seen, {_FAILURE}
                FROM clusters c JOIN files f ON f.file = c.example_file
                JOIN details d ON d.run = c.run AND d.file = c.example_file
                               AND d.record = c.example_record
                WHERE c.run = ? ORDER BY c.cases DESC, c.cluster""",
            [run.run],
        ).fetchall()
    ]


def _cluster(row: tuple[Any, ...]) -> Cluster:
    cluster, name, cases, files, verdict, symptom, rule, contrast, ways, first_seen = row[:10]
    return Cluster(
        cluster=cluster,
        name=name,
        cases=cases,
        files=files,
        verdict=verdict,
        symptom=symptom,
        rule=rule,
        contrast=[(feature, share, other) for feature, share, other in json.loads(contrast)],
        ways=json.loads(ways),
        first_seen=first_seen,
        example=Failure(*row[10:]),
    )


def find_cluster(connection: Connection, run: Run, named: str) -> Cluster:
    """The cluster whose id is `named` or begins with it. Raises UsageError."""
    known = clusters(connection, run)
    found = [cluster for cluster in known if cluster.cluster.startswith(named)]
    if len(found) == 1:
        return found[0]
    what = "no cluster" if not found else "more than one cluster"
    ids = ", ".join(cluster.cluster for cluster in known[:10])
    raise UsageError(
        f"{what} of run {run.run_id} is called {named!r}", f"the biggest: {ids or 'none'}"
    )


def members(
    connection: Connection, run: Run, cluster: str, limit: int | None = None
) -> list[Failure]:
    """The cases of a cluster, by file and record."""
    return [
        Failure(*row)
        for row in connection.execute(
            f"""SELECT {_FAILURE} FROM cluster_cases c JOIN files f USING (file)
                JOIN details d ON d.run = c.run AND d.file = c.file AND d.record = c.record
                WHERE c.run = ? AND c.cluster = ? ORDER BY f.name, f.container, d.record LIMIT ?""",
            [run.run, cluster, limit],
        ).fetchall()
    ]


def cluster_files(connection: Connection, run: Run, cluster: str) -> list[tuple[str, int]]:
    """The files that a cluster's cases are in, with their number, the most cases first."""
    return [
        (name, count)
        for name, count in connection.execute(
            """SELECT f.name, count(*) FROM cluster_cases c JOIN files f USING (file)
               WHERE c.run = ? AND c.cluster = ? GROUP BY ALL ORDER BY 2 DESC, 1""",
            [run.run, cluster],
        ).fetchall()
    ]


@dataclass(frozen=True)
class Earlier:
    """A cluster of an earlier run: its id, where it was first seen, and its cases' number."""

    cluster: str
    first_seen: str
    symptom: str
    rule: tuple[str, ...]
    cases: int


def earlier_clusters(connection: Connection, run: Run) -> list[Earlier]:
    """Every cluster that runs of the same engine before this one had, the latest run first."""
    return [
        Earlier(cluster, first_seen, symptom, tuple(rule), cases)
        for cluster, first_seen, symptom, rule, cases in connection.execute(
            """SELECT c.cluster, c.first_seen, c.symptom, c.rule, c.cases
               FROM clusters c JOIN runs r USING (run)
               WHERE r.engine = ? AND c.run < ?
               QUALIFY row_number() OVER (PARTITION BY c.cluster ORDER BY c.run DESC) = 1
               ORDER BY c.run DESC, c.cases DESC, c.cluster""",
            [run.engine, run.run],
        ).fetchall()
    ]


def earlier_members(connection: Connection, run: Run) -> dict[tuple[int, int], str]:
    """(file, record) -> cluster, of the latest earlier run of the engine that has clusters."""
    return {
        (file, record): cluster
        for file, record, cluster in connection.execute(
            """SELECT file, record, cluster FROM cluster_cases WHERE run =
               (SELECT max(c.run) FROM clusters c JOIN runs r USING (run)
                WHERE r.engine = ? AND c.run < ?)""",
            [run.engine, run.run],
        ).fetchall()
    }


def first_failures(connection: Connection, run: Run) -> dict[tuple[int, int], str]:
    """(file, record) -> the id of the first run of the engine in which it failed, for all that
    fail in `run`."""
    return {
        (file, record): run_id
        for file, record, run_id in connection.execute(
            """SELECT d.file, d.record, arg_min(r.run_id, r.run)
               FROM details d JOIN runs r USING (run)
               JOIN (SELECT file, record FROM details WHERE run = $2) n USING (file, record)
               WHERE r.engine = $1 AND d.run < $2 GROUP BY ALL""",
            [run.engine, run.run],
        ).fetchall()
    }
