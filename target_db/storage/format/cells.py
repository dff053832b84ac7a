"""What the nodes of a database file share: where cells lie on a page, and writing a page.

A node keeps its page's bytes as long as it is not changed, and decodes rows and entries
from there. Before the first change it is *thawed*: its cells are cut out, one bytes object
each, without the child page that goes before them in inner index nodes.
"""

from __future__ import annotations

import struct
from typing import Final

from librt.strings import BytesWriter, read_i16_be, read_i32_be
from librt.vecs import vec
from mypy_extensions import i16, i32, i64

from target_db.storage.failure import corrupt
from target_db.storage.format.layout import Layout
from target_db.storage.format.varint import varint_end
from target_db.storage.integers import zeros

INDEX_INNER: Final = 2
TABLE_INNER: Final = 5
INDEX_LEAF: Final = 10
TABLE_LEAF: Final = 13

MIN_CELL: Final = 4


def u16(data: bytes, at: i64) -> i64:
    """The unsigned 16-bit number at `at`."""
    half: i16 = read_i16_be(data, at)
    return i64(half) & 0xFFFF


def u32(data: bytes, at: i64) -> i64:
    """The unsigned 32-bit number at `at`."""
    word: i32 = read_i32_be(data, at)
    return i64(word) & 0xFFFF_FFFF


def header_at(page: i64) -> i64:
    """Where the B-tree header of `page` starts: page 1 has the database header first."""
    return 100 if page == 1 else 0


def page_room(layout: Layout, page: i64, inner: bool) -> i64:
    """Bytes for cells and their pointers on `page`."""
    return layout.usable - header_at(page) - (12 if inner else 8)


def cell_offsets(data: bytes, page: i64, layout: Layout) -> vec[i64]:
    """Where each cell of a B-tree page starts.

    Raises SqlError (CORRUPT) for one that starts outside the page's cell area.
    """
    head = header_at(page)
    inner = data[head] == INDEX_INNER or data[head] == TABLE_INNER
    count = u16(data, head + 3)
    at = head + (12 if inner else 8)
    first = at + 2 * count
    last = layout.usable - MIN_CELL
    if first > layout.usable:
        raise corrupt()
    offsets = zeros(count)
    i: i64 = 0
    while i < count:
        offset = u16(data, at)
        if offset < first or offset > last:
            raise corrupt()
        offsets[i] = offset
        at += 2
        i += 1
    return offsets


def whole_varint(data: bytes, at: i64, layout: Layout) -> i64:
    """Where the varint at `at` ends. Raises SqlError (CORRUPT) when the page ends first."""
    end = varint_end(data, at)
    if end > layout.usable:
        raise corrupt()
    return end


def padded(size: i64) -> i64:
    """The room that a cell of `size` bytes takes, with its pointer."""
    return (size if size > MIN_CELL else MIN_CELL) + 2


def total_size(cells: list[bytes], extra: i64) -> i64:
    """The room that cells take, each with `extra` bytes before it."""
    total: i64 = 0
    for cell in cells:
        total += padded(len(cell) + extra)
    return total


def build_page(
    kind: int, cells: list[bytes], children: vec[i64], page: i64, layout: Layout
) -> bytes:
    """The bytes of a B-tree page; the database header on page 1 is left zero.

    In an inner node (`children` given) each cell follows the number of its left child, and
    the last child goes into the header.
    """
    head = header_at(page)
    inner = len(children) > 0
    count: i64 = len(cells)
    offsets: list[int] = []
    parts: list[bytes] = []
    at = layout.usable
    i: i64 = 0
    while i < count:
        cell = cells[i]
        if inner:
            cell = int(children[i]).to_bytes(4, "big") + cell
        size: i64 = len(cell)
        if size < MIN_CELL:
            cell += bytes(MIN_CELL - size)
            size = MIN_CELL
        at -= size
        offsets.append(int(at))
        parts.append(cell)
        i += 1
    parts.reverse()
    out = BytesWriter()
    out.write(bytes(head))
    out.write(struct.pack(">BHHHB", kind, 0, int(count), int(at & 0xFFFF), 0))
    if inner:
        out.write(int(children[count]).to_bytes(4, "big"))
    out.write(struct.pack(f">{int(count)}H", *offsets))
    gap = at - len(out)
    if gap < 0:
        raise corrupt()
    out.write(bytes(gap))
    out.write(b"".join(parts))
    out.write(bytes(layout.reserved))
    return out.getvalue()


def cut_points(sizes: list[int], room: i64, lifted: bool, append: bool) -> list[int]:
    """Where to split cells that do not fit into `room`: the first of each further piece.

    With `lifted` the cell at a split goes up into the parent instead, and every piece keeps
    at least one. With `append` the left pieces are filled, otherwise the first takes half.
    """
    total: i64 = 0
    for size in sizes:
        total += size
    count: i64 = len(sizes)
    target = room if append or total > 2 * room else total // 2
    cuts: list[int] = []
    used: i64 = 0
    i: i64 = 0
    while i < count:
        next_size: i64 = sizes[i]
        if used > 0 and (used + next_size > room or (used + next_size // 2 > target)):
            if lifted and i == count - 1:
                cuts.append(int(i - 1))
                break
            cuts.append(int(i))
            used = 0 if lifted else next_size
            target = room
        else:
            used += next_size
        i += 1
    return cuts
