"""INSERT of many rows into a plain table: each index is written once, in its own order.

Everything is worked out before the first change. Where a row is refused, or is not as simple
as that, nothing was done, and the caller inserts row by row: that way finds the very error.
"""

from __future__ import annotations

from math import copysign
from typing import Final

from target_db.dml.index_build import check_unique, entries_of
from target_db.dml.index_writer import IndexWriter
from target_db.dml.writer import MAX_ROWID, TableWriter
from target_db.exec.execution import Execution
from target_db.types.affinity import BLOB, REAL, TEXT

# Fewer rows than this are inserted one by one: sorting would not pay.
FEWEST: Final = 16


def takes_bulk(writer: TableWriter) -> bool:
    """Whether rows of a table can be inserted that way: it has rowids, nothing that must be
    evaluated for a row, and no conflict clause of its own."""
    table = writer.table
    if not writer.has_rowid or table.is_strict or writer.checks or writer.needs_source:
        return False
    if table.has_generated or table.rowid_conflict:
        return False
    for position in writer.not_null:
        if table.columns[position].not_null_conflict:
            return False
    for index in table.indexes:
        if index.conflict:
            return False
    return True


class BulkInsert:
    """Rows on their way into one table: `prepare`, then `write`."""

    def __init__(self, writer: TableWriter, execution: Execution) -> None:
        self.writer = writer
        self.execution = execution
        self.rowids: list[int] = []
        self.rows: list[tuple[object, ...]] = []
        self.entries: list[list[tuple[object, ...]]] = []
        self.was_empty = False

    def prepare(self, given: list[tuple[object, ...]]) -> bool:
        """Work out the rows, rowids and index entries from a value for each column. False when
        a row may be refused, or when rowids do not ascend beyond those in the table."""
        writer = self.writer
        cursor = writer.cursor
        assert cursor is not None
        column = writer.rowid_column
        not_null = writer.not_null
        last = cursor.max_rowid()
        self.was_empty = not cursor.first()
        if self.was_empty:
            last = 0
        is_first = self.was_empty
        rowids = self.rowids
        rows = self.rows
        for row in given:
            self.execution.tick()
            if not self.is_stored_form(row):
                values = list(row)
                writer.apply_affinities(values)
                row = tuple(values)
            rowid = last + 1
            if column >= 0:
                value = row[column]
                if isinstance(value, int):
                    if value <= last and not is_first:
                        return False
                    rowid = value
                elif value is None:
                    row = (*row[:column], rowid, *row[column + 1 :])
                else:
                    return False
            if rowid > MAX_ROWID:
                return False
            for position in not_null:
                if row[position] is None:
                    return False
            is_first = False
            last = rowid
            rowids.append(rowid)
            rows.append(row)
        for index in writer.indexes:
            entries = self.sorted_entries(index)
            if entries is None:
                return False
            self.entries.append(entries)
        return True

    def is_stored_form(self, row: tuple[object, ...]) -> bool:
        """Whether every value is already what its column's affinity would make of it."""
        place = 0
        for affinity in self.writer.affinities:
            value = row[place]
            place += 1
            if isinstance(value, int):
                if affinity == TEXT or affinity == REAL:
                    return False
            elif isinstance(value, str):
                if affinity != TEXT and affinity != BLOB:
                    return False
            elif isinstance(value, float) and (
                affinity != BLOB
                if affinity != REAL
                else value == 0.0 and copysign(1.0, value) < 0.0
            ):
                return False
        return True

    def sorted_entries(self, index: IndexWriter) -> list[tuple[object, ...]] | None:
        """The entries of all rows in the index's order; None where a key is there already."""
        entries = entries_of(self.writer, index, self.rowids, self.rows)
        if index.is_unique:
            if not check_unique(index, entries):
                return None
            if not self.was_empty:
                for entry in entries:
                    if index.find_duplicate(entry):
                        return None
        return entries

    def write(self) -> int:
        """Store everything; returns the last rowid."""
        writer = self.writer
        place = 0
        for index in writer.indexes:
            entries = self.entries[place]
            place += 1
            if self.was_empty:
                index.cursor.build(entries)
            else:
                for entry in entries:
                    index.tree.insert(entry)
        cursor = writer.cursor
        assert cursor is not None
        cursor.tree.append_all(self.rowids, self.rows)
        return self.rowids[-1]
