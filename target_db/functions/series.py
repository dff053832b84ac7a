"""The values of generate_series(start [, stop [, step]])."""

from __future__ import annotations

from typing import Final

from target_db.errors import SqlError
from target_db.types.numeric import INT64_MAX, INT64_MIN, to_int64

COLUMNS: Final = ("value",)
HIDDEN_COLUMNS: Final = ("start", "stop", "step")
DEFAULT_STOP: Final = 0xFFFFFFFF


class Series:
    """The integers from `start` towards `stop`; a step of 0 counts as 1."""

    def __init__(self, start: int, stop: int, step: int) -> None:
        self.value = 0
        self.next_value = start
        self.stop: Final = stop
        self.step: Final = step or 1

    def advance(self) -> bool:
        """Put the next integer into `value`; False at the end."""
        value = self.next_value
        if value > self.stop if self.step > 0 else value < self.stop:
            return False
        if not INT64_MIN <= value <= INT64_MAX:
            return False
        self.value = value
        self.next_value = value + self.step
        return True


def generate_series(args: list[object]) -> Series:
    """The series of these arguments; a NULL among them gives an empty one.

    Raises SqlError when `start` is missing.
    """
    if not args:
        raise SqlError('first argument to "generate_series()" missing or unusable')
    for value in args:
        if value is None:
            return Series(1, 0, 1)
    stop = to_int64(args[1]) if len(args) > 1 else DEFAULT_STOP
    step = to_int64(args[2]) if len(args) > 2 else 1
    return Series(to_int64(args[0]), stop, step)
