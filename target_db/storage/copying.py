"""Copying whole databases: VACUUM, VACUUM INTO, serialize, deserialize and backup.

None of these may be called inside a transaction of the stores concerned.
"""

from __future__ import annotations

import os
from tempfile import TemporaryDirectory
from typing import Final

from mypy_extensions import i64

from target_db.errors import INTERNAL, SqlError
from target_db.storage.database import Store
from target_db.storage.failure import read_only
from target_db.storage.file_pager import FilePager
from target_db.storage.format.header import (
    APPLICATION_ID,
    DEFAULT_CACHE_SIZE,
    PAGE_COUNT,
    SCHEMA_COOKIE,
    USER_VERSION,
)
from target_db.storage.heap_vfs import HeapVfs
from target_db.storage.index_cursor import IndexCursor
from target_db.storage.index_tree import IndexTree
from target_db.storage.journal import OFF
from target_db.storage.keyinfo import KeyInfo
from target_db.storage.memory import MemoryPager
from target_db.storage.node import NO_COLUMNS, IndexNode
from target_db.storage.pager import SYNC_OFF, Pager
from target_db.storage.table_cursor import TableCursor
from target_db.storage.table_tree import TableTree

NAME_COLUMN: Final = 1
TABLE_COLUMN: Final = 2
ROOT_COLUMN: Final = 3
HEAP_NAME: Final = "heap"


class CopyOrder(KeyInfo):
    """The order in which entries arrive: for a tree that is filled from one already sorted."""

    def __init__(self) -> None:
        super().__init__([], [], 1)
        self.last: tuple[object, ...] = ()
        self.number: i64 = 0

    def digest(self, entry: tuple[object, ...]) -> i64:
        if entry is not self.last:
            self.last = entry
            self.number += 1
        return self.number


def open_image(image: bytes) -> Store:
    """A database on the heap with the content of a database file (sqlite3_deserialize).

    Whether it is one shows at the first `begin`: SqlError (NOTADB).
    """
    files = HeapVfs()
    files.files[HEAP_NAME] = bytearray(image)
    return Store.open_file(HEAP_NAME, vfs=files)


def image_of(store: Store) -> bytes:
    """The bytes of a database file with the content of `store` (sqlite3_serialize)."""
    pager = store.pager
    if not isinstance(pager, FilePager):
        target = open_image(b"")
        copy_into(store, target)
        return image_of(target)
    store.begin(False)
    try:
        return b"".join([pager.read_page(page + 1) for page in range(pager.meta[PAGE_COUNT])])
    finally:
        store.commit()


def copy_into(source: Store, target: Store, renumber: bool = False) -> None:
    """Write all trees of `source`, packed, into the empty `target` (VACUUM INTO).

    The target's layout is what it was configured to. Indexes are copied as they are. With
    `renumber` rows that nothing knows by their rowid get new ones, from 1, as VACUUM does.
    """
    source.begin(False)
    try:
        target.begin(True)
        try:
            copy_trees(source, target, renumber)
        except BaseException:
            target.rollback()
            raise
        target.commit()
    finally:
        source.commit()


def copy_trees(source: Store, target: Store, renumber: bool = False) -> None:
    """`copy_into` inside of transactions of both stores."""
    indexed = indexed_tables(source) if renumber else set()
    schema = source.table_cursor(1)
    copy = target.table_cursor(1)
    more = schema.first()
    while more:
        row = schema.row
        root = row[ROOT_COLUMN]
        if isinstance(root, int) and root > 0:
            shape = source.shapes.get(root)
            unknown = renumber and shape is not None and shape.rowid_column < 0
            new_root = copy_tree(source, target, root, unknown and row[NAME_COLUMN] not in indexed)
            row = (*row[:ROOT_COLUMN], new_root, *row[ROOT_COLUMN + 1 :])
        copy.insert(schema.rowid, row)
        more = schema.next()
    for index in (DEFAULT_CACHE_SIZE, USER_VERSION, APPLICATION_ID):
        target.set_meta(index, source.meta(index))
    target.set_meta(SCHEMA_COOKIE, source.meta(SCHEMA_COOKIE) + 1)


def indexed_tables(source: Store) -> set[object]:
    """The names of the tables that have an index."""
    found: set[object] = set()
    schema = source.table_cursor(1)
    more = schema.first()
    while more:
        if schema.row[0] == "index":
            found.add(schema.row[TABLE_COLUMN])
        more = schema.next()
    return found


