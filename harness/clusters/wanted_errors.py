"""Which error SQLite gives where a statement must fail and the engine let it through.

The official format says only that a statement must fail; two such failures may want two quite
different errors. SQLite, in a process of its own, says which.
"""

from dataclasses import replace

from harness.clusters.failing import FailingCase
from harness.clusters.messages import template
from harness.errors import HarnessError
from harness.reduce.source import from_failure
from harness.replay.replayer import Replayer
from harness.store import causes
from harness.store.queries import Connection, Failure, Run
from sqllogictest.records import OK, UNCONDITIONAL, Statement
from sqllogictest.verdicts import REASON_NO_ERROR

MOST_FILES = 20
MOST_STATEMENTS = 5_000
"""Statements of one file that are run for it."""
TIMEOUT = 10.0


def add_wanted_errors(connection: Connection, run: Run, cases: list[FailingCase]) -> None:
    """Put the error that should have come into the symptom of each such case."""
    files: dict[int, list[FailingCase]] = {}
    for case in cases:
        if case.symptom.reason == REASON_NO_ERROR and case.kind == "statement":
            files.setdefault(case.file_number, []).append(case)
    chosen = list(files.items())[:MOST_FILES]
    if not chosen:
        return
    with Replayer("sqlite", run.label, TIMEOUT) as sqlite:
        for file, group in chosen:
            last = causes.failure_at(connection, run, file, group[-1].record)
            _ask(sqlite, run, last, group)


def _ask(sqlite: Replayer, run: Run, last: Failure, group: list[FailingCase]) -> None:
    """Ask about the cases of one file, of which `last` is the last."""
    try:
        records = from_failure(run, last).records
    except (HarnessError, OSError):
        return
    wanted = {case.sql: case for case in group}
    script: list[Statement] = []
    asked: dict[int, str] = {}
    for record in records:
        if not isinstance(record, Statement):
            continue
        if record.expect != OK and record.sql in wanted:
            asked[len(script)] = record.sql
        script.append(Statement("", 0, 0, UNCONDITIONAL, record.sql, OK))
    if len(script) > MOST_STATEMENTS:
        return
    said = {o.index: o.message for o in sqlite.run(script) if o.index in asked and not o.passed}
    messages = {asked[index]: message for index, message in said.items()}
    tables = " ".join(record.sql for record in script if record.sql.upper().startswith("CREATE"))
    for case in group:
        if case.sql in messages:
            message = template(messages[case.sql], f"{case.sql} {tables}")
            case.symptom = replace(case.symptom, message=message)
