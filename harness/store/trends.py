"""What the reports ask of many runs: history, families over time, time against another run."""

from dataclasses import dataclass

from harness.store.comparison import ChangedCase
from harness.store.queries import Connection, Run, runs

LEAST_MICROS = 1_000
"""Cases faster than this, in microseconds, are noise when two runs' times are compared."""


def comparable_runs(connection: Connection, run: Run) -> list[Run]:
    """The finished runs of the same suites, selection and label, and `run` itself, oldest first."""
    return [
        other
        for other in runs(connection)
        if other.run == run.run
        or (
            other.state == "complete"
            and other.run < run.run
            and (other.suites, other.selection, other.label)
            == (run.suites, run.selection, run.label)
        )
    ]


@dataclass(frozen=True)
class FamilyRate:
    """One family in one run: how many records it has and how many of them passed."""

    run: int
    family: str
    records: int
    passed: int


def family_rates(connection: Connection, wanted: list[Run]) -> list[FamilyRate]:
    """A row for each family of each of the runs, by family and run."""
    return [
        FamilyRate(*row)
        for row in connection.execute(
            """SELECT rf.run, f.family, sum(rf.records)::BIGINT, sum(rf.passed)::BIGINT
               FROM run_files rf JOIN files f USING (file)
               WHERE list_contains(?::INTEGER[], rf.run)
               GROUP BY ALL HAVING sum(rf.records) > 0 ORDER BY f.family, rf.run""",
            [[run.run for run in wanted]],
        ).fetchall()
    ]


def clusters_of_cases(
    connection: Connection, run: Run, cases: list[ChangedCase]
) -> dict[tuple[str, str, int], tuple[str, str]]:
    """(container, name, record) -> the id and name of the cluster that the case belongs to."""
    return {
        (container, name, record): (cluster, title)
        for container, name, record, cluster, title in connection.execute(
            """SELECT f.container, f.name, m.record, c.cluster, c.name
               FROM cluster_cases m JOIN clusters c USING (run, cluster) JOIN files f USING (file)
               JOIN (SELECT unnest(?::VARCHAR[]) AS name, unnest(?::INTEGER[]) AS record) wanted
                    ON wanted.name = f.name AND wanted.record = m.record
               WHERE m.run = ?""",
            [[case.name for case in cases], [case.record for case in cases], run.run],
        ).fetchall()
    }


@dataclass(frozen=True)
class FamilyTime:
    """Seconds that the cases which both runs passed took, in the run and in the reference."""

    family: str
    cases: int
    seconds: float
    reference: float

    @property
    def ratio(self) -> float:
        return self.seconds / self.reference


@dataclass(frozen=True)
class SlowCase:
    """A case that both runs passed: microseconds in the run and in the reference."""

    name: str
    line: int
    micros: int
    reference: int

    @property
    def ratio(self) -> float:
        return self.micros / self.reference


def reference_run(connection: Connection, run: Run, engine: str) -> Run | None:
    """The latest finished run of `engine` that shares a file with `run`, content and all."""
    row = connection.execute(
        """SELECT max(r.run) FROM runs r
           JOIN run_files theirs ON theirs.run = r.run
           JOIN run_files ours ON ours.file = theirs.file AND ours.sha256 = theirs.sha256
           WHERE ours.run = ? AND r.run <> ours.run AND r.engine = ? AND r.state = 'complete'""",
        [run.run, engine],
    ).fetchone()
    found = row[0] if row else None
    return next((other for other in runs(connection) if other.run == found), None)


_BOTH_PASSED = """
    SELECT c.file, c.line, c.micros, greatest(o.micros, 1) AS reference
    FROM cases c
    JOIN cases o ON o.run = $other AND o.file = c.file AND o.record = c.record
    JOIN run_files ours ON ours.run = c.run AND ours.file = c.file
    JOIN run_files theirs ON theirs.run = o.run AND theirs.file = c.file
                          AND theirs.sha256 = ours.sha256
    WHERE c.run = $run AND c.verdict = 'passed' AND o.verdict = 'passed'
"""


def family_times(connection: Connection, run: Run, reference: Run) -> list[FamilyTime]:
    """How long each family took in both runs, the largest ratio first."""
    return [
        FamilyTime(*row)
        for row in connection.execute(
            f"""SELECT f.family, count(*), sum(micros) / 1e6, sum(reference) / 1e6
                FROM ({_BOTH_PASSED}) JOIN files f USING (file)
                GROUP BY f.family ORDER BY sum(micros) / sum(reference) DESC, f.family""",
            {"run": run.run, "other": reference.run},
        ).fetchall()
    ]


def slowest_cases(connection: Connection, run: Run, reference: Run, limit: int) -> list[SlowCase]:
    """The cases whose time is the largest multiple of the reference's, of those worth a look."""
    return [
        SlowCase(*row)
        for row in connection.execute(
            f"""SELECT f.name, line, micros, reference
                FROM ({_BOTH_PASSED}) JOIN files f USING (file)
                WHERE micros >= $least
                ORDER BY micros / reference DESC, f.name, line LIMIT $limit""",
            {"run": run.run, "other": reference.run, "least": LEAST_MICROS, "limit": limit},
        ).fetchall()
    ]
