"""What a PRAGMA is, and what it is called with."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from target_db.catalog.catalog import Schema
from target_db.catalog.objects import Table, View
from target_db.dml.runtime import Runtime

Rows = list[tuple[object, ...]]

TRUE_WORDS: Final = ("on", "yes", "true")
FALSE_WORDS: Final = ("off", "no", "false")
DIGITS: Final = re.compile(r"[+-]?[0-9]+")
HEXADECIMAL: Final = re.compile(r"0[xX]([0-9a-fA-F]+)")


class PragmaCall:
    """One call: the connection, the schema named before the pragma (or None), the value."""

    def __init__(
        self, runtime: Runtime, name: str, schema: Schema | None, value: str | None
    ) -> None:
        self.runtime = runtime
        self.name = name
        self.schema = schema
        self.value = value

    def home(self) -> Schema:
        """The schema it is about: the named one, or main."""
        return self.schema or self.runtime.catalog.main

    def schemas(self) -> list[Schema]:
        """The schemas it is about: the named one, or all."""
        return [self.schema] if self.schema is not None else self.runtime.catalog.schemas()

    def find_table(self) -> Table | View | None:
        """The table or view that the value names."""
        if self.value is None:
            return None
        schema = None if self.schema is None else self.schema.name
        return self.runtime.catalog.find_table(schema, self.value)

    def flag(self) -> bool:
        """The value as a switch: a number that is not 0 (of its lowest 8 bits), or a word."""
        value = (self.value or "").lower()
        if value[:1].isdecimal():
            return self.integer() & 0xFF != 0
        return value in TRUE_WORDS

    def integer(self) -> int:
        """The digits that the value begins with, as a number of 32 bits; 0 where there are none
        or too many."""
        text = self.value or ""
        found = HEXADECIMAL.match(text)
        if found is not None:
            digits = found[1].lstrip("0")
            number = int(digits or "0", 16)
            return number if len(digits) <= 8 and number < 1 << 31 else 0
        found = DIGITS.match(text)
        number = 0 if found is None else int(found[0])
        return number if -(1 << 31) < number < 1 << 31 else 0

    def is_number(self) -> bool:
        """Whether the value begins with a number of 32 bits."""
        found = DIGITS.match(self.value or "")
        return found is not None and -(1 << 31) < int(found[0]) < 1 << 31

    def long_integer(self) -> int:
        """The value as a number of 64 bits; the nearest one where it is too large."""
        text = self.value or ""
        if HEXADECIMAL.match(text) is not None:
            return self.integer()
        found = DIGITS.match(text)
        number = 0 if found is None else int(found[0])
        return max(-(1 << 63), min(number, (1 << 63) - 1))


class Pragma:
    """A pragma: its result columns and the function that does it.

    answers_setting: it gives rows also when it is called with a value.
    """

    def __init__(
        self,
        name: str,
        columns: list[str],
        function: Callable[[PragmaCall], Rows],
        answers_setting: bool = False,
    ) -> None:
        self.name = name
        self.columns = columns
        self.function = function
        self.answers_setting = answers_setting
