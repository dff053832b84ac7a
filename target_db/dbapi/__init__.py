"""target_db in the shape of Python's `sqlite3` module (PEP 249): every public name of it."""

from __future__ import annotations

import datetime
import sys
import time
import warnings
from typing import TYPE_CHECKING

from target_db.dbapi.adapters import (
    PrepareProtocol,
    adapt,
    adapters,
    converters,
    register_adapter,
    register_converter,
)
from target_db.dbapi.blob import Blob
from target_db.dbapi.callbacks import enable_callback_tracebacks
from target_db.dbapi.connection import Connection, connect
from target_db.dbapi.constants import (
    LEGACY_TRANSACTION_CONTROL,
    PARSE_COLNAMES,
    PARSE_DECLTYPES,
    module_constants,
)
from target_db.dbapi.cursor import Cursor
from target_db.dbapi.exceptions import (
    DatabaseError,
    DataError,
    Error,
    IntegrityError,
    InterfaceError,
    InternalError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    Warning,
)
from target_db.dbapi.row import Row
from target_db.sql.complete import complete_statement

apilevel = "2.0"
threadsafety = 1
paramstyle = "qmark"
sqlite_version = "3.54.1"
sqlite_version_info = (3, 54, 1)
VERSION = "2.6.0"

Date = datetime.date
Time = datetime.time
Timestamp = datetime.datetime
Binary = memoryview


def DateFromTicks(ticks: float) -> datetime.date:  # noqa: N802 - PEP 249's name
    """The local date at `ticks` seconds since 1970."""
    return Date(*time.localtime(ticks)[:3])


def TimeFromTicks(ticks: float) -> datetime.time:  # noqa: N802 - PEP 249's name
    """The local time of day at `ticks` seconds since 1970."""
    return Time(*time.localtime(ticks)[3:6])


def TimestampFromTicks(ticks: float) -> datetime.datetime:  # noqa: N802 - PEP 249's name
    """The local time at `ticks` seconds since 1970."""
    return Timestamp(*time.localtime(ticks)[:6])


def enable_shared_cache(enable: bool) -> None:
    """Accepted; every connection has a cache of its own."""
    warnings.warn(
        "enable_shared_cache is deprecated and will be removed in Python 3.12",
        DeprecationWarning,
        stacklevel=2,
    )


CONSTANTS = module_constants()
globals().update(CONSTANTS)
if sys.version_info < (3, 12):
    version = VERSION
    version_info = tuple(int(part) for part in VERSION.split("."))

dbapi2 = sys.modules[__name__]


def __getattr__(name: str) -> object:
    if name in ("version", "version_info"):
        warnings.warn(
            f"{name} is deprecated and will be removed in Python 3.14",
            DeprecationWarning,
            stacklevel=2,
        )
        return VERSION if name == "version" else tuple(int(part) for part in VERSION.split("."))
    if name == "OptimizedUnicode" and sys.version_info < (3, 12):
        warnings.warn(
            "OptimizedUnicode is deprecated and will be removed in Python 3.12. "
            "Since Python 3.3 it has simply been an alias for 'str'.",
            DeprecationWarning,
            stacklevel=2,
        )
        return str
    raise AttributeError(f"module 'sqlite3' has no attribute {name!r}")


if TYPE_CHECKING:
    SQLITE_OK: int
    SQLITE_DONE: int

__all__ = [
    *CONSTANTS,
    "LEGACY_TRANSACTION_CONTROL",
    "PARSE_COLNAMES",
    "PARSE_DECLTYPES",
    "Binary",
    "Blob",
    "Connection",
    "Cursor",
    "DataError",
    "DatabaseError",
    "Date",
    "DateFromTicks",
    "Error",
    "IntegrityError",
    "InterfaceError",
    "InternalError",
    "NotSupportedError",
    "OperationalError",
    "PrepareProtocol",
    "ProgrammingError",
    "Row",
    "Time",
    "TimeFromTicks",
    "Timestamp",
    "TimestampFromTicks",
    "Warning",
    "adapt",
    "adapters",
    "apilevel",
    "complete_statement",
    "connect",
    "converters",
    "enable_callback_tracebacks",
    "enable_shared_cache",
    "paramstyle",
    "register_adapter",
    "register_converter",
    "sqlite_version",
    "sqlite_version_info",
    "threadsafety",
]
