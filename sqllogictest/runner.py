"""Runs the records of one file against an engine and judges every case."""

import time
import traceback
from collections.abc import Callable, Iterable
from typing import Final

from mypy_extensions import mypyc_attr

from sqllogictest.commands import run_system
from sqllogictest.comparison import judge
from sqllogictest.engine import Engine, EngineError
from sqllogictest.file_state import FileState
from sqllogictest.records import (
    COUNT,
    ERROR,
    OK,
    UNCONDITIONAL,
    Broken,
    Case,
    Halt,
    Query,
    Record,
    Statement,
    System,
)
from sqllogictest.substitution import SubstitutionError
from sqllogictest.verdicts import (
    FAILED,
    NOT_APPLICABLE,
    PASSED,
    REASON_AFFECTED,
    REASON_BAD_RECORD,
    REASON_ERROR,
    REASON_EXCEPTION,
    REASON_NO_ERROR,
    REASON_OTHER_ERROR,
    REASON_REQUIREMENT,
    Outcome,
)

READ_ONLY_WORDS: Final = frozenset(("select", "values", "explain"))


@mypyc_attr(allow_interpreted_subclasses=True)
class Sink:
    """Told of every case as the runner goes; subclass it. Each call costs the run its time."""

    def starting(self, index: int, record: Record) -> None:
        """Record number `index` is about to be executed (not called for what is excluded)."""

    def replaying(self, index: int, record: Record) -> None:
        """Record number `index` is executed again, without a verdict, to restore the state."""

    def finished(self, outcome: Outcome) -> None:
        """A case has its verdict; called once for each case, excluded ones included."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Collector(Sink):
    """Keeps every outcome in the list `outcomes`."""

    def __init__(self) -> None:
        self.outcomes: list[Outcome] = []

    def finished(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)


class Runner:
    """Executes files one by one, each on a fresh engine from `connect`.

    `label` is the engine name that skipif and onlyif are compared with, in any case.
    `allow_system` lets `system` records run shell commands.
    """

    def __init__(
        self,
        connect: Callable[[], Engine],
        label: str = "sqlite",
        allow_system: bool = False,
    ) -> None:
        self.connect = connect
        self.label = label.lower()
        self.allow_system = allow_system

    def outcomes(self, records: Iterable[Record]) -> list[Outcome]:
        """Run one file's records and return the outcome of each case, in order."""
        collector = Collector()
        self.run_file(records, collector)
        return collector.outcomes

    def run_file(
        self,
        records: Iterable[Record],
        sink: Sink,
        start: int = 0,
        unsafe: frozenset[int] = frozenset(),
    ) -> None:
        """Run one file's records, from number `start` on, and tell `sink` of each case.

        With `start` above 0 the records before it are replayed first: what changes the
        database, the hash threshold and the labels seen, is done again and nothing is judged.
        Records whose number is in `unsafe` (those that crashed or hung before) are left out
        of the replay. Whatever `connect` raises goes through.
        """
        state = FileState(self.connect())
        try:
            self.run_records(records, sink, state, start, unsafe)
        finally:
            state.close()

    def run_records(
        self,
        records: Iterable[Record],
        sink: Sink,
        state: FileState,
        start: int,
        unsafe: frozenset[int],
    ) -> None:
        """The loop over the records."""
        label = self.label
        halted = False
        wanted_labels: set[str] = set()
        if start > 0:
            records = list(records)
            wanted_labels = labels_used(records[start:])
        index = -1
        for record in records:
            index += 1
            conditions = record.conditions
            excluded = halted or (conditions is not UNCONDITIONAL and conditions.exclude(label))
            if isinstance(record, Case):
                if index < start:
                    if not excluded and index not in unsafe:
                        self.replay(index, record, sink, state, wanted_labels)
                elif excluded:
                    sink.finished(Outcome(index, record, NOT_APPLICABLE, 0.0))
                else:
                    sink.starting(index, record)
                    sink.finished(self.run_case(index, record, state))
            elif not excluded:
                if isinstance(record, Halt):
                    halted = True
                else:
                    state.apply_safely(record, index < start)

    def run_case(self, index: int, record: Case, state: FileState) -> Outcome:
        """Execute one case, several times if it asks for that, and judge it."""
        outcome = self.attempt(index, record, state)
        retry = record.retry
        if retry is not None:
            attempts = 1
            while outcome.verdict == FAILED and attempts < retry.attempts:
                time.sleep(retry.backoff)
                outcome = self.attempt(index, record, state)
                attempts += 1
        return outcome

    def attempt(self, index: int, record: Case, state: FileState) -> Outcome:
        """Execute one case once and judge it."""
        outcome = Outcome(index, record, PASSED, 0.0)
        started = time.perf_counter()
        try:
            if state.is_plain and not record.connection:
                self.execute(outcome, record, record.sql, state.engine, state)
            else:
                self.execute_elsewhere(outcome, record, state)
        except Exception as error:
            fail(outcome, REASON_EXCEPTION, str(error))
            outcome.error_class = type(error).__name__
            outcome.traceback = traceback.format_exc()
        outcome.seconds = time.perf_counter() - started
        return outcome

    def execute_elsewhere(self, outcome: Outcome, record: Case, state: FileState) -> None:
        """Execute a case that needs more than the main connection and the text as it stands."""
        if state.blocked:
            fail(outcome, REASON_REQUIREMENT, state.blocked)
            return
        sql = record.sql
        engine = state.engine
        try:
            if isinstance(record, System):
                sql = state.variables.substitute_special(sql)
            elif state.substituting:
                sql = state.variables.substitute(sql)
            if record.connection:
                engine = state.connection(record.connection)
        except SubstitutionError as unbound:
            fail(outcome, REASON_BAD_RECORD, str(unbound))
            return
        except EngineError as refusal:  # mypyc needs a name of its own for each class
            fail(outcome, REASON_REQUIREMENT, refusal.message)
            return
        self.execute(outcome, record, sql, engine, state)

    def execute(
        self, outcome: Outcome, record: Case, sql: str, engine: Engine, state: FileState
    ) -> None:
        """Hand `sql` to the engine and judge what comes back."""
        if isinstance(record, Query):
            try:
                rows = engine.query(sql)
            except EngineError as error:
                judge_error(outcome, record, record.expect, error)
                return
            if record.expect == OK:
                judge(outcome, record, rows, state.settings, state.labels)
            elif rows.fault is None:
                fail(outcome, REASON_NO_ERROR, "the query must fail and did not")
            else:
                judge_error(outcome, record, record.expect, EngineError(rows.fault))
        elif isinstance(record, Statement):
            try:
                affected = engine.execute(sql)
            except EngineError as error:
                judge_error(outcome, record, record.expect, error)
                return
            if record.expect == ERROR:
                fail(outcome, REASON_NO_ERROR, "the statement must fail and did not")
            elif record.expect == COUNT and affected != record.count:
                told = "an unknown number of" if affected is None else str(affected)
                fail(outcome, REASON_AFFECTED, f"{told} rows affected, not {record.count}")
        elif isinstance(record, System):
            run_system(outcome, record, sql, self.allow_system)
        elif isinstance(record, Broken):
            fail(outcome, REASON_BAD_RECORD, str(record.fault))

    def replay(
        self, index: int, record: Case, sink: Sink, state: FileState, wanted: set[str]
    ) -> None:
        """Do again what `record` did to the state: not a query that could only read.

        A labelled query is executed if its label is used again after the replay.
        """
        if isinstance(record, Query):
            labelled = record.label in wanted and record.label not in state.labels.seen
            if not labelled and is_read_only(record.sql):
                return
        elif isinstance(record, Broken):
            return
        sink.replaying(index, record)
        self.attempt(index, record, state)


def fail(outcome: Outcome, reason: str, message: str) -> None:
    """The case did not pass, for this reason."""
    outcome.verdict = FAILED
    outcome.reason = reason
    outcome.message = message


def judge_error(outcome: Outcome, record: Case, expect: str, error: EngineError) -> None:
    """The engine refused the SQL: pass only if the record wants this error."""
    pattern = record.error
    if expect in (OK, COUNT):
        fail(outcome, REASON_ERROR, error.message)
    elif pattern is not None and not pattern.matches(error.message):
        fail(outcome, REASON_OTHER_ERROR, error.message)
        outcome.expected = pattern.text.splitlines()
        outcome.got = error.message.splitlines()
    else:
        return
    outcome.error_class = type(error).__name__
    outcome.error_code = error.code or ""


def labels_used(records: list[Record]) -> set[str]:
    """The labels of these records' queries."""
    return {record.label for record in records if isinstance(record, Query) and record.label}


def is_read_only(sql: str) -> bool:
    """Whether a query can only read, judged by its first word; when in doubt it is not."""
    words = sql.split(None, 1)
    return bool(words) and words[0].lower() in READ_ONLY_WORDS
