"""The quick way through an official file: blocks that hold one well-formed record.

Nearly all of the official suite is such blocks. `PlainReader` makes their records straight
from slices of the text; at anything else it gives up on the block, and the general parser
reads it line by line. Both make the same records of what both can read.
"""

import re
from typing import Final

from mypy_extensions import i64

from sqllogictest.conditions import parse_conditions
from sqllogictest.records import (
    ERROR,
    OFFICIAL,
    OK,
    SORT_MODES,
    UNCONDITIONAL,
    Case,
    Conditions,
    Query,
    Statement,
)

SEPARATOR_LINE: Final = "\n----\n"
SEPARATOR_END: Final = "\n----"
UNUSUAL_LINE: Final = re.compile(r"\n[ \t\v\f#]")


class PlainReader:
    """Makes the records of plain blocks of the file `file`, whose whole text is `text`."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.has_comments = text.startswith("#") or UNUSUAL_LINE.search(text) is not None
        self.conditions: dict[str, Conditions] = {}
        self.types: dict[str, str] = {}

    def read(self, block: str, line: int) -> Case | None:
        """The record that fills `block`, which starts at line `line`; None if it is not plain."""
        if self.has_comments and (block.startswith("#") or "\n#" in block):
            return None
        start: i64 = 0
        while block.startswith("skipif ", start) or block.startswith("onlyif ", start):
            start = block.find("\n", start) + 1
            line += 1
            if start == 0:
                return None
        conditions = UNCONDITIONAL
        if start > 0:
            known = self.conditions_of(block[: start - 1])
            if known is None:
                return None
            conditions = known
        body: i64 = block.find("\n", start) + 1
        if body == 0:
            return None
        words = block[start : body - 1].split(None, 4)
        if not words:
            return None
        end_line = line + block.count("\n", start)
        if words[0] == "query":
            return self.read_query(block, body, words, line, end_line, conditions)
        if words[0] == "statement" and len(words) == 2 and words[1] in (OK, ERROR):
            if words[1] == ERROR and SEPARATOR_END in block:
                return None
            return Statement(self.file, line, end_line, conditions, block[body:], words[1])
        return None

    def conditions_of(self, lines: str) -> Conditions | None:
        """The conditions of these lines; None if they are wrong."""
        known = self.conditions.get(lines)
        if known is None:
            made = parse_conditions(lines.split("\n"), {})
            if isinstance(made, str):
                return None
            known = self.conditions[lines] = made
        return known

    def read_query(
        self,
        block: str,
        body: i64,
        words: list[str],
        line: int,
        end_line: int,
        conditions: Conditions,
    ) -> Case | None:
        """The query whose SQL starts at `body` in `block`; None if it is not plain."""
        size = len(words)
        if size < 3 or words[2] not in SORT_MODES:
            return None
        types = self.types.get(words[1])
        if types is None:
            types = words[1]
            if types.strip("IRT"):
                return None
            self.types[types] = types
        separator: i64 = block.find(SEPARATOR_LINE, body - 1)
        if separator >= 0:
            expected = block[separator + 6 :]
        elif block.endswith(SEPARATOR_END):
            separator = len(block) - 5
            expected = ""
        else:
            return None
        if separator < body:
            return None
        return Query(
            self.file,
            line,
            end_line,
            conditions,
            block[body:separator],
            types,
            words[2],
            words[3] if size > 3 else "",
            expected,
            OK,
            OFFICIAL,
        )
