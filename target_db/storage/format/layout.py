"""The sizes that follow from the page size ("Database File Format", 1.6 and 2)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

PENDING_BYTE: Final = 0x4000_0000


class Layout:
    """Page size, reserved bytes at the end of each page, and text encoding of one database.

    `usable` is the bytes of a page that hold content. Of a payload longer than the local
    limit (`table_local`, `index_local`), at least `min_local` bytes stay on the page.
    """

    def __init__(self, page_size: int, reserved: int, encoding: int) -> None:
        self.page_size: i64 = page_size
        self.reserved: i64 = reserved
        self.encoding: i64 = encoding
        self.usable: i64 = page_size - reserved
        self.table_local: i64 = self.usable - 35
        self.index_local: i64 = (self.usable - 12) * 64 // 255 - 23
        self.min_local: i64 = (self.usable - 12) * 32 // 255 - 23
        self.lock_page: i64 = PENDING_BYTE // page_size + 1
        # Each pointer map page describes this many pages after it.
        self.mapped: i64 = self.usable // 5

    def local_size(self, payload: i64, limit: i64) -> i64:
        """How many bytes of a payload stay on the page; `limit` is that of the page's kind."""
        if payload <= limit:
            return payload
        fit = self.min_local + (payload - self.min_local) % (self.usable - 4)
        return fit if fit <= limit else self.min_local

    def is_map_page(self, page: i64) -> bool:
        """Whether `page` holds a pointer map, in a database with auto_vacuum."""
        return page > 1 and self.map_page(page) == page

    def map_page(self, page: i64) -> i64:
        """The pointer map page that describes `page` (which may be that page itself)."""
        if page < 2:
            return 0
        found = (page - 2) // (self.mapped + 1) * (self.mapped + 1) + 2
        if found == self.lock_page:
            found += 1
        return found
