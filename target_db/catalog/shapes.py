"""What storage must know of a table's columns to read its rows from a file."""

from __future__ import annotations

from target_db.catalog.objects import Column, Index, Table
from target_db.sql import ast
from target_db.sql.codes import NEGATE, PLUS
from target_db.storage.shape import EntryShape, RowShape
from target_db.types.affinity import REAL, apply_affinity


class TableDescriber:
    """Tells stores of the shape of tables. That of `dml` knows VIRTUAL columns too."""

    def describe(self, table: Table) -> None:
        """Tell the table's store how to complete what its records hold."""
        store = table.store
        assert store is not None
        columns = stored_order(table)
        places = [i for i, column in enumerate(columns) if is_real(column)]
        defaults = [constant_default(column) for column in columns]
        store.set_shape(table.root, RowShape(table.rowid_column, places, defaults))


def stored_order(table: Table) -> list[Column]:
    """The columns in the order of the table's records."""
    if table.has_rowid:
        return table.columns
    return [table.columns[place] for place in table.entry_columns]


def describe_index(index: Index) -> None:
    """Tell the store which fields of the index's entries are of REAL columns."""
    store = index.table.store
    assert store is not None
    columns = index.table.columns
    parts = [*index.columns, *index.suffix]
    reals = [i for i, p in enumerate(parts) if p.column >= 0 and is_real(columns[p.column])]
    store.set_real_columns(index.root, reals)
    has_rowid = index.table.has_rowid
    store.set_shape(index.root, EntryShape(len(parts) + has_rowid, has_rowid))


def is_real(column: Column) -> bool:
    return column.affinity == REAL


def constant_default(column: Column) -> object:
    """The default of a column that was added to a table with rows: ADD COLUMN takes constants
    only. None for anything else, which no stored row lacks."""
    expr = column.default
    sign = 1
    while isinstance(expr, ast.Unary) and expr.op in (NEGATE, PLUS):
        if expr.op == NEGATE:
            sign = -sign
        expr = expr.operand
    if isinstance(expr, ast.ColumnRef) and expr.name.lower() in ("true", "false"):
        return apply_affinity(int(expr.name.lower() == "true"), column.affinity)
    if not isinstance(expr, ast.Literal):
        return None
    value = expr.value
    if sign < 0 and isinstance(value, (int, float)):
        value = -value
    return apply_affinity(value, column.affinity)
