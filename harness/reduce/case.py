"""Reduction from beginning to end: a case in, a suite file out."""

import time
from dataclasses import dataclass
from typing import Any

from harness.reduce.candidate import token_count
from harness.reduce.probe import NotFailing, Probe
from harness.reduce.reducer import Reduced, reduce
from harness.reduce.source import FailingRecords
from harness.reduce.start import check_reference, first_candidate
from harness.reduce.write import suite_text

RECORD_TIMEOUT = 5.0
"""Seconds that a candidate may take; a case that hangs costs so much at each look."""
CHECKING = 0.9
"""The share of the time that passes may use: the rest is for checking the result."""


@dataclass
class ReducedCase:
    """The outcome: the suite file's text, and how it came about."""

    where: str
    engine: str
    reason: str
    text: str
    reduced: Reduced

    def as_json(self) -> dict[str, Any]:
        reduced = self.reduced
        return {
            "where": self.where,
            "engine": self.engine,
            "reason": self.reason,
            "statements": {"before": len(reduced.first.setup) + 1, "after": self.statements},
            "tokens": {"before": token_count(reduced.first.sql), "after": self.tokens},
            "tried": reduced.tried,
            "seconds": round(reduced.seconds, 3),
            "finished": reduced.finished,
            "passes": {
                name: {"tried": count.tried, "taken": count.taken}
                for name, count in reduced.counts.items()
            },
            "test": self.text,
        }

    @property
    def statements(self) -> int:
        return len(self.reduced.candidate.setup) + 1

    @property
    def tokens(self) -> int:
        """Of the failing record's SQL."""
        return token_count(self.reduced.candidate.sql)


def reduce_case(
    case: FailingRecords,
    engine: str,
    label: str,
    seconds: float = 60.0,
    timeout: float = RECORD_TIMEOUT,
) -> ReducedCase:
    """Make the case as small as `seconds` allow, and check that the file fails by itself.

    Raises NotFailing when it does not fail, EngineStartError, UsageError.
    """  # fmt: skip
    deadline = time.monotonic() + seconds * CHECKING
    with Probe(engine, label, timeout, deadline) as probe:
        check_reference(probe, case.records)
        reduced = reduce(probe, first_candidate(case.records))
        wanted = probe.wanted
        assert wanted is not None
        reason = ": ".join(
            filter(
                None,
                (
                    wanted.verdict.replace("_", " "),
                    wanted.wrongness or wanted.message or wanted.reason,
                ),
            )
        )
        text = suite_text(reduced, case.where, engine, reason)
        outcomes = probe.engine.run_text(text, "reduced.test")
        if not outcomes or outcomes[-1].passed:
            raise NotFailing("the reduced file passes: the failure comes and goes", text)
    return ReducedCase(case.where, engine, reason, text, reduced)
