"""The memory that the connections to a WAL database share: the file `-shm`, mapped.

It consists of blocks of 32 KiB. Its locks are bytes of the file ("WAL-mode File Format", 2.3).
"""

from __future__ import annotations

import mmap
from typing import Final

from mypy_extensions import mypyc_attr

from target_db.storage.failure import busy
from target_db.storage.range_lock import EXCLUSIVE, SHARED, UNLOCK
from target_db.storage.vfs import Vfs

BLOCK: Final = 32768
FIRST_LOCK: Final = 120
# Held by whoever uses the file; whoever gets it alone is the first, and empties the file.
USERS_LOCK: Final = 128


@mypyc_attr(allow_interpreted_subclasses=True)
class SharedMemory:
    """Blocks shared between connections, and eight locks.

    This class keeps them on the heap, for one connection that has the database to itself.
    """

    def __init__(self) -> None:
        self.blocks: list[mmap.mmap | bytearray] = []

    def block(self, number: int) -> mmap.mmap | bytearray:
        """Block `number`, made of zeros when it was not there."""
        while len(self.blocks) <= number:
            self.blocks.append(bytearray(BLOCK))
        return self.blocks[number]

    def lock(self, first: int, count: int, kind: int) -> bool:
        """Take or drop `count` of the locks from number `first` on; False when held."""
        return True

    def close(self, delete: bool) -> None:
        """Give the memory back; `delete` its file too."""
        self.blocks.clear()


class MappedMemory(SharedMemory):
    """The file `-shm` of a database."""

    def __init__(self, vfs: Vfs, path: str) -> None:
        super().__init__()
        self.vfs: Final = vfs
        self.path: Final = path
        self.file: Final = vfs.open(path, True, False)
        if self.file.lock(USERS_LOCK, 1, EXCLUSIVE):
            self.file.truncate(0)
        if not self.file.lock(USERS_LOCK, 1, SHARED):
            self.file.close()
            raise busy()

    def block(self, number: int) -> mmap.mmap | bytearray:
        while len(self.blocks) <= number:
            start = len(self.blocks) * BLOCK
            if self.file.size() < start + BLOCK:
                self.file.truncate(start + BLOCK)
            self.blocks.append(mmap.mmap(self.file.descriptor(), BLOCK, offset=start))
        return self.blocks[number]

    def lock(self, first: int, count: int, kind: int) -> bool:
        return self.file.lock(FIRST_LOCK + first, count, kind)

    def close(self, delete: bool) -> None:
        for block in self.blocks:
            if isinstance(block, mmap.mmap):
                block.close()
        self.blocks.clear()
        self.file.lock(FIRST_LOCK, USERS_LOCK - FIRST_LOCK + 1, UNLOCK)
        self.file.close()
        if delete:
            self.vfs.delete(self.path, False)
