"""`Row`: a result row whose columns have names too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from target_db.dbapi.cursor import Cursor


class Row:
    """A row, by index, slice or column name (in any ASCII case); a `row_factory`."""

    def __new__(cls, cursor: Cursor, data: tuple[Any, ...], /) -> Row:
        if not issubclass(type(cursor), Cursor):
            raise TypeError(f"instance of cursor required for first argument, not {type(cursor)}")
        if not isinstance(data, tuple):
            raise TypeError("tuple required for second argument")
        self = super().__new__(cls)
        self._data = data
        self._description = cursor.description
        return self

    _data: tuple[Any, ...]
    _description: Any

    def keys(self) -> list[str]:
        """The names of the columns."""
        return [column[0] for column in self._description or ()]

    def __getitem__(self, key: int | slice | str, /) -> Any:
        if isinstance(key, str):
            for place, column in enumerate(self._description or ()):
                if same_name(column[0], key):
                    return self._data[place]
            raise IndexError("No item with that key")
        if isinstance(key, slice):
            return self._data[key]
        if not isinstance(key, int):
            raise IndexError("Index must be int or string")
        return self._data[key]

    def __len__(self) -> int:
        return len(self._data)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._data)

    def __hash__(self) -> int:
        return hash(self._description) ^ hash(self._data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Row):
            return NotImplemented
        return bool(self._description == other._description and self._data == other._data)

    def __repr__(self) -> str:
        return f"<sqlite3.Row object at {id(self):#x}>"


Sequence.register(Row)


def same_name(a: str, b: str) -> bool:
    """Whether two names are the same but for the case of the letters A to Z."""
    if a == b:
        return True
    return len(a) == len(b) and a.isascii() and b.isascii() and a.lower() == b.lower()
