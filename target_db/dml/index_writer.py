"""Keeping one index in step with its table."""

from __future__ import annotations

from typing import Final

from target_db.catalog.objects import Index, Table
from target_db.expr.base import Expr
from target_db.storage.index_cursor import IndexCursor

ONE_COLUMN: Final = 1
TWO_COLUMNS: Final = 2
GENERAL: Final = 3


class IndexWriter:
    """An index being written. `expressions` and `where` read the writer's `Source`.

    columns: the table column of each entry field, or -1 (rowid), -2 (the expression at the same
        place of `expressions`). The rowid at the end of a rowid table's entries is not among
        them.
    needs_source: making a key evaluates expressions over the writer's source.
    key: the entry of the row at hand, made by `make_key`; None when a partial index leaves
        the row out.
    """

    def __init__(
        self,
        index: Index,
        cursor: IndexCursor,
        expressions: list[Expr | None],
        where: Expr | None,
    ) -> None:
        self.index = index
        self.cursor = cursor
        self.tree = cursor.tree
        self.is_unique = index.is_unique
        self.width = len(index.columns)
        self.columns = [part.column for part in index.columns]
        self.columns += [part.column for part in index.suffix]
        self.expressions = expressions
        self.where = where
        self.needs_source = where is not None or any(e is not None for e in expressions)
        self.has_rowid = index.table.has_rowid
        self.conflict = index.conflict
        self.key: tuple[object, ...] | None = None
        self.kind = GENERAL
        self.first = self.columns[0]
        self.second = 0
        if self.has_rowid and min(self.columns) >= 0:
            if len(self.columns) == 1:
                self.kind = ONE_COLUMN
            elif len(self.columns) == 2:
                self.kind = TWO_COLUMNS
                self.second = self.columns[1]
        # Whether the primary key is looked at for duplicates before this index.
        self.follows_primary = self.has_rowid or index.table.follows_primary(index)
        self.primary_key = [primary_key_place(index, c) for c in key_of(index.table)]

    def reads(self, columns: set[int]) -> bool:
        """Whether a change of these columns can change the row's entry."""
        return self.needs_source or not columns.isdisjoint(self.columns)

    def make_key(self, rowid: int, row: tuple[object, ...]) -> tuple[object, ...] | None:
        """The entry of a row, on which the writer's source stands where expressions need it."""
        where = self.where
        if where is not None and not where.is_true():
            return None
        kind = self.kind
        if kind == ONE_COLUMN:
            return (row[self.first], rowid)
        if kind == TWO_COLUMNS:
            return (row[self.first], row[self.second], rowid)
        fields: list[object] = []
        for place, column in enumerate(self.columns):
            if column >= 0:
                fields.append(row[column])
            elif column == -1:
                fields.append(rowid)
            else:
                expression = self.expressions[place]
                assert expression is not None
                fields.append(expression.eval())
        if self.has_rowid:
            fields.append(rowid)
        return tuple(fields)

    def find_duplicate(self, key: tuple[object, ...]) -> bool:
        """Put the cursor on an entry with the same key columns, if there is one.

        A key with a NULL in it has no duplicates.
        """
        if self.kind == ONE_COLUMN:
            value = key[0]
            return value is not None and self.cursor.find((value,))
        prefix = key[: self.width]
        for value in prefix:
            if value is None:
                return False
        return self.cursor.find(prefix)

    def describe(self) -> str:
        """What a "UNIQUE constraint failed" message names: the columns, or the index."""
        table = self.index.table
        for column in self.columns[: self.width]:
            if column == -2:
                return f"index '{self.index.name}'"
        names = [
            f"{table.name}.{table.columns[c].name if c >= 0 else 'rowid'}"
            for c in self.columns[: self.width]
        ]
        return ", ".join(names)


def key_of(table: Table) -> list[int]:
    """The primary key's columns of a WITHOUT ROWID table; none for others."""
    return [] if table.has_rowid else [part.column for part in table.primary_key]


def primary_key_place(index: Index, column: int) -> int:
    """Where in the entries of an index of a WITHOUT ROWID table a primary key column is."""
    parts = [*index.columns, *index.suffix]
    for place in range(len(parts) - 1, -1, -1):
        if parts[place].column == column:
            return place
    raise AssertionError(column)
