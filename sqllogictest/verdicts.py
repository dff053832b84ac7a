"""Verdicts: what became of a case, and why."""

from typing import Final

from sqllogictest.records import Record

PASSED: Final = "passed"
FAILED: Final = "failed"
CRASHED: Final = "crashed"
TIMED_OUT: Final = "timed_out"
NOT_APPLICABLE: Final = "not_applicable"
VERDICTS: Final = (PASSED, FAILED, CRASHED, TIMED_OUT, NOT_APPLICABLE)

# Reasons for FAILED.
REASON_ERROR: Final = "error"
"""The engine refused SQL that must work."""
REASON_NO_ERROR: Final = "no error"
"""SQL that must fail did not."""
REASON_OTHER_ERROR: Final = "other error"
"""The SQL failed as it must, but not with the error asked for."""
REASON_COLUMNS: Final = "columns"
"""The number of columns is not the length of the type string."""
REASON_VALUES: Final = "values"
"""The result differs from the one expected."""
REASON_LABEL: Final = "label"
"""The result differs from that of the first query with the same label."""
REASON_AFFECTED: Final = "affected rows"
"""`statement count N` affected another number of rows."""
REASON_REQUIREMENT: Final = "requirement"
"""The engine, or this runner, lacks what the file requires."""
REASON_BAD_RECORD: Final = "bad record"
"""The record itself is wrong: nothing could be judged."""
REASON_EXCEPTION: Final = "exception"
"""The engine raised something other than an SQL error."""


class Outcome:
    """What became of one case.

    `index` is the record's place among all the records of its file, from 0 on. `seconds` is
    wall time. The rest is set only where the verdict is not 'passed' or 'not_applicable':
    `expected` and `got` are what was compared, line by line (a single hash line where the
    result was hashed), and `values` the whole rendered and sorted result. `error_class`,
    `error_code`, `message` and `traceback` tell of the error that came.
    """

    def __init__(self, index: int, record: Record, verdict: str, seconds: float) -> None:
        self.index = index
        self.record = record
        self.verdict = verdict
        self.seconds = seconds
        self.reason = ""
        self.message = ""
        self.expected: list[str] | None = None
        self.got: list[str] | None = None
        self.values: list[str] | None = None
        self.error_class = ""
        self.error_code = ""
        self.traceback = ""

    def __repr__(self) -> str:
        where = f"{self.record.file}:{self.record.line}"
        return f"<Outcome {where} {self.verdict} {self.reason} {self.message}>"
