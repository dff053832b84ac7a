"""Checking a database file page by page (the storage part of PRAGMA integrity_check)."""

from __future__ import annotations

from typing import Final

from target_db.errors import SqlError
from target_db.storage.auto_vacuum import is_special
from target_db.storage.database import Store
from target_db.storage.file_pager import FilePager
from target_db.storage.format.header import LARGEST_ROOT, PAGE_COUNT
from target_db.storage.format.index_page import IndexPage
from target_db.storage.format.table_page import TableInnerPage, TablePage
from target_db.storage.freelist import free_pages
from target_db.storage.keyinfo import KeyInfo
from target_db.storage.node import NO_COLUMNS, Node
from target_db.storage.pointer_map import (
    CHILD,
    FREE,
    OVERFLOW_FIRST,
    OVERFLOW_NEXT,
    ROOT,
    get_entry,
)

MAX_DEPTH: Final = 40


class IntegrityCheck:
    """Walks trees and the freelist; `messages` has what is wrong, `limit` at most.

    is_quick: leave out the order of index entries.

    Inside a read transaction: `check_tree` for every root, then `check_pages`.
    """

    def __init__(self, store: Store, limit: int = 100, is_quick: bool = False) -> None:
        self.store: Final = store
        self.limit: Final = limit
        self.is_quick: Final = is_quick
        self.messages: list[str] = []
        self.owner: dict[int, int] = {}
        self.root = 0

    def report(self, text: str) -> None:
        if len(self.messages) < self.limit:
            self.messages.append(text)

    def claim(self, page: int, kind: int, parent: int) -> bool:
        """Note that `parent` refers to `page`; whether that is in order."""
        pager = self.store.pager
        if page < 1 or page > pager.meta[PAGE_COUNT]:
            self.report(f"Tree {self.root}: invalid page number {page}")
            return False
        if page in self.owner:
            self.report(f"Tree {self.root}: 2nd reference to page {page}")
            return False
        self.owner[page] = parent
        if pager.meta[LARGEST_ROOT] != 0 and page > 1 and isinstance(pager, FilePager):
            found = get_entry(pager, page)
            if found != (kind, parent):
                self.report(
                    f"Tree {self.root}: bad pointer map entry for page {page}: "
                    f"expected {(kind, parent)}, got {found}"
                )
        return True

    def check_tree(self, root: int, info: KeyInfo | None) -> int:
        """Check the tree at `root`, an index when `info` is given; returns its entries.

        In memory there is nothing to check but the count.
        """
        self.root = root
        if not isinstance(self.store.pager, FilePager):
            return self.store.tree(root).count()
        if not self.claim(root, ROOT, 0):
            return 0
        before = len(self.messages)
        if info is None:
            count, _, _ = self.check_table(root, 0)
        else:
            count = self.check_index(root, 0)
            if len(self.messages) == before and not self.is_quick:
                self.check_order(root, info)
        return count

    def check_table(self, page: int, depth: int) -> tuple[int, int | None, int]:
        """Rows below `page`, its largest rowid, and how many levels there are."""
        node = self.node_at(page, depth)
        if isinstance(node, TablePage):
            self.check_chains(node)
            keys = [int(key) for key in node.keys]
            if keys != sorted(set(keys)):
                self.report(f"Tree {self.root} page {page}: rowids out of order")
            return len(keys), keys[-1] if keys else None, 1
        if not isinstance(node, TableInnerPage):
            return 0, None, 0
        total = 0
        levels = 0
        last: int | None = None
        for slot in range(len(node.children)):
            child = int(node.children[slot])
            if not self.claim(child, CHILD, page):
                continue
            count, largest, height = self.check_table(child, depth + 1)
            total += count
            if levels not in (0, height):
                self.report(f"Tree {self.root} page {page}: child page depth differs")
            levels = height
            if slot < len(node.keys) and largest is not None and largest > node.keys[slot]:
                self.report(f"Tree {self.root} page {page}: rowid {largest} out of order")
            if largest is not None:
                if last is not None and largest <= last:
                    self.report(f"Tree {self.root} page {page}: rowid {largest} out of order")
                last = largest
        return total, last, levels + 1

    def check_index(self, page: int, depth: int) -> int:
        """Entries at and below `page`."""
        node = self.node_at(page, depth)
        if not isinstance(node, IndexPage):
            return 0
        self.check_chains(node)
        total = len(node.entries)
        for child in node.children:
            if self.claim(int(child), CHILD, page):
                total += self.check_index(int(child), depth + 1)
        return total

    def check_order(self, root: int, info: KeyInfo) -> None:
        """Whether the entries of an index stand in its order."""
        cursor = self.store.index_cursor(root, info)
        info = cursor.tree.info
        more = cursor.first()
        previous: tuple[object, ...] = ()
        number = 0
        while more:
            number += 1
            if len(cursor.key) < info.key_columns:
                self.report(f"Tree {root}: entry {number} has too few fields")
                return
            if previous and info.compare(previous, cursor.key, info.key_columns) >= 0:
                self.report(f"Tree {root}: entry {number} out of order")
            previous = cursor.key
            more = cursor.next()

    def node_at(self, page: int, depth: int) -> Node | None:
        """The node on `page`; None, and a message, when it cannot be read."""
        if depth > MAX_DEPTH:
            self.report(f"Tree {self.root}: more than {MAX_DEPTH} levels")
            return None
        try:
            node = self.store.pager.get(page)
            if isinstance(node, IndexPage):
                node.reals = self.store.real_columns.get(self.root, NO_COLUMNS)
            if isinstance(node, (TablePage, IndexPage)):
                shape = self.store.shapes.get(self.root)
                if node.shape is not shape:
                    node.reshape(shape)
                node.thaw()
                node.decode_all()
            return node
        except SqlError as error:
            self.report(f"Tree {self.root} page {page}: {error.message}")
            return None

    def check_chains(self, node: TablePage | IndexPage) -> None:
        """Claim the overflow pages of every cell of `node`."""
        pager = self.store.pager
        if not isinstance(pager, FilePager):
            return
        room = int(pager.layout.usable) - 4
        for pos in range(len(node.cells)):
            page, size = node.overflow_of(pos)
            parent = int(node.page)
            kind = OVERFLOW_FIRST
            while size > 0 and self.claim(page, kind, parent):
                parent = page
                kind = OVERFLOW_NEXT
                page = pager.get_raw(page, True).number_at(0)
                size -= room

    def check_pages(self) -> None:
        """Check the freelist, and that every page is in use exactly once."""
        pager = self.store.pager
        if not isinstance(pager, FilePager):
            return
        self.root = 0
        try:
            for page in free_pages(pager):
                self.claim(page, FREE, 0)
        except SqlError as error:
            self.report(f"Freelist: {error.message}")
            return
        mapped = pager.meta[LARGEST_ROOT] != 0
        for page in range(2, pager.meta[PAGE_COUNT] + 1):
            if page in self.owner or page == pager.layout.lock_page:
                continue
            if not mapped or not is_special(pager, page):
                self.report(f"Page {page}: never used")
