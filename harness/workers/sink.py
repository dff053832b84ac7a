"""What a worker does at every record: note its place, then the verdict. The hot path."""

from harness.store.parts import Detail, PartWriter
from harness.workers.progress import LONGEST_MICROS, RECORD, ProgressBlock
from sqllogictest.records import Query, Record, Statement
from sqllogictest.runner import Sink
from sqllogictest.verdicts import NOT_APPLICABLE, PASSED, VERDICTS, Outcome

NUMBER_OF = {verdict: number for number, verdict in enumerate(VERDICTS)}
NUMBER_PASSED = NUMBER_OF[PASSED]
LONGEST_TEXT = 100_000
"""Characters kept of one expected or actual result."""


class EngineLost(Exception):
    """The engine can't be used any more; a new worker has to go on after this record."""


FATAL_ERRORS = {
    "EngineBroken": "",
    "MemoryError": "out of memory: ",
}
"""Exceptions, by class, that end the worker, and what to say before their own message."""


class WorkerSink(Sink):
    """Writes each verdict into the shared block, and the detail of what did not pass."""

    def __init__(self, block: ProgressBlock, parts: PartWriter, attempt: int) -> None:
        self.block = block
        self.parts = parts
        self.attempt = attempt
        self.header = block.header
        self.verdicts = block.verdicts
        self.micros = block.micros

    def starting(self, index: int, record: Record) -> None:
        self.header[RECORD] = index

    def replaying(self, index: int, record: Record) -> None:
        self.header[RECORD] = index

    def finished(self, outcome: Outcome) -> None:
        index = outcome.index
        verdict = outcome.verdict
        if verdict == PASSED:
            self.micros[index] = min(int(outcome.seconds * 1e6), LONGEST_MICROS)
            self.verdicts[index] = NUMBER_PASSED
            return
        if verdict != NOT_APPLICABLE:
            self._keep(outcome)
        self.micros[index] = min(int(outcome.seconds * 1e6), LONGEST_MICROS)
        self.verdicts[index] = NUMBER_OF[verdict]

    def _keep(self, outcome: Outcome) -> None:
        """Write down why the case did not pass; raises EngineLost when the engine is gone."""
        before = FATAL_ERRORS.get(outcome.error_class.rpartition(".")[2])
        if before is not None:
            raise EngineLost(before + outcome.message)
        detail = describe(self.attempt, outcome.index, outcome.record, outcome.verdict)
        detail.reason = outcome.reason
        detail.expected = _joined(outcome.expected)
        detail.got = _joined(outcome.got)
        detail.error_class = outcome.error_class
        detail.error_code = str(outcome.error_code or "")
        detail.message = outcome.message
        detail.traceback = outcome.traceback
        self.parts.detail(detail)


def describe(attempt: int, index: int, record: Record, verdict: str) -> Detail:
    """The detail of a case with nothing said yet about why."""
    if isinstance(record, Query):
        kind = "query"
    elif isinstance(record, Statement):
        kind = "statement"
    else:
        kind = type(record).__name__.lower()
    sql: str = getattr(record, "sql", "")
    return Detail(attempt, index, record.line, verdict, kind, sql)


def _joined(lines: list[str] | None) -> str | None:
    if lines is None:
        return None
    text = "\n".join(lines)
    if len(text) <= LONGEST_TEXT:
        return text
    return text[:LONGEST_TEXT] + f"\n... ({len(text) - LONGEST_TEXT} more characters)"
