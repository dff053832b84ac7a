"""Numbers, parameters, and the limits on how deep an expression may be.

Two counters keep hostile input from exhausting the stack, here and in everything that later
walks the tree: `height` is that of the expression just parsed (SQLite's limit: 1000), and
`depth` estimates SQLite's own parser stack (its limit: 2500 entries).
"""

from typing import Final

from mypy_extensions import i64

from target_db.errors import SqlError
from target_db.sql.ast import Expr, Literal, OversizedHex, Parameter
from target_db.sql.literals import (
    TEXT_OF_TWO_TO_63,
    decimal_value,
    hex_value,
    misplaced_separator,
)
from target_db.sql.names import NameParser

MAX_HEIGHT: Final = 1000
MAX_DEPTH: Final = 2500
MAX_VARIABLE: Final = 32766


def too_high() -> SqlError:
    """The error for an expression of more than MAX_HEIGHT levels."""
    return SqlError(f"Expression tree is too large (maximum depth {MAX_HEIGHT})")


class ConstantParser(NameParser):
    """Parses the constants that are more than the text of their token."""

    def __init__(self, sql: str, position: i64, size: i64) -> None:
        super().__init__(sql, position, size)
        self.height: i64 = 0
        self.depth: i64 = 0
        self.parameter_count: i64 = 0
        self.parameter_names: dict[str, int] | None = None
        self.two_to_63: Literal | None = None

    def enter(self, entries: i64) -> None:
        """Go `entries` deeper in the parser's stack. Raises SqlError at SQLite's limit."""
        self.depth += entries
        if self.depth > MAX_DEPTH:
            raise SqlError("Recursion limit")

    def grow(self) -> None:
        """Make `height` that of a parent of what it was the height of."""
        self.height += 1
        if self.height > MAX_HEIGHT:
            raise too_high()

    def integer_literal(self, text: str, start: i64, end: i64, pos: i64) -> Literal:
        """The literal of decimal digits. 2^63 is kept in mind: behind a minus it is in range."""
        literal = Literal(decimal_value(text, start, end), pos)
        if end - start >= 19 and text[start:end].lstrip("0") == TEXT_OF_TWO_TO_63:
            self.two_to_63 = literal
        return literal

    def parse_hex(self, text: str) -> Expr:
        """A hexadecimal integer, whose token is the current one."""
        pos = self.start
        value = hex_value(text)
        self.advance()
        self.height = 1
        if value is None:
            return OversizedHex(text, pos)
        return Literal(value, pos)

    def parse_separated(self, text: str) -> Expr:
        """A number with `_` between digits, whose token is the current one."""
        pos = self.start
        misplaced = misplaced_separator(text)
        if misplaced is not None:
            self.advance()
            self.complain(f'unrecognized token: "{misplaced}"')
            return Literal(0, pos)
        number = text.replace("_", "")
        if number[1:2] in ("x", "X"):
            return self.parse_hex(number)
        self.advance()
        self.height = 1
        if not number.isdigit():
            return Literal(float(number), pos)
        return self.integer_literal(number, 0, len(number), pos)

    def parse_parameter(self, text: str) -> Expr:
        """Number a parameter: `?` takes the next, `?N` that one, a name its own."""
        pos = self.start
        self.advance()
        if text[0] == "#" and text[1].isdigit():
            self.complain(f'near "{text}": syntax error', pos)
        self.height = 1
        count = self.parameter_count
        if text == "?":
            index = count + 1
        else:
            names = self.parameter_names
            if names is None:
                names = self.parameter_names = {}
            known = names.get(text)
            if known is not None:
                return Parameter(known, text, pos)
            if text[0] == "?":
                index = int(text[1:10])
                if index < 1 or index > MAX_VARIABLE or len(text) > 10:
                    index = 1
                    self.complain(f"variable number must be between ?1 and ?{MAX_VARIABLE}", pos)
            else:
                index = count + 1
            names[text] = index
        if index > MAX_VARIABLE:
            self.complain("too many SQL variables", pos)
        if index > count:
            self.parameter_count = index
        return Parameter(index, None if text == "?" else text, pos)
