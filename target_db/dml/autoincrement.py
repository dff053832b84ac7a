"""AUTOINCREMENT: rowids that are never used again, kept in `sqlite_sequence`."""

from __future__ import annotations

from target_db.catalog.objects import Table
from target_db.dml.runtime import Runtime
from target_db.dml.writer import MAX_ROWID, TableWriter
from target_db.errors import FULL, SqlError
from target_db.storage.table_cursor import TableCursor


class AutoIncrement:
    """The sequence of one table while one statement runs.

    `start` reads its row of `sqlite_sequence`, `finish` writes it back.
    """

    def __init__(self, runtime: Runtime, table: Table) -> None:
        self.runtime = runtime
        self.table = table
        self.largest = 0
        self.sequence_rowid = 0

    def cursor(self) -> TableCursor:
        found = self.runtime.catalog.find_table(self.table.schema, "sqlite_sequence")
        if not isinstance(found, Table) or found.store is None:
            raise SqlError("no such table: sqlite_sequence")
        return found.store.table_cursor(found.root)

    def start(self) -> None:
        """Read the largest rowid ever used."""
        self.largest = 0
        self.sequence_rowid = 0
        cursor = self.cursor()
        more = cursor.first()
        while more:
            if cursor.row[0] == self.table.name:
                self.sequence_rowid = cursor.rowid
                value = cursor.row[1]
                if isinstance(value, int):
                    self.largest = value
                return
            more = cursor.next()

    def next_rowid(self, writer: TableWriter) -> int:
        """One above every rowid ever used. Raises SqlError (FULL) at the end of the range."""
        assert writer.cursor is not None
        largest = max(self.largest, writer.cursor.max_rowid())
        if largest >= MAX_ROWID:
            raise SqlError("database or disk is full", FULL)
        self.note(largest + 1)
        return largest + 1

    def note(self, rowid: int) -> None:
        """A row of this rowid is about to be inserted."""
        self.largest = max(self.largest, rowid)

    def finish(self) -> None:
        """Write the sequence back."""
        cursor = self.cursor()
        rowid = self.sequence_rowid
        if rowid == 0:
            rowid = cursor.max_rowid() + 1
        cursor.insert(rowid, (self.table.name, self.largest))
