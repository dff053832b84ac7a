"""Whether an access path already gives the rows in the wanted order."""

from target_db.bind.bound import BoundOrder
from target_db.catalog.objects import Table
from target_db.expr.base import Source
from target_db.physical.access_path import AccessPath
from target_db.physical.constraints import NO_COLUMN, ROWID, column_of
from target_db.types.collation import BINARY, Collation


class OrderedColumn:
    """One column that an access path's rows are ordered by."""

    def __init__(self, column: int, collation: Collation, descending: bool) -> None:
        self.column = column
        self.collation = collation
        self.descending = descending


def columns_of_order(path: AccessPath, table: Table) -> list[OrderedColumn]:
    """What the rows of a path are ordered by, first column first."""
    index = path.index
    columns: list[OrderedColumn] = []
    if index is not None:
        for column in index.columns:
            number = column.column
            if number >= 0 and number == table.rowid_column:
                number = ROWID
            columns.append(OrderedColumn(number, column.collation, column.descending))
        if not table.has_rowid:
            for column in index.suffix:
                columns.append(OrderedColumn(column.column, column.collation, column.descending))
    if table.has_rowid:
        columns.append(OrderedColumn(ROWID, BINARY, False))
    return columns


def order_direction(path: AccessPath, table: Table, source: Source, order: list[BoundOrder]) -> int:
    """1 when the path gives `order`, -1 when it does read backwards, 0 when it cannot."""
    if path.branches:
        return 0
    if path.is_unique():
        return 1
    if path.uses_in():
        return 0
    fixed: set[int] = set()
    for constraint in path.equal:
        fixed.add(constraint.column)
    columns = columns_of_order(path, table)
    direction = 0
    at = 0
    for term in order:
        expr = term.expr
        if expr.is_constant:
            continue
        place = column_of(expr, source, table.rowid_column)
        if place == NO_COLUMN:
            return 0
        if place in fixed:
            continue
        while at < len(columns) and columns[at].column in fixed:
            at += 1
        if at >= len(columns):
            return 0
        key = columns[at]
        collation = expr.collation
        if place != key.column:
            return 0
        if place != ROWID and (BINARY if collation is None else collation) is not key.collation:
            return 0
        if term.nulls_first == term.descending and place != ROWID:
            return 0
        wanted = -1 if term.descending != key.descending else 1
        if direction == 0:
            direction = wanted
        elif direction != wanted:
            return 0
        at += 1
        if place == ROWID:
            break
    return 1 if direction == 0 else direction
