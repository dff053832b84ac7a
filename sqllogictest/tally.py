"""A sink that costs next to nothing: it notes verdicts in the caller's buffers."""

from collections.abc import Callable
from typing import Final

from sqllogictest.records import Record
from sqllogictest.runner import Sink
from sqllogictest.verdicts import NOT_APPLICABLE, PASSED, VERDICTS, Outcome

NUMBER_OF: Final = {verdict: number for number, verdict in enumerate(VERDICTS)}
"""A verdict's number in the buffers is its place in VERDICTS."""

LONGEST_MICROS: Final = 0xFFFFFFFF


class Tally(Sink):
    """Writes the record that is being executed, and each verdict, as numbers.

    `place` (of 64-bit numbers) gets the number of the record in its item `slot`, before it is
    executed. `verdicts` (bytes) and `micros` (unsigned 32-bit) get each case's verdict and
    microseconds, at the record's number. They may be memory shared with another process.
    `on_trouble` is called with each outcome that is neither passed nor not applicable, before
    its verdict is written; what it raises goes through.
    """

    def __init__(
        self,
        place: memoryview,
        slot: int,
        verdicts: memoryview,
        micros: memoryview,
        on_trouble: Callable[[Outcome], None],
    ) -> None:
        self.place = place
        self.slot = slot
        self.verdicts = verdicts
        self.micros = micros
        self.on_trouble = on_trouble

    def starting(self, index: int, record: Record) -> None:
        self.place[self.slot] = index

    def replaying(self, index: int, record: Record) -> None:
        self.place[self.slot] = index

    def finished(self, outcome: Outcome) -> None:
        verdict = outcome.verdict
        number = 0
        if verdict != PASSED:
            number = NUMBER_OF[verdict]
            if verdict != NOT_APPLICABLE:
                self.on_trouble(outcome)
        micros = int(outcome.seconds * 1e6)
        self.micros[outcome.index] = micros if micros < LONGEST_MICROS else LONGEST_MICROS
        self.verdicts[outcome.index] = number
