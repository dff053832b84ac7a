"""`control substitution on`: `$NAME`, `${NAME}` and `${NAME:DEFAULT}` in SQL.

The rules are sqllogictest-rs's. A name is looked up among the variables that `let` set, then
the two special ones, then the environment. `\\$` is a dollar sign, `\\\\` a backslash.
"""

import os
import re
import time
from typing import Final

NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
DEEPEST: Final = 16


class SubstitutionError(Exception):
    """A variable without a value, or `$` that begins no variable."""


class Variables:
    """The variables of one file. `folder` is a temporary folder that belongs to the test."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.values: dict[str, str] = {}

    def get(self, name: str) -> str | None:
        """The value of a variable, or None."""
        known = self.values.get(name)
        if known is not None:
            return known
        if name == "__TEST_DIR__":
            return self.folder
        if name == "__NOW__":
            return str(time.time_ns())
        return os.environ.get(name)

    def substitute(self, text: str, depth: int = 0) -> str:
        """`text` with every variable replaced. Raises SubstitutionError if one has no value."""
        if depth > DEEPEST:
            raise SubstitutionError("defaults are nested too deep")
        out: list[str] = []
        position = 0
        while position < len(text):
            char = text[position]
            if char == "\\" and text[position + 1 : position + 2] in ("$", "\\", "{", "}", ":"):
                out.append(text[position + 1])
                position += 2
            elif char == "$":
                value, position = self.expand(text, position + 1, depth)
                out.append(value)
            else:
                out.append(char)
                position += 1
        return "".join(out)

    def substitute_special(self, text: str) -> str:
        """A shell command with only the special variables replaced; the shell does the rest."""
        return text.replace("$__TEST_DIR__", self.folder).replace("$__NOW__", str(time.time_ns()))

    def expand(self, text: str, start: int, depth: int) -> tuple[str, int]:
        """The value of the variable whose name or brace is at `start`, and where it ends."""
        if text[start : start + 1] == "{":
            end = closing_brace(text, start)
            name, colon, default = text[start + 1 : end].partition(":")
            value = self.get(name)
            if value is None and colon:
                value = self.substitute(default, depth + 1)
            position = end + 1
        else:
            found = NAME.match(text, start)
            if found is None:
                raise SubstitutionError(r"a `$` begins no variable; write `\$` to mean it")
            name = found.group()
            value = self.get(name)
            position = found.end()
        if value is None:
            raise SubstitutionError(f"the variable {name!r} has no value")
        return value, position


def closing_brace(text: str, start: int) -> int:
    """The position of the brace that closes the one at `start`."""
    depth = 0
    for position in range(start, len(text)):
        if text[position] == "{":
            depth += 1
        elif text[position] == "}":
            depth -= 1
            if depth == 0:
                return position
    raise SubstitutionError("`${` without `}`")
