"""INSERTs that change one row at most: a foreign key that one breaks fails at once, before the
row is stored, and not at the end of the statement."""

from __future__ import annotations

from target_db.catalog.objects import Table
from target_db.dml.target import ROWID_NAMES, assigned_columns
from target_db.sql import ast
from target_db.sql.codes import CONFLICT_REPLACE, ON_INSERT, ON_UPDATE


def changes_one_row(node: ast.Insert, table: Table, conflict: int) -> bool:
    """Whether an INSERT (`conflict` is its clause) has one row of VALUES, fires no trigger, hands
    nothing to RETURNING, and can neither replace nor update another row."""
    if node.returning is not None or may_update(node, table):
        return False
    if may_replace(node, table, conflict):
        return False
    if any(trigger.event == ON_INSERT for trigger in table.triggers):
        return False
    select = node.select
    if select is None:
        return True
    rows = select.cores[0].rows
    return rows is not None and len(rows) == 1 and not select.operators


def gives_key(node: ast.Insert, table: Table) -> bool:
    """Whether an INSERT gives its rows a rowid, or a primary key that stands for one."""
    if not table.has_rowid:
        return True
    if node.select is None:
        return False
    if node.columns is None:
        return table.rowid_column >= 0
    for name in node.columns:
        position = table.positions.get(name.name.lower(), -1)
        if position == table.rowid_column and position >= 0:
            return True
        if position < 0 and name.name.lower() in ROWID_NAMES:
            return True
    return False


def may_replace(node: ast.Insert, table: Table, conflict: int) -> bool:
    """Whether one of the constraints that are checked deletes rows that are in the way."""
    if gives_key(node, table) and (conflict or table.rowid_conflict) == CONFLICT_REPLACE:
        return True
    return any(
        index.is_unique and (conflict or index.conflict) == CONFLICT_REPLACE
        for index in table.indexes
    )


def may_update(node: ast.Insert, table: Table) -> bool:
    """Whether a DO UPDATE fires triggers or writes a foreign key, and has a constraint to watch:
    any without a target, the rowid only where the INSERT gives one."""
    for clause in node.upserts:
        if clause.assignments is None or not has_effects(clause.assignments, table):
            continue
        if gives_key(node, table):
            return True
        if clause.target is None:
            if any(index.is_unique for index in table.indexes):
                return True
        elif not is_rowid(clause.target, table):
            return True
    return False


def has_effects(assignments: list[ast.Assignment], table: Table) -> bool:
    """Whether an UPDATE by these assignments does more than change its row."""
    if any(trigger.event == ON_UPDATE for trigger in table.triggers):
        return True
    changed = assigned_columns(assignments, table)
    return any(not changed.isdisjoint(key.columns) for key in table.foreign_keys)


def is_rowid(target: list[ast.OrderTerm], table: Table) -> bool:
    """Whether the target of an UPSERT is the rowid, by its column or by name."""
    expr = target[0].expr
    if len(target) > 1 or not isinstance(expr, ast.ColumnRef):
        return False
    position = table.positions.get(expr.name.lower(), -1)
    return position == table.rowid_column
