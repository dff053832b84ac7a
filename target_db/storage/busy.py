"""What to do while another connection holds a lock: wait and try again, or give up."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from mypy_extensions import mypyc_attr

# Milliseconds before each further attempt; the last repeats.
DELAYS: Final = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]


@mypyc_attr(allow_interpreted_subclasses=True)
class BusyHandler:
    """Gives up at once."""

    def retry(self, attempt: int) -> bool:
        """Called after failed attempt number `attempt`, from 0: whether to try again."""
        return False


class BusyTimeout(BusyHandler):
    """Waits up to a number of milliseconds (PRAGMA busy_timeout)."""

    def __init__(self, milliseconds: int) -> None:
        self.milliseconds: Final = milliseconds
        self.deadline = 0.0

    def retry(self, attempt: int) -> bool:
        now = time.monotonic()
        if attempt == 0:
            self.deadline = now + self.milliseconds / 1000
        if now >= self.deadline:
            return False
        delay = DELAYS[min(attempt, len(DELAYS) - 1)] / 1000
        time.sleep(min(delay, self.deadline - now))
        return True


class BusyCallback(BusyHandler):
    """Asks a function of the user's (sqlite3_busy_handler)."""

    def __init__(self, function: Callable[[int], object]) -> None:
        self.function: Final = function

    def retry(self, attempt: int) -> bool:
        return bool(self.function(attempt))
