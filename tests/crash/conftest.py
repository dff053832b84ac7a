"""A disk in memory that records what is done to it, and lays out what a power cut may leave."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for the models beside the tests

from target_db.storage.failure import cannot_open
from target_db.storage.vfs import File, Vfs

SECTOR = 512


class MemoryFile(File):
    def __init__(self, disk: "MemoryDisk", path: str) -> None:
        self.disk = disk
        self.path = path
        self.content = disk.files[path]

    def read(self, offset: int, size: int) -> bytes:
        return bytes(self.content[offset : offset + size])

    def write(self, offset: int, data: bytes) -> None:
        self.disk.before("write", self.path)
        apply_write(self.content, offset, data)
        self.disk.log.append(("write", self.path, offset, bytes(data)))

    def truncate(self, size: int) -> None:
        self.disk.before("truncate", self.path)
        apply_truncate(self.content, size)
        self.disk.log.append(("truncate", self.path, size))

    def sync(self) -> None:
        self.disk.before("sync", self.path)
        self.disk.log.append(("sync", self.path))

    def size(self) -> int:
        return len(self.content)

    def lock(self, start: int, length: int, kind: int) -> bool:
        return True

    def is_locked(self, start: int, length: int) -> bool:
        return False

    def descriptor(self) -> int:
        return -1

    def close(self) -> None:
        pass


class MemoryDisk(Vfs):
    """Files by path. `log` has every operation that changes something, and the syncs."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        self.files = {path: bytearray(data) for path, data in (files or {}).items()}
        self.log: list[tuple] = []

    def before(self, operation: str, path: str) -> None:
        """Called before each operation; a test may raise from here."""

    def open(self, path: str, create: bool, read_only: bool) -> File:
        if path not in self.files:
            if not create:
                raise cannot_open()
            self.before("create", path)
            self.files[path] = bytearray()
            self.log.append(("create", path))
        return MemoryFile(self, path)

    def exists(self, path: str) -> bool:
        return path in self.files

    def delete(self, path: str, sync: bool) -> None:
        self.before("delete", path)
        if self.files.pop(path, None) is not None:
            self.log.append(("delete", path))
        if sync:
            self.sync_folder(path)

    def sync_folder(self, path: str) -> None:
        self.before("sync folder", path)
        self.log.append(("sync folder",))


def apply_write(content: bytearray, offset: int, data: bytes) -> None:
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


def apply_truncate(content: bytearray, size: int) -> None:
    if size < len(content):
        del content[size:]
    else:
        content.extend(bytes(size - len(content)))


def states_after(log: list[tuple], chosen: random.Random, variants: int) -> Iterator[dict]:
    """Disks that a power cut right after the last operation of `log` may leave.

    What was synced is there. Of the rest of each file any subset may be, the last write of
    it torn at a sector; a file made or deleted since the folder was synced may be or not.
    The first state has everything, the second nothing that was not synced.
    """
    for variant in range(variants + 2):
        keep = 1.0 if variant == 0 else 0.0 if variant == 1 else chosen.choice([0.2, 0.5, 0.8])
        yield lay_out(log, chosen, keep, torn=variant > 1)


def lay_out(log: list[tuple], chosen: random.Random, keep: float, torn: bool) -> dict[str, bytes]:
    last_sync: dict[str, int] = {}
    folder_sync = -1
    for at, operation in enumerate(log):
        if operation[0] == "sync":
            last_sync[operation[1]] = at
        elif operation[0] == "sync folder":
            folder_sync = at
    files: dict[str, bytearray] = {}
    for at, operation in enumerate(log):
        kind = operation[0]
        if kind == "create":
            files[operation[1]] = bytearray()
            # A file whose content was synced has its name synced too, on common file systems,
            # but the engine must not count on that: it syncs the folder itself.
            if at > folder_sync and chosen.random() >= keep:
                del files[operation[1]]
        elif kind == "delete":
            if at <= folder_sync or chosen.random() < keep:
                files.pop(operation[1], None)
        elif kind in ("write", "truncate") and operation[1] in files:
            content = files[operation[1]]
            safe = at <= last_sync.get(operation[1], -1)
            if not safe and chosen.random() >= keep:
                continue
            if kind == "truncate":
                apply_truncate(content, operation[2])
                continue
            offset, data = operation[2], operation[3]
            if torn and not safe:
                for start in range(0, len(data), SECTOR):
                    if chosen.random() < 0.8:
                        apply_write(content, offset + start, data[start : start + SECTOR])
            else:
                apply_write(content, offset, data)
    return {path: bytes(content) for path, content in files.items()}


@pytest.fixture
def new_disk():
    """Make a disk: `new_disk(files)`."""
    return MemoryDisk


@pytest.fixture
def crash_states():
    """Lay out disks: `crash_states(log, random, variants)`."""
    return states_after
