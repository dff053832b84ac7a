"""The five lock states of a database file ("File Locking And Concurrency In SQLite", 3).

They live in bytes around 1 GiB: PENDING, RESERVED, and a range for readers.
"""

from __future__ import annotations

from typing import Final

from target_db.storage.range_lock import EXCLUSIVE as WRITE
from target_db.storage.range_lock import SHARED as READ
from target_db.storage.range_lock import UNLOCK
from target_db.storage.vfs import File

NONE: Final = 0
SHARED: Final = 1
RESERVED: Final = 2
PENDING: Final = 3
EXCLUSIVE: Final = 4

PENDING_BYTE: Final = 0x4000_0000
RESERVED_BYTE: Final = PENDING_BYTE + 1
SHARED_FIRST: Final = PENDING_BYTE + 2
SHARED_SIZE: Final = 510


class FileLock:
    """The lock that one connection holds on a database file; `level` is its state."""

    def __init__(self, file: File) -> None:
        self.file: Final = file
        self.level = NONE

    def acquire(self, level: int) -> bool:
        """Raise the lock to `level`; False when another connection is in the way.

        A failed step to EXCLUSIVE leaves PENDING, which keeps new readers out.
        """
        file = self.file
        if self.level >= level:
            return True
        if self.level == NONE:
            if not file.lock(PENDING_BYTE, 1, READ):
                return False
            taken = file.lock(SHARED_FIRST, SHARED_SIZE, READ)
            file.lock(PENDING_BYTE, 1, UNLOCK)
            if not taken:
                return False
            self.level = SHARED
        if level == RESERVED:
            if not file.lock(RESERVED_BYTE, 1, WRITE):
                return False
            self.level = RESERVED
        elif level == EXCLUSIVE:
            if self.level < PENDING:
                if not file.lock(PENDING_BYTE, 1, WRITE):
                    return False
                self.level = PENDING
            if not file.lock(SHARED_FIRST, SHARED_SIZE, WRITE):
                return False
            self.level = EXCLUSIVE
        return True

    def reserved_elsewhere(self) -> bool:
        """Whether another connection has RESERVED or more."""
        return self.file.is_locked(RESERVED_BYTE, 1)

    def lower(self, level: int) -> None:
        """Lower the lock to SHARED or NONE."""
        if self.level <= level:
            return
        if level == SHARED:
            self.file.lock(SHARED_FIRST, SHARED_SIZE, READ)
            self.file.lock(PENDING_BYTE, 2, UNLOCK)
        else:
            self.file.lock(PENDING_BYTE, 2 + SHARED_SIZE, UNLOCK)
        self.level = level
