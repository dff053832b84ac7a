"""Whether an access path already gives the rows in the wanted order."""

from typing import Final

from target_db.bind.bound import BoundOrder
from target_db.catalog.objects import IndexColumn, Table
from target_db.expr.base import Source
from target_db.physical.access_path import AccessPath
from target_db.physical.constraints import NO_COLUMN, ROWID, column_of
from target_db.types.collation import BINARY

NO_COLUMNS: Final[list[IndexColumn]] = []


def order_direction(path: AccessPath, table: Table, source: Source, order: list[BoundOrder]) -> int:
    """1 when the path gives `order`, -1 when it does read backwards, 0 when it cannot."""
    if path.branches:
        return 0
    if path.is_unique():
        return 1
    index = path.index
    columns = NO_COLUMNS if index is None else index.columns
    if index is not None and not table.has_rowid:
        columns = [*columns, *index.suffix]
    fixed: set[int] = NOTHING_FIXED
    if path.equal:
        if path.uses_in():
            return 0
        fixed = {constraint.column for constraint in path.equal}
    rowid_column = table.rowid_column
    direction = 0
    at = 0
    for term in order:
        expr = term.expr
        if expr.is_constant:
            continue
        column = column_of(expr, source, rowid_column)
        if column == NO_COLUMN:
            return 0
        if column in fixed:
            continue
        while at < len(columns) and key_number(columns[at], rowid_column) in fixed:
            at += 1
        is_descending = False
        if at < len(columns):
            key = columns[at]
            if column != key_number(key, rowid_column):
                return 0
            if column != ROWID:
                collation = expr.collation
                if key.collation is not (BINARY if collation is None else collation):
                    return 0
                if term.nulls_first == term.descending:
                    return 0
            is_descending = key.descending
        elif at > len(columns) or column != ROWID or not table.has_rowid:
            return 0
        wanted = -1 if term.descending != is_descending else 1
        if direction == 0:
            direction = wanted
        elif direction != wanted:
            return 0
        at += 1
        if column == ROWID:
            break
    return 1 if direction == 0 else direction


NOTHING_FIXED: Final[set[int]] = set()


def key_number(key: IndexColumn, rowid_column: int) -> int:
    """An index column as constraints name it."""
    column = key.column
    return ROWID if column == rowid_column and column >= 0 else column
