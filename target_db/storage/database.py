"""A `Store`: one database, its trees and its transactions."""

from __future__ import annotations

from target_db.errors import BUSY, INTERNAL, SqlError
from target_db.storage.busy import BusyHandler
from target_db.storage.failure import busy
from target_db.storage.file_pager import FilePager
from target_db.storage.index_cursor import IndexCursor
from target_db.storage.index_tree import IndexTree
from target_db.storage.keyinfo import KeyInfo
from target_db.storage.memory import MemoryPager
from target_db.storage.node import NO_COLUMNS, IndexNode
from target_db.storage.pager import Pager
from target_db.storage.shape import RowShape
from target_db.storage.table_cursor import TableCursor
from target_db.storage.table_tree import TableTree
from target_db.storage.tree import Tree
from target_db.storage.vfs import OsVfs, Vfs


class Store:
    """One database: trees by root page, meta values, transactions and savepoints.

    Reading and writing need a transaction (`begin`), which the caller ends with `commit` or
    `rollback`. Inside a write transaction `savepoint` gives a level to roll back to; a
    statement that must undo itself alone takes one too. Writing outside a write transaction
    raises SqlError (INTERNAL).
    """

    def __init__(self, pager: Pager) -> None:
        self.pager = pager
        self.trees: dict[int, Tree] = {}
        self.real_columns: dict[int, list[int]] = {}
        self.shapes: dict[int, RowShape] = {}
        self.in_transaction = False
        self.in_write = False
        self.data_version = 1  # PRAGMA data_version: changes when another connection writes

    @staticmethod
    def open_memory() -> Store:
        """A new database in memory, with the schema table's empty tree on page 1."""
        pager = MemoryPager()
        store = Store(pager)
        store.begin(True)
        store.create_table_tree()
        store.commit()
        pager.is_new = True
        return store

    @staticmethod
    def open_file(
        path: str, create: bool = True, read_only: bool = False, vfs: Vfs | None = None
    ) -> Store:
        """The database in a file in SQLite's format.

        The file is read at the first `begin`, and made (with `create`) when it is not there;
        a new one becomes a database with the first write transaction. Raises SqlError
        (CANTOPEN) here, and NOTADB, BUSY or IOERR from `begin`.
        """
        files = OsVfs() if vfs is None else vfs
        return Store(FilePager(files, path, files.open(path, create, read_only), read_only))

    # Transactions

    def begin(self, write: bool) -> None:
        """Begin a transaction, or turn a read transaction into a write transaction."""
        attempt = 0
        while not self.try_begin(write):
            if not self.pager.busy_handler.retry(attempt):
                raise busy()
            attempt += 1

    def try_begin(self, write: bool) -> bool:
        """`begin` once; False when a writer is in the way and it makes sense to wait for it.

        Inside a read transaction it makes none: the writer may be waiting for this reader.
        """
        started = not self.in_transaction
        if started:
            if self.pager.begin_read():
                self.data_version += 1
                self.forget_trees()
            self.in_transaction = True
        if write and not self.in_write:
            try:
                self.pager.begin_write()
            except SqlError as error:
                if not started:
                    raise
                self.commit()
                if error.primary_code != BUSY:
                    raise
                return False
            self.in_write = True
        return True

    def begin_exclusive(self) -> None:
        """BEGIN EXCLUSIVE: a write transaction that keeps readers out, but for WAL mode.

        Raises SqlError (BUSY), and then no transaction is open.
        """
        self.begin(True)
        try:
            self.pager.exclude_readers()
        except SqlError:
            self.rollback()
            raise

    def begin_unlogged(self) -> None:
        """Begin a write transaction for one operation that cannot fail half-way: it is ended by
        `commit`, or by `rollback` as long as nothing was changed."""
        if self.in_transaction or not self.pager.begin_unlogged():
            self.begin(True)
            return
        self.in_transaction = True
        self.in_write = True

    def commit(self) -> None:
        """End the transaction and keep its changes."""
        self.pager.commit()
        self.in_write = False
        self.in_transaction = False

    def rollback(self) -> None:
        """End the transaction and undo its changes."""
        if self.in_write and self.pager.levels:
            self.pager.roll_back(0)
            self.forget_trees()
        self.pager.commit()
        self.in_write = False
        self.in_transaction = False

    def savepoint(self) -> int:
        """Open a level inside the transaction, reading or writing; returns its number, from 1."""
        if not self.in_transaction:
            raise SqlError("savepoint outside a transaction", INTERNAL)
        if not self.pager.levels:
            self.pager.open_level()
        self.pager.open_level()
        return len(self.pager.levels) - 1

    def release(self, level: int) -> None:
        """Close `level` and those inside it; their changes stay."""
        self.pager.release(level)

    def rollback_to(self, level: int) -> None:
        """Undo what was changed since `level` was opened; it stays open."""
        self.pager.roll_back(level)
        self.forget_trees()

    def forget_trees(self) -> None:
        for tree in self.trees.values():
            tree.forget()

    def forget_roots(self) -> None:
        """Forget what is known of the trees by their root pages: the whole content was replaced."""
        self.forget_trees()
        self.trees.clear()
        self.real_columns.clear()
        self.shapes.clear()

    # Settings of a database in a file; without effect on one in memory

    def configure(
        self, page_size: int, reserved: int = 0, encoding: int = 1, auto_vacuum: int = 0
    ) -> None:
        """Choose the layout of a database that has no pages yet (PRAGMA page_size, encoding).

        `page_size` is a power of two from 512 to 65536; `reserved` the bytes at the end of
        each page left alone; `encoding` 1 for UTF-8, 2 and 3 for UTF-16 LE and BE;
        `auto_vacuum` 0 for none, 1 for full, 2 for incremental.
        """
        self.pager.configure(page_size, reserved, encoding, auto_vacuum)

    def incremental_vacuum(self, pages: int) -> None:
        """Take up to `pages` free pages out of the file, inside a write transaction."""
        self.pager.shrink(pages)

    def set_synchronous(self, level: int) -> None:
        """PRAGMA synchronous: 0 off, 1 normal, 2 full, 3 extra."""
        self.pager.sync_level = level

    def set_cache_pages(self, pages: int) -> None:
        """How many pages to keep in memory (PRAGMA cache_size, in pages)."""
        self.pager.cache_pages = pages

    def set_busy_handler(self, handler: BusyHandler) -> None:
        """What to do while another connection holds a lock (PRAGMA busy_timeout)."""
        self.pager.busy_handler = handler

    def set_exclusive(self, exclusive: bool) -> None:
        """PRAGMA locking_mode: whether the locks of a transaction stay when it ends.

        Without effect while a log is open. Locks that were kept go with the next transaction.
        """
        self.pager.exclusive = exclusive

    def set_journal_mode(self, mode: str) -> str:
        """PRAGMA journal_mode, outside a transaction: delete, truncate, persist, memory, off, wal.

        Returns the mode in force. Raises SqlError (BUSY) when others use the database and the
        switch to or from WAL needs it alone.
        """
        return self.pager.set_journal_mode(mode)

    def checkpoint(self, mode: int) -> tuple[bool, int, int]:
        """PRAGMA wal_checkpoint, outside a transaction: 0 passive, 1 full, 2 restart, 3 truncate.

        Returns whether it was blocked, the frames in the log and how many of them are copied.
        """
        return self.pager.checkpoint(mode)

    def set_auto_checkpoint(self, frames: int) -> None:
        """PRAGMA wal_autocheckpoint: checkpoint when the log has so many frames; 0 for never."""
        self.pager.auto_checkpoint = frames

    def close(self) -> None:
        """Roll back what is open, and close the file."""
        self.pager.close()

    # Trees

    def create_table_tree(self) -> int:
        """A new empty rowid tree; returns its root page."""
        leaf = self.pager.new_table_leaf()
        self.pager.add_root(leaf)
        return self.start_tree(int(leaf.page))

    def create_index_tree(self) -> int:
        """A new empty index tree; returns its root page."""
        node = self.pager.new_index_node()
        self.pager.add_root(node)
        return self.start_tree(int(node.page))

    def start_tree(self, root: int) -> int:
        """Forget what is known of a tree that was at `root` before a rollback."""
        self.trees.pop(root, None)
        self.real_columns.pop(root, None)
        self.drop_shape(root)
        return root

    def drop_shape(self, root: int) -> None:
        """Forget the shape of the tree at `root`: nodes that have it must ask for another one."""
        shape = self.shapes.pop(root, None)
        if shape is not None:
            shape.in_force = False

    def drop_tree(self, root: int) -> int:
        """Free all pages of a tree.

        Returns the root page of the tree that moved to `root` to fill the gap (auto_vacuum
        does that; its schema row must then be corrected), or 0 when none did.
        """
        moved = self.tree(root).drop()
        for gone in (root, moved):
            self.trees.pop(gone, None)
            self.drop_shape(gone)
        return moved

    def clear_tree(self, root: int) -> int:
        """Remove all rows or entries of a tree; returns how many there were."""
        return self.tree(root).clear()

    def tree(self, root: int) -> Tree:
        """The tree at `root`, of whichever kind it is."""
        tree = self.trees.get(root)
        if tree is None:
            if isinstance(self.pager.get(root), IndexNode):
                return self.index_tree(root, KeyInfo([], [], 1))
            return self.table_tree(root)
        return tree

    def keep_tree(self, tree: Tree) -> None:
        tree.reals = self.real_columns.get(tree.root, NO_COLUMNS)
        tree.shape = self.shapes.get(tree.root)
        self.trees[tree.root] = tree

    def set_real_columns(self, root: int, columns: list[int]) -> None:
        """Say which places in the entries of an index tree hold columns of REAL affinity.

        SQLite writes their whole numbers as integers. With this, reading gives floats.
        """
        self.real_columns[root] = columns
        tree = self.trees.get(root)
        if tree is not None:
            tree.reals = columns

    def set_shape(self, root: int, shape: RowShape) -> None:
        """Say what the rows of a table in a file are to be completed with."""
        self.drop_shape(root)
        self.shapes[root] = shape
        tree = self.trees.get(root)
        if tree is not None:
            tree.shape = shape

    def table_tree(self, root: int) -> TableTree:
        tree = self.trees.get(root)
        if not isinstance(tree, TableTree):
            tree = TableTree(self.pager, root)
            self.keep_tree(tree)
        return tree

    def index_tree(self, root: int, info: KeyInfo) -> IndexTree:
        info = info.for_encoding(self.pager.text_encoding())
        tree = self.trees.get(root)
        if not isinstance(tree, IndexTree) or tree.info is not info:
            tree = IndexTree(self.pager, root, info)
            self.keep_tree(tree)
        return tree

    def table_cursor(self, root: int) -> TableCursor:
        """A cursor over the rowid tree at `root`."""
        return TableCursor(self.table_tree(root))

    def index_cursor(self, root: int, info: KeyInfo) -> IndexCursor:
        """A cursor over the index tree at `root`, in the order of `info`.

        Cursors see each other's changes as long as they give the same `info` object.
        """
        return IndexCursor(self.index_tree(root, info))

    # Meta values and sizes

    def page_size(self) -> int:
        """Bytes of a page (PRAGMA page_size)."""
        return self.pager.page_size()

    def page_count(self) -> int:
        """Pages of the database, free ones included (PRAGMA page_count)."""
        return self.pager.page_count()

    def free_page_count(self) -> int:
        """Pages in no use (PRAGMA freelist_count)."""
        return self.pager.free_page_count()

    def auto_vacuum(self) -> int:
        """PRAGMA auto_vacuum: 0 none, 1 full, 2 incremental."""
        return self.pager.auto_vacuum_now()

    def text_encoding(self) -> int:
        """1 for UTF-8, 2 and 3 for UTF-16 LE and BE (PRAGMA encoding)."""
        return int(self.pager.text_encoding())

    def journal_mode(self) -> str:
        """The journal mode in force (PRAGMA journal_mode)."""
        return self.pager.journal_mode_now()

    def meta(self, index: int) -> int:
        """One of the meta values of the header: 1 is the schema cookie, 6 user_version, ..."""
        return self.pager.meta[index]

    def set_meta(self, index: int, value: int) -> None:
        """Set a meta value, inside a write transaction."""
        self.pager.set_meta(index, value)
