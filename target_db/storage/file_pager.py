"""The pager of a database file: transactions, and what is done between them.

That is: switching the journal mode, checkpoints, replacing the whole content, closing.
"""

from __future__ import annotations

from target_db.errors import SqlError
from target_db.storage import file_lock
from target_db.storage.busy import BusyHandler
from target_db.storage.checkpoint import checkpoint
from target_db.storage.failure import busy, not_a_database, read_only
from target_db.storage.file_transactions import RUN_PAGES, FileTransactions
from target_db.storage.format.header import (
    CHANGE_COUNTER,
    HEADER_SIZE,
    PAGE_COUNT,
)
from target_db.storage.journal import (
    DELETE,
    MEMORY,
    OFF,
    PERSIST,
    TRUNCATE,
    WAL,
)
from target_db.storage.wal import PASSIVE


class FilePager(FileTransactions):
    """The pages of one database file, for one connection."""

    def replace(self, source: FilePager) -> None:
        """Write the pages of `source` over all there is, inside a write transaction.

        `source`, in a read transaction, is another database, of the same page size in WAL mode.
        Raises SqlError (BUSY, NOTADB, READONLY).
        """
        total = source.meta[PAGE_COUNT]
        if total == 0:
            raise not_a_database()
        if self.wal is not None and source.layout.page_size != self.layout.page_size:
            raise read_only()
        self.cache.clear()
        self.dirty.clear()
        self.unmapped.clear()
        wal_mode = self.wal_mode
        first = self.levels[0]
        if first.meta is None:
            first.meta = self.meta[:]
        counter = self.meta[CHANGE_COUNTER]
        if self.wal is None:
            self.keep_everything()
        self.spilled = True
        for page in range(1, total + 1, RUN_PAGES):
            self.put_run(source, page, min(page + RUN_PAGES, total + 1))
        self.adopt_header(source.read_page(1)[:HEADER_SIZE])
        self.wal_mode = wal_mode
        self.meta[CHANGE_COUNTER] = counter
        self.meta[PAGE_COUNT] = total

    def keep_everything(self) -> None:
        """Put every page into the journal, and keep readers out."""
        journal = self.open_journal()
        for page in range(1, self.original_pages + 1):
            if page != self.layout.lock_page:
                self.keep_original(journal, page)
        journal.flush(True)
        self.take_exclusive()

    def put_run(self, source: FilePager, start: int, end: int) -> None:
        """Write the pages from `start` to before `end` of another database."""
        size = int(source.layout.page_size)
        numbers = [page for page in range(start, end) if page != source.layout.lock_page]
        pages = [source.read_page(page) for page in numbers]
        if self.wal is not None:
            self.wal.append(numbers, pages, 0)
        elif len(numbers) == end - start:
            self.file.write((start - 1) * size, b"".join(pages))
        else:
            for page, data in zip(numbers, pages, strict=True):
                self.file.write((page - 1) * size, data)

    def set_journal_mode(self, mode: str) -> str:
        if self.refuses_mode(mode):
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
        return WAL if self.wal_mode else self.journal_mode

    def refuses_mode(self, mode: str) -> bool:
        """Whether the journal mode stays: a database on the heap has no room for other files."""
        if self.file.is_on_heap() and mode not in (MEMORY, OFF):
            return True
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
