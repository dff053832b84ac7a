"""VIRTUAL generated columns of tables in files: computed when a row is read, never stored.

Source: "Generated Columns". A database in memory keeps their values in its rows.
"""

from __future__ import annotations

from typing import Final

from target_db.bind.expressions import bind_value
from target_db.bind.scope import Scope, ScopeItem
from target_db.catalog.objects import Table
from target_db.catalog.references import generation_order
from target_db.catalog.shapes import TableDescriber, constant_default, is_real, stored_order
from target_db.dml.runtime import Runtime
from target_db.expr.base import Expr, Source
from target_db.storage.shape import RowShape
from target_db.types.affinity import apply_affinity


class VirtualShape(RowShape):
    """The shape of a table with VIRTUAL columns.

    order: for each place of a row (or entry) the column there.
    kept: the same for each value of a record.
    """

    def __init__(self, runtime: Runtime, table: Table) -> None:
        columns = stored_order(table)
        reals = [i for i, column in enumerate(columns) if is_real(column)]
        super().__init__(table.rowid_column, reals, [constant_default(c) for c in columns])
        self.runtime: Final = runtime
        self.table: Final = table
        count = len(columns)
        self.order: Final = table.entry_columns if not table.has_rowid else list(range(count))
        self.kept: Final = [i for i in self.order if not table.columns[i].is_virtual()]
        self.real_columns: Final = [self.order[place] for place in reals]
        self.source: Source | None = None
        self.computed: list[tuple[int, Expr]] = []

    def bind(self) -> Source:
        """Bind the expressions, when the first row is read; each after those that it reads."""
        table = self.table
        context = self.runtime.bind_context(table.sql, None)
        context.restricted_to = "generated columns"
        source = Source(context.number_source(), table.name)
        scope = Scope(context, None)
        scope.items.append(ScopeItem(source, table, table.name.lower(), table.schema))
        for position in generation_order(table):
            column = table.columns[position]
            if column.is_virtual():
                assert column.generated is not None
                self.computed.append((position, bind_value(column.generated, scope)))
        self.source = source
        return source

    def complete(self, values: tuple[object, ...], rowid: int) -> tuple[object, ...]:
        source = self.source or self.bind()
        columns = self.table.columns
        row: list[object] = [None] * len(columns)
        for place, position in enumerate(self.kept):
            if place < len(values):
                row[position] = values[place]
            else:
                row[position] = constant_default(columns[position])
        for position in self.real_columns:
            value = row[position]
            if isinstance(value, int):
                row[position] = float(value)
        if self.rowid_column >= 0:
            row[self.rowid_column] = rowid
        for position, expr in self.computed:
            source.row = tuple(row)
            row[position] = apply_affinity(expr.eval(), columns[position].affinity)
        if self.table.has_rowid:
            return tuple(row)
        return tuple([row[position] for position in self.order])

    def to_store(self, row: tuple[object, ...]) -> tuple[object, ...]:
        if not self.table.has_rowid:
            return row[: len(self.kept)]
        column = self.rowid_column
        return tuple([None if i == column else row[i] for i in self.kept])


class VirtualDescriber(TableDescriber):
    """Describes tables with VIRTUAL columns too."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime: Final = runtime

    def describe(self, table: Table) -> None:
        if not any(column.is_virtual() for column in table.columns):
            super().describe(table)
            return
        assert table.store is not None
        table.store.set_shape(table.root, VirtualShape(self.runtime, table))
