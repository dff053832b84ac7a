"""RETURNING: one result row for each row inserted, updated or deleted."""

from __future__ import annotations

from target_db.bind.expressions import bind_value
from target_db.bind.scope import BindContext, Scope
from target_db.catalog.objects import Table
from target_db.dml.scopes import table_scope
from target_db.errors import SqlError
from target_db.expr.base import Expr, Source
from target_db.sql import ast


class Returning:
    """The bound RETURNING clause. `make` gives the result row of a changed row.

    Source: "RETURNING", SQL language page; `table.*` is refused there as here.
    """

    def __init__(
        self,
        columns: list[ast.ResultColumn],
        table: Table,
        alias: str | None,
        context: BindContext,
        parent: Scope | None,
    ) -> None:
        self.names: list[str] = []
        self.types: list[str | None] = []
        self.expressions: list[Expr] = []
        self.source = Source(context.number_source(), table.name)
        scope = table_scope(context, parent, self.source, table, alias)
        scope.items[0].schema = None
        for column in columns:
            if isinstance(column.expr, ast.Star):
                if column.expr.table is not None:
                    raise SqlError('RETURNING may not use "TABLE.*" wildcards')
                for declared in table.columns:
                    if not declared.is_hidden:
                        self.add_column(scope, declared.name, declared.declared_type)
                continue
            self.expressions.append(bind_value(column.expr, scope))
            self.names.append(column.alias or result_name(column, context.sql))
            self.types.append(declared_type(column.expr, table))

    def add_column(self, scope: Scope, name: str, declared: str | None) -> None:
        reference = ast.ColumnRef(name, -1, None, -1, None, -1, False, False)
        self.expressions.append(bind_value(reference, scope))
        self.names.append(name)
        self.types.append(declared)

    def make(self, rowid: int, row: tuple[object, ...]) -> tuple[object, ...]:
        """The result row for a row of the table."""
        self.source.row = row
        self.source.rowid = rowid
        return tuple([expr.eval() for expr in self.expressions])


def result_name(column: ast.ResultColumn, sql: str) -> str:
    """The name of a result column without an alias: the column's own, or the text."""
    if isinstance(column.expr, ast.ColumnRef):
        return column.expr.name
    return sql[column.start : column.end]


def declared_type(expr: ast.Expr, table: Table) -> str | None:
    """The declared type of the table's column that `expr` is, if it is one."""
    if isinstance(expr, ast.ColumnRef):
        position = table.positions.get(expr.name.lower())
        if position is not None:
            return table.columns[position].declared_type
    return None
