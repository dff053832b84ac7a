"""The rows of json_each and json_tree over tight JSON, one by one, with the columns asked for.

`id` and `parent` are places in JSONB, which is not made here: `tables` has them.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.functions.json.document import TEXTJ
from target_db.functions.json.strings import unescaped
from target_db.functions.json.tight import (
    CLOSE_BRACE,
    CLOSE_BRACKET,
    COMMA,
    OPEN_BRACE,
    is_container,
    string_end,
    type_at,
    value_at,
    value_end,
)

Row = tuple[object, ...]

# The bits of the columns.
KEY: Final[i64] = 1
VALUE: Final[i64] = 2
TYPE: Final[i64] = 4
ATOM: Final[i64] = 8
ID: Final[i64] = 16
PARENT: Final[i64] = 32
FULLKEY: Final[i64] = 64


class TightWalk:
    """A walk over the elements of the container at `start`, which `path` leads to.

    A recursive one begins with what is at `start`, and goes on below each element.
    """

    def __init__(self, text: str, start: i64, path: str, recursive: bool, columns: i64) -> None:
        self.text: Final = text
        self.recursive: Final = recursive
        self.columns: Final = columns
        self.place = start
        self.is_first = recursive
        # the innermost container: its path, and where the count of its elements is
        self.path = path
        self.number: i64 = 0
        self.is_object = False
        self.outer_paths: list[str] = []
        self.outer_numbers: list[int] = []  # -1 for objects
        self.depth = 0
        self.row: Row = ()
        if not recursive:
            self.enter(path)

    def enter(self, path: str) -> None:
        """Go to the inside of the container at `place`."""
        if self.depth > 0:
            self.outer_paths.append(self.path)
            self.outer_numbers.append(-1 if self.is_object else int(self.number))
        self.depth += 1
        self.path = path
        self.number = 0
        self.is_object = ord(self.text[self.place]) == OPEN_BRACE
        self.place += 1

    def leave(self) -> None:
        """Go to what follows the innermost container."""
        self.depth -= 1
        self.place += 1
        if self.depth > 0:
            self.path = self.outer_paths.pop()
            self.number = self.outer_numbers.pop()
            self.is_object = self.number < 0

    def advance(self) -> bool:
        """Put the next row into `row`, None in the place of columns not asked for; False at the
        end.
        """
        if self.is_first:
            self.is_first = False
            self.visit(None, self.path)
            return True
        text = self.text
        while self.depth > 0:
            code: i64 = ord(text[self.place])
            if code == CLOSE_BRACE or code == CLOSE_BRACKET:
                self.leave()
                continue
            if code == COMMA:
                self.place += 1
            if self.is_object:
                self.visit_member()
            else:
                number = int(self.number)
                self.number += 1
                whole = self.recursive or self.columns & FULLKEY != 0
                self.visit(number, f"{self.path}[{number}]" if whole else "")
            return True
        return False

    def visit_member(self) -> None:
        """Make the row of the member at `place`."""
        end = string_end(self.text, self.place)
        label = self.text[self.place + 1 : end - 1]
        self.place = end + 1
        whole = self.recursive or self.columns & FULLKEY != 0
        self.visit(unescaped(TEXTJ, label), self.path + label_step(label) if whole else "")

    def visit(self, key: object, key_path: str) -> None:
        """Make the row of the value at `place`, and go to what follows it."""
        text = self.text
        columns = self.columns
        start = self.place
        holds = is_container(text, start)
        below = holds and self.recursive
        value: object = None
        if not below or columns & VALUE:
            end = value_end(text, start)
            if columns & (VALUE | ATOM):
                value = value_at(text, start, end)
            self.place = end
        self.row = (
            key,
            value,
            type_at(text, start) if columns & TYPE else None,
            None if holds else value,
            None,
            None,
            key_path,
            self.path,
        )
        if below:
            self.place = start
            self.enter(key_path)


def label_step(label: str) -> str:
    """The step of a path that leads to a member of this label, as it is written."""
    if label.isascii() and label.isalnum() and label[0].isalpha():
        return "." + label
    return '."' + label + '"'
