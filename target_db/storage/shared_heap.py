"""Databases in memory that the connections of one process share by name.

`file:NAME?mode=memory&cache=shared` and `file:/NAME?vfs=memdb` name such a database ("In-Memory
Databases" and "The Memory VFS" in SQLite's documentation). It lives as long as some
connection has it open. Connections keep out of each other's way by the locks of a file.
"""

from __future__ import annotations

from threading import Lock
from typing import Final

from target_db.storage.failure import cannot_open
from target_db.storage.heap_vfs import HeapFile
from target_db.storage.range_lock import EXCLUSIVE, UNLOCK
from target_db.storage.vfs import File, Vfs


class HeldRange:
    """A lock of one open file on the bytes from `start` to before `end`."""

    def __init__(self, owner: SharedFile, start: int, end: int, kind: int) -> None:
        self.owner = owner
        self.start = start
        self.end = end
        self.kind = kind


class SharedContent:
    """The bytes of a shared database, who has it open and which locks are held on it."""

    def __init__(self) -> None:
        self.data: Final = bytearray()
        self.mutex: Final = Lock()
        self.users = 0
        self.held: list[HeldRange] = []

    def conflicts(self, owner: SharedFile, start: int, end: int, kind: int) -> bool:
        """Whether another open file holds what a lock of this kind cannot be beside."""
        for held in self.held:
            if held.owner is owner or held.start >= end or start >= held.end:
                continue
            if kind == EXCLUSIVE or held.kind == EXCLUSIVE:
                return True
        return False

    def replace(self, owner: SharedFile, start: int, end: int, kind: int) -> None:
        """Give the range of `owner` another kind of lock, or with UNLOCK none."""
        kept: list[HeldRange] = []
        for held in self.held:
            if held.owner is not owner or held.start >= end or start >= held.end:
                kept.append(held)
                continue
            if held.start < start:
                kept.append(HeldRange(owner, held.start, start, held.kind))
            if end < held.end:
                kept.append(HeldRange(owner, end, held.end, held.kind))
        if kind != UNLOCK:
            kept.append(HeldRange(owner, start, end, kind))
        self.held = kept


class SharedFile(HeapFile):
    """One connection's view of a shared database."""

    def __init__(self, files: SharedHeapVfs, name: str, shared: SharedContent) -> None:
        super().__init__(shared.data)
        self.files: Final = files
        self.name: Final = name
        self.shared: Final = shared
        self.is_open = True

    def lock(self, start: int, length: int, kind: int) -> bool:
        shared = self.shared
        with shared.mutex:
            if kind != UNLOCK and shared.conflicts(self, start, start + length, kind):
                return False
            shared.replace(self, start, start + length, kind)
        return True

    def is_locked(self, start: int, length: int) -> bool:
        shared = self.shared
        with shared.mutex:
            return shared.conflicts(self, start, start + length, EXCLUSIVE)

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.files.let_go(self)


class SharedHeapVfs(Vfs):
    """The shared databases of the process, by name."""

    def __init__(self) -> None:
        self.contents: Final[dict[str, SharedContent]] = {}
        self.mutex: Final = Lock()

    def open(self, path: str, create: bool, read_only: bool) -> File:
        with self.mutex:
            shared = self.contents.get(path)
            if shared is None:
                if not create:
                    raise cannot_open()
                shared = SharedContent()
                self.contents[path] = shared
            shared.users += 1
            return SharedFile(self, path, shared)

    def let_go(self, file: SharedFile) -> None:
        """Drop the locks of a file; with its last one, a database is gone."""
        shared = file.shared
        with self.mutex:
            shared.held = [held for held in shared.held if held.owner is not file]
            shared.users -= 1
            if shared.users == 0:
                del self.contents[file.name]

    def exists(self, path: str) -> bool:
        return path in self.contents

    def delete(self, path: str, sync: bool) -> None:
        """Nothing to do: there are no journals here."""

    def sync_folder(self, path: str) -> None:
        """Nothing to do."""


SHARED_HEAP: Final = SharedHeapVfs()
