"""Python values as the engine knows them (None, int, float, str, bytes), and back as text."""

from __future__ import annotations

from typing import Any, Final

from target_db.errors import TOOBIG, SqlError
from target_db.types.numeric import to_text

MAX_INT64: Final = 0x7FFF_FFFF_FFFF_FFFF
TOO_LARGE: Final = "Python int too large to convert to SQLite INTEGER"


class UnsupportedValueError(Exception):
    """A value of a type that SQL does not have."""


def contiguous(value: Any) -> bytes:
    """The bytes of an object with a buffer. Raises BufferError when they are not in one piece."""
    view = memoryview(value)
    if not view.c_contiguous:
        raise BufferError("underlying buffer is not C-contiguous")
    return bytes(view)


def to_sql_value(value: Any, max_length: int) -> object:
    """The SQL value of a Python object.

    Raises OverflowError for an int beyond 64 bits, UnicodeEncodeError for lone surrogates,
    BufferError, SqlError (TOOBIG), and UnsupportedValueError for another type.
    """
    if value is None:
        return None
    if isinstance(value, int):
        if not -MAX_INT64 - 1 <= value <= MAX_INT64:
            raise OverflowError(TOO_LARGE)
        return int(value)
    if isinstance(value, float):
        return None if value != value else float(value)
    if isinstance(value, str):
        size = len(value) if value.isascii() else len(value.encode())
        if size > max_length:
            raise SqlError("string or blob too big", TOOBIG)
        return str(value) if type(value) is not str else value
    try:
        data = value if type(value) is bytes else contiguous(value)
    except TypeError as error:
        raise UnsupportedValueError(type(value).__name__) from error
    if len(data) > max_length:
        raise SqlError("string or blob too big", TOOBIG)
    return data


def to_text_bytes(value: object) -> bytes:
    """A column's value as converters get it: its text in UTF-8, or its bytes."""
    if isinstance(value, bytes):
        return value
    return to_text(value).encode("utf-8", "surrogateescape")
