"""The pager of a database that lives in memory: a list of nodes, and the free page numbers."""

from __future__ import annotations

from mypy_extensions import i64

from target_db.storage.failure import corrupt
from target_db.storage.node import Node
from target_db.storage.pager import Pager


class MemoryPager(Pager):
    """Nodes by page number. Nothing is encoded, nothing is ever read or written.

    `is_new`: nothing was written yet, and the page of the schema does not count.
    """

    def __init__(self) -> None:
        super().__init__()
        self.nodes: list[Node | None] = [None]
        self.free_pages: dict[int, None] = {}
        self.is_new = False
        self.was_new = False

    def begin_write(self) -> None:
        self.was_new = self.is_new
        self.is_new = False
        super().begin_write()

    def roll_back(self, level: i64) -> None:
        super().roll_back(level)
        if level == 0:
            self.is_new = self.was_new

    def begin_unlogged(self) -> bool:
        if self.levels:
            return False
        self.is_new = False
        self.writable = True
        self.stamp = 0
        return True

    def note_new(self, page: i64) -> None:
        if self.levels:
            super().note_new(page)

    def get(self, page: i64) -> Node:
        node = self.nodes[page]
        if node is None:
            raise corrupt()
        return node

    def put(self, page: i64, node: Node | None) -> None:
        self.nodes[page] = node
        if node is None:
            self.free_pages[int(page)] = None
        elif self.free_pages:
            self.free_pages.pop(int(page), None)

    def give_back(self, page: i64) -> None:
        self.put(page, None)

    def take_free_page(self) -> i64:
        if self.free_pages:
            return self.free_pages.popitem()[0]
        self.nodes.append(None)
        return len(self.nodes) - 1

    def page_count(self) -> int:
        return 0 if self.is_new else len(self.nodes) - 1

    def free_page_count(self) -> int:
        return len(self.free_pages)

    def adopt(self, other: Pager) -> None:
        """Take over what another database in memory holds, outside a transaction of both."""
        if isinstance(other, MemoryPager):
            self.nodes = other.nodes
            self.free_pages = other.free_pages
            self.meta = other.meta
            self.generation += 1
            for node in self.nodes:
                if node is not None:
                    node.stamp = 0
