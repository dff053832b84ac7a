"""The pager of a database file: a cache of nodes, and transactions by a rollback journal.

A transaction changes nodes in the cache only. `prepare` makes it durable: the pages as they
were go into the journal, the changed ones into the file ("Atomic Commit In SQLite");
`finish` voids the journal, which commits. When the cache is full, `relieve` does the first
half of that early for some pages. In WAL mode a `WalLog` takes the place of the journal.
"""

from __future__ import annotations

import os
from typing import Final

from mypy_extensions import i64

from target_db.errors import MISUSE, SqlError
from target_db.storage import file_lock
from target_db.storage.auto_vacuum import append_page, fill_root, place_root, shrink
from target_db.storage.busy import BusyHandler
from target_db.storage.checkpoint import checkpoint
from target_db.storage.failure import busy, corrupt, not_a_database, read_only
from target_db.storage.file_lock import FileLock
from target_db.storage.format.cells import (
    INDEX_INNER,
    INDEX_LEAF,
    TABLE_INNER,
    TABLE_LEAF,
    header_at,
)
from target_db.storage.format.header import (
    CHANGE_COUNTER,
    FREE_PAGES,
    HEADER_SIZE,
    HEADER_VALUES,
    INCREMENTAL_VACUUM,
    LARGEST_ROOT,
    PAGE_COUNT,
    SCHEMA_FORMAT,
    SQLITE_VERSION,
    TEXT_ENCODING,
    VALID_FOR,
    WRITER_VERSION,
    encode_header,
    is_page_size,
    parse_header,
)
from target_db.storage.format.index_page import IndexPage
from target_db.storage.format.layout import Layout
from target_db.storage.format.overflow import OverflowPage, PageStore, RawPage
from target_db.storage.format.table_page import TableInnerPage, TablePage
from target_db.storage.freelist import pop_free, push_free
from target_db.storage.journal import (
    DELETE,
    MEMORY,
    OFF,
    PERSIST,
    TRUNCATE,
    WAL,
    Journal,
    play_back,
    super_name,
)
from target_db.storage.node import IndexNode, Node, TableInner, TableLeaf
from target_db.storage.pager import SYNC_OFF
from target_db.storage.pointer_map import FREE, note_pointers, set_entry
from target_db.storage.shared_memory import MappedMemory, SharedMemory
from target_db.storage.vfs import File, Vfs
from target_db.storage.wal import PASSIVE, WalLog
from target_db.storage.wal_index import WalIndex

DEFAULT_PAGE_SIZE: Final = 4096
RUN_PAGES: Final = 64


