"""Transactions on a database file: locks, a snapshot to read, and a commit that is all or nothing.

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
from target_db.storage.busy import BusyHandler
from target_db.storage.checkpoint import checkpoint
from target_db.storage.failure import busy, corrupt, not_a_database, read_only
from target_db.storage.file_lock import FileLock
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
    parse_header,
)
from target_db.storage.hot_journal import is_hot, roll_back_hot
from target_db.storage.journal import (
    DELETE,
    OFF,
    Journal,
)
from target_db.storage.node import Node
from target_db.storage.page_cache import PageCache
from target_db.storage.pager import SYNC_OFF
from target_db.storage.shared_memory import MappedMemory, SharedMemory
from target_db.storage.vfs import File, Vfs
from target_db.storage.wal import PASSIVE, WalLog
from target_db.storage.wal_index import WalIndex

RUN_PAGES: Final = 64


class FileTransactions(PageCache):
    """One connection's transactions.

    `journal_mode`, `sync_level`, `cache_pages` and `busy_handler` are set from outside,
    between transactions.
    """

    def __init__(self, vfs: Vfs, path: str, file: File, is_read_only: bool) -> None:
        super().__init__(vfs, path, file)
        self.read_only: Final = is_read_only
        self.newer = False
        self.lock: Final = FileLock(file)
        self.process: Final = os.getpid()
        self.journal_mode = DELETE
        self.journal: Journal | None = None
        self.reading = False
        self.spilled = False
        self.original_pages = 0
        self.super_name = ""
        self.seen_header = b""

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
        """Take the layout and the meta values from the first bytes of page 1.

        Raises SqlError (NOTADB), or CORRUPT when pages that the header counts are missing: some
        of them may be in a log that is not open yet.
        """
        parsed = parse_header(header)
        self.layout = parsed.layout
        self.meta = parsed.meta
        self.wal_mode = parsed.wal
        self.newer = parsed.newer
        pages = self.pages_there()
        if self.meta[PAGE_COUNT] == 0:
            self.meta[PAGE_COUNT] = pages
        elif self.meta[PAGE_COUNT] > pages and self.wal_mode == (self.wal is not None):
            raise corrupt()

    def pages_there(self) -> int:
        """How many pages the log says there are or, without one, the file has room for."""
        wal = self.wal
        if wal is not None and wal.header.frames > 0:
            return wal.header.pages
        return -(-self.file.size() // int(self.layout.page_size))

    def try_read(self) -> bool:
        """Take the SHARED lock, after rolling back what a crashed writer left behind."""
        if self.lock.level >= file_lock.SHARED:  # kept by the last transaction
            return True
        if not self.lock.acquire(file_lock.SHARED):
            return False
        if not is_hot(self.vfs, self.journal_path(), self.lock):
            return True
        recovered = self.recover()
        self.lock.lower(file_lock.SHARED if recovered else file_lock.NONE)
        return recovered

    def journal_path(self) -> str:
        return self.path + "-journal"

    def recover(self) -> bool:
        """Roll back by a hot journal; False when another connection is about to."""
        if self.read_only:
            raise read_only()
        if not self.lock.acquire(file_lock.EXCLUSIVE):
            return False
        roll_back_hot(self.vfs, self.journal_path(), self.file, self.sync_level > SYNC_OFF)
        self.seen_header = b""
        return True

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
            self.seen_header = b""
            self.end_read()
            raise
        return True

    def end_read(self) -> None:
        """End the transaction's lock on the file."""
        self.reading = False
        if self.wal is not None:
            self.wal.end_read()
        elif not self.exclusive:
            self.lock.lower(file_lock.NONE)
        elif self.lock.level < file_lock.EXCLUSIVE:
            self.lock.lower(file_lock.SHARED)

    # Writing

    def begin_write(self) -> None:
        if self.read_only or self.newer:
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
            journal.add(page, self.file.read((page - 1) * size, size).ljust(size, b"\0"))

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

    def exclude_readers(self) -> None:
        if self.wal is None:
            self.take_exclusive()

    def take_exclusive(self) -> None:
        """Wait until nobody reads. Raises SqlError (BUSY) when the busy handler gives up."""
        attempt = 0
        while not self.lock.acquire(file_lock.EXCLUSIVE):
            if not self.busy_handler.retry(attempt):
                raise busy()
            attempt += 1

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


def page_of(node: Node) -> int:
    """The page number of `node`, to sort by."""
    return int(node.page)
