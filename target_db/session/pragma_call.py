"""What a PRAGMA is, and what it is called with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from target_db.catalog.catalog import Schema
from target_db.catalog.objects import Table, View
from target_db.dml.runtime import Runtime

Rows = list[tuple[object, ...]]

TRUE_WORDS: Final = ("1", "on", "yes", "true")


class PragmaCall:
    """One call: the connection, the schema named before the pragma (or None), the value."""

    def __init__(
        self, runtime: Runtime, name: str, schema: Schema | None, value: str | None
    ) -> None:
        self.runtime = runtime
        self.name = name
        self.schema = schema
        self.value = value
        self.names: list[str] = []

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
        """The value as a switch."""
        value = (self.value or "").lower()
        if value in TRUE_WORDS:
            return True
        return value.lstrip("+-").isdecimal() and int(value) != 0

    def integer(self) -> int:
        """The value as a number; 0 where it is none."""
        text = (self.value or "").strip()
        sign = -1 if text.startswith("-") else 1
        digits = text.lstrip("+-")
        if digits.lower().startswith("0x"):
            try:
                return sign * int(digits, 16)
            except ValueError:
                return 0
        return sign * int(digits) if digits.isdecimal() else 0


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
