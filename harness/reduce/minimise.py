"""Leaving out as many items of a list as possible while a test still holds.

Delta debugging (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002),
in the form that tries to leave out ever smaller parts, from the end to the beginning, where
what is needed least tends to be.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def minimise(
    items: Sequence[Item], holds: Callable[[list[Item]], bool], least: int = 0
) -> list[Item]:
    """A shortest list found for which `holds`; `items` themselves must hold already.

    Order is kept; at least `least` items stay. Leaving out any single item no longer holds.
    """
    kept = list(items)
    size = len(kept)
    while size >= 1:
        changed = False
        end = len(kept)
        while end > 0:
            start = max(0, end - size)
            shorter = kept[:start] + kept[end:]
            if len(shorter) >= least and len(shorter) < len(kept) and holds(shorter):
                kept = shorter
                changed = True
            end = start
        if size == 1 and not changed:
            break
        size = min(max(1, size // 2), max(1, len(kept))) if not (size == 1 and changed) else 1
    return kept
