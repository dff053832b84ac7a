"""A progress handler: called while statements run, it may stop them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from target_db.exec.execution import Switch


class ProgressSwitch(Switch):
    """A stop switch that asks `callback` now and then; a true answer interrupts."""

    def __init__(self, callback: Callable[[], object]) -> None:
        super().__init__()
        self.callback: Final = callback

    def report_progress(self) -> None:
        if self.callback():
            self.interrupted = True
