"""The pager of a database file: transactions, and what is done between them.

That is: switching the journal mode, checkpoints, replacing the whole content, closing.
"""

from __future__ import annotations

from target_db.errors import SqlError
from target_db.storage import file_lock
from target_db.storage.busy import BusyHandler
from target_db.storage.checkpoint import checkpoint
from target_db.storage.failure import busy, not_a_database
from target_db.storage.file_transactions import FileTransactions
from target_db.storage.format.header import (
    CHANGE_COUNTER,
    HEADER_SIZE,
    PAGE_COUNT,
    parse_header,
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
