"""The pager: nodes by page number, and what they were before a change.

A write transaction and each savepoint inside it is a *level*. Before a node is changed,
`touch` keeps a copy of it in the innermost level, once a level (the node's stamp tells);
rollback puts the copies back. So an open savepoint costs nothing until a node changes.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.errors import INTERNAL, SqlError
from target_db.storage.busy import BusyHandler
from target_db.storage.integers import integers
from target_db.storage.node import IndexNode, Node, TableInner, TableLeaf

# The stamp while no write transaction is open: above every node's, so that `touch` notices.
NEVER: Final[i64] = 0x7FFF_FFFF_FFFF_FFFF

META_VALUES: Final = 16
DEFAULT_CACHE_PAGES: Final = 2000

AUTO_CHECKPOINT: Final = 1000
MEMORY_PAGE_SIZE: Final = 4096

# Values of PRAGMA synchronous.
SYNC_OFF: Final = 0
SYNC_NORMAL: Final = 1
SYNC_FULL: Final = 2
SYNC_EXTRA: Final = 3


class Level:
    """What nodes and meta values were when a transaction or savepoint began.

    `saved` has a copy for each page changed since, or None where the page did not exist.
    """

    def __init__(self, stamp: i64) -> None:
        self.stamp = stamp
        self.saved: dict[int, Node | None] = {}
        self.meta: list[int] | None = None


class Pager:
    """The nodes of one database, and its levels. Subclasses say where the nodes are."""

    def __init__(self) -> None:
        self.levels: list[Level] = []
        self.writable = False
        self.crowded = False
        self.stamp: i64 = NEVER
        self.last_stamp: i64 = 0
        self.generation: i64 = 0
        self.meta = [0] * META_VALUES
        self.sync_level = SYNC_FULL
        self.cache_pages = DEFAULT_CACHE_PAGES
        self.busy_handler = BusyHandler()
        self.auto_checkpoint = AUTO_CHECKPOINT
        self.exclusive = False

    def text_encoding(self) -> i64:
        """How text is stored: 1 UTF-8, 2 UTF-16 little endian, 3 big endian."""
        return 1

    def exclude_readers(self) -> None:
        """Keep other connections from reading until the write transaction ends."""

    def page_size(self) -> int:
        """Bytes of a page."""
        return MEMORY_PAGE_SIZE

    def page_count(self) -> int:
        """Pages of the database, free ones included."""
        raise NotImplementedError

    def free_page_count(self) -> int:
        """Pages in no use."""
        raise NotImplementedError

    def auto_vacuum_now(self) -> int:
        """The auto_vacuum mode: 0 none, 1 full, 2 incremental."""
        return 0

    def journal_mode_now(self) -> str:
        """The journal mode that the next transaction will have."""
        return "memory"

    def set_journal_mode(self, mode: str) -> str:
        """Choose the journal mode; returns the one that is in force then."""
        return "memory"

    def checkpoint(self, mode: int) -> tuple[bool, int, int]:
        """Copy the log into the database: blocked, frames in the log, frames copied."""
        return False, -1, -1

    def configure(self, page_size: int, reserved: int, encoding: int, auto_vacuum: int) -> None:
        """Choose the layout of a database that has no pages yet; without effect on others."""

    def close(self) -> None:
        """Give everything back; the pager must not be used any more."""

    def get(self, page: i64) -> Node:
        """The node on `page`. Raises SqlError (CORRUPT) when there is none."""
        raise NotImplementedError

    def put(self, page: i64, node: Node | None) -> None:
        """Make `node` what is on `page`, on rollback too; None means that the page is free."""
        raise NotImplementedError

    def give_back(self, page: i64) -> None:
        """Make `page` free, inside a write transaction."""
        raise NotImplementedError

    def relieve(self) -> None:
        """Give memory back; called between two operations on trees while `crowded`."""

    def take_free_page(self) -> i64:
        """A page number not in use, taken from the free ones or past the end."""
        raise NotImplementedError

    # New nodes, of the kind that the pager keeps

    def new_table_leaf(self) -> TableLeaf:
        """An empty leaf of a table, on no page yet."""
        return TableLeaf(integers([]), [])

    def new_table_inner(self, child: i64) -> TableInner:
        """An inner node of a table, on no page yet, with one child."""
        return TableInner(integers([]), integers([int(child)]))

    def new_index_node(self) -> IndexNode:
        """An empty leaf of an index, on no page yet."""
        return IndexNode([], integers([]), integers([]))

    # Transactions and levels

    def begin_read(self) -> bool:
        """Begin to read; True when another process changed the database since the last time."""
        return False

    def begin_write(self) -> None:
        """Allow changes, inside the innermost level there is."""
        self.writable = True
        if not self.levels:
            self.open_level()
        self.stamp = self.levels[-1].stamp

    def begin_unlogged(self) -> bool:
        """Allow changes by one operation that does not fail once it has changed something, and
        so needs nothing kept for rollback. False when this pager cannot: then `begin_write`."""
        return False

    def commit(self) -> None:
        """End the transaction and forget its levels."""
        self.levels.clear()
        self.writable = False
        self.stamp = NEVER

    def open_level(self) -> None:
        """Begin a level: what is touched from now on is kept as it is now."""
        self.last_stamp += 1
        self.levels.append(Level(self.last_stamp))
        if self.writable:
            self.stamp = self.last_stamp

    def release(self, level: i64) -> None:
        """End `level` and those inside it; their changes become the outer level's."""
        outer = self.levels[level - 1]
        for inner in self.levels[level:]:
            for page, node in inner.saved.items():
                if page not in outer.saved:
                    outer.saved[page] = node
            if outer.meta is None:
                outer.meta = inner.meta
        del self.levels[level:]
        if self.writable:
            self.stamp = outer.stamp

    def roll_back(self, level: i64) -> None:
        """Undo every change made in `level` and those inside it; `level` stays open, empty."""
        for inner in reversed(self.levels[level:]):
            for page, node in inner.saved.items():
                self.put(page, node)
            if inner.meta is not None:
                self.meta = inner.meta
        del self.levels[level + 1 :]
        kept = self.levels[level]
        kept.saved = {}
        kept.meta = None
        if self.writable:
            self.stamp = kept.stamp
        self.generation += 1

    # Changing nodes

    def touch(self, node: Node) -> None:
        """Keep what `node` is now, unless the level has it; call it before every change."""
        if node.stamp < self.stamp:
            self.check_writable()
            self.save(node)

    def save(self, node: Node) -> None:
        """Keep what `node` is now in the innermost level."""
        self.levels[-1].saved[int(node.page)] = node.clone()
        node.stamp = self.stamp

    def save_freed(self, node: Node) -> None:
        """Keep `node` itself, which will not be changed any more."""
        self.levels[-1].saved[int(node.page)] = node

    def note_new(self, page: i64) -> None:
        """Keep in the innermost level that `page` was free."""
        self.levels[-1].saved.setdefault(int(page), None)

    def check_writable(self) -> None:
        """Raises SqlError (INTERNAL) outside a write transaction."""
        if self.stamp == NEVER:
            raise SqlError("write outside a write transaction", INTERNAL)

    def add(self, node: Node) -> None:
        """Give a new node a page of its own."""
        self.check_writable()
        page = self.take_free_page()
        self.note_new(page)
        self.place(node, page)

    def add_root(self, node: Node) -> None:
        """Give the root of a new tree a page of its own."""
        self.add(node)

    def fill_root(self, root: int) -> int:
        """Free `root`, whose tree is empty; returns the root page that moved there, or 0."""
        self.free(self.get(root))
        return 0

    def shrink(self, pages: int) -> None:
        """Take up to `pages` free pages out of the file (PRAGMA incremental_vacuum)."""

    def place(self, node: Node, page: i64) -> None:
        """Make `node`, whose former page no longer counts, what stands on a touched page."""
        node.page = page
        node.stamp = self.stamp
        self.put(page, node)

    def free(self, node: Node) -> None:
        """Give the page of `node` back. The node must not be changed afterwards."""
        self.check_writable()
        if node.stamp < self.stamp:
            self.save_freed(node)
        self.give_back(node.page)

    def set_meta(self, index: int, value: int) -> None:
        """Set one of the header's meta values (SQLite file format, 1.3)."""
        self.check_writable()
        level = self.levels[-1]
        if level.meta is None:
            level.meta = self.meta[:]
        self.meta[index] = value
