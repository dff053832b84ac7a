"""What goes wrong below the cursors: SqlErrors with SQLite's extended result codes."""

from __future__ import annotations

import errno
from typing import Final

from target_db.errors import BUSY, CANTOPEN, CORRUPT, FULL, IOERR, NOTADB, READONLY, SqlError

IOERR_READ: Final = IOERR | 1 << 8
IOERR_SHORT_READ: Final = IOERR | 2 << 8
IOERR_WRITE: Final = IOERR | 3 << 8
IOERR_FSYNC: Final = IOERR | 4 << 8
IOERR_TRUNCATE: Final = IOERR | 6 << 8
IOERR_FSTAT: Final = IOERR | 7 << 8
IOERR_DELETE: Final = IOERR | 10 << 8
IOERR_LOCK: Final = IOERR | 15 << 8
BUSY_RECOVERY: Final = BUSY | 1 << 8
BUSY_SNAPSHOT: Final = BUSY | 2 << 8


def corrupt() -> SqlError:
    """The file contradicts itself."""
    return SqlError("database disk image is malformed", CORRUPT)


def not_a_database() -> SqlError:
    """The file is something else, or encrypted."""
    return SqlError("file is not a database", NOTADB)


def busy(code: int = BUSY) -> SqlError:
    """Another connection holds a lock that this one needs."""
    return SqlError("database is locked", code)


def read_only() -> SqlError:
    """A write to a database that was opened for reading or lies on a read-only file."""
    return SqlError("attempt to write a readonly database", READONLY)


def cannot_open() -> SqlError:
    """The file or its folder cannot be opened or created."""
    return SqlError("unable to open database file", CANTOPEN)


def full() -> SqlError:
    """No room: the disk is full, or the database may not grow (PRAGMA max_page_count)."""
    return SqlError("database or disk is full", FULL)


def io_error(error: OSError, code: int) -> SqlError:
    """The failure of a system call: FULL when the disk is, otherwise `code`."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return full()
    return SqlError("disk I/O error", code)
