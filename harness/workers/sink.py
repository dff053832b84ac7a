"""What a worker keeps of a case that did not pass."""

from harness.store.parts import Detail, PartWriter
from harness.workers.progress import RECORD, ProgressBlock
from sqllogictest.records import Query, Record, Statement
from sqllogictest.tally import Tally
from sqllogictest.verdicts import Outcome

LONGEST_TEXT = 100_000
"""Characters kept of one expected or actual result."""

FATAL_ERRORS = {
    "EngineBroken": "",
    "MemoryError": "out of memory: ",
}
"""Exceptions, by class, that end the worker, and what to say before their own message."""


class EngineLost(Exception):
    """The engine can't be used any more; a new worker has to go on after this record."""


def tally(block: ProgressBlock, parts: PartWriter, attempt: int) -> Tally:
    """A sink that notes verdicts in the shared block, and writes down what did not pass."""
    return Tally(
        block.header,
        RECORD,
        block.verdicts,
        block.micros,
        lambda outcome: parts.detail(explain(attempt, outcome)),
    )


def explain(attempt: int, outcome: Outcome) -> Detail:
    """All that is known of a case that did not pass; raises EngineLost when the engine is gone."""
    before = FATAL_ERRORS.get(outcome.error_class)
    if before is not None:
        raise EngineLost(before + outcome.message)
    detail = describe(attempt, outcome.index, outcome.record, outcome.verdict)
    detail.reason = outcome.reason
    detail.expected = _joined(outcome.expected)
    detail.got = _joined(outcome.got)
    detail.error_class = outcome.error_class
    detail.error_code = outcome.error_code
    detail.message = outcome.message
    detail.traceback = outcome.traceback
    return detail


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
