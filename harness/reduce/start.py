"""From a failing case's records to the first candidate."""

from harness.errors import UsageError
from harness.reduce.candidate import QUERY, Candidate
from harness.reduce.probe import NotFailing, Probe
from sqllogictest.digest import is_hash_line
from sqllogictest.records import (
    COUNT,
    ERROR,
    NOSORT,
    OK,
    Broken,
    Query,
    Record,
    Statement,
    System,
)


def first_candidate(records: list[Record]) -> Candidate:
    """The failing record, with the statements before it that must work. Raises UsageError."""
    *before, last = records
    setup = tuple(
        record.sql
        for record in before
        if isinstance(record, Statement) and record.expect in (OK, COUNT)
    )
    if isinstance(last, Query) and last.expect == OK:
        return Candidate(setup, last.sql, QUERY, last.types, last.sort_mode or NOSORT)
    if isinstance(last, Query):
        return Candidate(setup, last.sql, ERROR)
    if isinstance(last, Statement) and last.expect in (OK, ERROR, COUNT):
        return Candidate(setup, last.sql, OK if last.expect == COUNT else last.expect)
    raise UsageError(f"{last.file}:{last.line}: only statements and queries can be reduced")


def check_reference(probe: Probe, records: list[Record]) -> None:
    """Find out whether SQLite gives what the record demands; if not, hold on to the record's.

    Raises NotFailing when the record demands a result that is only known by its hash.
    """
    last = records[-1]
    if not isinstance(last, Query):
        return
    kept = [r for r in records if not isinstance(r, (Query, Broken, System))] + [last]
    outcome = probe.reference.run(kept)[-1]
    if outcome.passed or outcome.reason != "values":
        return
    expected = last.expected or []
    if len(expected) == 1 and is_hash_line(expected[0]):
        raise NotFailing(
            "SQLite does not give this result either, and only its hash is known",
            "nothing can be left out without knowing the result",
        )
    probe.fixed = expected
