"""The nodes of a database file by page number: reading, decoding, and which have changed.

`PageCache` knows the file and, in WAL mode, the log. Transactions are its subclass's matter.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.storage.auto_vacuum import append_page, fill_root, place_root, shrink
from target_db.storage.failure import corrupt, full
from target_db.storage.format.cells import (
    INDEX_INNER,
    INDEX_LEAF,
    TABLE_INNER,
    TABLE_LEAF,
    header_at,
)
from target_db.storage.format.header import (
    FREE_PAGES,
    HEADER_SIZE,
    HEADER_VALUES,
    INCREMENTAL_VACUUM,
    LARGEST_ROOT,
    PAGE_COUNT,
    encode_header,
    is_page_size,
)
from target_db.storage.format.index_page import IndexPage
from target_db.storage.format.layout import Layout
from target_db.storage.format.overflow import OverflowPage, PageStore, RawPage
from target_db.storage.format.table_page import TableInnerPage, TablePage
from target_db.storage.freelist import pop_free, push_free
from target_db.storage.node import IndexNode, Node, TableInner, TableLeaf
from target_db.storage.pointer_map import FREE, note_pointers, set_entry
from target_db.storage.vfs import File, Vfs
from target_db.storage.wal import WalLog

DEFAULT_PAGE_SIZE: Final = 4096
MAX_PAGES: Final = 4_294_967_294


class PageCache(PageStore):
    """The nodes of a file that are in memory, and those among them that have changed."""

    def __init__(self, vfs: Vfs, path: str, file: File) -> None:
        super().__init__(Layout(DEFAULT_PAGE_SIZE, 0, 1))
        self.meta = [0] * HEADER_VALUES
        self.vfs: Final = vfs
        self.path: Final = path
        self.file: Final = file
        self.cache: dict[int, Node] = {}
        self.dirty: dict[int, Node] = {}
        self.unmapped: dict[int, Node] = {}  # changed since the pointer maps were up to date
        self.auto_vacuum = 0
        self.max_pages = MAX_PAGES
        self.wal: WalLog | None = None
        self.wal_mode = False

    def configure(self, page_size: int, reserved: int, encoding: int, auto_vacuum: int) -> None:
        if self.meta[PAGE_COUNT] == 0 and is_page_size(page_size) and page_size - reserved >= 480:
            self.layout = Layout(page_size, reserved, encoding)
            self.auto_vacuum = auto_vacuum
            self.cache.clear()

    # Nodes

    def new_table_leaf(self) -> TableLeaf:
        return TablePage(self)

    def new_table_inner(self, child: i64) -> TableInner:
        node = TableInnerPage(self)
        node.insert_only_child(child)
        return node

    def new_index_node(self) -> IndexNode:
        return IndexPage(self)

    def get(self, page: i64) -> Node:
        node = self.cache.get(int(page))
        if node is None:
            node = self.load(page)
        return node

    def load(self, page: i64) -> Node:
        """Read and decode a B-tree page."""
        if page == 1 and self.meta[PAGE_COUNT] == 0:
            empty = TablePage(self)
            empty.page = 1
            self.cache[1] = empty
            return empty
        raw = self.read_page(int(page))
        kind = raw[header_at(page)]
        if kind == TABLE_LEAF:
            leaf = TablePage(self)
            leaf.parse(raw, page)
            return self.remember(leaf)
        if kind == TABLE_INNER:
            inner = TableInnerPage(self)
            inner.parse(raw, page)
            return self.remember(inner)
        if kind in (INDEX_LEAF, INDEX_INNER):
            index = IndexPage(self)
            index.parse(raw, page)
            return self.remember(index)
        raise corrupt()

    def get_raw(self, page: i64, overflow: bool) -> RawPage:
        node = self.cache.get(int(page))
        if isinstance(node, RawPage):
            return node
        if node is not None and int(page) in self.dirty:
            raise corrupt()
        data = bytearray(self.read_page(int(page)))
        raw = OverflowPage(data) if overflow else RawPage(data)
        raw.page = page
        self.remember(raw)
        return raw

    def remember(self, node: Node) -> Node:
        """Put a node that was just read into the cache."""
        cache = self.cache
        cache[int(node.page)] = node
        if len(cache) > self.cache_pages:
            self.crowded = True
        return node

    def read_page(self, page: int) -> bytes:
        """The bytes of `page` as this transaction sees it in the file.

        What a file that was cut lacks of its last page counts as zeros, as in SQLite.
        """
        if page < 1 or page > self.meta[PAGE_COUNT] or page == self.layout.lock_page:
            raise corrupt()
        if self.wal is not None:
            data = self.wal.read_page(page)
            if data:
                return data
        size = int(self.layout.page_size)
        data = self.file.read((page - 1) * size, size)
        if not data:
            raise corrupt()
        return data if len(data) == size else data.ljust(size, b"\0")

    def put(self, page: i64, node: Node | None) -> None:
        number = int(page)
        if node is None:
            self.cache.pop(number, None)
            self.dirty.pop(number, None)
            self.unmapped.pop(number, None)
        else:
            self.cache[number] = node
            self.note_dirty(number, node)
            if len(self.cache) > self.cache_pages:
                self.crowded = True

    def discard(self, page: i64) -> None:
        node = self.cache.get(int(page))
        if node is not None:
            self.touch(node)
        self.put(page, None)

    def save(self, node: Node) -> None:
        page = int(node.page)
        if len(self.levels) > 1 and page not in self.levels[-1].saved:
            self.levels[-1].saved[page] = node.clone()
        node.stamp = self.stamp
        self.cache[page] = node
        self.note_dirty(page, node)

    def note_dirty(self, page: int, node: Node) -> None:
        self.dirty[page] = node
        if self.meta[LARGEST_ROOT] != 0:
            self.unmapped[page] = node

    def save_freed(self, node: Node) -> None:
        if len(self.levels) > 1:
            self.levels[-1].saved.setdefault(int(node.page), node)

    def note_new(self, page: i64) -> None:
        if len(self.levels) > 1:
            super().note_new(page)

    def take_free_page(self) -> i64:
        page = pop_free(self)
        if page != 0:
            return page
        if self.meta[LARGEST_ROOT] != 0:
            if self.meta[PAGE_COUNT] >= self.max_pages:
                raise full()
            return append_page(self)
        page = self.meta[PAGE_COUNT] + 1
        if page == self.layout.lock_page:
            page += 1
        if page > self.max_pages:
            raise full()
        self.set_meta(PAGE_COUNT, page)
        return page

    def give_back(self, page: i64) -> None:
        if not push_free(self, int(page)):
            self.put(page, None)
        if self.meta[LARGEST_ROOT] != 0:
            set_entry(self, int(page), FREE, 0)

    def add_root(self, node: Node) -> None:
        if self.meta[LARGEST_ROOT] == 0:
            self.add(node)
        else:
            self.refresh_map()
            place_root(self, node)

    def fill_root(self, root: int) -> int:
        if self.meta[LARGEST_ROOT] == 0:
            return super().fill_root(root)
        self.refresh_map()
        return fill_root(self, root)

    def refresh_map(self) -> None:
        """Bring the pointer maps up to date with the changed nodes."""
        changed = self.unmapped
        while changed:
            self.unmapped = {}
            for node in changed.values():
                note_pointers(self, node)
                node.stamp = 0
            changed = self.unmapped

    def shrink(self, pages: int) -> None:
        if self.meta[LARGEST_ROOT] != 0 and self.meta[FREE_PAGES] > 0:
            self.refresh_map()
            shrink(self, pages)

    def set_meta(self, index: int, value: int) -> None:
        self.touch(self.get(1))
        super().set_meta(index, value)

    def encode(self, node: Node) -> bytes:
        """The bytes of the page of `node`."""
        data = node.build()
        if node.page == 1:
            data = encode_header(self.layout, self.wal_mode, self.meta) + data[HEADER_SIZE:]
        return data

    def text_encoding(self) -> i64:
        return self.layout.encoding

    def page_size(self) -> int:
        return int(self.layout.page_size)

    def page_count(self) -> int:
        return self.meta[PAGE_COUNT]

    def free_page_count(self) -> int:
        return self.meta[FREE_PAGES]

    def auto_vacuum_now(self) -> int:
        if self.meta[PAGE_COUNT] == 0:
            return self.auto_vacuum
        if self.meta[LARGEST_ROOT] == 0:
            return 0
        return 2 if self.meta[INCREMENTAL_VACUUM] != 0 else 1
