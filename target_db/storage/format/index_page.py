"""Index B-tree pages ("Database File Format", 1.6) as nodes."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from target_db.storage.failure import corrupt
from target_db.storage.format.cells import (
    INDEX_INNER,
    INDEX_LEAF,
    build_page,
    cell_offsets,
    cut_points,
    header_at,
    padded,
    page_room,
    total_size,
    u32,
    whole_varint,
)
from target_db.storage.format.overflow import PageStore, free_chain, read_chain, write_chain
from target_db.storage.format.record import decode_record, encode_record, with_reals
from target_db.storage.format.varint import read_varint, varint_end, write_varint
from target_db.storage.integers import add, copy, insert, integers, join, remove, zeros
from target_db.storage.node import NO_COLUMNS, UNDECODED, IndexNode, KeyOrder, Node
from target_db.storage.shape import RowShape

# Searched this often while undecoded, a node is worth decoding whole.
WARM: Final = 4


class IndexPage(IndexNode):
    """A node of an index in a file.

    `raw` and `offsets` (of the payloads' sizes) are the page as it was read, until it is
    thawed; then `cells` are. `digests` are complete, or empty until `complete` is called.
    """

    def __init__(self, store: PageStore) -> None:
        self.page = 0
        self.stamp = 0
        self.entries = []
        self.reals = NO_COLUMNS
        self.shape = None
        self.digests = integers([])
        self.children = integers([])
        self.store = store
        self.raw = b""
        self.offsets = integers([])
        self.cells: list[bytes] = []
        self.thawed = True
        self.used: i64 = 0
        self.whole = True
        self.searches: i64 = 0

    def parse(self, raw: bytes, page: i64) -> None:
        """Become the node that the bytes of `page` hold; entries stay undecoded."""
        layout = self.store.layout
        self.page = page
        head = header_at(page)
        inner = raw[head] == INDEX_INNER
        offsets = cell_offsets(raw, page, layout)
        count: i64 = len(offsets)
        children = zeros(count + 1 if inner else 0)
        i: i64 = 0
        while i < count:
            at = offsets[i]
            if inner:
                children[i] = u32(raw, at)
                at += 4
                offsets[i] = at
            whole_varint(raw, at, layout)
            i += 1
        if inner:
            children[count] = u32(raw, head + 8)
        self.children = children
        self.entries = [UNDECODED] * count
        self.raw = raw
        self.offsets = offsets
        self.thawed = False
        self.whole = False

    def spare(self) -> i64:
        return 0

    # Decoding

    def entry_at(self, pos: i64) -> tuple[object, ...]:
        entry = self.entries[pos]
        if not entry:
            if self.thawed:
                entry = self.decode(self.cells[pos], 0)
            else:
                entry = self.decode(self.raw, self.offsets[pos])
            if self.reals:
                entry = with_reals(entry, self.reals)
            if self.shape is not None:
                entry = self.shape.complete(entry, 0)
            self.entries[pos] = entry
        return entry

    def reshape(self, shape: RowShape | None) -> None:
        if self.shape is not None:
            if self.shape.in_force:
                raise corrupt()
            self.entries = [UNDECODED] * len(self.entries)
            self.digests = integers([])
            self.whole = False
        self.shape = shape

    def decode_all(self) -> None:
        if self.whole:
            return
        i: i64 = 0
        count: i64 = len(self.entries)
        while i < count:
            if not self.entries[i]:
                self.entry_at(i)
            i += 1
        self.whole = True

    def complete(self, order: KeyOrder) -> None:
        if len(self.digests) == len(self.entries):
            return
        self.decode_all()
        digests = integers([])
        for entry in self.entries:
            digests = add(digests, order.digest(entry))
        self.digests = digests

    def warm(self, order: KeyOrder) -> None:
        self.searches += 1
        if self.searches > WARM:
            self.complete(order)

    def decode(self, data: bytes, at: i64) -> tuple[object, ...]:
        """The entry of the cell at `at`."""
        layout = self.store.layout
        start = varint_end(data, at)
        size = read_varint(data, at)
        if size < 0:
            raise corrupt()
        if size <= layout.index_local:
            if start + size > len(data):
                raise corrupt()
            return decode_record(data, start, start + size, layout.encoding)
        local = layout.local_size(size, layout.index_local)
        if start + local + 4 > len(data):
            raise corrupt()
        rest = read_chain(self.store, int(u32(data, start + local)), size - local)
        return decode_record(data[start : start + local] + rest, 0, size, layout.encoding)

    # Cells

    def cell_end(self, at: i64) -> i64:
        """Where the cell at `at` of the page's bytes ends."""
        layout = self.store.layout
        size = read_varint(self.raw, at)
        start = varint_end(self.raw, at)
        local = layout.local_size(size, layout.index_local)
        end = start + local + (0 if local == size else 4)
        if size < 0 or end > layout.usable:
            raise corrupt()
        return end

    def extra(self) -> i64:
        """Bytes before each cell: the child page in an inner node."""
        return 4 if len(self.children) > 0 else 0

    def thaw(self) -> None:
        """Cut the cells out of the page's bytes. Raises SqlError (CORRUPT) when they overlap."""
        if self.thawed:
            return
        raw = self.raw
        self.cells = [raw[offset : self.cell_end(offset)] for offset in self.offsets]
        self.used = total_size(self.cells, self.extra())
        if self.used > self.room(self.page):
            raise corrupt()
        self.thawed = True
        self.raw = b""
        self.offsets = integers([])

    def encode_cell(self, entry: tuple[object, ...]) -> bytes:
        """The cell of an entry, what does not fit in it stored in new overflow pages."""
        layout = self.store.layout
        if self.shape is not None:
            entry = self.shape.to_store(entry)
        record = encode_record(entry, layout.encoding)
        size: i64 = len(record)
        cell = BytesWriter()
        write_varint(cell, size)
        if size <= layout.index_local:
            cell.write(record)
            return cell.getvalue()
        local = layout.local_size(size, layout.index_local)
        cell.write(record[:local])
        cell.write(write_chain(self.store, record[local:]).to_bytes(4, "big"))
        return cell.getvalue()

    def overflow_of(self, pos: i64) -> tuple[int, int]:
        """The first overflow page of the entry at `pos`, or 0, and the bytes in the chain."""
        layout = self.store.layout
        self.thaw()
        cell = self.cells[pos]
        size = read_varint(cell, 0)
        local = layout.local_size(size, layout.index_local)
        if local == size:
            return 0, 0
        return int(u32(cell, len(cell) - 4)), int(size - local)

    def drop_payload(self, pos: i64) -> None:
        first, size = self.overflow_of(pos)
        if size > 0:
            free_chain(self.store, first, size)

    def drop_payloads(self) -> None:
        for pos in range(len(self.entries)):
            self.drop_payload(pos)

    # Changing

    def put_cell(self, pos: i64, cell: bytes, entry: tuple[object, ...], digest: i64) -> None:
        self.thaw()
        self.cells.insert(pos, cell)
        self.used += padded(len(cell) + self.extra())
        self.entries.insert(pos, entry)
        self.digests = insert(self.digests, pos, digest)

    def insert_at(self, pos: i64, entry: tuple[object, ...], digest: i64) -> None:
        self.put_cell(pos, self.encode_cell(entry), entry, digest)

    def set_cell(self, pos: i64, cell: bytes, entry: tuple[object, ...]) -> None:
        self.thaw()
        extra = self.extra()
        self.used += padded(len(cell) + extra) - padded(len(self.cells[pos]) + extra)
        self.cells[pos] = cell
        self.entries[pos] = entry

    def replace_at(self, pos: i64, entry: tuple[object, ...]) -> None:
        self.drop_payload(pos)
        self.set_cell(pos, self.encode_cell(entry), entry)

    def delete_at(self, pos: i64) -> None:
        self.thaw()
        self.used -= padded(len(self.cells[pos]) + self.extra())
        self.cells.pop(pos)
        self.entries.pop(pos)
        self.digests = remove(self.digests, pos)

    def copy_from(self, pos: i64, source: IndexNode, source_pos: i64) -> None:
        if not isinstance(source, IndexPage):
            raise corrupt()
        source.thaw()
        self.set_cell(pos, source.cells[source_pos], source.entries[source_pos])
        self.digests[pos] = source.digests[source_pos]

    def lift(self, pos: i64, source: IndexNode, source_pos: i64) -> None:
        if not isinstance(source, IndexPage):
            raise corrupt()
        source.thaw()
        self.put_cell(
            pos,
            source.cells[source_pos],
            source.entries[source_pos],
            source.digests[source_pos],
        )

    def insert_child(self, pos: i64, page: i64) -> None:
        self.thaw()
        self.children = insert(self.children, pos, page)

    # Shape

    def clone(self) -> Node:
        twin = IndexPage(self.store)
        twin.page = self.page
        twin.stamp = self.stamp
        twin.entries = self.entries[:]
        twin.reals = self.reals
        twin.shape = self.shape
        twin.digests = copy(self.digests)
        twin.children = copy(self.children)
        twin.raw = self.raw
        twin.offsets = copy(self.offsets)
        twin.cells = self.cells[:]
        twin.thawed = self.thawed
        twin.used = self.used
        twin.whole = self.whole
        return twin

    def room(self, page: i64) -> i64:
        return page_room(self.store.layout, page, len(self.children) > 0)

    def overfull(self) -> bool:
        return self.used > self.room(self.page)

    def underfull(self) -> bool:
        return self.thawed and self.used * 3 < self.room(self.page)

    def fits_page(self, page: i64) -> bool:
        self.thaw()
        return self.used <= self.room(page)

    def can_absorb(self, parent: IndexNode, slot: i64, right: IndexNode) -> bool:
        if not isinstance(right, IndexPage) or not isinstance(parent, IndexPage):
            raise corrupt()
        self.thaw()
        right.thaw()
        parent.thaw()
        separator = padded(len(parent.cells[slot]) + self.extra())
        return self.used + separator + right.used <= self.room(self.page)

    def absorb(self, parent: IndexNode, slot: i64, right: IndexNode) -> None:
        if not isinstance(right, IndexPage):
            raise corrupt()
        right.thaw()
        self.lift(len(self.entries), parent, slot)
        self.entries += right.entries
        self.digests = join(self.digests, right.digests)
        self.children = join(self.children, right.children)
        self.cells += right.cells
        self.used += right.used

    def cuts(self, append: bool) -> list[int]:
        extra = self.extra()
        sizes = [int(padded(len(cell) + extra)) for cell in self.cells]
        return cut_points(sizes, self.room(2), True, append)

    def cut(self, pos: i64) -> IndexNode:
        right = IndexPage(self.store)
        right.entries = self.entries[pos + 1 :]
        right.reals = self.reals
        right.shape = self.shape
        right.digests = self.digests[pos + 1 :]
        right.children = self.children[pos + 1 :]
        right.cells = self.cells[pos + 1 :]
        right.used = total_size(right.cells, self.extra())
        right.whole = self.whole
        del self.entries[pos + 1 :]
        del self.cells[pos + 1 :]
        self.digests = self.digests[: pos + 1]
        self.children = self.children[: pos + 1]
        self.used -= right.used
        return right

    def build(self) -> bytes:
        self.thaw()
        kind = INDEX_INNER if len(self.children) > 0 else INDEX_LEAF
        return build_page(kind, self.cells, self.children, self.page, self.store.layout)
