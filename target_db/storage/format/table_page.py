"""Table B-tree pages ("Database File Format", 1.6) as nodes."""

from __future__ import annotations

from librt.strings import BytesWriter
from mypy_extensions import i64

from target_db.storage.failure import corrupt
from target_db.storage.format.cells import (
    TABLE_INNER,
    TABLE_LEAF,
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
from target_db.storage.format.record import decode_record, encode_record
from target_db.storage.format.varint import read_varint, varint_end, varint_size, write_varint
from target_db.storage.integers import copy, insert, integers, join, remove, zeros
from target_db.storage.node import UNDECODED, Node, TableInner, TableLeaf
from target_db.storage.shape import RowShape


class TablePage(TableLeaf):
    """A leaf of a table in a file.

    `raw` and `offsets` are the page as it was read, until it is thawed; then `cells` are.
    """

    def __init__(self, store: PageStore) -> None:
        self.page = 0
        self.stamp = 0
        self.keys = integers([])
        self.rows = []
        self.shape = None
        self.store = store
        self.raw = b""
        self.offsets = integers([])
        self.cells: list[bytes] = []
        self.thawed = True
        self.used: i64 = 0
        self.whole = True

    def parse(self, raw: bytes, page: i64) -> None:
        """Become the leaf that the bytes of `page` hold; rows stay undecoded.

        Raises SqlError (CORRUPT) where rowids do not ascend: a scan would go in circles.
        """
        layout = self.store.layout
        self.page = page
        offsets = cell_offsets(raw, page, layout)
        count: i64 = len(offsets)
        keys = zeros(count)
        last: i64 = 0
        i: i64 = 0
        while i < count:
            at = offsets[i]
            at = at + 1 if raw[at] < 0x80 else whole_varint(raw, at, layout)
            key: i64 = raw[at]
            if key >= 0x80:
                whole_varint(raw, at, layout)
                key = read_varint(raw, at)
            if key <= last and i > 0:
                raise corrupt()
            last = key
            keys[i] = key
            i += 1
        self.keys = keys
        self.rows = [UNDECODED] * count
        self.raw = raw
        self.offsets = offsets
        self.thawed = False
        self.whole = False

    def spare(self) -> i64:
        return 0

    # Decoding

    def row_at(self, pos: i64) -> tuple[object, ...]:
        row = self.rows[pos]
        if not row:
            row = self.stored_row(pos)
            if self.shape is not None:
                row = self.shape.complete(row, int(self.keys[pos]))
            self.rows[pos] = row
        return row

    def stored_row(self, pos: i64) -> tuple[object, ...]:
        if self.thawed:
            return self.decode(self.cells[pos], 0)
        return self.decode(self.raw, self.offsets[pos])

    def reshape(self, shape: RowShape | None) -> None:
        if self.shape is not None:
            if self.shape.in_force:
                raise corrupt()
            self.rows = [UNDECODED] * len(self.keys)
            self.whole = False
        self.shape = shape

    def decode_all(self) -> None:
        if self.whole:
            return
        i: i64 = 0
        count: i64 = len(self.rows)
        while i < count:
            if not self.rows[i]:
                self.row_at(i)
            i += 1
        self.whole = True

    def decode(self, data: bytes, at: i64) -> tuple[object, ...]:
        """The row of the cell at `at`."""
        layout = self.store.layout
        start = varint_end(data, varint_end(data, at))
        size = read_varint(data, at)
        if size < 0:
            raise corrupt()
        if size <= layout.table_local:
            if start + size > len(data):
                raise corrupt()
            return decode_record(data, start, start + size, layout.encoding)
        local = layout.local_size(size, layout.table_local)
        if start + local + 4 > len(data):
            raise corrupt()
        rest = read_chain(self.store, int(u32(data, start + local)), size - local)
        return decode_record(data[start : start + local] + rest, 0, size, layout.encoding)

    # Cells

    def cell_end(self, at: i64) -> i64:
        """Where the cell at `at` of the page's bytes ends."""
        layout = self.store.layout
        size = read_varint(self.raw, at)
        start = varint_end(self.raw, varint_end(self.raw, at))
        local = layout.local_size(size, layout.table_local)
        end = start + local + (0 if local == size else 4)
        if size < 0 or end > layout.usable:
            raise corrupt()
        return end

    def thaw(self) -> None:
        """Cut the cells out of the page's bytes. Raises SqlError (CORRUPT) when they overlap."""
        if self.thawed:
            return
        raw = self.raw
        self.cells = [raw[offset : self.cell_end(offset)] for offset in self.offsets]
        self.used = total_size(self.cells, 0)
        if self.used > page_room(self.store.layout, self.page, False):
            raise corrupt()
        self.thawed = True
        self.raw = b""
        self.offsets = integers([])

    def encode_cell(self, rowid: i64, row: tuple[object, ...]) -> bytes:
        """The cell of a row, what does not fit in it stored in new overflow pages."""
        layout = self.store.layout
        if self.shape is not None:
            row = self.shape.to_store(row)
        record = encode_record(row, layout.encoding)
        size: i64 = len(record)
        cell = BytesWriter()
        write_varint(cell, size)
        write_varint(cell, rowid)
        if size <= layout.table_local:
            cell.write(record)
            return cell.getvalue()
        local = layout.local_size(size, layout.table_local)
        cell.write(record[:local])
        cell.write(write_chain(self.store, record[local:]).to_bytes(4, "big"))
        return cell.getvalue()

    def overflow_of(self, pos: i64) -> tuple[int, int]:
        """The first overflow page of the row at `pos`, or 0, and the bytes in the chain."""
        layout = self.store.layout
        self.thaw()
        cell = self.cells[pos]
        size = read_varint(cell, 0)
        local = layout.local_size(size, layout.table_local)
        if local == size:
            return 0, 0
        return int(u32(cell, len(cell) - 4)), int(size - local)

    def drop_payload(self, pos: i64) -> None:
        """Free the overflow chain of the row at `pos`."""
        first, size = self.overflow_of(pos)
        if size > 0:
            free_chain(self.store, first, size)

    def drop_payloads(self) -> None:
        for pos in range(len(self.keys)):
            self.drop_payload(pos)

    # Changing

    def insert_at(self, pos: i64, rowid: i64, row: tuple[object, ...]) -> None:
        self.thaw()
        cell = self.encode_cell(rowid, row)
        self.cells.insert(pos, cell)
        self.used += padded(len(cell))
        self.keys = insert(self.keys, pos, rowid)
        self.rows.insert(pos, row)

    def append(self, rowid: i64, row: tuple[object, ...]) -> None:
        self.insert_at(len(self.keys), rowid, row)

    def replace_at(self, pos: i64, row: tuple[object, ...]) -> None:
        self.drop_payload(pos)
        cell = self.encode_cell(self.keys[pos], row)
        self.used += padded(len(cell)) - padded(len(self.cells[pos]))
        self.cells[pos] = cell
        self.rows[pos] = row

    def remove_at(self, pos: i64) -> None:
        self.drop_payload(pos)
        self.used -= padded(len(self.cells[pos]))
        self.cells.pop(pos)
        self.keys = remove(self.keys, pos)
        self.rows.pop(pos)

    # Shape

    def clone(self) -> Node:
        twin = TablePage(self.store)
        twin.page = self.page
        twin.stamp = self.stamp
        twin.keys = copy(self.keys)
        twin.rows = self.rows[:]
        twin.shape = self.shape
        twin.raw = self.raw
        twin.offsets = copy(self.offsets)
        twin.cells = self.cells[:]
        twin.thawed = self.thawed
        twin.used = self.used
        twin.whole = self.whole
        return twin

    def overfull(self) -> bool:
        return self.used > page_room(self.store.layout, self.page, False)

    def underfull(self) -> bool:
        return self.thawed and self.used * 3 < page_room(self.store.layout, self.page, False)

    def fits_page(self, page: i64) -> bool:
        self.thaw()
        return self.used <= page_room(self.store.layout, page, False)

    def can_absorb(self, right: TableLeaf) -> bool:
        if not isinstance(right, TablePage):
            raise corrupt()
        self.thaw()
        right.thaw()
        return self.used + right.used <= page_room(self.store.layout, self.page, False)

    def absorb(self, right: TableLeaf) -> None:
        if not isinstance(right, TablePage):
            raise corrupt()
        self.thaw()
        right.thaw()
        self.keys = join(self.keys, right.keys)
        self.rows += right.rows
        self.cells += right.cells
        self.used += right.used
        self.whole = self.whole and right.whole

    def cuts(self, append: bool) -> list[int]:
        sizes = [int(padded(len(cell))) for cell in self.cells]
        return cut_points(sizes, page_room(self.store.layout, 2, False), False, append)

    def cut(self, pos: i64) -> TableLeaf:
        right = TablePage(self.store)
        right.keys = self.keys[pos:]
        right.rows = self.rows[pos:]
        right.shape = self.shape
        right.cells = self.cells[pos:]
        right.used = total_size(right.cells, 0)
        right.whole = self.whole
        self.keys = self.keys[:pos]
        del self.rows[pos:]
        del self.cells[pos:]
        self.used -= right.used
        return right

    def build(self) -> bytes:
        self.thaw()
        return build_page(TABLE_LEAF, self.cells, integers([]), self.page, self.store.layout)


class TableInnerPage(TableInner):
    """An inner node of a table in a file: child pages with rowids between them."""

    def __init__(self, store: PageStore) -> None:
        self.page = 0
        self.stamp = 0
        self.keys = integers([])
        self.children = integers([])
        self.store = store

    def parse(self, raw: bytes, page: i64) -> None:
        """Become the node that the bytes of `page` hold."""
        layout = self.store.layout
        self.page = page
        offsets = cell_offsets(raw, page, layout)
        count: i64 = len(offsets)
        keys = zeros(count)
        children = zeros(count + 1)
        i: i64 = 0
        while i < count:
            at = offsets[i]
            children[i] = u32(raw, at)
            whole_varint(raw, at + 4, layout)
            keys[i] = read_varint(raw, at + 4)
            i += 1
        children[count] = u32(raw, header_at(page) + 8)
        self.keys = keys
        self.children = children

    def insert_only_child(self, page: i64) -> None:
        """Make `page` the one child of a new node."""
        self.children = integers([int(page)])

    def clone(self) -> Node:
        twin = TableInnerPage(self.store)
        twin.page = self.page
        twin.stamp = self.stamp
        twin.keys = copy(self.keys)
        twin.children = copy(self.children)
        return twin

    def size(self) -> i64:
        """Bytes that the cells take, with their pointers."""
        total: i64 = 0
        for key in self.keys:
            total += 6 + varint_size(key)
        return total

    def overfull(self) -> bool:
        return self.size() > page_room(self.store.layout, self.page, True)

    def underfull(self) -> bool:
        return self.size() * 3 < page_room(self.store.layout, self.page, True)

    def fits_page(self, page: i64) -> bool:
        return self.size() <= page_room(self.store.layout, page, True)

    def can_absorb(self, separator: i64, right: TableInner) -> bool:
        if not isinstance(right, TableInnerPage):
            raise corrupt()
        joint = self.size() + right.size() + 15
        return joint <= page_room(self.store.layout, self.page, True)

    def cuts(self, append: bool) -> list[int]:
        sizes = [int(6 + varint_size(key)) for key in self.keys]
        return cut_points(sizes, page_room(self.store.layout, 2, True), True, append)

    def cut(self, pos: i64) -> TableInner:
        right = TableInnerPage(self.store)
        right.keys = self.keys[pos + 1 :]
        right.children = self.children[pos + 1 :]
        self.keys = self.keys[:pos]
        self.children = self.children[: pos + 1]
        return right

    def build(self) -> bytes:
        cells: list[bytes] = []
        for key in self.keys:
            cell = BytesWriter()
            write_varint(cell, key)
            cells.append(cell.getvalue())
        return build_page(TABLE_INNER, cells, self.children, self.page, self.store.layout)
