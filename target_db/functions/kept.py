"""What was made of texts that come again with every row: formats, paths, modifiers.

SQLite keeps such things with the statement ("Using the auxiliary data"); here the last few are
kept for all, by their text.
"""

from __future__ import annotations

from typing import Final, TypeVar

Made = TypeVar("Made")

MOST_KEPT: Final = 64


def keep(known: dict[str, Made], text: str, made: Made) -> Made:
    """Remember what was made of a text, and give it back; a full `known` begins anew."""
    if len(known) >= MOST_KEPT:
        known.clear()
    known[text] = made
    return made