class FilePager(PageStore):
    """The pages of one database file, for one connection.

    `journal_mode`, `sync_level`, `cache_pages` and `busy_handler` are set from outside,
    between transactions.
    """

    def __init__(self, vfs: Vfs, path: str, file: File, is_read_only: bool) -> None:
        super().__init__(Layout(DEFAULT_PAGE_SIZE, 0, 1))
        self.meta = [0] * HEADER_VALUES
        self.vfs: Final = vfs
        self.path: Final = path
        self.file: Final = file
        self.read_only: Final = is_read_only
        self.lock: Final = FileLock(file)
        self.process: Final = os.getpid()
        self.journal_mode = DELETE
        self.cache: dict[int, Node] = {}
        self.dirty: dict[int, Node] = {}
        self.unmapped: dict[int, Node] = {}  # changed since the pointer maps were up to date
        self.journal: Journal | None = None
        self.reading = False
        self.spilled = False
        self.original_pages = 0
        self.super_name = ""
        self.auto_vacuum = 0
        self.wal: WalLog | None = None
        self.wal_mode = False
        self.seen_header = b""

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
        """The bytes of `page` as this transaction sees it in the file."""
        if page < 1 or page > self.meta[PAGE_COUNT] or page == self.layout.lock_page:
            raise corrupt()
        if self.wal is not None:
            data = self.wal.read_page(page)
            if data:
                return data
        size = int(self.layout.page_size)
        data = self.file.read((page - 1) * size, size)
        if len(data) < size:
            raise corrupt()
        return data

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
            return append_page(self)
        page = self.meta[PAGE_COUNT] + 1
        if page == self.layout.lock_page:
            page += 1
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

    # Reading

    def begin_read(self) -> bool:
        if self.reading:
            return False
        if os.getpid() != self.process:
            raise SqlError("database connection was carried across a fork", MISUSE)
        changed = False
        if self.wal is None:
            attempt = 0
            while not self.try_read():
                if not self.busy_handler.retry(attempt):
                    raise busy()
                attempt += 1
            changed = self.check_header()
            if self.wal_mode:
                self.open_wal()
        if self.wal is not None:
            changed = self.begin_wal_read(self.wal) or changed
        self.reading = True
        return changed

    def open_wal(self) -> None:
        """Join the log of a database in WAL mode, and keep the SHARED lock from now on."""
        memory = (
            SharedMemory()
            if self.file.descriptor() < 0
            else MappedMemory(self.vfs, self.path + "-shm")
        )
        self.wal = WalLog(self.vfs, self.path + "-wal", WalIndex(memory), self.layout)

    def begin_wal_read(self, wal: WalLog) -> bool:
        """Take a snapshot of the log, and read the header in it when it is a new one."""
        wal.sync_level = self.sync_level
        if not wal.begin_read(self.busy_handler):
            return False
        self.cache.clear()
        self.generation += 1
        self.meta[PAGE_COUNT] = 1
        try:
            self.adopt_header(self.read_page(1)[:HEADER_SIZE])
        except SqlError:
            wal.end_read()
            raise
        if wal.header.frames > 0:
            self.meta[PAGE_COUNT] = wal.header.pages
        return True

    def adopt_header(self, header: bytes) -> None:
        """Take the layout and the meta values from the first bytes of page 1."""
        parsed = parse_header(header, 0)
        self.layout = parsed.layout
        self.meta = parsed.meta
        self.wal_mode = parsed.wal
        if self.meta[PAGE_COUNT] == 0:
            self.meta[PAGE_COUNT] = self.file.size() // int(self.layout.page_size)

    def try_read(self) -> bool:
        """Take the SHARED lock, after rolling back what a crashed writer left behind."""
        if not self.lock.acquire(file_lock.SHARED):
            return False
        if not self.has_hot_journal():
            return True
        recovered = self.recover()
        self.lock.lower(file_lock.SHARED if recovered else file_lock.NONE)
        return recovered

    def journal_path(self) -> str:
        return self.path + "-journal"

    def has_hot_journal(self) -> bool:
        """Whether a journal lies there that no living writer needs."""
        if not self.vfs.exists(self.journal_path()) or self.lock.reserved_elsewhere():
            return False
        journal = self.vfs.open(self.journal_path(), False, True)
        try:
            start = journal.read(0, 1)
        finally:
            journal.close()
        return start not in (b"", b"\0")

    def recover(self) -> bool:
        """Roll back by a hot journal; False when another connection is about to."""
        if self.read_only:
            raise read_only()
        if not self.lock.acquire(file_lock.EXCLUSIVE):
            return False
        path = self.journal_path()
        if self.vfs.exists(path):
            journal = self.vfs.open(path, False, False)
            try:
                name = super_name(journal)
                if not name or self.vfs.exists(name):
                    play_back(journal, self.file)
                    if self.sync_level > SYNC_OFF:
                        self.file.sync()
            finally:
                journal.close()
            self.vfs.delete(path, self.sync_level > SYNC_OFF)
            if name:
                self.delete_super_journal(name)
        self.seen_header = b""
        return True

    def delete_super_journal(self, name: str) -> None:
        """Delete the super-journal `name` unless another file's journal still needs it."""
        if not self.vfs.exists(name):
            return
        file = self.vfs.open(name, False, True)
        try:
            listed = file.read(0, file.size()).split(b"\0")
        finally:
            file.close()
        for path in [os.fsdecode(entry) for entry in listed if entry]:
            if self.vfs.exists(path):
                journal = self.vfs.open(path, False, True)
                try:
                    if super_name(journal) == name:
                        return
                finally:
                    journal.close()
        self.vfs.delete(name, False)

    def check_header(self) -> bool:
        """Read the header; True, with an empty cache, when the file is not as it was."""
        try:
            header = self.file.read(0, HEADER_SIZE)
            if header == self.seen_header and header:
                return False
            self.cache.clear()
            self.generation += 1
            self.seen_header = header
            if not header:
                if self.file.size() != 0:
                    raise not_a_database()
                self.meta = [0] * HEADER_VALUES
                return True
            self.adopt_header(header)
        except SqlError:
            self.end_read()
            raise
        return True

    def end_read(self) -> None:
        """End the transaction's lock on the file."""
        self.reading = False
        if self.wal is not None:
            self.wal.end_read()
        else:
            self.lock.lower(file_lock.NONE)

    # Writing

    def begin_write(self) -> None:
        if self.read_only:
            raise read_only()
        free = self.lock.acquire(file_lock.RESERVED) if self.wal is None else self.wal.begin_write()
        if not free:
            raise busy()
        self.original_pages = self.meta[PAGE_COUNT]
        super().begin_write()
        if self.meta[PAGE_COUNT] == 0:
            self.set_meta(PAGE_COUNT, 1)
            self.set_meta(SCHEMA_FORMAT, 4)
            self.set_meta(TEXT_ENCODING, int(self.layout.encoding))
            if self.auto_vacuum != 0:
                self.set_meta(LARGEST_ROOT, 1)
                self.set_meta(INCREMENTAL_VACUUM, self.auto_vacuum - 1)

    def open_journal(self) -> Journal:
        """The journal of this transaction, made at its first use."""
        journal = self.journal
        if journal is None:
            journal = Journal(
                self.vfs,
                self.journal_path(),
                self.layout,
                self.journal_mode,
                self.sync_level,
                self.original_pages,
            )
            self.journal = journal
        return journal

    def is_changed(self) -> bool:
        """Whether the write transaction has changed anything."""
        return len(self.dirty) > 0 or self.spilled

    def prepare(self) -> None:
        """Make the changes durable, so that only `finish` is missing.

        Raises SqlError (BUSY) when readers are in the way; the transaction then stays open.
        """
        if not self.dirty and not self.spilled:
            return
        if self.meta[LARGEST_ROOT] != 0:
            if self.meta[INCREMENTAL_VACUUM] == 0:
                self.shrink(self.meta[FREE_PAGES])
            self.refresh_map()
        if self.wal is not None:
            if not self.dirty:  # all is in the log already, but for the commit
                self.touch(self.get(1))
            self.append_frames(self.wal, list(self.dirty.values()), self.meta[PAGE_COUNT])
            return
        counter = self.meta[CHANGE_COUNTER] + 1 & 0xFFFF_FFFF
        self.set_meta(CHANGE_COUNTER, counter)
        self.set_meta(VALID_FOR, counter)
        self.set_meta(SQLITE_VERSION, WRITER_VERSION)
        journal = self.open_journal()
        journal.super_name = self.super_name
        for page in range(self.meta[PAGE_COUNT] + 1, journal.original_pages + 1):
            self.keep_original(journal, page)
        self.write_out(list(self.dirty.values()), True)
        length = self.meta[PAGE_COUNT] * int(self.layout.page_size)
        if self.file.size() != length:  # pages that were free before they were ever written
            self.file.truncate(length)
        if self.sync_level > SYNC_OFF:
            self.file.sync()

    def append_frames(self, wal: WalLog, nodes: list[Node], commit_pages: int) -> None:
        """Append the pages of `nodes` to the log; see `WalLog.append`."""
        nodes.sort(key=page_of)
        pages = [int(node.page) for node in nodes]
        self.spilled = True
        wal.append(pages, [self.encode(node) for node in nodes], commit_pages)
        self.settle(nodes)

    def settle(self, nodes: list[Node]) -> None:
        """Note that `nodes` have been written: the next change makes them dirty again."""
        for node in nodes:
            node.stamp = 0
            del self.dirty[int(node.page)]

    def keep_original(self, journal: Journal, page: int) -> None:
        """Keep what is on `page` in the journal, if it was there at the start and is not yet."""
        if page <= journal.original_pages and not journal.has(page):
            size = int(self.layout.page_size)
            journal.add(page, self.file.read((page - 1) * size, size))

    def write_out(self, nodes: list[Node], wait: bool) -> bool:
        """Journal what stands on the nodes' pages and overwrite it; False when not possible now.

        With `wait` the busy handler is asked, and SqlError (BUSY) raised at the end.
        """
        if self.wal is not None:
            self.append_frames(self.wal, nodes, 0)
            return True
        journal = self.open_journal()
        size = int(self.layout.page_size)
        for node in nodes:
            self.keep_original(journal, int(node.page))
        journal.flush(wait)
        if wait:
            self.take_exclusive()
        elif not self.lock.acquire(file_lock.EXCLUSIVE):
            return False
        self.spilled = True
        nodes.sort(key=page_of)
        first = 0
        run: list[bytes] = []
        for node in nodes:
            page = int(node.page)
            if run and (page != first + len(run) or len(run) == RUN_PAGES):
                self.file.write((first - 1) * size, b"".join(run))
                run.clear()
            if not run:
                first = page
            run.append(self.encode(node))
        if run:
            self.file.write((first - 1) * size, b"".join(run))
        self.settle(nodes)
        return True

    def take_exclusive(self) -> None:
        """Wait until nobody reads. Raises SqlError (BUSY) when the busy handler gives up."""
        attempt = 0
        while not self.lock.acquire(file_lock.EXCLUSIVE):
            if not self.busy_handler.retry(attempt):
                raise busy()
            attempt += 1

    def encode(self, node: Node) -> bytes:
        """The bytes of the page of `node`."""
        data = node.build()
        if node.page == 1:
            data = encode_header(self.layout, self.wal_mode, self.meta) + data[HEADER_SIZE:]
        return data

    def finish(self) -> None:
        """Commit what `prepare` made durable."""
        if self.wal is not None:
            if self.spilled:
                self.wal.publish(self.meta[PAGE_COUNT])
            self.wal.end_write()
        if self.spilled and 1 in self.cache:
            self.seen_header = encode_header(self.layout, self.wal_mode, self.meta)
        if self.journal is not None:
            self.journal.finish()
            self.journal = None
        self.spilled = False
        self.unmapped.clear()

    def commit(self) -> None:
        if self.writable:
            self.prepare()
            self.finish()
        super().commit()
        self.end_read()
        wal = self.wal
        if wal is not None and 0 < self.auto_checkpoint <= wal.header.frames:
            checkpoint(wal, self.file, PASSIVE, BusyHandler())

    def open_level(self) -> None:
        if self.unmapped:
            self.refresh_map()  # so that going back to this level finds them up to date
        super().open_level()

    def release(self, level: i64) -> None:
        super().release(level)
        if len(self.levels) == 1:
            self.levels[0].saved.clear()

    def roll_back(self, level: i64) -> None:
        if level > 0:
            super().roll_back(level)
            return
        if self.writable:
            self.roll_back_all()
        self.levels[0].saved.clear()
        super().roll_back(0)

    def roll_back_all(self) -> None:
        """Put the file and the cache back to what they were before the transaction."""
        if self.spilled:
            self.cache.clear()
            self.seen_header = b""  # what the file holds is read anew
            if self.wal is None and self.journal is not None and self.journal_mode != OFF:
                self.journal.play_back(self.file)
                if self.sync_level > SYNC_OFF:
                    self.file.sync()
        else:
            for page in self.dirty:
                self.cache.pop(page, None)
        self.dirty.clear()
        self.unmapped.clear()
        self.levels[0].saved.clear()
        for level in self.levels[1:]:
            level.saved.clear()
        if self.wal is not None:
            self.wal.end_write()
        if self.journal is not None:
            self.journal.finish()
            self.journal = None
        self.spilled = False

    def auto_vacuum_now(self) -> int:
        """The auto_vacuum mode: 0 none, 1 full, 2 incremental."""
        if self.meta[PAGE_COUNT] == 0:
            return self.auto_vacuum
        if self.meta[LARGEST_ROOT] == 0:
            return 0
        return 2 if self.meta[INCREMENTAL_VACUUM] != 0 else 1

    def replace(self, image: bytes) -> None:
        """Write the pages of `image` over all there is, inside a write transaction.

        Raises SqlError (BUSY, NOTADB); in WAL mode the page size must be that of the database.
        """
        parsed = parse_header(image[:HEADER_SIZE], 0)
        size = int(parsed.layout.page_size)
        if self.wal is not None and parsed.layout.page_size != self.layout.page_size:
            raise not_a_database()
        self.cache.clear()
        self.dirty.clear()
        self.unmapped.clear()
        wal_mode = self.wal_mode
        first = self.levels[0]
        if first.meta is None:
            first.meta = self.meta[:]
        counter = self.meta[CHANGE_COUNTER]
        if self.wal is None:
            journal = self.open_journal()
            for page in range(1, self.original_pages + 1):
                self.keep_original(journal, page)
            journal.flush(True)
            self.take_exclusive()
            self.spilled = True
            self.file.write(0, image)
        else:
            self.spilled = True
            pages = [image[at : at + size] for at in range(0, len(image), size)]
            self.wal.append(list(range(1, len(pages) + 1)), pages, 0)
        self.adopt_header(image[:HEADER_SIZE])
        self.wal_mode = wal_mode
        self.meta[CHANGE_COUNTER] = counter
        self.meta[PAGE_COUNT] = len(image) // size

    # Memory

    def relieve(self) -> None:
        """Drop clean nodes, the oldest first, down to nine tenths; write dirty ones if need be."""
        self.crowded = False
        goal = self.cache_pages * 9 // 10
        if len(self.dirty) > goal:
            if self.meta[LARGEST_ROOT] != 0:
                self.refresh_map()
            others = [node for page, node in self.dirty.items() if page != 1]
            if not self.write_out(others, False):
                return
        excess = len(self.cache) - goal
        stale = []
        for page in self.cache:
            if excess <= 0:
                break
            if page not in self.dirty:
                stale.append(page)
                excess -= 1
        for page in stale:
            del self.cache[page]
        self.generation += 1

    # Modes

    def text_encoding(self) -> i64:
        return self.layout.encoding

    def set_journal_mode(self, mode: str) -> str:
        if self.path_is_fixed(mode):
            return self.journal_mode_now()
        if (mode == WAL) != (self.journal_mode_now() == WAL):
            if mode == WAL:
                self.switch_header(True)
            else:
                self.leave_wal()
        if mode != WAL:
            self.journal_mode = mode
        return self.journal_mode_now()

    def journal_mode_now(self) -> str:
        """The mode that the next transaction will have."""
        return WAL if self.wal_mode else self.journal_mode

    def path_is_fixed(self, mode: str) -> bool:
        return self.read_only or mode not in (DELETE, TRUNCATE, PERSIST, MEMORY, OFF, WAL)

    def switch_header(self, wal: bool) -> None:
        """Write into the header whether the database is in WAL mode, in a transaction."""
        self.begin_read()
        try:
            self.begin_write()
            self.touch(self.get(1))
            self.wal_mode = wal
            self.commit()
        except SqlError:
            self.wal_mode = not wal
            if self.levels:
                self.roll_back(0)
            super().commit()
            self.end_read()
            raise

    def leave_wal(self) -> None:
        """Copy the log into the file and go back to a rollback journal.

        Raises SqlError (BUSY) while another connection has the database open.
        """
        self.begin_read()
        self.end_read()
        if not self.lock.acquire(file_lock.EXCLUSIVE):
            self.lock.lower(file_lock.SHARED)
            raise busy()
        self.switch_header(False)
        self.close_wal()
        self.seen_header = b""

    def close_wal(self) -> bool:
        """Put everything into the file and delete the log; False when others have it open."""
        wal = self.wal
        if wal is None:
            return True
        if not self.lock.acquire(file_lock.EXCLUSIVE):
            self.lock.lower(file_lock.SHARED)
            return False
        blocked, _, _ = checkpoint(wal, self.file, PASSIVE, BusyHandler())
        wal.close(not blocked)
        self.wal = None
        self.lock.lower(file_lock.NONE)
        return not blocked

    def checkpoint(self, mode: int) -> tuple[bool, int, int]:
        self.begin_read()
        self.end_read()
        if self.wal is None:
            return False, -1, -1
        return checkpoint(self.wal, self.file, mode, self.busy_handler)

    def close(self) -> None:
        """Close the file; an open transaction is rolled back."""
        if self.levels:
            self.roll_back(0)
        super().commit()
        self.end_read()
        wal = self.wal
        if wal is not None and not self.close_wal():
            wal.close(False)
            self.wal = None
        self.lock.lower(file_lock.NONE)
        self.cache.clear()
        self.file.close()


def page_of(node: Node) -> int:
    """The page number of `node`, to sort by."""
    return int(node.page)
