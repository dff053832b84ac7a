"""Adapters (Python object to SQL value) and converters (column to Python object).

Source: "How to adapt custom Python types to SQLite values" in the documentation of sqlite3.
"""

from __future__ import annotations

import datetime
import os
import sys
import warnings
from collections.abc import Callable
from typing import Any, Final

from target_db.dbapi.exceptions import ProgrammingError

PACKAGE: Final = os.path.dirname(__file__)

Adapter = Callable[[Any], Any]
Converter = Callable[[bytes], Any]


class PrepareProtocol:
    """What `__conform__` is called with when a value is adapted for binding."""


adapters: Final[dict[tuple[type[Any], Any], Adapter]] = {}
converters: Final[dict[str, Converter]] = {}
MISSING: Final = object()


def register_adapter(type_: type[Any], adapter: Adapter, /) -> None:
    """Make `adapter(value)` what is bound for every value of exactly this type."""
    if not isinstance(type_, type):
        raise TypeError(f"register_adapter() argument 1 must be type, not {type(type_).__name__}")
    adapters[(type_, PrepareProtocol)] = adapter


def register_converter(typename: str, converter: Converter, /) -> None:
    """Make `converter(bytes)` what columns of this declared type give, in any case."""
    converters[typename.upper()] = converter


def adapt(obj: Any, proto: Any = PrepareProtocol, alt: Any = MISSING, /) -> Any:
    """`obj` as a SQL value: by its adapter, its `__conform__`, or `alt`.

    Raises ProgrammingError ("can't adapt") without any of them.
    """
    adapter = adapters.get((type(obj), proto))
    if adapter is not None:
        return adapter(obj)
    for owner, argument in ((proto, obj), (obj, proto)):
        name = "__adapt__" if owner is proto else "__conform__"
        method = getattr(owner, name, None)
        if method is not None:
            try:
                found = method(argument)
            except TypeError:
                continue
            if found is not None:
                return found
    if alt is not MISSING:
        return alt
    raise ProgrammingError("can't adapt")


def warn_default(kind: str) -> None:
    """The default adapters and converters are deprecated from Python 3.12 on."""
    if sys.version_info >= (3, 12):
        warnings.warn(
            f"The default {kind} is deprecated as of Python 3.12; "
            "see the sqlite3 documentation for suggested replacement recipes",
            DeprecationWarning,
            skip_file_prefixes=(PACKAGE,),
        )


def adapt_date(value: datetime.date) -> str:
    """A date in ISO format."""
    warn_default("date adapter")
    return value.isoformat()


def adapt_datetime(value: datetime.datetime) -> str:
    """A time in ISO format, with a space before the hours."""
    warn_default("datetime adapter")
    return value.isoformat(" ")


def convert_date(value: bytes) -> datetime.date:
    """The date of `YYYY-MM-DD`."""
    warn_default("date converter")
    return datetime.date(*map(int, value.split(b"-")))


def convert_timestamp(value: bytes) -> datetime.datetime:
    """The time of `YYYY-MM-DD HH:MM:SS[.microseconds]`."""
    warn_default("timestamp converter")
    day, time = value.split(b" ")
    whole, _, fraction = time.partition(b".")
    year, month, date = map(int, day.split(b"-"))
    hours, minutes, seconds = map(int, whole.split(b":"))
    micro = int(fraction[:6].ljust(6, b"0")) if fraction else 0
    return datetime.datetime(year, month, date, hours, minutes, seconds, micro)


register_adapter(datetime.date, adapt_date)
register_adapter(datetime.datetime, adapt_datetime)
register_converter("date", convert_date)
register_converter("timestamp", convert_timestamp)