def copy_tree(source: Store, target: Store, root: int, renumber: bool) -> int:
    """Copy one tree; returns the root page of the copy."""
    if isinstance(source.pager.get(root), IndexNode):
        return copy_index(source, target, root)
    new_root = target.create_table_tree()
    reader = TableTree(source.pager, root)
    reader.shape = source.shapes.get(root)  # what it decodes stays in the cache
    rows = TableCursor(reader)
    copy = target.table_tree(new_root)
    if isinstance(source.pager, MemoryPager):
        copy.shape = reader.shape
    number = 0
    more = rows.first()
    while more:
        leaf = rows.leaf
        for pos in range(len(leaf.keys)):
            number += 1
            copy.insert(number if renumber else int(leaf.keys[pos]), leaf.stored_row(pos))
        more = rows.next_leaf()
    return new_root


def copy_index(source: Store, target: Store, root: int) -> int:
    """Copy the tree of an index or a WITHOUT ROWID table."""
    new_root = target.create_index_tree()
    reader = IndexTree(source.pager, root, KeyInfo([], [], 1))
    reader.reals = source.real_columns.get(root, NO_COLUMNS)
    reader.shape = source.shapes.get(root)
    entries = IndexCursor(reader)
    writer = IndexTree(target.pager, new_root, CopyOrder())
    writer.shape = reader.shape
    more = entries.first()
    while more:
        writer.append(entries.key)
        more = entries.next()
    return new_root


def replace_content(store: Store, source: Store) -> None:
    """Make a file's database what that of `source` is, page by page, in one transaction.

    In WAL mode `source` must have the page size of the database. Neither may be in a transaction.
    """
    pager = store.pager
    pages = source.pager
    if not isinstance(pager, FilePager) or not isinstance(pages, FilePager):
        raise SqlError("only a database in a file can be replaced by pages", INTERNAL)
    source.begin(False)
    try:
        store.begin(True)
        try:
            pager.replace(pages)
        except BaseException:
            store.rollback()
            raise
        store.commit()
    finally:
        source.commit()
    store.forget_roots()


def vacuum(store: Store, page_size: int = 0, auto_vacuum: int = -1) -> None:
    """Rebuild a database without gaps (VACUUM), in its present layout or a new one.

    A changed page size needs a rollback journal. The copy is made in a temporary file, which
    nobody else sees, and then takes the place of the content.
    """
    pager = store.pager
    if isinstance(pager, MemoryPager):
        fresh = Store.open_memory()
        copy_into(store, fresh, True)
        pager.adopt(fresh.pager)
        store.forget_roots()
        return
    if isinstance(pager, FilePager) and pager.read_only:
        raise read_only()
    store.begin(False)
    is_empty = store.page_count() == 0
    store.commit()
    if is_empty:  # VACUUM writes its first page
        store.begin(True)
        store.commit()
        return
    with TemporaryDirectory(prefix="vacuum-") as folder:
        packed = Store.open_file(os.path.join(folder, "packed"))
        packed.set_synchronous(SYNC_OFF)
        packed.set_journal_mode(OFF)
        packed.set_cache_pages(pager.cache_pages)
        choose_layout(packed, pager, page_size, auto_vacuum)
        try:
            copy_into(store, packed, True)
            replace_content(store, packed)
        finally:
            packed.close()


def choose_layout(target: Store, pager: Pager, page_size: int, auto_vacuum: int) -> None:
    """Give an empty database the layout of another, but for what is given."""
    size = int(pager.page_size()) if page_size == 0 else page_size
    reserved = 0
    if isinstance(pager, FilePager):
        reserved = int(pager.layout.reserved)
        if pager.wal_mode:
            size = int(pager.page_size())
    mode = pager.auto_vacuum_now() if auto_vacuum < 0 else auto_vacuum
    target.configure(size, reserved, int(pager.text_encoding()), mode)


def vacuum_into(store: Store, target: Store, page_size: int = 0, auto_vacuum: int = -1) -> None:
    """Write a packed copy into `target`, a new file (VACUUM INTO)."""
    choose_layout(target, store.pager, page_size, auto_vacuum)
    copy_into(store, target)


def backup(source: Store, target: Store) -> Store:
    """Make `target` a copy of `source`; returns the store to use as the target from now on.

    That is `target` itself for a file; one in memory is replaced by one on the heap.
    """
    if not isinstance(target.pager, FilePager):
        return open_image(image_of(source))
    pages = source
    if not isinstance(source.pager, FilePager):
        pages = open_image(image_of(source))
    replace_content(target, pages)
    return target
