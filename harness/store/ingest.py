"""Taking a run's parts into the store: one process, one transaction, nothing twice."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from harness.store import parts
from harness.store.schema import VERDICTS

RUNNING = "running"
COMPLETE = "complete"
INTERRUPTED = "interrupted"

SMALLEST_BUFFER = 1 << 20


@dataclass
class RunFacts:
    """What is known about a run beside its cases; `started` is ISO 8601, UTC."""

    run_id: str
    engine: str
    engine_version: str
    label: str
    started: str
    suites: list[str]
    selection: dict[str, Any]
    options: dict[str, Any]
    environment: dict[str, Any]


def start_run(connection: duckdb.DuckDBPyConnection, facts: RunFacts) -> None:
    """Add the run with the state 'running'; a run that is resumed keeps its row."""
    connection.execute(
        """INSERT INTO runs (run, run_id, state, engine, engine_version, label, started,
                             suites, selection, options, environment)
           SELECT (SELECT coalesce(max(run), 0) + 1 FROM runs), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
           WHERE NOT EXISTS (FROM runs WHERE run_id = ?)""",
        [
            facts.run_id,
            RUNNING,
            facts.engine,
            facts.engine_version,
            facts.label,
            facts.started,
            json.dumps(facts.suites),
            json.dumps(facts.selection),
            json.dumps(facts.options),
            json.dumps(facts.environment),
            facts.run_id,
        ],
    )


def ingest(
    connection: duckdb.DuckDBPyConnection,
    folder: Path,
    run_id: str,
    state: str,
    seconds: float,
    cpu_seconds: float,
) -> None:
    """Replace what the store has of the run by what its parts hold, and set its totals.

    An interrupted run is taken in too; its parts stay, and a later call takes in all of it.
    """
    parts.trim(folder)
    found = connection.execute("SELECT run FROM runs WHERE run_id = ?", [run_id]).fetchone()
    assert found is not None, f"run {run_id} was never started"
    run: int = found[0]
    for table in ("run_files", "cases", "details"):
        connection.execute(f"DELETE FROM {table} WHERE run = ?", [run])
    _take_files(connection, folder, run)
    _take_cases(connection, folder, run)
    _take_details(connection, folder, run)
    _set_totals(connection, run, state, seconds, cpu_seconds)


def _take_files(connection: duckdb.DuckDBPyConnection, folder: Path, run: int) -> None:
    """Fill `done` (attempt -> file), `files` and `run_files`.

    A file that two attempts finished, which only a resume that raced its predecessor's last
    write can cause, counts once: the later attempt.
    """
    connection.execute(
        """CREATE OR REPLACE TEMP TABLE done (attempt BIGINT, container VARCHAR, name VARCHAR,
           family VARCHAR, line INTEGER, sha256 VARCHAR, bytes BIGINT, seconds DOUBLE,
           cpu_seconds DOUBLE, passed INTEGER, failed INTEGER, crashed INTEGER, timed_out INTEGER,
           not_applicable INTEGER)"""
    )
    if parts.part_files(folder, "files"):
        connection.execute(
            """INSERT INTO done BY NAME
               SELECT * FROM read_json(?, format = 'newline_delimited', columns = {
                   attempt: 'BIGINT', container: 'VARCHAR', name: 'VARCHAR', family: 'VARCHAR',
                   line: 'INTEGER', sha256: 'VARCHAR', bytes: 'BIGINT', seconds: 'DOUBLE',
                   cpu_seconds: 'DOUBLE', passed: 'INTEGER', failed: 'INTEGER', crashed: 'INTEGER',
                   timed_out: 'INTEGER', not_applicable: 'INTEGER'})
               QUALIFY row_number() OVER (
                   PARTITION BY container, name, line ORDER BY attempt DESC) = 1""",
            [_pattern(folder, "files")],
        )
    connection.execute(
        """INSERT INTO files
           SELECT (SELECT coalesce(max(file), 0) FROM files)
                  + row_number() OVER (ORDER BY container, name), container, name, family
           FROM (SELECT DISTINCT container, name, family FROM done
                 ANTI JOIN files USING (container, name))"""
    )
    connection.execute(
        """CREATE OR REPLACE TEMP TABLE attempts AS
           SELECT d.attempt, f.file FROM done d JOIN files f USING (container, name)"""
    )
    connection.execute(
        """INSERT INTO run_files
           SELECT ?, a.file, any_value(sha256), any_value(bytes), sum(seconds), sum(cpu_seconds),
                  sum(passed + failed + crashed + timed_out), sum(passed), sum(failed),
                  sum(crashed), sum(timed_out), sum(not_applicable)
           FROM done JOIN attempts a USING (attempt) GROUP BY a.file ORDER BY a.file""",
        [run],
    )


def _take_cases(connection: duckdb.DuckDBPyConnection, folder: Path, run: int) -> None:
    if not parts.part_files(folder, "cases"):
        return
    longest = max(parts.longest_line(parts.part_files(folder, "cases")), SMALLEST_BUFFER)
    names = ", ".join(f"'{name}'" for name in VERDICTS)
    connection.execute(
        f"""INSERT INTO cases
            SELECT ?, a.file, unnest(c.records), unnest(c.lines),
                   ([{names}]::verdict[])[unnest(c.verdicts) + 1], unnest(c.micros)
            FROM read_json(?, format = 'newline_delimited', maximum_object_size = {longest},
                columns = {{attempt: 'BIGINT', records: 'INTEGER[]', lines: 'INTEGER[]',
                            verdicts: 'UTINYINT[]', micros: 'UINTEGER[]'}}) c
            JOIN attempts a USING (attempt)""",
        [run, _pattern(folder, "cases")],
    )


def _take_details(connection: duckdb.DuckDBPyConnection, folder: Path, run: int) -> None:
    """One detail for each case that did not pass: a record tried again may have an older one."""
    if not parts.part_files(folder, "details"):
        return
    longest = max(parts.longest_line(parts.part_files(folder, "details")), SMALLEST_BUFFER)
    connection.execute(
        f"""INSERT INTO details
            SELECT ?, a.file, d.record, d.line, d.verdict::verdict, d.kind, d.sql, d.reason,
                   d.expected, d.got, d.error_class, d.error_code, d.message, d.traceback,
                   d.output
            FROM read_json(?, format = 'newline_delimited', maximum_object_size = {longest},
                columns = {{attempt: 'BIGINT', record: 'INTEGER', line: 'INTEGER',
                    verdict: 'VARCHAR', kind: 'VARCHAR', sql: 'VARCHAR', reason: 'VARCHAR',
                    expected: 'VARCHAR', got: 'VARCHAR', error_class: 'VARCHAR',
                    error_code: 'VARCHAR', message: 'VARCHAR', traceback: 'VARCHAR',
                    output: 'VARCHAR'}}) d
            JOIN attempts a USING (attempt)
            JOIN (SELECT file, record, verdict FROM cases WHERE run = ?) c
                 ON c.file = a.file AND c.record = d.record AND c.verdict = d.verdict::verdict
            QUALIFY row_number() OVER (PARTITION BY a.file, d.record) = 1
            ORDER BY a.file, d.record""",
        [run, _pattern(folder, "details"), run],
    )


def _set_totals(
    connection: duckdb.DuckDBPyConnection, run: int, state: str, seconds: float, cpu: float
) -> None:
    connection.execute(
        """UPDATE runs SET state = ?, seconds = ?, cpu_seconds = ?, files = t.files,
               records = t.records, passed = t.passed, failed = t.failed, crashed = t.crashed,
               timed_out = t.timed_out, not_applicable = t.not_applicable
           FROM (SELECT count(*) AS files, coalesce(sum(records), 0) AS records,
                        coalesce(sum(passed), 0) AS passed, coalesce(sum(failed), 0) AS failed,
                        coalesce(sum(crashed), 0) AS crashed,
                        coalesce(sum(timed_out), 0) AS timed_out,
                        coalesce(sum(not_applicable), 0) AS not_applicable
                 FROM run_files WHERE run = ?) t
           WHERE run = ?""",
        [state, seconds, cpu, run, run],
    )


def _pattern(folder: Path, kind: str) -> list[str]:
    return [str(path) for path in parts.part_files(folder, kind)]
