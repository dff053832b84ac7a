"""Locks on byte ranges of a file, as SQLite takes them.

Linux's locks of the open file description conflict with the POSIX locks that SQLite takes,
as they must, and unlike those they hold between two connections of one process and do not
vanish when some other descriptor of the same file is closed.
"""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from typing import Final

from target_db.storage.failure import IOERR_LOCK, io_error

UNLOCK: Final = 0
SHARED: Final = 1
EXCLUSIVE: Final = 2

KINDS: Final = [fcntl.F_UNLCK, fcntl.F_RDLCK, fcntl.F_WRLCK]
FLOCK: Final = "hhqqi4x"


def lock_range(number: int, start: int, length: int, kind: int) -> bool:
    """Take or drop a lock on a byte range of an open file; False when another holds it."""
    request = struct.pack(FLOCK, KINDS[kind], os.SEEK_SET, start, length, 0)
    try:
        fcntl.fcntl(number, fcntl.F_OFD_SETLK, request)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES):
            return False
        raise io_error(error, IOERR_LOCK) from error
    return True


def holder(number: int, start: int, length: int) -> bool:
    """Whether someone else holds a lock on part of the range."""
    request = struct.pack(FLOCK, fcntl.F_WRLCK, os.SEEK_SET, start, length, 0)
    try:
        answer = fcntl.fcntl(number, fcntl.F_OFD_GETLK, request)
    except OSError as error:
        raise io_error(error, IOERR_LOCK) from error
    found: int = struct.unpack(FLOCK, answer)[0]
    return found != fcntl.F_UNLCK
