"""target_db in the shape of Python's `sqlite3` module (PEP 249).

`connect()` gives a `Connection`, that gives `Cursor`s; `Row` is a row with names. Errors are
those of PEP 249, with `sqlite_errorcode` and `sqlite_errorname` as in `sqlite3`.
"""

from target_db.dbapi.connection import Connection, connect
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

apilevel = "2.0"
threadsafety = 1
paramstyle = "qmark"
sqlite_version = "3.54.1"
sqlite_version_info = (3, 54, 1)

__all__ = [
    "Connection",
    "Cursor",
    "DataError",
    "DatabaseError",
    "Error",
    "IntegrityError",
    "InterfaceError",
    "InternalError",
    "NotSupportedError",
    "OperationalError",
    "ProgrammingError",
    "Row",
    "Warning",
    "apilevel",
    "connect",
    "paramstyle",
    "sqlite_version",
    "sqlite_version_info",
    "threadsafety",
]
