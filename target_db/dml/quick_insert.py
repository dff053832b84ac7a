"""INSERT of one row of literals: straight into the table, without a program.

Most statements of a script that fills tables are such. What they need is found once for each
table and kept until the schema changes; all checks come before the first change.
"""

from __future__ import annotations

from typing import Final

from target_db.catalog.objects import Table
from target_db.dml.conflicts import GO_ON, ConflictResolver
from target_db.dml.literals import literal_values
from target_db.dml.row_events import RowEvents
from target_db.dml.runtime import Runtime
from target_db.dml.writer import TableWriter, open_writer
from target_db.errors import MISMATCH, SqlError
from target_db.sql import ast
from target_db.types.affinity import INTEGER, apply_affinity

NO_EVENTS: Final = RowEvents()


class QuickTarget:
    """A table that rows of literals can go to: it has no triggers, foreign keys in force,
    generated columns or AUTOINCREMENT."""

    def __init__(self, writer: TableWriter) -> None:
        self.writer = writer
        self.resolver = ConflictResolver(writer, 0, NO_EVENTS)
        self.positions = writer.table.positions
        self.width = writer.width
        self.has_defaults = any(c.default is not None for c in writer.table.columns)
        self.must_resolve = bool(writer.unique_indexes) or not writer.has_rowid or writer.is_strict


class QuickInserts:
    """The quick targets of one session, by table name as written."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.catalog = runtime.catalog
        self.version = -1
        self.targets: dict[str, QuickTarget | None] = {}

    def find(self, name: str) -> QuickTarget | None:
        """The target of that name; None when the table needs a program (or is not there)."""
        if self.version != self.catalog.version:
            self.version = self.catalog.version
            self.targets = {}
        elif name in self.targets:
            return self.targets[name]
        target: QuickTarget | None = None
        table = self.catalog.find_table(None, name)
        if isinstance(table, Table) and self.is_plain(table):
            target = QuickTarget(open_writer(self.runtime, table))
        self.targets[name] = target
        return target

    def is_plain(self, table: Table) -> bool:
        if table.triggers or table.has_generated or table.has_autoincrement:
            return False
        if table.store is None or table.name.lower().startswith("sqlite_"):
            return False
        return not self.runtime.foreign_keys

    def insert(self, node: ast.Insert) -> bool:
        """Insert the row, if the statement is that simple: False when it is not, and nothing
        was done. Raises SqlError; then the caller rolls back."""
        select = node.select
        if (
            select is None
            or node.conflict != 0
            or (node.columns is not None and len(node.columns) == 0)
            or node.with_ is not None
            or node.returning is not None
            or node.upserts
            or node.table.schema is not None
            or select.operators
            or select.with_ is not None
            or select.order_by is not None
            or select.limit is not None
        ):
            return False
        rows = select.cores[0].rows
        if rows is None or len(rows) != 1:
            return False
        target = self.find(node.table.name)
        if target is None:
            return False
        values = literal_values(rows[0])
        if values is None:
            return False
        if node.columns is not None:
            values = self.arrange(target, node.columns, values)
            if values is None:
                return False
        elif len(values) != target.width:
            return False
        self.store(target, values)
        return True

    def arrange(
        self, target: QuickTarget, columns: list[ast.Identifier], given: list[object]
    ) -> list[object] | None:
        """The values in declared order, for a column list without rowid or repetition."""
        count = len(columns)
        if len(given) != count or (target.has_defaults and count != target.width):
            return None
        values: list[object] = [None] * target.width
        positions = target.positions
        seen = 0
        for place in range(count):
            name = columns[place].name
            position = positions.get(name, -1)
            if position < 0:
                position = positions.get(name.lower(), -1)
                if position < 0:
                    return None
            bit = 1 << position
            if seen & bit:
                return None
            seen |= bit
            values[position] = given[place]
        return values

    def store(self, target: QuickTarget, values: list[object]) -> None:
        """Check the row, and write it."""
        writer = target.writer
        writer.apply_affinities(values)
        rowid = 0
        has_rowid = writer.has_rowid
        check_primary = not has_rowid
        if has_rowid:
            column = writer.rowid_column
            given: object = None
            if column >= 0:
                given = values[column]
            if given is None:
                rowid = writer.new_rowid()
            else:
                if not isinstance(given, int):
                    given = apply_affinity(given, INTEGER)
                    if not isinstance(given, int):
                        raise SqlError("datatype mismatch", MISMATCH)
                rowid = given
                cursor = writer.cursor
                check_primary = cursor is None or rowid <= cursor.max_rowid()
            if column >= 0:
                values[column] = rowid
        if writer.has_value_checks and not writer.check_values(values, 0):
            self.runtime.count(0)
            return
        row = tuple(values)
        if writer.checks:
            writer.check_expressions(rowid, row, 0)
        writer.make_keys(rowid, row)
        runtime = self.runtime
        if check_primary or target.must_resolve:
            if writer.replaces:
                runtime.transactions.join(writer.store)
            verdict = target.resolver.resolve(
                rowid, row, 0, None, writer.unique_indexes, check_primary
            )
            if verdict != GO_ON:
                runtime.count(0)
                return
        runtime.transactions.join_unlogged(writer.store)
        writer.insert_row(rowid, row)
        counters = runtime.counters
        if has_rowid:
            counters.last_insert_rowid = rowid
        counters.changes = 1
        counters.total_changes += 1
