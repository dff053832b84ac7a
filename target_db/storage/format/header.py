"""The database header ("Database File Format", 1.3): the first 100 bytes of page 1."""

from __future__ import annotations

import struct
from typing import Final

from target_db.storage.failure import not_a_database
from target_db.storage.format.layout import Layout

MAGIC: Final = b"SQLite format 3\0"
HEADER_SIZE: Final = 100

# Positions in the list of meta values: sixteen of the header from offset 36 on, then three more.
FREE_PAGES: Final = 0
SCHEMA_COOKIE: Final = 1
SCHEMA_FORMAT: Final = 2
DEFAULT_CACHE_SIZE: Final = 3
LARGEST_ROOT: Final = 4
TEXT_ENCODING: Final = 5
USER_VERSION: Final = 6
INCREMENTAL_VACUUM: Final = 7
APPLICATION_ID: Final = 8
VALID_FOR: Final = 14
SQLITE_VERSION: Final = 15
FIRST_TRUNK: Final = 16
PAGE_COUNT: Final = 17
CHANGE_COUNTER: Final = 18
HEADER_VALUES: Final = 19

WRITER_VERSION: Final = 3054001


class Header:
    """The decoded header: the layout, whether it is in WAL mode, and the meta values.

    `newer`: the file may be read, but its write version says that only a later SQLite knows how
    to change it.
    """

    def __init__(self, layout: Layout, wal: bool, newer: bool, meta: list[int]) -> None:
        self.layout = layout
        self.wal = wal
        self.newer = newer
        self.meta = meta


def is_page_size(size: int) -> bool:
    """Whether SQLite allows pages of `size` bytes."""
    return 512 <= size <= 65536 and size & (size - 1) == 0


def parse_header(data: bytes) -> Header:
    """Decode the first 100 bytes of a database.

    Raises SqlError (NOTADB) when they are no header. The page count is 0 where the header's is
    not valid for the change counter.
    """
    if len(data) < HEADER_SIZE or data[:16] != MAGIC:
        raise not_a_database()
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    reserved = data[20]
    if not is_page_size(size) or size - reserved < 480 or data[21:24] != b"\x40\x20\x20":
        raise not_a_database()
    if data[19] > 2:
        raise not_a_database()
    counter, pages, trunk = struct.unpack_from(">3I", data, 24)
    meta = list(struct.unpack_from(">16I", data, 36))
    for signed in (DEFAULT_CACHE_SIZE, USER_VERSION, APPLICATION_ID):
        if meta[signed] >= 1 << 31:
            meta[signed] -= 1 << 32
    if meta[VALID_FOR] != counter:
        pages = 0
    encoding = max(meta[TEXT_ENCODING] & 3, 1)
    meta += [trunk, pages, counter]
    return Header(Layout(size, reserved, encoding), data[19] == 2, data[18] > 2, meta)


def encode_header(layout: Layout, wal: bool, meta: list[int]) -> bytes:
    """The 100 bytes of the header."""
    size = int(layout.page_size)
    version = 2 if wal else 1
    fixed = MAGIC + struct.pack(
        ">HBBBBBB", 1 if size == 65536 else size, version, version, int(layout.reserved), 64, 32, 32
    )
    counters = struct.pack(
        ">3I", meta[CHANGE_COUNTER] & 0xFFFF_FFFF, meta[PAGE_COUNT], meta[FIRST_TRUNK]
    )
    return fixed + counters + struct.pack(">16I", *[value & 0xFFFF_FFFF for value in meta[:16]])
