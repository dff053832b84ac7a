"""Whether a candidate still fails for the same reason.

SQLite, in a process of its own, says what the answer must be; the engine under test must then
fail on it with the same symptom. A candidate that SQLite refuses is none.
"""

import time
from types import TracebackType

from harness.clusters.frames import frames, last_words
from harness.clusters.messages import template
from harness.clusters.symptoms import Symptom
from harness.clusters.wrongness import family, wrongness
from harness.errors import HarnessError
from harness.reduce.candidate import QUERY, Candidate
from harness.replay.replayer import Replayed, Replayer
from sqllogictest.verdicts import FAILED, REASON_COLUMNS, REASON_VALUES

REFERENCE = "sqlite"
NEVER = "\x01no result is this"
LONGEST_RESULT = 4_000
"""Values; a candidate whose answer is longer is not simpler, however short its SQL."""


class OutOfTime(Exception):
    """The time for the reduction is over; what was found until then stands."""


class NotFailing(HarnessError):
    """The case to reduce does not fail, or not in a way that can be reduced."""

    exit_code = 1


class Probe:
    """Runs candidates. `deadline` is a monotonic time in seconds; `tried` counts.

    `fixed` is the result that the suite demands, where SQLite itself does not give it: then
    candidates must keep the query as it is. `wanted` is set by `learn`.
    """

    def __init__(self, engine: str, label: str, timeout: float, deadline: float) -> None:
        self.engine = Replayer(engine, label, timeout)
        self.reference = Replayer(REFERENCE, label, timeout)
        self.deadline = deadline
        self.tried = 0
        self.fixed: list[str] | None = None
        self.wanted: Symptom | None = None
        self.known: dict[Candidate, bool] = {}
        self.expected: dict[Candidate, list[str]] = {}

    def __enter__(self) -> "Probe":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.engine.close()
        self.reference.close()

    def learn(self, candidate: Candidate) -> Candidate:
        """Take the symptom of this candidate as the one to keep; returns it with its types.

        Raises NotFailing.
        """
        answered = self._answer(candidate)
        if answered is None:
            raise NotFailing("SQLite refuses this case too, so there is no answer to compare with")
        candidate, expected = answered
        outcome = self._engine_outcome(candidate, expected)
        if outcome is None or outcome.passed:
            raise NotFailing("the case passes when it is run again by itself")
        self.wanted = _symptom(candidate, outcome)
        self.known[candidate] = True
        self.expected[candidate] = expected
        return candidate

    def holds(self, candidate: Candidate) -> bool:
        """Whether the candidate fails as the first one did. Raises OutOfTime."""
        return self.settle(candidate) is not None

    def settle(self, candidate: Candidate) -> Candidate | None:
        """The candidate with its types made right if it fails as the first one did, else None."""
        if time.monotonic() > self.deadline:
            raise OutOfTime
        if self.known.get(candidate) is False:
            return None
        if self.known.get(candidate):
            return candidate
        self.tried += 1
        answered = self._answer(candidate)
        if answered is None:
            self.known[candidate] = False
            return None
        right, expected = answered
        outcome = self._engine_outcome(right, expected)
        same = outcome is not None and not outcome.passed and self._same(right, outcome)
        self.known[candidate] = self.known[right] = same
        if same:
            self.expected[right] = expected
        return right if same else None

    def _answer(self, candidate: Candidate) -> tuple[Candidate, list[str]] | None:
        """What SQLite says, and the candidate with a type for each column that it gives."""
        if self.fixed is not None:
            return candidate, self.fixed
        outcomes = self.reference.run(candidate.records([NEVER]))
        if not all(outcome.passed for outcome in outcomes[:-1]):
            return None
        last = outcomes[-1]
        if candidate.kind != QUERY:
            return (candidate, []) if last.passed else None
        if last.reason == REASON_COLUMNS:
            columns = int(last.message.split()[0])
            return self._answer(candidate.with_types(columns)) if columns else None
        if last.verdict != FAILED or last.reason != REASON_VALUES or last.got is None:
            return None
        return (candidate, last.got) if len(last.got) <= LONGEST_RESULT else None

    def _engine_outcome(self, candidate: Candidate, expected: list[str]) -> Replayed | None:
        """What the engine makes of the last record; None if it does not survive the setup."""
        outcomes = self.engine.run(candidate.records(expected))
        if any(outcome.verdict not in ("passed", FAILED) for outcome in outcomes[:-1]):
            return None
        return outcomes[-1]

    def _same(self, candidate: Candidate, outcome: Replayed) -> bool:
        wanted, had = self.wanted, _symptom(candidate, outcome)
        assert wanted is not None
        return _family(wanted) == _family(had)


def _symptom(candidate: Candidate, outcome: Replayed) -> Symptom:
    """The symptom as the clusters see it."""
    message = "" if outcome.reason == REASON_VALUES else outcome.message
    if outcome.verdict != FAILED:
        message = "; ".join(filter(None, (message, last_words(outcome.output))))
    expected = None if outcome.expected is None else "\n".join(outcome.expected)
    got = None if outcome.got is None else "\n".join(outcome.got)
    return Symptom(
        outcome.verdict,
        outcome.reason,
        outcome.error_class,
        template(message, candidate.sql),
        frames(outcome.traceback, outcome.output)[-1:],
        wrongness(expected, got),
    )


def _family(symptom: Symptom) -> tuple[object, ...]:
    return (
        symptom.verdict,
        symptom.reason,
        symptom.error_class,
        symptom.message,
        symptom.frames,
        family(symptom.wrongness),
    )
