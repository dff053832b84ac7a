"""The write-ahead log ("Database File Format", 4; "WAL-mode File Format").

A commit appends the changed pages to the log as frames and publishes in the wal-index how
far the log is valid. A reader notes how far it was when it began, in one of five slots,
and sees the pages of the frames up to there. A checkpoint copies pages into the database
file; once all are there and nobody reads from the log, the next writer starts it anew.
"""

from __future__ import annotations

import os
import struct
import sys
from typing import Final

from librt.strings import read_i32_be, read_i32_le
from mypy_extensions import i32, i64

from target_db.storage.busy import BusyHandler
from target_db.storage.failure import BUSY_SNAPSHOT, busy, corrupt
from target_db.storage.format.layout import Layout
from target_db.storage.pager import SYNC_FULL, SYNC_OFF
from target_db.storage.range_lock import EXCLUSIVE, SHARED, UNLOCK
from target_db.storage.vfs import File, Vfs
from target_db.storage.wal_index import (
    BACKFILL,
    BACKFILL_ATTEMPTED,
    CHECKPOINT_LOCK,
    READ_LOCK,
    READERS,
    UNUSED_MARK,
    WRITE_LOCK,
    IndexHeader,
    WalIndex,
    decode_header,
)

MAGIC: Final = 0x377F0682  # and 1 more when the checksums are big-endian
VERSION: Final = 3007000
HEADER_SIZE: Final = 32
FRAME_HEADER: Final = 24

# Kinds of checkpoint (PRAGMA wal_checkpoint).
PASSIVE: Final = 0
FULL: Final = 1
RESTART: Final = 2
TRUNCATE: Final = 3


def checksum(data: bytes, big_endian: bool, first: i64, second: i64) -> tuple[int, int]:
    """The log's checksum of `data` (a multiple of 8 bytes), going on from `first`, `second`."""
    at: i64 = 0
    size: i64 = len(data)
    word: i32
    while at < size:
        word = read_i32_be(data, at) if big_endian else read_i32_le(data, at)
        first = (first + (i64(word) & 0xFFFF_FFFF) + second) & 0xFFFF_FFFF
        word = read_i32_be(data, at + 4) if big_endian else read_i32_le(data, at + 4)
        second = (second + (i64(word) & 0xFFFF_FFFF) + first) & 0xFFFF_FFFF
        at += 8
    return int(first), int(second)


