"""From the engine's rows to what cursors give: text factories and converters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from target_db.dbapi.adapters import converters
from target_db.dbapi.constants import PARSE_COLNAMES, PARSE_DECLTYPES
from target_db.dbapi.exceptions import OperationalError
from target_db.dbapi.values import to_text_bytes
from target_db.session.statement import Statement

if TYPE_CHECKING:
    from target_db.dbapi.connection import Connection

Row = tuple[Any, ...]


def column_label(name: str) -> str:
    """A column's name without the type that follows in brackets (PARSE_COLNAMES)."""
    return name.split(" [", 1)[0]


def find_converter(
    name: str, declared: str | None, detect_types: int
) -> Callable[[bytes], Any] | None:
    """The converter for a column: by the type in its name, or by its declared type."""
    if detect_types & PARSE_COLNAMES:
        start = name.find("[")
        end = name.find("]", start + 1)
        if start >= 0 and end >= 0:
            found = converters.get(name[start + 1 : end].upper())
            if found is not None:
                return found
    if detect_types & PARSE_DECLTYPES and declared:
        word = declared.replace("(", " ").split(" ", 1)[0]
        return converters.get(word.upper())
    return None


class RowReader:
    """What makes the rows of one statement."""

    def __init__(self, connection: Connection, statement: Statement, detect_types: int) -> None:
        self.connection = connection
        self.names = statement.column_names
        self.converters: list[Callable[[bytes], Any] | None] = []
        if detect_types:
            pairs = zip(self.names, statement.column_types, strict=True)
            self.converters = [find_converter(n, t, detect_types) for n, t in pairs]
        self.converts = any(self.converters)

    def read(self, row: tuple[object, ...]) -> Row:
        """One row. Raises OperationalError for text that is not valid UTF-8."""
        if not self.converts and self.connection.text_factory is str:
            for value in row:
                if type(value) is str and not value.isascii():
                    self.check(row)
                    break
            return row
        return tuple([self.convert(place, value) for place, value in enumerate(row)])

    def read_all(self, rows: list[tuple[object, ...]]) -> list[Row]:
        """All of them."""
        return [self.read(row) for row in rows]

    def check(self, row: tuple[object, ...]) -> None:
        for place, value in enumerate(row):
            if isinstance(value, str):
                self.check_text(place, value)

    def check_text(self, place: int, text: str) -> None:
        try:
            text.encode()
        except UnicodeEncodeError:
            shown = text.encode("utf-8", "surrogateescape").decode("ascii", "replace")
            raise OperationalError(
                f"Could not decode to UTF-8 column '{self.names[place]}' with text '{shown}'"
            ) from None

    def convert(self, place: int, value: object) -> Any:
        """One value."""
        if self.converters and value is not None:
            converter = self.converters[place]
            if converter is not None:
                data = to_text_bytes(value)
                return converter(data) if data else None
        if isinstance(value, str):
            if self.connection.text_factory is str:
                self.check_text(place, value)
                return value
            return self.connection.text_factory(value.encode("utf-8", "surrogateescape"))
        return value
