"""The wal-index ("WAL-mode File Format", 2): which frame of the log holds which page.

All numbers are in the machine's byte order, apart from the two salts.
"""

from __future__ import annotations

import struct
import sys
from typing import Final

from target_db.storage.shared_memory import SharedMemory

VERSION: Final = 3007000
HEADER: Final = "=IIIBBHII8s8s"
HEADER_SIZE: Final = 40  # and eight bytes of checksum
COPY_SIZE: Final = 48
BACKFILL: Final = 96
READ_MARKS: Final = 100
BACKFILL_ATTEMPTED: Final = 128
INFO_END: Final = 136
UNUSED_MARK: Final = 0xFFFF_FFFF

FIRST_PAGES: Final = 4062
BLOCK_PAGES: Final = 4096
HASH_START: Final = 16384
HASH_SLOTS: Final = 8192

# Numbers of the locks.
WRITE_LOCK: Final = 0
CHECKPOINT_LOCK: Final = 1
RECOVER_LOCK: Final = 2
READ_LOCK: Final = 3
READERS: Final = 5


def native_checksum(data: bytes, first: int, second: int) -> tuple[int, int]:
    """The checksum of the wal-index header: that of the log, in the machine's byte order."""
    words = struct.unpack(f"={len(data) // 4}I", data)
    for i in range(0, len(words), 2):
        first = first + words[i] + second & 0xFFFF_FFFF
        second = second + words[i + 1] + first & 0xFFFF_FFFF
    return first, second


class IndexHeader:
    """One state of the log: `frames` of it are committed, the database has `pages`."""

    def __init__(self) -> None:
        self.change = 0
        self.big_endian = sys.byteorder == "big"
        self.page_size = 0
        self.frames = 0
        self.pages = 0
        self.frame_checksum = (0, 0)
        self.salt = bytes(8)

    def encode(self) -> bytes:
        size = self.page_size
        data = struct.pack(
            HEADER,
            VERSION,
            0,
            self.change,
            1,
            self.big_endian,
            1 if size == 65536 else size,
            self.frames,
            self.pages,
            struct.pack("=II", *self.frame_checksum),
            self.salt,
        )
        return data + struct.pack("=II", *native_checksum(data, 0, 0))


def decode_header(data: bytes) -> IndexHeader | None:
    """The header in 48 bytes; None when it was never set or does not add up."""
    fields = struct.unpack(HEADER, data[:HEADER_SIZE])
    if struct.unpack("=II", data[HEADER_SIZE:]) != native_checksum(data[:HEADER_SIZE], 0, 0):
        return None
    version, _, change, is_set, big_endian, size, frames, pages, check, salt = fields
    if not is_set or version != VERSION:
        return None
    header = IndexHeader()
    header.change = change
    header.big_endian = bool(big_endian)
    header.page_size = 65536 if size == 1 else size
    header.frames = frames
    header.pages = pages
    first, second = struct.unpack("=II", check)
    header.frame_checksum = (first, second)
    header.salt = salt
    return header


def block_of(frame: int) -> tuple[int, int]:
    """The block that lists frame number `frame` (from 1), and its place there (from 1)."""
    if frame <= FIRST_PAGES:
        return 0, frame
    rest = frame - FIRST_PAGES - 1
    return rest // BLOCK_PAGES + 1, rest % BLOCK_PAGES + 1


class WalIndex:
    """Access to the wal-index in shared memory. Says nothing about who may write when."""

    def __init__(self, memory: SharedMemory) -> None:
        self.memory: Final = memory

    def header_bytes(self) -> bytes:
        """The header, or b"" while it is being written or when the two copies differ."""
        block = self.memory.block(0)
        first = bytes(block[:COPY_SIZE])
        return first if bytes(block[COPY_SIZE : 2 * COPY_SIZE]) == first else b""

    def set_header(self, header: IndexHeader) -> None:
        """Publish a new state: the second copy first, so that a reader notices."""
        data = header.encode()
        block = self.memory.block(0)
        block[COPY_SIZE : 2 * COPY_SIZE] = data
        block[:COPY_SIZE] = data

    def number(self, offset: int) -> int:
        """A number of the checkpoint information."""
        found: int = struct.unpack_from("=I", self.memory.block(0), offset)[0]
        return found

    def set_number(self, offset: int, value: int) -> None:
        struct.pack_into("=I", self.memory.block(0), offset, value)

    def read_mark(self, reader: int) -> int:
        """The frame up to which reader slot `reader` may read."""
        return self.number(READ_MARKS + 4 * reader)

    def set_read_mark(self, reader: int, frame: int) -> None:
        self.set_number(READ_MARKS + 4 * reader, frame)

    def pages(self, first: int, last: int) -> list[int]:
        """The pages that the frames `first` to `last` hold."""
        found: list[int] = []
        while first <= last:
            number, place = block_of(first)
            size = FIRST_PAGES if number == 0 else BLOCK_PAGES
            count = min(last - first + 1, size - place + 1)
            start = (INFO_END if number == 0 else 0) + 4 * (place - 1)
            found += struct.unpack_from(f"={count}I", self.memory.block(number), start)
            first += count
        return found

    def add(self, frame: int, page: int) -> None:
        """Note that frame number `frame`, the last so far, holds `page`."""
        number, place = block_of(frame)
        block = self.memory.block(number)
        start = INFO_END if number == 0 else 0
        if place == 1:
            block[start:] = bytes(len(block) - start)
        elif struct.unpack_from("=I", block, start + 4 * (place - 1))[0] != 0:
            self.forget_after(frame - 1)
        struct.pack_into("=I", block, start + 4 * (place - 1), page)
        slot = page * 383 & (HASH_SLOTS - 1)
        while struct.unpack_from("=H", block, HASH_START + 2 * slot)[0] != 0:
            slot = slot + 1 & (HASH_SLOTS - 1)
        struct.pack_into("=H", block, HASH_START + 2 * slot, place)

    def forget_after(self, frame: int) -> None:
        """Remove from the block of `frame` what a writer that gave up noted behind it."""
        number, place = block_of(frame)
        block = self.memory.block(number)
        start = (INFO_END if number == 0 else 0) + 4 * place
        block[start:HASH_START] = bytes(HASH_START - start)
        slots = struct.unpack_from(f"={HASH_SLOTS}H", block, HASH_START)
        kept = [slot if slot <= place else 0 for slot in slots]
        struct.pack_into(f"={HASH_SLOTS}H", block, HASH_START, *kept)
