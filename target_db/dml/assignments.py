"""SET clauses: which columns get which values."""

from __future__ import annotations

from target_db.bind.expressions import bind_value
from target_db.bind.scope import Scope
from target_db.catalog.objects import Table
from target_db.errors import SqlError
from target_db.exec.subqueries import RowSubquery
from target_db.expr.base import Expr
from target_db.sql import ast


class RowAssignment:
    """`(a, b) = (SELECT ...)`: one subquery run gives several columns."""

    def __init__(self, columns: list[int], subquery: RowSubquery) -> None:
        self.columns = columns
        self.subquery = subquery


class Assignments:
    """A bound SET clause.

    columns, values: pairs of a position (-1: the rowid) and its expression. A column that is
        assigned twice gets the last value.
    rows: assignments from a row subquery.
    changed: the positions of all columns assigned.
    """

    def __init__(self, nodes: list[ast.Assignment], table: Table, scope: Scope) -> None:
        self.columns: list[int] = []
        self.values: list[Expr] = []
        self.rows: list[RowAssignment] = []
        self.changed: set[int] = set()
        for node in nodes:
            positions = [self.find(name.name, table) for name in node.columns]
            self.changed.update(positions)
            if not node.is_row:
                self.columns.append(positions[0])
                self.values.append(bind_value(node.value, scope))
            else:
                self.add_row(node, positions, scope)

    def find(self, name: str, table: Table) -> int:
        position = table.positions.get(name.lower())
        if position is None:
            if table.has_rowid and name.lower() in ("rowid", "oid", "_rowid_"):
                return table.rowid_column if table.rowid_column >= 0 else -1
            raise SqlError(f"no such column: {name}")
        if table.columns[position].generated is not None:
            raise SqlError(f'cannot UPDATE generated column "{name}"')
        return position

    def add_row(self, node: ast.Assignment, positions: list[int], scope: Scope) -> None:
        value = node.value
        if isinstance(value, ast.RowValue):
            self.check_width(len(positions), len(value.items))
            for position, item in zip(positions, value.items, strict=True):
                self.columns.append(position)
                self.values.append(bind_value(item, scope))
            return
        if isinstance(value, ast.Subquery):
            from target_db.bind.subqueries import bind_row_subquery

            subquery = bind_row_subquery(value.select, scope)
            self.check_width(len(positions), subquery.subquery.width)
            self.rows.append(RowAssignment(positions, subquery))
            return
        self.check_width(len(positions), 1)
        self.columns.append(positions[0])
        self.values.append(bind_value(value, scope))

    def check_width(self, columns: int, values: int) -> None:
        if columns != values:
            raise SqlError(f"{columns} columns assigned {values} values")

    def changes_rowid(self, table: Table) -> bool:
        """Whether the rowid may change."""
        if -1 in self.changed:
            return True
        return table.rowid_column >= 0 and table.rowid_column in self.changed
