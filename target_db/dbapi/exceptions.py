"""The exceptions of PEP 249, and which of them an engine error becomes."""

from __future__ import annotations

from target_db import errors
from target_db.dbapi.constants import CODE_NAMES
from target_db.errors import SqlError


class Warning(Exception):
    """An important warning."""


class Error(Exception):
    """The root of all errors. `sqlite_errorcode` is the extended result code, `sqlite_errorname`
    its name, as in `sqlite3`."""

    sqlite_errorcode: int
    sqlite_errorname: str


class InterfaceError(Error):
    """The interface was used wrongly."""


class DatabaseError(Error):
    """Something is wrong in the database."""


class DataError(DatabaseError):
    """A value cannot be processed: too big."""


class OperationalError(DatabaseError):
    """What the database met while it worked; SQL errors too."""


class IntegrityError(DatabaseError):
    """A constraint failed."""


class InternalError(DatabaseError):
    """The engine met a fault of its own."""


class ProgrammingError(DatabaseError):
    """The program made a mistake: a closed cursor, a wrong number of parameters."""


class NotSupportedError(DatabaseError):
    """What the engine does not offer."""


CLASSES: dict[int, type[Error]] = {
    errors.INTERNAL: InternalError,
    errors.NOTFOUND: InternalError,
    errors.CORRUPT: DatabaseError,
    errors.TOOBIG: DataError,
    errors.CONSTRAINT: IntegrityError,
    errors.MISMATCH: IntegrityError,
    errors.RANGE: InterfaceError,
    errors.MISUSE: InterfaceError,
    errors.AUTH: DatabaseError,
    errors.NOTADB: DatabaseError,
}


def from_sql_error(error: SqlError) -> Exception:
    """The exception that `sqlite3` raises for such an error; MemoryError when memory is out."""
    if error.primary_code == errors.NOMEM:
        return MemoryError()
    made = CLASSES.get(error.primary_code, OperationalError)(error.message)
    made.sqlite_errorcode = error.code
    made.sqlite_errorname = CODE_NAMES.get(error.code, "unknown")
    return made
