"""`Row`: a result row whose columns have names too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from target_db.dbapi.cursor import Cursor


class Row:
    """A row, by index, slice or column name (in any case); a `row_factory`."""

    def __init__(self, cursor: Cursor, values: tuple[Any, ...]) -> None:
        self._values = values
        self._names = tuple(column[0] for column in cursor.description or ())

    def keys(self) -> list[str]:
        """The names of the columns."""
        return list(self._names)

    def __getitem__(self, key: int | slice | str) -> Any:
        if isinstance(key, str):
            lower = key.lower()
            for place, name in enumerate(self._names):
                if name.lower() == lower:
                    return self._values[place]
            raise IndexError("No item with that key")
        return self._values[key]

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __hash__(self) -> int:
        return hash(self._names) ^ hash(self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Row):
            return NotImplemented
        return self._names == other._names and self._values == other._values

    def __repr__(self) -> str:
        return f"<target_db.Row object at {id(self):#x}>"
