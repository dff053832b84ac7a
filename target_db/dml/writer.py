"""A table being written: rows in, rows out, and everything that must agree with them.

A writer belongs to a table and is kept there between statements, so that a one-row INSERT
binds nothing. Its steps are each complete in themselves: a trigger in between may use the
same writer.
"""

from __future__ import annotations

import random
from typing import Final

from target_db.bind.expressions import bind_value
from target_db.bind.scope import Scope, ScopeItem
from target_db.catalog.objects import Index, Table
from target_db.catalog.references import generation_order
from target_db.dml.constraint_error import ConstraintError
from target_db.dml.index_writer import IndexWriter
from target_db.dml.runtime import Runtime
from target_db.dml.strict import check_strict_types, early_columns
from target_db.errors import (
    CONSTRAINT_CHECK,
    CONSTRAINT_NOTNULL,
    CONSTRAINT_PRIMARYKEY,
    CONSTRAINT_ROWID,
    CONSTRAINT_UNIQUE,
    FULL,
    SqlError,
)
from target_db.expr.base import Expr, Source
from target_db.sql import ast
from target_db.sql.codes import (
    CONFLICT_ABORT,
    CONFLICT_IGNORE,
    CONFLICT_REPLACE,
)
from target_db.storage.database import Store
from target_db.storage.index_cursor import IndexCursor
from target_db.storage.table_cursor import TableCursor
from target_db.types.affinity import BLOB, REAL, TEXT, apply_affinity

MAX_ROWID: Final = 0x7FFF_FFFF_FFFF_FFFF
ROWID_ATTEMPTS: Final = 100


def unquoted_start(text: str) -> str:
    """The text of an unnamed CHECK as its errors name it: a quoted beginning stands for it all."""
    quote = text[:1]
    if quote == "[":
        return text[1 : text.find("]")]
    if quote not in ("'", '"', "`"):
        return text
    name = ""
    at = 1
    while at < len(text):
        if text[at] == quote:
            if text[at + 1 : at + 2] != quote:
                break
            at += 1
        name += text[at]
        at += 1
    return name