class WalLog:
    """The log of one database, for one connection.

    The state that this connection reads is `header`; `reader` is its slot, or -1 between
    transactions. Frames that the open transaction has written are in `pending`.
    """

    def __init__(self, vfs: Vfs, path: str, index: WalIndex, layout: Layout) -> None:
        self.vfs: Final = vfs
        self.path: Final = path
        self.index: Final = index
        self.layout: Final = layout
        self.created = not vfs.exists(path)
        self.file: Final[File] = vfs.open(path, True, False)
        self.header = IndexHeader()
        self.seen = b""
        self.reader = -1
        self.writing = False
        self.frame_of: dict[int, int] = {}
        self.mapped = 0
        self.mapped_salt = b""
        self.pending: dict[int, int] = {}
        self.appended: list[int] = []
        self.running = (0, 0)
        self.sync_level = SYNC_FULL
        self.sequence = 0

    def frame_offset(self, frame: int) -> int:
        """Where frame number `frame` (from 1) starts in the file."""
        return HEADER_SIZE + (frame - 1) * (FRAME_HEADER + int(self.layout.page_size))

    def lock(self, number: int, count: int, kind: int) -> bool:
        return self.index.memory.lock(number, count, kind)

    # Reading

    def begin_read(self, handler: BusyHandler) -> bool:
        """Take a snapshot; True when it is not the one that was read last.

        Raises SqlError (BUSY) when recovery or a lock stands in the way for too long.
        """
        attempt = 0
        while not self.try_read():
            if attempt >= 5 and not handler.retry(attempt - 5):
                raise busy()
            attempt += 1
        data = self.header.encode()
        if data == self.seen:
            return False
        self.seen = data
        self.map_frames()
        return True

    def try_read(self) -> bool:
        data = self.index.header_bytes()
        header = decode_header(data) if data else None
        if header is None:
            self.recover()
            return False
        if header.frames == self.index.number(BACKFILL):
            if not self.lock(READ_LOCK, 1, SHARED):
                return False
            reader = 0
        else:
            reader = self.choose_slot(header.frames)
            if reader == 0:
                return False
        if self.index.header_bytes() != data or (
            reader > 0 and self.index.read_mark(reader) != header.frames
        ):
            self.lock(READ_LOCK + reader, 1, UNLOCK)
            return False
        self.header = header
        self.reader = reader
        return True

    def choose_slot(self, frames: int) -> int:
        """Take the shared lock of a reader slot marked `frames`; its number, or 0."""
        for reader in range(1, READERS):
            if self.index.read_mark(reader) == frames:
                return reader if self.lock(READ_LOCK + reader, 1, SHARED) else 0
        for reader in range(1, READERS):
            if self.lock(READ_LOCK + reader, 1, EXCLUSIVE):
                self.index.set_read_mark(reader, frames)
                return reader if self.lock(READ_LOCK + reader, 1, SHARED) else 0
        return 0

    def map_frames(self) -> None:
        """Learn which pages the frames of the snapshot hold."""
        if self.mapped > self.header.frames or self.mapped_salt != self.header.salt:
            self.frame_of.clear()
            self.mapped = 0
        frame = self.mapped
        for page in self.index.pages(frame + 1, self.header.frames):
            frame += 1
            self.frame_of[page] = frame
        self.mapped = frame
        self.mapped_salt = self.header.salt

    def read_page(self, page: int) -> bytes:
        """What the log holds of `page` in this transaction; b"" when it holds nothing."""
        frame = self.pending.get(page, 0)
        if frame == 0:
            if self.reader > 0:  # in slot 0 the log may be started anew at any time
                frame = self.frame_of.get(page, 0)
            if frame == 0:
                return b""
        size = int(self.layout.page_size)
        data = self.file.read(self.frame_offset(frame) + FRAME_HEADER, size)
        if len(data) < size:
            raise corrupt()
        return data

    def end_read(self) -> None:
        """Give the reader slot back."""
        if self.reader >= 0:
            self.lock(READ_LOCK + self.reader, 1, UNLOCK)
            self.reader = -1

    # Recovery

    def recover(self) -> None:
        """Build the wal-index from the log, unless another connection just does."""
        if not self.lock(WRITE_LOCK, 1, EXCLUSIVE):
            return
        others = READ_LOCK + READERS - CHECKPOINT_LOCK
        try:
            data = self.index.header_bytes()
            if data and decode_header(data) is not None:
                return
            if not self.lock(CHECKPOINT_LOCK, others, EXCLUSIVE):
                return
            try:
                self.rebuild_index()
            finally:
                self.lock(CHECKPOINT_LOCK, others, UNLOCK)
        finally:
            self.lock(WRITE_LOCK, 1, UNLOCK)

    def rebuild_index(self) -> None:
        """Read the log from its start as far as it is valid, and note its frames."""
        header = IndexHeader()
        header.page_size = int(self.layout.page_size)
        start = self.file.read(0, HEADER_SIZE)
        pages: list[int] = []
        if len(start) == HEADER_SIZE:
            magic, version, size, self.sequence = struct.unpack(">4I", start[:16])
            big_endian = magic & 1 == 1
            running = checksum(start[:24], big_endian, 0, 0)
            if (
                magic & -2 == MAGIC
                and version == VERSION
                and size == header.page_size
                and running == struct.unpack(">2I", start[24:])
            ):
                header.big_endian = big_endian
                header.salt = start[16:24]
                header.frame_checksum = running
                pages = self.valid_frames(header, running)
        self.mapped = 0
        self.mapped_salt = b""
        self.frame_of.clear()
        for frame in range(1, header.frames + 1):
            self.index.add(frame, pages[frame - 1])
        self.index.set_number(BACKFILL, 0)
        self.index.set_number(BACKFILL_ATTEMPTED, header.frames)
        self.index.set_read_mark(0, 0)
        self.index.set_read_mark(1, header.frames if header.frames else UNUSED_MARK)
        for reader in range(2, READERS):
            self.index.set_read_mark(reader, UNUSED_MARK)
        self.index.set_header(header)

    def valid_frames(self, header: IndexHeader, running: tuple[int, int]) -> list[int]:
        """The pages of the valid frames; `header` learns of the last commit among them."""
        size = FRAME_HEADER + header.page_size
        pages: list[int] = []
        while True:
            frame = self.file.read(self.frame_offset(len(pages) + 1), size)
            if len(frame) < size or frame[8:16] != header.salt:
                break
            running = checksum(frame[:8], header.big_endian, *running)
            running = checksum(frame[FRAME_HEADER:], header.big_endian, *running)
            page, commit = struct.unpack(">2I", frame[:8])
            if page == 0 or running != struct.unpack(">2I", frame[16:24]):
                break
            pages.append(page)
            if commit:
                header.frames = len(pages)
                header.pages = commit
                header.frame_checksum = running
        return pages

    # Writing

    def begin_write(self) -> bool:
        """Become the writer; False when another connection is.

        Raises SqlError (BUSY_SNAPSHOT) when this transaction reads an older state.
        """
        if not self.lock(WRITE_LOCK, 1, EXCLUSIVE):
            return False
        if self.index.header_bytes() != self.header.encode():
            self.lock(WRITE_LOCK, 1, UNLOCK)
            raise busy(BUSY_SNAPSHOT)
        self.writing = True
        self.running = self.header.frame_checksum
        if self.reader == 0 and self.header.frames > 0:
            self.restart()
        return True

    def restart(self) -> None:
        """Start the log anew, if nobody reads from it: all its pages are in the database."""
        if not self.lock(READ_LOCK + 1, READERS - 1, EXCLUSIVE):
            return
        self.reset_header()
        self.lock(READ_LOCK + 1, READERS - 1, UNLOCK)
        self.seen = self.header.encode()

    def reset_header(self) -> None:
        """Publish an empty log with new salts."""
        header = self.header
        header.frames = 0
        salt = int.from_bytes(header.salt[:4], "big") + 1 & 0xFFFF_FFFF
        header.salt = salt.to_bytes(4, "big") + os.urandom(4)
        header.frame_checksum = (0, 0)
        self.index.set_number(BACKFILL, 0)
        self.index.set_number(BACKFILL_ATTEMPTED, 0)
        self.index.set_read_mark(1, 0)
        for reader in range(2, READERS):
            self.index.set_read_mark(reader, UNUSED_MARK)
        self.index.set_header(header)
        self.frame_of.clear()
        self.mapped = 0
        self.mapped_salt = header.salt

    def start_log(self) -> None:
        """Write the header of a log without frames."""
        header = self.header
        header.big_endian = sys.byteorder == "big"
        header.page_size = int(self.layout.page_size)
        if header.salt == bytes(8):
            header.salt = os.urandom(8)
        self.sequence += 1
        data = struct.pack(
            ">4I", MAGIC + header.big_endian, VERSION, header.page_size, self.sequence
        )
        data += header.salt
        self.running = checksum(data, header.big_endian, 0, 0)
        self.file.write(0, data + struct.pack(">2I", *self.running))
        if self.sync_level > SYNC_OFF:
            self.file.sync()
            if self.created:
                self.vfs.sync_folder(self.path)
                self.created = False

    def append(self, pages: list[int], images: list[bytes], commit_pages: int) -> None:
        """Append frames; the last is a commit when `commit_pages`, the new size, is not 0."""
        header = self.header
        first = header.frames + len(self.appended) + 1
        if first == 1:
            self.start_log()
        parts: list[bytes] = []
        running = self.running
        for i in range(len(pages)):
            commit = commit_pages if i == len(pages) - 1 else 0
            start = struct.pack(">2I", pages[i], commit)
            running = checksum(start, header.big_endian, *running)
            running = checksum(images[i], header.big_endian, *running)
            parts.append(start + header.salt + struct.pack(">2I", *running))
            parts.append(images[i])
            self.pending[pages[i]] = first + i
        self.running = running
        self.file.write(self.frame_offset(first), b"".join(parts))
        self.appended += pages
        if commit_pages and self.sync_level >= SYNC_FULL:
            self.file.sync()

    def publish(self, pages: int) -> None:
        """Commit the appended frames: let the other connections see them."""
        header = self.header
        for page in self.appended:
            header.frames += 1
            self.index.add(header.frames, page)
            self.frame_of[page] = header.frames
        self.mapped = header.frames
        self.mapped_salt = header.salt
        header.pages = pages
        header.change = header.change + 1 & 0xFFFF_FFFF
        header.frame_checksum = self.running
        self.index.set_header(header)
        self.seen = header.encode()
        self.end_write()

    def end_write(self) -> None:
        """Stop being the writer; what was not published is forgotten."""
        self.pending.clear()
        self.appended.clear()
        if self.writing:
            self.writing = False
            self.lock(WRITE_LOCK, 1, UNLOCK)

    def close(self, delete: bool) -> None:
        """Close the log and its index; `delete` both when they hold nothing any more."""
        self.end_write()
        self.end_read()
        self.file.close()
        if delete:
            self.vfs.delete(self.path, False)
        self.index.memory.close(delete)
