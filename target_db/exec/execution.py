"""One run of a statement: what its operators share while it lasts."""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from target_db.errors import INTERRUPT, SqlError
from target_db.exec.turn import give_turn
from target_db.expr.base import Run

PROGRESS_STEPS: Final = 64


class Switch:
    """One connection's stop switch: set from any thread, cleared when nothing runs."""

    def __init__(self) -> None:
        self.interrupted = False

    def report_progress(self) -> None:
        """For a session that has a progress handler: called every few thousand rows."""


NO_SWITCH: Final = Switch()


@mypyc_attr(free_list_len=1)
class Execution(Run):
    """The state of a statement's runs.

    number: counts the runs. A subquery that reads no outer row keeps its result for one run.
    switch: the connection's.
    """

    def __init__(self) -> None:
        super().__init__()
        self.switch = NO_SWITCH
        self.ticks: i64 = 0

    def tick(self) -> None:
        """Called by every long loop, once for some dozens of rows.

        Raises SqlError("interrupted") after an interrupt.
        """
        switch = self.switch
        if switch.interrupted:
            raise SqlError("interrupted", INTERRUPT)
        self.ticks += 1
        if self.ticks >= PROGRESS_STEPS:
            self.ticks = 0
            give_turn()
            switch.report_progress()
