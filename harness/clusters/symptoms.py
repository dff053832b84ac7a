"""What can be seen of a failure, without its data: the key that failures are compared by."""

from dataclasses import dataclass

from harness.clusters.frames import frames, last_words
from harness.clusters.messages import template
from harness.clusters.wrongness import wrongness
from harness.store.queries import Failure

ENDED = "the rows ended with an error: "
"""How `sqllogictest.comparison` says that stepping failed."""


@dataclass(frozen=True)
class Symptom:
    """Verdict and reason; the error's class and message; frames of the engine; the wrongness.

    Every text may be empty. `reason` is that of `sqllogictest.verdicts`.
    """

    verdict: str
    reason: str
    error_class: str = ""
    message: str = ""
    frames: tuple[str, ...] = ()
    wrongness: str = ""

    @property
    def is_wrong_result(self) -> bool:
        """Whether the engine answered to the end, and only the answer is wrong."""
        wrong = self.verdict == "failed" and self.reason in ("values", "label", "columns")
        return wrong and not self.message

    @property
    def key(self) -> str:
        """The symptom as one text. All wrong results are alike: their shape tells them apart."""
        if self.is_wrong_result:
            return "wrong result"
        return "|".join((self.verdict, self.reason, self.error_class, self.message, *self.frames))

    @property
    def is_vague(self) -> bool:
        """Whether quite different causes look like this, so that the SQL must tell them apart."""
        if self.is_wrong_result:
            return True
        if self.frames:
            return False
        silent = self.reason in ("", "no error") and not self.message
        return self.verdict != "failed" or silent or "syntax error" in self.message.lower()


def symptom_of(failure: Failure) -> Symptom:
    """The symptom of a case that did not pass."""
    message = failure.message if failure.reason != "no error" else ""
    _, ended, fault = message.partition(ENDED)
    if ended and failure.reason in ("values", "label"):
        message = fault
    elif failure.reason in ("values", "label"):
        message = ""
    if failure.verdict in ("crashed", "timed_out"):
        message = "; ".join(filter(None, (message, last_words(failure.output))))
    return Symptom(
        failure.verdict,
        failure.reason,
        failure.error_class,
        template(message, failure.sql),
        frames(failure.traceback, failure.output),
        wrongness(failure.expected, failure.got),
    )
