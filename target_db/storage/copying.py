"""Copying whole databases: VACUUM, VACUUM INTO, serialize, deserialize and backup.

None of these may be called inside a transaction of the stores concerned.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.storage.database import Store
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
from target_db.storage.keyinfo import KeyInfo
from target_db.storage.node import IndexNode
from target_db.storage.table_cursor import TableCursor
from target_db.storage.table_tree import TableTree

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


def copy_into(source: Store, target: Store) -> None:
    """Write all trees of `source`, packed, into the empty `target` (VACUUM INTO).

    The target's layout is what it was configured to. Indexes are copied as they are.
    """
    source.begin(False)
    try:
        target.begin(True)
        try:
            copy_trees(source, target)
        except BaseException:
            target.rollback()
            raise
        target.commit()
    finally:
        source.commit()


def copy_trees(source: Store, target: Store) -> None:
    schema = source.table_cursor(1)
    copy = target.table_cursor(1)
    more = schema.first()
    while more:
        row = schema.row
        root = row[ROOT_COLUMN]
        if isinstance(root, int) and root > 0:
            new_root = copy_tree(source, target, root)
            row = (*row[:ROOT_COLUMN], new_root, *row[ROOT_COLUMN + 1 :])
        copy.insert(schema.rowid, row)
        more = schema.next()
    for index in (DEFAULT_CACHE_SIZE, USER_VERSION, APPLICATION_ID):
        target.set_meta(index, source.meta(index))
    target.set_meta(SCHEMA_COOKIE, source.meta(SCHEMA_COOKIE) + 1)


def copy_tree(source: Store, target: Store, root: int) -> int:
    """Copy one tree; returns the root page of the copy."""
    if isinstance(source.pager.get(root), IndexNode):
        new_root = target.create_index_tree()
        entries = IndexCursor(IndexTree(source.pager, root, KeyInfo([], [], 1)))
        writer = IndexTree(target.pager, new_root, CopyOrder())
        more = entries.first()
        while more:
            writer.append(entries.key)
            more = entries.next()
        return new_root
    new_root = target.create_table_tree()
    rows = TableCursor(TableTree(source.pager, root))
    copy = target.table_tree(new_root)
    more = rows.first()
    while more:
        leaf = rows.leaf
        for pos in range(len(leaf.keys)):
            copy.insert(int(leaf.keys[pos]), leaf.stored_row(pos))
        more = rows.next_leaf()
    return new_root


def replace_content(store: Store, image: bytes) -> None:
    """Make a file's database what `image` holds, in one transaction (VACUUM, backup).

    In WAL mode the image must have the page size of the database.
    """
    pager = store.pager
    if not isinstance(pager, FilePager):
        raise TypeError("only a database in a file can be replaced by an image")
    store.begin(True)
    try:
        pager.replace(image)
    except BaseException:
        store.rollback()
        raise
    store.commit()
    store.forget_trees()


def vacuum(store: Store, page_size: int = 0, auto_vacuum: int = -1) -> None:
    """Rebuild a database without gaps (VACUUM), in its present layout or a new one.

    A changed page size needs a rollback journal. One in memory has nothing to gain.
    """
    pager = store.pager
    if not isinstance(pager, FilePager):
        return
    store.begin(False)
    layout = pager.layout
    mode = pager.auto_vacuum_now() if auto_vacuum < 0 else auto_vacuum
    store.commit()
    packed = open_image(b"")
    size = page_size if page_size != 0 and not pager.wal_mode else int(layout.page_size)
    packed.configure(size, int(layout.reserved), int(layout.encoding), mode)
    copy_into(store, packed)
    replace_content(store, image_of(packed))


def backup(source: Store, target: Store) -> Store:
    """Make `target` a copy of `source`; returns the store to use as the target from now on.

    That is `target` itself for a file; one in memory is replaced by one on the heap.
    """
    image = image_of(source)
    if isinstance(target.pager, FilePager):
        replace_content(target, image)
        return target
    return open_image(image)
