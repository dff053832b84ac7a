"""`Blob`: a BLOB or TEXT value that is read and written in place."""

from __future__ import annotations

import operator
import os
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn

from target_db.catalog.objects import Table
from target_db.dbapi.exceptions import OperationalError, ProgrammingError, from_sql_error
from target_db.dbapi.values import contiguous
from target_db.errors import ABORT, READONLY, SqlError

if TYPE_CHECKING:
    from target_db.dbapi.connection import Connection

MAX_INT: Final = 0x7FFF_FFFF


class Blob:
    """An open value of one row. Made by `Connection.blobopen`."""

    _connection: Connection
    _table: Table
    _column: int
    _rowid: int
    _readonly: bool
    _row: tuple[object, ...]
    _length: int
    _offset: int
    _is_open: bool

    def __new__(cls, *args: object, **names: object) -> Blob:
        raise TypeError(f"cannot create '{cls.__module__}.{cls.__name__}' instances")

    # What it holds

    def _check(self) -> None:
        self._connection._check_thread()
        self._connection._live_session()
        if not self._is_open:
            raise ProgrammingError("Cannot operate on a closed blob.")

    def _read(self) -> bytes:
        """All of the value. Raises OperationalError when the row was changed meanwhile."""
        session = self._connection._live_session()
        try:
            session.files.enter()
            store = self._table.store
            assert store is not None
            cursor = store.table_cursor(self._table.root)
            if not cursor.seek(self._rowid) or cursor.row != self._row:
                raise SqlError("query aborted", ABORT)
        except SqlError as error:
            raise from_sql_error(error) from None
        finally:
            session.files.leave(session.readers > 0)
        return value_bytes(self._row[self._column])

    def _write(self, data: bytes, offset: int) -> None:
        """Put `data` at `offset`, which is inside of the value."""
        if self._readonly:
            raise from_sql_error(SqlError("attempt to write a readonly database", READONLY))
        old = self._read()
        new = old[:offset] + data + old[offset + len(data) :]
        value: object = new
        if isinstance(self._row[self._column], str):
            value = new.decode("utf-8", "surrogateescape")
        row = (*self._row[: self._column], value, *self._row[self._column + 1 :])
        session = self._connection._live_session()
        store = self._table.store
        assert store is not None
        try:
            session.files.enter()
            session.transactions.join(store)
            store.table_cursor(self._table.root).insert(self._rowid, row)
            if session.autocommit:
                session.transactions.end_autocommit()
        except SqlError as error:
            raise from_sql_error(error) from None
        finally:
            session.files.leave(session.readers > 0)
        self._row = row

    # Like a file

    def __len__(self) -> int:
        self._check()
        return self._length

    def read(self, length: int = -1, /) -> bytes:
        """Up to `length` bytes from the current place, all that follow by default."""
        self._check()
        rest = self._length - self._offset
        size = rest if length < 0 or length > rest else length
        if size == 0:
            return b""
        data = self._read()[self._offset : self._offset + size]
        self._offset += size
        return data

    def write(self, data: Any, /) -> None:
        """Write at the current place; the value cannot grow (ValueError)."""
        self._check()
        new = contiguous(data)
        if len(new) > self._length - self._offset:
            raise ValueError("data longer than blob length")
        self._write(new, self._offset)
        self._offset += len(new)

    def seek(self, offset: int, origin: int = os.SEEK_SET, /) -> None:
        """Go to `offset` bytes from the start, the current place or the end."""
        self._check()
        if origin == os.SEEK_SET:
            base = 0
        elif origin == os.SEEK_CUR:
            base = self._offset
        elif origin == os.SEEK_END:
            base = self._length
        else:
            raise ValueError("'origin' should be os.SEEK_SET, os.SEEK_CUR, or os.SEEK_END")
        if offset > MAX_INT - base:
            raise OverflowError("seek offset results in overflow")
        if not 0 <= base + offset <= self._length:
            raise ValueError("offset out of blob range")
        self._offset = base + offset

    def tell(self) -> int:
        """The current place, in bytes."""
        self._check()
        return self._offset

    # Like a bytearray of fixed length

    def _index(self, key: Any) -> int:
        try:
            index = operator.index(key)
        except TypeError:
            raise TypeError("Blob indices must be integers") from None
        if not -(1 << 63) <= index < 1 << 63:
            raise IndexError("cannot fit 'int' into an index-sized integer")
        if index < 0:
            index += self._length
        if not 0 <= index < self._length:
            raise IndexError("Blob index out of range")
        return index

    def _range(self, key: slice) -> range:
        try:
            return range(*key.indices(self._length))
        except TypeError:
            raise TypeError("Blob indices must be integers") from None

    def __getitem__(self, key: int | slice, /) -> Any:
        self._check()
        if isinstance(key, slice):
            places = self._range(key)
            return bytes(self._read()[i] for i in places) if places else b""
        index = self._index(key)
        return self._read()[index]

    def __setitem__(self, key: int | slice, value: Any, /) -> None:
        self._check()
        if isinstance(key, slice):
            places = self._range(key)
            new = contiguous(value)
            if len(new) != len(places):
                raise IndexError("Blob slice assignment is wrong size")
            if not places:
                return
            data = bytearray(self._read())
            for place, byte in zip(places, new, strict=True):
                data[place] = byte
            self._write(bytes(data), 0)
            return
        index = self._index(key)
        if not hasattr(type(value), "__index__"):
            raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
        number = operator.index(value)
        if not 0 <= number <= 255:
            raise ValueError("byte must be in range(0, 256)")
        self._write(bytes([number]), index)

    def __delitem__(self, key: int | slice, /) -> NoReturn:
        if isinstance(key, slice):
            raise TypeError("Blob object doesn't support slice deletion")
        raise TypeError("Blob object doesn't support item deletion")

    __iter__ = None

    def __contains__(self, item: object, /) -> NoReturn:
        raise TypeError(f"argument of type '{type(self).__name__}' is not iterable")

    def close(self) -> None:
        """Close the blob; it cannot be used afterwards."""
        self._connection._check_thread()
        self._connection._live_session()
        self._is_open = False

    def __enter__(self) -> Blob:
        self._check()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> Literal[False]:
        self._check()
        self._is_open = False
        return False


