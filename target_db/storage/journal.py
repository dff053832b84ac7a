"""The rollback journal ("Database File Format", 3): pages as they were before a transaction.

A journal is a row of segments. Each begins on a sector with a header that says how many
records follow; the count is written only after the records have reached the disk, so that
a record is never played back unless it is whole.
"""

from __future__ import annotations

import os
import struct
from typing import Final

from mypy_extensions import i64

from target_db.storage.format.layout import Layout
from target_db.storage.pager import SYNC_EXTRA, SYNC_FULL, SYNC_OFF
from target_db.storage.vfs import File, Vfs

MAGIC: Final = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
HEADER: Final = ">8sIIIII"
HEADER_SIZE: Final = 28
SECTOR: Final = 512
BY_SIZE: Final = 0xFFFF_FFFF

# Values of PRAGMA journal_mode.
DELETE: Final = "delete"
TRUNCATE: Final = "truncate"
PERSIST: Final = "persist"
MEMORY: Final = "memory"
OFF: Final = "off"
WAL: Final = "wal"


def checksum(nonce: i64, data: bytes) -> int:
    """The checksum of a record: every 200th byte from the end, and the nonce."""
    total = nonce
    at: i64 = len(data) - 200
    while at > 0:
        total += data[at]
        at -= 200
    return int(total & 0xFFFF_FFFF)


class Journal:
    """The journal of one write transaction, in a file or (mode MEMORY) in memory.

    Keep pages with `add`, then `flush` before any of them is overwritten in the database.
    """

    def __init__(
        self, vfs: Vfs, path: str, layout: Layout, mode: str, sync_level: int, pages: int
    ) -> None:
        self.vfs: Final = vfs
        self.path: Final = path
        self.layout: Final = layout
        self.mode: Final = mode
        self.sync_level: Final = sync_level
        self.original_pages: Final = pages
        self.nonce = int.from_bytes(os.urandom(4), "big")
        self.kept: dict[int, int] = {}  # page -> offset of its record, or 0 when in memory
        self.memory: dict[int, bytes] = {}
        self.file: File | None = None
        self.waiting: list[bytes] = []
        self.segment = 0
        self.records = 0
        self.end = 0
        self.created = False
        self.super_name = ""

    def has(self, page: int) -> bool:
        """Whether the transaction's first state of `page` is kept already."""
        return page in self.kept

    def add(self, page: int, data: bytes) -> None:
        """Keep what is on `page`; it counts only after `flush`."""
        self.kept[page] = 0
        if self.mode == MEMORY:
            self.memory[page] = data
        elif self.mode != OFF:
            nonce: i64 = self.nonce
            check = checksum(nonce, data)
            self.waiting.append(page.to_bytes(4, "big") + data + check.to_bytes(4, "big"))

    def header(self, records: int) -> bytes:
        fields = struct.pack(
            HEADER,
            MAGIC,
            records,
            self.nonce,
            self.original_pages,
            SECTOR,
            int(self.layout.page_size),
        )
        return fields + bytes(SECTOR - HEADER_SIZE)

    def flush(self, last: bool) -> None:
        """Write what was added and make it safe, as far as the sync level asks for it.

        What an earlier transaction left behind it must not be taken for a further segment:
        the next header is wiped, or all of it unless this is the `last` segment.
        """
        if self.mode == MEMORY or self.mode == OFF:
            return
        file = self.file
        if file is None:
            self.created = not self.vfs.exists(self.path)
            file = self.vfs.open(self.path, True, False)
            self.file = file
        elif not self.waiting and not (last and self.super_name):
            return
        self.segment = (self.end + SECTOR - 1) // SECTOR * SECTOR
        count = len(self.waiting) if self.sync_level == SYNC_OFF else 0
        body = b"".join(self.waiting)
        file.write(self.segment, self.header(count) + body)
        self.end = self.segment + SECTOR + len(body)
        if last and self.super_name:
            at = (self.end + SECTOR - 1) // SECTOR * SECTOR
            record = super_record(self.super_name, int(self.layout.lock_page))
            file.write(at, record)
            file.truncate(at + len(record))
        elif last:
            following = (self.end + SECTOR - 1) // SECTOR * SECTOR
            if file.read(following, len(MAGIC)) == MAGIC:
                file.write(following, bytes(len(MAGIC)))
        elif file.size() > self.end:
            file.truncate(self.end)
        if self.sync_level > SYNC_OFF:
            if self.sync_level >= SYNC_FULL:
                file.sync()
            file.write(self.segment, self.header(len(self.waiting)))
            file.sync()
            if self.created:
                self.vfs.sync_folder(self.path)
                self.created = False
        self.waiting.clear()

    def finish(self) -> None:
        """Make the journal void: this is the moment at which the transaction is committed."""
        file = self.file
        if file is None:
            return
        if self.mode == TRUNCATE:
            file.truncate(0)
        elif self.mode == PERSIST:
            file.write(0, bytes(HEADER_SIZE))
        if self.mode != DELETE and self.sync_level >= SYNC_FULL:
            file.sync()
        file.close()
        self.file = None
        if self.mode == DELETE:
            self.vfs.delete(self.path, self.sync_level >= SYNC_EXTRA)

    def play_back(self, database: File) -> None:
        """Put the database file back to what it was, from what has been flushed."""
        if self.mode == MEMORY:
            size = int(self.layout.page_size)
            for page, data in self.memory.items():
                database.write((page - 1) * size, data)
            database.truncate(self.original_pages * size)
        elif self.file is not None:
            play_back(self.file, database)


