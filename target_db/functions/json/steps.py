"""JSON paths taken apart ("JSON Functions And Operators", section 3.3).

What is wrong in a path counts only when it is reached: what comes after a step that leads
nowhere is not looked at.
"""

from __future__ import annotations

from typing import Final

from target_db.errors import SqlError
from target_db.functions.json.document import TEXT5
from target_db.functions.json.strings import unescaped
from target_db.functions.kept import keep
from target_db.functions.patterns import before_nul


def bad_path(path: str) -> SqlError:
    """The error for what is no path."""
    return SqlError(f"bad JSON path: '{path.replace(chr(39), chr(39) * 2)}'")


class Step:
    """One step of a path: a label, or a place in an array."""

    def __init__(self, path: str, start: int) -> None:
        self.end = start
        self.is_label = path[start : start + 1] == "."
        self.label = ""
        self.is_raw = True  # the label is written without escapes
        self.index = 0
        self.from_end = False
        if self.is_label:
            self.read_label(path, start + 1)
        elif path[start : start + 1] == "[":
            self.read_index(path, start + 1)
        else:
            raise bad_path(path)

    def read_label(self, path: str, i: int) -> None:
        """Read a label, with or without quotes."""
        n = len(path)
        start = i
        if path[i : i + 1] == '"':
            start = i + 1
            i = start
            while i < n and path[i] != '"':
                i += 2 if path[i] == "\\" and i + 1 < n else 1
            if i >= n:
                raise bad_path(path)
            self.label = path[start:i]
            self.is_raw = "\\" not in self.label
            self.end = i + 1
            return
        while i < n and path[i] != "." and path[i] != "[":
            i += 1
        if i == start:
            raise bad_path(path)
        self.label = path[start:i]
        self.end = i

    def read_index(self, path: str, i: int) -> None:
        """Read N], #] or #-N]."""
        if path[i : i + 1] == "#":
            self.from_end = True
            i += 1
            if path[i : i + 1] == "-":
                i += 1
            elif path[i : i + 1] == "]":
                self.end = i + 1
                return
            else:
                raise bad_path(path)
        start = i
        while path[i : i + 1] >= "0" and path[i : i + 1] <= "9":
            i += 1
        if i == start or path[i : i + 1] != "]":
            raise bad_path(path)
        self.index = int(path[start:i][-18:])
        self.end = i + 1

    def place(self, length: int) -> int:
        """The index meant in an array of `length`; it may lie outside."""
        return length - self.index if self.from_end else self.index

    def wanted(self) -> str:
        """The characters of the label. Raises SqlError (malformed JSON)."""
        return self.label if self.is_raw else unescaped(TEXT5, self.label)


class Path:
    """The steps of a path, up to the first that is none; `rest` is the text from that one on."""

    def __init__(self, text: str) -> None:
        self.text: Final = text
        self.steps: Final[list[Step]] = []
        self.rest = text
        if text.startswith("$"):
            self.read_steps()

    def read_steps(self) -> None:
        """Read what follows the `$`."""
        end = 1
        try:
            while end < len(self.text):
                step = Step(self.text, end)
                self.steps.append(step)
                end = step.end
        except SqlError:
            pass
        self.rest = self.text[end:]

    def check_start(self) -> None:
        """Raise SqlError (bad JSON path) unless the path begins with `$`."""
        if not self.text.startswith("$"):
            raise bad_path(self.text)

    def ends_at(self, is_array: bool) -> bool:
        """Whether the node that the last step led to, an array or not, is the one that is meant.

        False when a place in an array is asked for, as far as can be told, and there is none.
        Raises SqlError (bad JSON path) for any other rest.
        """
        if not self.rest:
            return True
        if self.rest.startswith("[") and not is_array:
            return False
        raise bad_path(self.text)


_paths: dict[str, Path] = {}


def path_of(text: str) -> Path:
    """The path that `text` spells; the last few are kept."""
    known = _paths.get(text)
    return keep(_paths, text, Path(before_nul(text))) if known is None else known
