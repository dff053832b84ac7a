"""Files on the heap, for one connection: what `deserialize` and temporary databases live in."""

from __future__ import annotations

from typing import Final

from target_db.storage.failure import cannot_open
from target_db.storage.vfs import File, Vfs


class HeapFile(File):
    """A file that is a bytearray. It needs no locks, and nothing can fail but memory."""

    def __init__(self, content: bytearray) -> None:
        self.content: Final = content

    def read(self, offset: int, size: int) -> bytes:
        return bytes(self.content[offset : offset + size])

    def write(self, offset: int, data: bytes) -> None:
        content = self.content
        if len(content) < offset:
            content.extend(bytes(offset - len(content)))
        content[offset : offset + len(data)] = data

    def truncate(self, size: int) -> None:
        content = self.content
        if size < len(content):
            del content[size:]
        else:
            content.extend(bytes(size - len(content)))

    def sync(self) -> None:
        """Nothing to do."""

    def size(self) -> int:
        return len(self.content)

    def lock(self, start: int, length: int, kind: int) -> bool:
        return True

    def is_locked(self, start: int, length: int) -> bool:
        return False

    def is_on_heap(self) -> bool:
        return True

    def descriptor(self) -> int:
        return -1

    def close(self) -> None:
        """Nothing to do."""


class HeapVfs(Vfs):
    """Files by name, on the heap."""

    def __init__(self) -> None:
        self.files: Final[dict[str, bytearray]] = {}

    def open(self, path: str, create: bool, read_only: bool) -> File:
        content = self.files.get(path)
        if content is None:
            if not create:
                raise cannot_open()
            content = bytearray()
            self.files[path] = content
        return HeapFile(content)

    def exists(self, path: str) -> bool:
        return path in self.files

    def delete(self, path: str, sync: bool) -> None:
        self.files.pop(path, None)

    def sync_folder(self, path: str) -> None:
        """Nothing to do."""
