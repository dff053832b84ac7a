"""One run of a statement: what its operators share while it lasts."""

from mypy_extensions import i64

from target_db.errors import INTERRUPT, SqlError

PROGRESS_STEPS = 64


class Execution:
    """The state of a statement's runs.

    number: counts the runs. A subquery that does not depend on outer rows keeps its result
        for one run, and remembers in which it was made.
    interrupted: set from any thread to stop the statement at its next `tick`.
    """

    def __init__(self) -> None:
        self.number = 0
        self.interrupted = False
        self.ticks: i64 = 0

    def begin(self) -> None:
        """Start a new run. Whoever runs a statement (or a trigger's statement) calls it."""
        self.number += 1

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
