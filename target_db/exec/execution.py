"""One run of a statement: what its operators share while it lasts."""

from mypy_extensions import i64

from target_db.errors import INTERRUPT, SqlError
from target_db.expr.base import Run

PROGRESS_STEPS = 64


class Execution(Run):
    """The state of a statement's runs.

    number: counts the runs. A subquery that reads no outer row keeps its result for one run.
    interrupted: set from any thread to stop the statement at its next `tick`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.interrupted = False
        self.ticks: i64 = 0

    def tick(self) -> None:
        """Called by every long loop, once for some dozens of rows.

        Raises SqlError("interrupted") after an interrupt.
        """
        if self.interrupted:
            raise SqlError("interrupted", INTERRUPT)
        self.ticks += 1
        if self.ticks >= PROGRESS_STEPS:
            self.ticks = 0
            self.report_progress()

    def report_progress(self) -> None:
        """For a session that has a progress handler: called every few thousand rows."""
