"""The file system as the pager sees it, so that tests can record it or make it fail.

A `Vfs` opens, deletes and looks for files; a `File` reads, writes, truncates, syncs and
locks byte ranges. `OsVfs` is the real one, for POSIX.
"""

from __future__ import annotations

import errno
import os
from typing import Final

from mypy_extensions import mypyc_attr

from target_db.storage.failure import (
    IOERR_DELETE,
    IOERR_FSTAT,
    IOERR_FSYNC,
    IOERR_READ,
    IOERR_TRUNCATE,
    IOERR_WRITE,
    cannot_open,
    io_error,
)
from target_db.storage.range_lock import UNLOCK, holder, lock_range

__all__ = ["UNLOCK", "File", "OsFile", "OsVfs", "Vfs"]


@mypyc_attr(allow_interpreted_subclasses=True)
class File:
    """An open file. Every method raises SqlError (IOERR, FULL) when the system call fails."""

    def read(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes from `offset`: fewer where the file ends."""
        raise NotImplementedError

    def write(self, offset: int, data: bytes) -> None:
        """Write all of `data` at `offset`."""
        raise NotImplementedError

    def truncate(self, size: int) -> None:
        """Make the file `size` bytes long."""
        raise NotImplementedError

    def sync(self) -> None:
        """Return once what was written has reached the disk."""
        raise NotImplementedError

    def size(self) -> int:
        """Length in bytes."""
        raise NotImplementedError

    def lock(self, start: int, length: int, kind: int) -> bool:
        """Take (SHARED, EXCLUSIVE) or drop (UNLOCK) a lock on a byte range; False when held."""
        raise NotImplementedError

    def is_locked(self, start: int, length: int) -> bool:
        """Whether another open file holds a lock on part of the range."""
        raise NotImplementedError

    def is_on_heap(self) -> bool:
        """Whether the content is in this process's memory, with no room for files beside it."""
        return False

    def descriptor(self) -> int:
        """The system's file descriptor, for mapping into memory."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the file; its locks are dropped."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Vfs:
    """Where files are."""

    def open(self, path: str, create: bool, read_only: bool) -> File:
        """Open a file. Raises SqlError (CANTOPEN) when that is not possible."""
        raise NotImplementedError

    def exists(self, path: str) -> bool:
        """Whether there is a file of that name."""
        raise NotImplementedError

    def delete(self, path: str, sync: bool) -> None:
        """Delete a file; with `sync`, return once that has reached the disk."""
        raise NotImplementedError

    def sync_folder(self, path: str) -> None:
        """Return once the entry of the file `path` in its folder has reached the disk."""
        raise NotImplementedError


class OsFile(File):
    """A file of the operating system."""

    def __init__(self, descriptor: int) -> None:
        self.number: Final = descriptor
        self.open = True

    def read(self, offset: int, size: int) -> bytes:
        try:
            return os.pread(self.number, size, offset)
        except OSError as error:
            raise io_error(error, IOERR_READ) from error

    def write(self, offset: int, data: bytes) -> None:
        try:
            done = os.pwrite(self.number, data, offset)
            while done < len(data):
                done += os.pwrite(self.number, data[done:], offset + done)
        except OSError as error:
            raise io_error(error, IOERR_WRITE) from error

    def truncate(self, size: int) -> None:
        try:
            os.ftruncate(self.number, size)
        except OSError as error:
            raise io_error(error, IOERR_TRUNCATE) from error

    def sync(self) -> None:
        try:
            os.fdatasync(self.number)
        except OSError as error:
            raise io_error(error, IOERR_FSYNC) from error

    def size(self) -> int:
        try:
            return os.fstat(self.number).st_size
        except OSError as error:
            raise io_error(error, IOERR_FSTAT) from error

    def lock(self, start: int, length: int, kind: int) -> bool:
        return lock_range(self.number, start, length, kind)

    def is_locked(self, start: int, length: int) -> bool:
        return holder(self.number, start, length)

    def descriptor(self) -> int:
        return self.number

    def close(self) -> None:
        if self.open:
            self.open = False
            os.close(self.number)


class OsVfs(Vfs):
    """The operating system's files."""

    def open(self, path: str, create: bool, read_only: bool) -> File:
        flags = os.O_CLOEXEC | (os.O_RDONLY if read_only else os.O_RDWR)
        if create and not read_only:
            flags |= os.O_CREAT
        try:
            number = os.open(path, flags, 0o644)
        except OSError as error:
            raise cannot_open() from error
        return OsFile(number)

    def exists(self, path: str) -> bool:
        return os.path.exists(path)

    def delete(self, path: str, sync: bool) -> None:
        try:
            os.unlink(path)
        except OSError as error:
            if error.errno == errno.ENOENT:
                return
            raise io_error(error, IOERR_DELETE) from error
        if sync:
            self.sync_folder(path)

    def sync_folder(self, path: str) -> None:
        try:
            folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        except OSError:
            return
        try:
            os.fsync(folder)
        except OSError as error:
            raise io_error(error, IOERR_FSYNC) from error
        finally:
            os.close(folder)
