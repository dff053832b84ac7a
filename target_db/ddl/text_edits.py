"""Replacing names in SQL texts by the offsets of their tokens."""

from __future__ import annotations

from typing import Final


class TextEdits:
    """Names to be replaced in one SQL text."""

    def __init__(self, sql: str) -> None:
        self.sql = sql
        self.places: dict[int, str] = {}

    def add(self, place: int, name: str) -> None:
        """The token at `place` becomes `name`, quoted already where it must be."""
        if place >= 0:
            self.places[place] = name

    def apply(self) -> str:
        """The text with every replacement made."""
        parts = []
        done = 0
        for place in sorted(self.places):
            parts.append(self.sql[done:place])
            parts.append(self.places[place])
            done = place + token_length(self.sql, place)
        parts.append(self.sql[done:])
        return "".join(parts)


CLOSERS: Final = {'"': '"', "`": "`", "'": "'", "[": "]"}


def token_length(sql: str, place: int) -> int:
    """The length of the identifier token at `place`, quotes included."""
    closer = CLOSERS.get(sql[place])
    end = place + 1
    if closer is None:
        while end < len(sql) and (sql[end].isalnum() or sql[end] in "_$" or sql[end] > "\x7f"):
            end += 1
        return end - place
    while end < len(sql):
        if sql[end] == closer:
            if closer != "]" and sql.startswith(closer, end + 1):
                end += 2
                continue
            return end + 1 - place
        end += 1
    return end - place
