"""Questions that the other parts ask of the store, each answered in plain rows.

Every function takes a connection from `store.database.open_for_reading`. A run is named by
its `run_id`; `find_run` turns what a user typed into one.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import starmap
from typing import Any

import duckdb

from harness.errors import UsageError

Connection = duckdb.DuckDBPyConnection


@dataclass(frozen=True)
class Run:
    """One run: its row in `runs`, with the JSON columns decoded."""

    run: int
    run_id: str
    state: str
    engine: str
    engine_version: str
    label: str
    started: str
    seconds: float | None
    cpu_seconds: float | None
    suites: list[str]
    selection: dict[str, Any]
    options: dict[str, Any]
    environment: dict[str, Any]
    files: int
    records: int
    passed: int
    failed: int
    crashed: int
    timed_out: int
    not_applicable: int


@dataclass(frozen=True)
class Failure:
    """One case that did not pass, with all that is known about it."""

    container: str
    name: str
    family: str
    record: int
    line: int
    verdict: str
    kind: str
    sql: str
    reason: str
    expected: str | None
    got: str | None
    error_class: str
    error_code: str
    message: str
    traceback: str
    output: str

    @property
    def where(self) -> str:
        """FILE:LINE"""
        return f"{self.name}:{self.line}"


_RUN = """SELECT run, run_id, state, engine, engine_version, label, started::VARCHAR, seconds,
    cpu_seconds, suites, selection, options, environment, files, records, passed, failed,
    crashed, timed_out, not_applicable FROM runs"""


def _run(row: tuple[Any, ...]) -> Run:
    return Run(*row[:9], *map(json.loads, row[9:13]), *row[13:])


def runs(connection: Connection) -> list[Run]:
    """All runs, the oldest first."""
    return [_run(row) for row in connection.execute(f"{_RUN} ORDER BY run").fetchall()]


def find_run(connection: Connection, named: str | None = None, engine: str | None = None) -> Run:
    """The run whose id is `named` or begins with it; the latest (of `engine`) if None.

    Raises UsageError when no run, or more than one, is meant.
    """
    if named is None:
        row = connection.execute(
            f"{_RUN} WHERE $1 IS NULL OR engine = $1 ORDER BY run DESC LIMIT 1", [engine]
        ).fetchone()
        if row is None:
            raise UsageError("there is no run yet", "`dbwright run` makes one")
        return _run(row)
    rows = connection.execute(
        f"{_RUN} WHERE starts_with(run_id, ?) ORDER BY run", [named]
    ).fetchall()
    exact = [row for row in rows if row[1] == named]
    if exact or len(rows) == 1:
        return _run((exact or rows)[0])
    known = ", ".join(run.run_id for run in runs(connection)[-5:])
    what = "no run" if not rows else "more than one run"
    raise UsageError(f"{what} is called {named!r}", f"the latest runs: {known or 'none'}")


def fetched(cursor: Connection) -> Iterator[tuple[Any, ...]]:
    """The rows of what was executed, some thousands in memory at a time."""
    while rows := cursor.fetchmany(10_000):
        yield from rows


def failures(connection: Connection, run: Run, limit: int | None = None) -> Iterator[Failure]:
    """The cases of a run that did not pass, by file and line."""
    cursor = connection.execute(
        """SELECT f.container, f.name, f.family, d.record, d.line, d.verdict::VARCHAR, d.kind,
                  d.sql, d.reason, d.expected, d.got, d.error_class, d.error_code, d.message,
                  d.traceback, d.output
           FROM details d JOIN files f USING (file) WHERE d.run = ?
           ORDER BY f.name, f.container, d.record LIMIT ?""",
        [run.run, limit],
    )
    return starmap(Failure, fetched(cursor))


@dataclass(frozen=True)
class NotPassed:
    """One case that did not pass, in brief: enough to count and to name millions of them."""

    container: str
    name: str
    record: int
    line: int
    verdict: str
    reason: str
    message: str


def not_passed(connection: Connection, run: Run) -> Iterator[NotPassed]:
    """The cases of a run that did not pass, by file and record."""
    cursor = connection.execute(
        """SELECT f.container, f.name, d.record, d.line, d.verdict::VARCHAR, d.reason, d.message
           FROM details d JOIN files f USING (file) WHERE d.run = ?
           ORDER BY f.name, f.container, d.record""",
        [run.run],
    )
    return starmap(NotPassed, fetched(cursor))


@dataclass(frozen=True)
class CaseResult:
    """One case of a run: its verdict, and the microseconds it took."""

    container: str
    name: str
    record: int
    line: int
    verdict: str
    micros: int


def cases(connection: Connection, run: Run) -> Iterator[CaseResult]:
    """Every case of a run, by file and record."""
    cursor = connection.execute(
        """SELECT f.container, f.name, c.record, c.line, c.verdict::VARCHAR, c.micros
           FROM cases c JOIN files f USING (file) WHERE c.run = ?
           ORDER BY f.name, f.container, c.record""",
        [run.run],
    )
    return starmap(CaseResult, fetched(cursor))


def lines_of_records(
    connection: Connection, run: Run, file: "FileResult", records: list[int]
) -> list[int]:
    """The lines on which these records of one file stand."""
    return [
        line
        for (line,) in connection.execute(
            """SELECT line FROM cases JOIN files f USING (file)
               WHERE run = ? AND f.container = ? AND f.name = ? AND list_contains(?, record)
               ORDER BY record""",
            [run.run, file.container, file.name, records],
        ).fetchall()
    ]


@dataclass(frozen=True)
class FamilyTotals:
    """One family's totals in one run; `seconds` is the sum of its cases' own time."""

    family: str
    files: int
    records: int
    passed: int
    failed: int
    crashed: int
    timed_out: int
    not_applicable: int
    seconds: float
    cpu_seconds: float


def families(connection: Connection, run: Run) -> list[FamilyTotals]:
    """The run's totals by family, by name. `seconds` and `cpu_seconds` are whole files'."""
    return [
        FamilyTotals(*row)
        for row in connection.execute(
            """SELECT f.family, count(*)::INTEGER, sum(records)::INTEGER, sum(passed)::INTEGER,
                      sum(failed)::INTEGER, sum(crashed)::INTEGER, sum(timed_out)::INTEGER,
                      sum(not_applicable)::INTEGER, sum(seconds), sum(cpu_seconds)
               FROM run_files JOIN files f USING (file) WHERE run = ?
               GROUP BY f.family ORDER BY f.family""",
            [run.run],
        ).fetchall()
    ]


@dataclass(frozen=True)
class FileResult:
    """One file's totals in one run."""

    container: str
    name: str
    family: str
    sha256: str
    seconds: float
    records: int
    passed: int
    failed: int
    crashed: int
    timed_out: int
    not_applicable: int


def file_totals(connection: Connection, run: Run) -> list[FileResult]:
    """The run's totals by file, by name."""
    return [
        FileResult(*row)
        for row in connection.execute(
            """SELECT f.container, f.name, f.family, rf.sha256, rf.seconds, rf.records, rf.passed,
                      rf.failed, rf.crashed, rf.timed_out, rf.not_applicable
               FROM run_files rf JOIN files f USING (file) WHERE rf.run = ?
               ORDER BY f.name, f.container""",
            [run.run],
        ).fetchall()
    ]


def file_durations(connection: Connection, engine: str) -> dict[tuple[str, str], float]:
    """Seconds that each file took with `engine` in the latest run that had it.

    Keyed by (container, name); for putting the longest first.
    """
    return {
        (container, name): seconds
        for container, name, seconds in connection.execute(
            """SELECT f.container, f.name, arg_max(rf.seconds, rf.run)
               FROM run_files rf JOIN runs r USING (run) JOIN files f USING (file)
               WHERE r.engine = ? GROUP BY ALL""",
            [engine],
        ).fetchall()
    }
