"""The pager of a database that lives in memory: a list of nodes, and the free page numbers."""

from __future__ import annotations

from target_db.errors import CORRUPT, SqlError
from target_db.storage.node import Node
from target_db.storage.pager import Pager


class MemoryPager(Pager):
    """Nodes by page number. Nothing is encoded, nothing is ever read or written."""

    def __init__(self) -> None:
        super().__init__()
        self.nodes: list[Node | None] = [None]
        self.free_pages: dict[int, None] = {}

    def get(self, page: int) -> Node:
        node = self.nodes[page]
        if node is None:
            raise SqlError("database disk image is malformed", CORRUPT)
        return node

    def put(self, page: int, node: Node | None) -> None:
        self.nodes[page] = node
        if node is None:
            self.free_pages[page] = None
        else:
            self.free_pages.pop(page, None)

    def take_free_page(self) -> int:
        if self.free_pages:
            return self.free_pages.popitem()[0]
        self.nodes.append(None)
        return len(self.nodes) - 1
