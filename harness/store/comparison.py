"""Two runs side by side, case by case, answered by the store itself."""

from dataclasses import dataclass

from harness.store.queries import Connection, Run

SLOWER_FACTOR = 2.0
"""How many times longer a file must take to count as slower."""
SLOWER_SECONDS = 0.5
"""And by how many seconds: less is noise."""


@dataclass(frozen=True)
class Transition:
    """Cases that had the verdict `was` and have the verdict `now`; '' is not in that run."""

    was: str
    now: str
    cases: int


@dataclass(frozen=True)
class ChangedCase:
    """One case whose verdict differs between the runs; `message` is the newer failure's."""

    container: str
    name: str
    record: int
    line: int
    was: str
    now: str
    reason: str
    message: str


@dataclass(frozen=True)
class OtherTime:
    """A file that takes longer, or shorter: seconds in its cases that passed."""

    name: str
    was: float
    now: float


@dataclass(frozen=True)
class OtherFile:
    """A file that only one run has, or whose content is not the same: `what` says which."""

    name: str
    what: str


def prepare(connection: Connection, old: Run, new: Run) -> None:
    """Join the two runs' cases once; the functions below read the outcome."""
    connection.execute(
        """CREATE OR REPLACE TEMP TABLE changed AS
           SELECT file, coalesce(o.record, n.record) AS record, coalesce(n.line, o.line) AS line,
                  o.verdict AS was, n.verdict AS now
           FROM (SELECT * FROM cases WHERE run = $old) o
           FULL JOIN (SELECT * FROM cases WHERE run = $new) n
                USING (file, record)
           WHERE o.verdict IS DISTINCT FROM n.verdict""",
        {"old": old.run, "new": new.run},
    )


def transitions(connection: Connection) -> list[Transition]:
    """How many cases went from which verdict to which, the most first."""
    return [
        Transition(*row)
        for row in connection.execute(
            """SELECT coalesce(was::VARCHAR, ''), coalesce(now::VARCHAR, ''), count(*)
               FROM changed GROUP BY ALL ORDER BY 3 DESC, 1, 2"""
        ).fetchall()
    ]


NEWLY_FAILING = """now NOT IN ('passed', 'not_applicable')
    AND (was IN ('passed', 'not_applicable') OR was IS NULL)"""
NEWLY_PASSING = "now = 'passed' AND (was <> 'passed' OR was IS NULL)"
OTHERWISE = f"NOT coalesce({NEWLY_FAILING}, false) AND NOT coalesce({NEWLY_PASSING}, false)"


def changed_cases(
    connection: Connection, new: Run, which: str, limit: int | None
) -> list[ChangedCase]:
    """Changed cases of one kind (a condition from above), by file and record."""
    return [
        ChangedCase(*row)
        for row in connection.execute(
            f"""SELECT f.container, f.name, c.record, c.line, coalesce(was::VARCHAR, ''),
                       coalesce(now::VARCHAR, ''), coalesce(d.reason, ''), coalesce(d.message, '')
                FROM (SELECT * FROM changed WHERE {which}) c JOIN files f USING (file)
                LEFT JOIN (SELECT * FROM details WHERE run = ?) d
                     ON d.file = c.file AND d.record = c.record
                ORDER BY f.name, f.container, c.record LIMIT ?""",
            [new.run, limit],
        ).fetchall()
    ]


def count_changed(connection: Connection, which: str) -> int:
    """How many changed cases are of one kind."""
    row = connection.execute(f"SELECT count(*) FROM changed WHERE {which}").fetchone()
    return int(row[0]) if row else 0


def slower_files(connection: Connection, old: Run, new: Run) -> list[OtherTime]:
    """Files whose cases take much longer in `new`, the worst first."""
    return [
        OtherTime(*row)
        for row in connection.execute(
            """WITH spent AS (
                   SELECT run, file, sum(micros) / 1e6 AS seconds, count(*) AS passed
                   FROM cases WHERE run IN ($old, $new) AND verdict = 'passed' GROUP BY ALL)
               SELECT f.name, o.seconds, n.seconds
               FROM spent o JOIN spent n USING (file) JOIN files f USING (file)
               WHERE o.run = $old AND n.run = $new
                 AND n.seconds / n.passed > o.seconds / o.passed * $factor
                 AND n.seconds - o.seconds > $least
               ORDER BY n.seconds - o.seconds DESC""",
            {"old": old.run, "new": new.run, "factor": SLOWER_FACTOR, "least": SLOWER_SECONDS},
        ).fetchall()
    ]


def faster_files(connection: Connection, old: Run, new: Run) -> list[OtherTime]:
    """Files whose cases took much longer in `old`, the greatest gain first."""
    return [OtherTime(file.name, file.now, file.was) for file in slower_files(connection, new, old)]


def other_files(connection: Connection, old: Run, new: Run) -> list[OtherFile]:
    """Files that are not the same in both runs: their cases can't be compared by number."""
    return [
        OtherFile(*row)
        for row in connection.execute(
            """SELECT f.name, CASE WHEN o.sha256 IS NULL THEN 'only in the newer run'
                                   WHEN n.sha256 IS NULL THEN 'only in the older run'
                                   ELSE 'its content differs' END
               FROM (SELECT * FROM run_files WHERE run = $old) o
               FULL JOIN (SELECT * FROM run_files WHERE run = $new) n USING (file)
               JOIN files f USING (file)
               WHERE o.sha256 IS DISTINCT FROM n.sha256 ORDER BY 1""",
            {"old": old.run, "new": new.run},
        ).fetchall()
    ]
