"""PRAGMA integrity_check and quick_check: pages, then rows against their schema and indexes.

Source: "PRAGMA integrity_check". Messages about rows and indexes are SQLite's; those about pages
are `storage.integrity`'s own.
"""

from __future__ import annotations

from typing import Final

from target_db.catalog.catalog import SCHEMA_ROOT, Schema
from target_db.catalog.objects import Column, Table
from target_db.dml.index_writer import IndexWriter
from target_db.dml.runtime import Runtime
from target_db.dml.writer import TableWriter, open_writer
from target_db.errors import SqlError
from target_db.storage.file_pager import FilePager
from target_db.storage.integrity import IntegrityCheck
from target_db.types.affinity import BLOB, NONE, TEXT, apply_affinity


class Checker:
    """Collects what is wrong, up to `limit` lines, in the schemas or the one table it is given.

    is_quick: leave out whether indexes hold what their tables do.
    """

    def __init__(self, runtime: Runtime, limit: int, is_quick: bool) -> None:
        self.runtime: Final = runtime
        self.limit: Final = limit
        self.is_quick: Final = is_quick
        self.problems: list[str] = []

    def report(self, text: str) -> None:
        if not self.is_done():
            self.problems.append(text)

    def is_done(self) -> bool:
        """Whether there are as many lines as were asked for."""
        return len(self.problems) >= self.limit

    def check_schema(self, schema: Schema) -> None:
        """Check all pages of a file, then every table."""
        if isinstance(schema.store.pager, FilePager):
            self.check_pages(schema)
        for table in schema.user_tables():
            if isinstance(table, Table) and not self.is_done():
                self.check_table(table)

    def check_pages(self, schema: Schema) -> None:
        """Walk every tree of a file, and find pages that none of them has."""
        check = IntegrityCheck(schema.store, self.limit - len(self.problems), self.is_quick)
        check.check_tree(SCHEMA_ROOT, None)
        for table in schema.user_tables():
            if isinstance(table, Table):
                check.check_tree(table.root, None if table.has_rowid else table.key_info)
                for index in table.indexes:
                    check.check_tree(index.root, index.key_info)
        check.check_pages()
        if check.messages:
            lines = "\n".join(check.messages)
            self.report(f"*** in database {schema.name} ***\n{lines}")

    def check_table(self, table: Table) -> None:
        """Check the rows of a table, and its indexes; a page that cannot be read is reported."""
        try:
            RowCheck(self, open_writer(self.runtime, table)).run()
        except SqlError as error:
            self.report(error.message)


class RowCheck:
    """The check of one table's rows. `found` counts, for each index, the rows that it must have."""

    def __init__(self, checker: Checker, writer: TableWriter) -> None:
        self.checker: Final = checker
        self.writer: Final = writer
        self.table: Final = writer.table
        self.indexes: Final = [] if checker.is_quick else writer.indexes
        self.found = [0] * len(self.indexes)
        self.number = 0

    def run(self) -> None:
        """Check every row, then how many entries each index has."""
        writer = self.writer
        cursor = writer.cursor
        entries = writer.entries
        if cursor is not None:
            more = cursor.first()
            while more and not self.checker.is_done():
                self.check_row(cursor.rowid, cursor.row)
                more = cursor.next()
        elif entries is not None:
            more = entries.first()
            while more and not self.checker.is_done():
                self.check_row(0, writer.from_entry(entries.key))
                more = entries.next()
        for place, index in enumerate(self.indexes):
            if index.tree.count() != self.found[place]:
                self.checker.report(f"wrong # of entries in index {index.index.name}")

    def check_row(self, rowid: int, row: tuple[object, ...]) -> None:
        """Check one row: its values, the CHECKs, and its entry in each index."""
        self.number += 1
        for column, value in zip(self.table.columns, row, strict=False):
            fault = fault_of(self.table, column, value)
            if fault:
                self.checker.report(f"{fault} value in {self.table.name}.{column.name}")
        writer = self.writer
        writer.stand_on(rowid, row)
        if not self.checker.runtime.ignore_checks:
            for _, expr in writer.checks:
                if expr.is_false():
                    self.checker.report(f"CHECK constraint failed in {self.table.name}")
                    break
        for place, index in enumerate(self.indexes):
            key = index.make_key(rowid, row)
            if key is not None:
                self.found[place] += 1
                self.check_entry(index, key)

    def check_entry(self, index: IndexWriter, key: tuple[object, ...]) -> None:
        """Whether an index has the entry of a row, and no other with the same unique key."""
        name = index.index.name
        cursor = index.cursor
        if not cursor.find(key):
            self.checker.report(f"row {self.number} missing from index {name}")
        elif index.is_unique and None not in key[: index.width]:
            before = key[: index.width]
            if cursor.next() and index.tree.info.compare(cursor.key, before, index.width) == 0:
                self.checker.report(f"non-unique entry in index {name}")


def fault_of(table: Table, column: Column, value: object) -> str:
    """What a value is that its column must not hold; empty when it may."""
    if value is None:
        is_rowid = table.rowid_column >= 0 and table.columns[table.rowid_column] is column
        return "NULL" if column.not_null and not is_rowid else ""
    if table.is_strict:
        declared = (column.declared_type or "").upper()
        return "" if fits(value, declared) else f"non-{declared}"
    if isinstance(value, str) and column.affinity not in (BLOB, NONE, TEXT):
        return "" if isinstance(apply_affinity(value, column.affinity), str) else "TEXT"
    return ""


def fits(value: object, declared: str) -> bool:
    """Whether a value may stand in a column of a STRICT table."""
    if isinstance(value, int):
        return declared in ("INT", "INTEGER", "ANY")
    if isinstance(value, float):
        return declared in ("REAL", "ANY")
    if isinstance(value, str):
        return declared in ("TEXT", "ANY")
    return declared in ("BLOB", "ANY")