def super_record(name: str, lock_page: int) -> bytes:
    """What stands at the end of a journal whose transaction spans several files."""
    data = os.fsencode(name)
    check = sum(data) & 0xFFFF_FFFF
    return struct.pack(">I", lock_page) + data + struct.pack(">II", len(data), check) + MAGIC


def super_name(journal: File) -> str:
    """The super-journal that a journal names at its end, or ""."""
    size = journal.size()
    tail = journal.read(max(size - 16, 0), 16)
    if len(tail) < 16 or tail[8:] != MAGIC:
        return ""
    length, check = struct.unpack(">II", tail[:8])
    if length == 0 or length > size - 20:
        return ""
    data = journal.read(size - 16 - length, length)
    if sum(data) & 0xFFFF_FFFF != check:
        return ""
    return os.fsdecode(data)


def play_back(journal: File, database: File) -> bool:
    """Write the records of `journal` into `database` and give it its former length.

    Returns False when the journal holds no valid header, and then nothing was done.
    """
    size = journal.size()
    at = 0
    pages = -1
    page_size = 0
    while at + HEADER_SIZE <= size:
        fields = journal.read(at, HEADER_SIZE)
        if len(fields) < HEADER_SIZE or fields[:8] != MAGIC:
            break
        _, records, nonce, original, sector, page_size_here = struct.unpack(HEADER, fields)
        if pages < 0:
            if sector < 32 or sector > 65536 or sector & (sector - 1):
                return False
            if (
                page_size_here < 512
                or page_size_here > 65536
                or page_size_here & (page_size_here - 1)
            ):
                return False
            pages = original
            page_size = page_size_here
        at += sector
        if records == 0:  # written, but not made safe
            break
        record_size = page_size + 8
        whole = (size - at) // record_size
        if records == BY_SIZE:
            records = whole
        for _ in range(min(records, max(whole, 0))):
            record = journal.read(at, record_size)
            page = int.from_bytes(record[:4], "big")
            data = record[4:-4]
            check: i64 = nonce
            if page == 0 or checksum(check, data) != int.from_bytes(record[-4:], "big"):
                at = size
                break
            if page <= pages:
                database.write((page - 1) * page_size, data)
            at += record_size
        at = (at + sector - 1) // sector * sector
    if pages < 0:
        return False
    database.truncate(pages * page_size)
    return True