class TableWriter:
    """Writes rows of one table and keeps its indexes.

    source: stands on a row while CHECKs, generated columns, index expressions and the WHERE of
        partial indexes are evaluated.
    found_rowid, found_row: the row that `find_by_entry` or `find_primary` found.
    """

    def __init__(self, runtime: Runtime, table: Table) -> None:
        assert table.store is not None
        self.runtime = runtime
        self.table = table
        self.version = stable_version(runtime)
        self.store: Store = table.store
        self.has_rowid = table.has_rowid
        self.rowid_column = table.rowid_column
        self.width = len(table.columns)
        self.affinities = [column.affinity for column in table.columns]
        self.converts = any(affinity != BLOB for affinity in self.affinities)
        self.not_null = [
            i
            for i, column in enumerate(table.columns)
            if column.not_null and i != table.rowid_column
        ]
        self.is_strict = table.is_strict
        self.all_columns = list(range(self.width)) if table.is_strict else []
        self.early_columns = early_columns(table) if table.is_strict else []
        self.has_value_checks = bool(self.not_null) or table.is_strict
        self.cursor: TableCursor | None = None
        self.entries: IndexCursor | None = None
        if table.has_rowid:
            self.cursor = self.store.table_cursor(table.root)
        else:
            self.entries = self.store.index_cursor(table.root, table.key_info)
        self.context = runtime.bind_context(table.sql, None)
        self.source = Source(self.context.number_source(), table.name)
        self.scope = Scope(self.context, None)
        self.scope.items.append(ScopeItem(self.source, table, table.name.lower(), table.schema))
        self.checks: list[tuple[str, Expr]] = []
        for check in table.checks:
            expr = self.bind(check.expr, "CHECK constraints")
            self.checks.append((check.name or unquoted_start(check.sql), expr))
        self.generated: list[tuple[int, Expr]] = self.bind_generated()
        self.indexes = [self.make_index_writer(index) for index in table.indexes]
        self.unique_indexes = [writer for writer in self.indexes if writer.is_unique]
        # Whether a duplicate may delete another row though no statement says REPLACE.
        self.replaces = table.rowid_conflict == CONFLICT_REPLACE or any(
            index.conflict == CONFLICT_REPLACE for index in table.indexes
        )
        self.primary_columns = [part.column for part in table.primary_key]
        self.needs_source = any(writer.needs_source for writer in self.indexes)
        self.defaults: list[object] | None = None
        self.found_rowid = 0
        self.found_row: tuple[object, ...] = ()

    def bind(self, node: ast.Expr, restricted_to: str) -> Expr:
        self.context.restricted_to = restricted_to
        return bind_value(node, self.scope)

    def make_index_writer(self, index: Index) -> IndexWriter:
        expressions: list[Expr | None] = []
        for part in index.columns:
            node = part.expression
            expressions.append(None if node is None else self.bind(node, "index expressions"))
        where = None
        if index.where is not None:
            where = self.bind(index.where, "partial index WHERE clauses")
        cursor = self.store.index_cursor(index.root, index.key_info)
        return IndexWriter(index, cursor, expressions, where)

    def bind_generated(self) -> list[tuple[int, Expr]]:
        """The generated columns, each after those that it reads. Raises SqlError."""
        order: list[tuple[int, Expr]] = []
        for position in generation_order(self.table):
            node = self.table.columns[position].generated
            assert node is not None
            order.append((position, self.bind(node, "generated columns")))
        return order

    # From values to a row

    def default_values(self) -> list[object]:
        """A fresh list of every column's default."""
        defaults = self.defaults
        if defaults is not None:
            return defaults[:]
        values: list[object] = []
        cacheable = True
        for position, column in enumerate(self.table.columns):
            if column.default is None or position == self.rowid_column:
                values.append(None)  # an INTEGER PRIMARY KEY's default counts for nothing
                continue
            self.context.restricted_to = None
            expr = bind_value(column.default, Scope(self.context, None))
            values.append(expr.eval())
            cacheable = cacheable and isinstance(column.default, (ast.Literal, ast.Unary))
        if cacheable:
            self.defaults = values[:]
        return values

    def apply_affinities(self, values: list[object]) -> None:
        """Convert each value to its column's affinity, in place."""
        affinities = self.affinities
        for i in range(self.width):
            value = values[i]
            affinity = affinities[i]
            if isinstance(value, int):
                if affinity in (TEXT, REAL):
                    values[i] = apply_affinity(value, affinity)
            elif isinstance(value, str):
                if affinity != TEXT and affinity != BLOB:
                    values[i] = apply_affinity(value, affinity)
            elif isinstance(value, float) and (
                affinity != BLOB if affinity != REAL else value == 0.0  # whose sign is lost
            ):
                values[i] = apply_affinity(value, affinity)

    def compute_generated(self, rowid: int, values: list[object]) -> None:
        """Fill in the generated columns."""
        source = self.source
        source.rowid = rowid
        for position, expr in self.generated:
            source.row = tuple(values)
            value = expr.eval()
            values[position] = apply_affinity(value, self.affinities[position])

    def check_values(self, values: list[object], conflict: int) -> bool:
        """Check NOT NULL, and the types of a STRICT table as far as they do not wait for the
        rowid. False: leave the row out."""
        if self.is_strict and self.generated:
            check_strict_types(self.table, values, self.early_columns)
        if not self.check_not_null(values, conflict):
            return False
        if self.is_strict and not self.types_wait():
            check_strict_types(self.table, values, self.all_columns)
        return True

    def check_new_types(self, values: list[object]) -> None:
        """Check what BEFORE triggers of a STRICT table are to see as NEW."""
        if self.is_strict:
            check_strict_types(self.table, values, self.early_columns)
            check_strict_types(self.table, values, self.all_columns)

    def types_wait(self) -> bool:
        """Whether the types of a STRICT table are checked once the rowid is known to be free."""
        return self.has_rowid and (not self.checks or self.runtime.ignore_checks)

    def check_types(self, row: tuple[object, ...]) -> None:
        """Check the types of a STRICT table's row that waited for the rowid."""
        check_strict_types(self.table, row, self.all_columns)

    def check_not_null(self, values: list[object], conflict: int) -> bool:
        """Check NOT NULL; REPLACE puts the default in. False: leave the row out (IGNORE)."""
        for i in self.not_null:
            if values[i] is not None:
                continue
            column = self.table.columns[i]
            action = conflict or column.not_null_conflict or CONFLICT_ABORT
            if action == CONFLICT_REPLACE:
                default = self.default_values()[i]
                if default is not None:
                    values[i] = apply_affinity(default, column.affinity)
                    continue
                action = CONFLICT_ABORT
            if action == CONFLICT_IGNORE:
                return False
            raise ConstraintError(
                f"NOT NULL constraint failed: {self.table.name}.{column.name}",
                CONSTRAINT_NOTNULL,
                action,
            )
        return True

    def check_expressions(self, rowid: int, row: tuple[object, ...], conflict: int) -> bool:
        """Check the CHECK constraints. False: leave the row out (IGNORE)."""
        if self.runtime.ignore_checks:
            return True
        self.source.row = row
        self.source.rowid = rowid
        for name, expr in self.checks:
            if expr.is_false():
                if conflict == CONFLICT_IGNORE:
                    return False
                action = conflict
                if action == 0 or action == CONFLICT_REPLACE:
                    action = CONFLICT_ABORT
                raise ConstraintError(f"CHECK constraint failed: {name}", CONSTRAINT_CHECK, action)
        return True

    # Rowids

    def new_rowid(self) -> int:
        """A rowid not in use: one above the largest. Raises SqlError (FULL)."""
        assert self.cursor is not None
        largest = self.cursor.max_rowid()
        if largest < MAX_ROWID:
            return largest + 1
        for _ in range(ROWID_ATTEMPTS):
            candidate = random.getrandbits(62) + 1
            if not self.cursor.seek(candidate):
                return candidate
        raise SqlError("database or disk is full", FULL)

    # Finding rows

    def find_rowid(self, rowid: int) -> bool:
        """Whether there is a row of that rowid; then it is `found_row`."""
        cursor = self.cursor
        assert cursor is not None
        if not cursor.seek(rowid):
            return False
        self.found_rowid = rowid
        self.found_row = cursor.row
        return True

    def find_primary(self, key: tuple[object, ...]) -> bool:
        """Whether a WITHOUT ROWID table has a row of that primary key; it is `found_row`."""
        entries = self.entries
        assert entries is not None
        if not entries.find(key):
            return False
        self.found_row = self.from_entry(entries.key)
        return True

    def find_again(self, rowid: int, row: tuple[object, ...]) -> bool:
        """Find a row as it is now, which stood there before something else was changed."""
        if self.has_rowid:
            return self.find_rowid(rowid)
        return self.find_primary(self.primary_key(row))

    def find_by_entry(self, writer: IndexWriter) -> bool:
        """Find the row that the index's current entry belongs to."""
        entry = writer.cursor.key
        if self.has_rowid:
            rowid = entry[-1]
            assert isinstance(rowid, int)
            return self.find_rowid(rowid)
        return self.find_primary(tuple([entry[place] for place in writer.primary_key]))

    def primary_key(self, row: tuple[object, ...]) -> tuple[object, ...]:
        """The primary key of a WITHOUT ROWID table's row."""
        return tuple([row[part.column] for part in self.table.primary_key])

    def to_entry(self, row: tuple[object, ...]) -> tuple[object, ...]:
        """A row in the order of a WITHOUT ROWID table's entries."""
        return tuple([row[column] for column in self.table.entry_columns])

    def from_entry(self, entry: tuple[object, ...]) -> tuple[object, ...]:
        """The row of an entry."""
        return tuple([entry[place] for place in self.table.entry_positions])

    # Keys

    def stand_on(self, rowid: int, row: tuple[object, ...]) -> None:
        """Let expressions read this row."""
        self.source.row = row
        self.source.rowid = rowid

    def make_keys(self, rowid: int, row: tuple[object, ...]) -> None:
        """Make the entry of the row in every index, as `IndexWriter.key`."""
        if self.needs_source:
            self.source.row = row
            self.source.rowid = rowid
        for writer in self.indexes:
            writer.key = writer.make_key(rowid, row)

    # Changing the trees

    def insert_row(self, rowid: int, row: tuple[object, ...]) -> None:
        """Store a row whose keys `make_keys` has made, over a row of the same key."""
        for writer in self.indexes:
            key = writer.key
            if key is not None:
                writer.tree.insert(key)
        if self.cursor is not None:
            self.cursor.insert(rowid, row)
        else:
            assert self.entries is not None
            self.entries.insert(self.to_entry(row))

    def delete_row(self, rowid: int, row: tuple[object, ...]) -> None:
        """Remove a row that is there, and its index entries."""
        if self.needs_source:
            self.source.row = row
            self.source.rowid = rowid
        for writer in self.indexes:
            key = writer.make_key(rowid, row)
            if key is not None:
                writer.tree.delete(key)
        if self.cursor is not None:
            self.cursor.tree.delete(rowid)
        else:
            assert self.entries is not None
            self.entries.remove(self.primary_key(row))

    def update_row(
        self,
        old_rowid: int,
        old_row: tuple[object, ...],
        rowid: int,
        row: tuple[object, ...],
        indexes: list[IndexWriter],
    ) -> None:
        """Replace a row that is there. `indexes` are those whose entries may change; their keys
        of the new row have been made."""
        if self.needs_source:
            self.source.row = old_row
            self.source.rowid = old_rowid
        for writer in indexes:
            old_key = writer.make_key(old_rowid, old_row)
            if old_key is not None:
                writer.tree.delete(old_key)
            key = writer.key
            if key is not None:
                writer.tree.insert(key)
        if self.cursor is not None:
            if rowid != old_rowid:
                self.cursor.tree.delete(old_rowid)
            self.cursor.insert(rowid, row)
        else:
            assert self.entries is not None
            self.entries.remove(self.primary_key(old_row))
            self.entries.insert(self.to_entry(row))

    # Messages

    def primary_failed(self, action: int) -> ConstraintError:
        """The error of a second row with the same rowid or primary key."""
        table = self.table
        if not self.has_rowid:
            names = [f"{table.name}.{table.columns[p.column].name}" for p in table.primary_key]
            what = ", ".join(names)
            code = CONSTRAINT_PRIMARYKEY
        elif self.rowid_column >= 0:
            what = f"{table.name}.{table.columns[self.rowid_column].name}"
            code = CONSTRAINT_PRIMARYKEY
        else:
            what = f"{table.name}.rowid"
            code = CONSTRAINT_ROWID
        return ConstraintError(f"UNIQUE constraint failed: {what}", code, action)

    def unique_failed(self, writer: IndexWriter, action: int) -> ConstraintError:
        """The error of a second row with the same key in a unique index."""
        code = CONSTRAINT_PRIMARYKEY if writer.index.origin == "pk" else CONSTRAINT_UNIQUE
        return ConstraintError(f"UNIQUE constraint failed: {writer.describe()}", code, action)


def open_writer(runtime: Runtime, table: Table) -> TableWriter:
    """The writer of a table, made anew when the schema has changed since for more than others."""
    writer = table.writer
    if isinstance(writer, TableWriter) and writer.version == stable_version(runtime):
        return writer
    fresh = TableWriter(runtime, table)
    table.writer = fresh
    return fresh


def stable_version(runtime: Runtime) -> int:
    """Grows with every change of the schema that may concern any table."""
    catalog = runtime.catalog
    return catalog.version - catalog.local_changes
