"""Overflow chains ("Database File Format", 1.6): what of a payload does not fit on its page."""

from __future__ import annotations

from mypy_extensions import i64

from target_db.storage.failure import corrupt
from target_db.storage.format.layout import Layout
from target_db.storage.node import Node
from target_db.storage.pager import Pager


class RawPage(Node):
    """A page that is no B-tree node, as bytes: overflow, freelist trunk, or pointer map."""

    def __init__(self, data: bytearray) -> None:
        self.page = 0
        self.stamp = 0
        self.data = data

    def clone(self) -> Node:
        twin = RawPage(self.data[:])
        twin.page = self.page
        twin.stamp = self.stamp
        return twin

    def build(self) -> bytes:
        return bytes(self.data)

    def count(self) -> i64:
        """Raises SqlError (CORRUPT): a tree leads to a page that is none of its nodes."""
        raise corrupt()

    def overfull(self) -> bool:
        """Raises SqlError (CORRUPT), like `count`."""
        raise corrupt()

    def underfull(self) -> bool:
        """Raises SqlError (CORRUPT), like `count`."""
        raise corrupt()

    def number_at(self, offset: i64) -> int:
        """The 32-bit number at `offset`."""
        return int.from_bytes(self.data[offset : offset + 4], "big")

    def set_number(self, offset: i64, value: int) -> None:
        self.data[offset : offset + 4] = value.to_bytes(4, "big")


class OverflowPage(RawPage):
    """A page of an overflow chain: the number of the next one, then content."""

    def clone(self) -> Node:
        twin = OverflowPage(self.data[:])
        twin.page = self.page
        twin.stamp = self.stamp
        return twin


class PageStore(Pager):
    """A pager whose pages are bytes of `layout`, raw ones among them."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self.layout = layout

    def get_raw(self, page: i64, overflow: bool) -> RawPage:
        """The raw page `page`; with `overflow` as an `OverflowPage`."""
        raise NotImplementedError

    def discard(self, page: i64) -> None:
        """Forget what is on `page`, which is not part of the database any more."""
        raise NotImplementedError


def write_chain(store: PageStore, rest: bytes) -> int:
    """Store `rest` in new overflow pages; returns the number of the first."""
    room = store.layout.usable - 4
    first = 0
    previous: RawPage | None = None
    at: i64 = 0
    size: i64 = len(rest)
    while at < size:
        data = bytearray(store.layout.page_size)
        part = rest[at : at + room]
        data[4 : 4 + len(part)] = part
        page = OverflowPage(data)
        store.add(page)
        if previous is None:
            first = int(page.page)
        else:
            previous.set_number(0, int(page.page))
        previous = page
        at += room
    return first


def read_chain(store: PageStore, first: int, size: i64) -> bytes:
    """The `size` bytes of the chain that starts at `first`.

    Raises SqlError (CORRUPT) when the chain is too short.
    """
    room = store.layout.usable - 4
    parts: list[bytes] = []
    while size > 0:
        page = store.get_raw(first, True)
        take = size if size < room else room
        parts.append(bytes(page.data[4 : 4 + take]))
        size -= take
        first = page.number_at(0)
    return b"".join(parts)


def free_chain(store: PageStore, first: int, size: i64) -> None:
    """Free the pages of a chain that holds `size` bytes."""
    room = store.layout.usable - 4
    while size > 0:
        page = store.get_raw(first, True)
        first = page.number_at(0)
        store.free(page)
        size -= room
    if first != 0:
        raise corrupt()
