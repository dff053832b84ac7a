"""Keeping Python's cyclic collector away from a suite file's records.

A file's records are a hundred thousand objects that live until its end and hold no cycles.
Without this every full collection would walk them all, for about a tenth of a run's time.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = (20_000, 20, 20)
"""Rarer than Python's default; engines that make cycles are still collected after."""


@contextmanager
def parsing() -> Iterator[None]:
    """No collection inside; what was made inside is left out of those that follow."""
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()


def forget() -> None:
    """The file is done: its objects are ordinary again, and go when nothing refers to them."""
    gc.unfreeze()


def configure() -> None:
    gc.set_threshold(*THRESHOLDS)