def value_bytes(value: object) -> bytes:
    """The bytes of a BLOB or TEXT."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogateescape")


def open_blob(
    connection: Connection, table: str, column: str, row: int, readonly: bool, name: str
) -> Blob:
    """The blob in a column of the row with that rowid. Raises OperationalError."""
    session = connection._live_session()
    try:
        session.files.enter()
        found = session.catalog.find_table(name, table)
        if found is None:
            raise SqlError(f"no such table: {name}.{table}")
        if not isinstance(found, Table):
            raise SqlError(f"cannot open view: {table}")
        if not found.has_rowid:
            raise SqlError(f"cannot open table without rowid: {table}")
        place = found.positions.get(column.lower(), -1)
        if place < 0:
            raise SqlError(f'no such column: "{column}"')
        indexed = any(part.column == place for i in found.indexes for part in i.columns)
        keyed = any(place in key.columns for key in found.foreign_keys)
        if not readonly and (indexed or (keyed and session.runtime.foreign_keys)):
            what = "indexed" if indexed else "foreign key"
            raise SqlError(f"cannot open {what} column for writing")
        store = found.store
        assert store is not None
        cursor = store.table_cursor(found.root)
        if not cursor.seek(row):
            raise SqlError(f"no such rowid: {row}")
        values = cursor.row
    except SqlError as error:
        raise from_sql_error(error) from None
    finally:
        session.files.leave(session.readers > 0)
    value = values[place]
    if not isinstance(value, (bytes, str)):
        kind = "null" if value is None else ("integer" if isinstance(value, int) else "real")
        raise OperationalError(f"cannot open value of type {kind}")
    blob: Blob = object.__new__(Blob)
    blob._connection = connection
    blob._table = found
    blob._column = place
    blob._rowid = row
    blob._readonly = readonly
    blob._row = values
    blob._length = len(value_bytes(value))
    blob._offset = 0
    blob._is_open = True
    return blob
