"""What expressions of the syntax tree mention: columns, subqueries."""

from __future__ import annotations

from target_db.catalog.objects import Table
from target_db.errors import SqlError
from target_db.sql import ast
from target_db.sql.walk import operands


def all_expressions(root: ast.Expr) -> list[ast.Expr]:
    """`root` and every expression inside it, from left to right, without subqueries."""
    found: list[ast.Expr] = []
    stack = [root]
    while stack:
        expr = stack.pop()
        found.append(expr)
        stack.extend(reversed(operands(expr)))
    return found


def columns_named(root: ast.Expr) -> set[str]:
    """The lower-case names of the columns that an expression mentions."""
    return {e.name.lower() for e in all_expressions(root) if isinstance(e, ast.ColumnRef)}


def has_subquery(root: ast.Expr) -> bool:
    """Whether an expression holds a subquery, or reads a table in another way."""
    for expr in all_expressions(root):
        if isinstance(expr, (ast.Subquery, ast.Exists, ast.InSelect, ast.InTable)):
            return True
    return False


def is_constant_default(root: ast.Expr) -> bool:
    """Whether a DEFAULT is free of columns, parameters and subqueries."""
    for expr in all_expressions(root):
        if isinstance(expr, ast.ColumnRef):
            if expr.table is not None:
                return False
            if not expr.quoted and expr.name.lower() not in ("true", "false"):
                return False
        elif isinstance(
            expr, (ast.Parameter, ast.Subquery, ast.Exists, ast.InSelect, ast.InTable)
        ) or (isinstance(expr, ast.FunctionCall) and expr.over is not None):
            return False
    return True


def generation_order(table: Table) -> list[int]:
    """The positions of the generated columns, each after those that it reads.

    Raises SqlError "generated column loop on ..." when there is no such order.
    """
    pending: dict[str, ast.Expr] = {}
    for column in table.columns:
        if column.generated is not None:
            pending[column.name.lower()] = column.generated
    order: list[int] = []
    while pending:
        ready = [n for n, node in pending.items() if not columns_named(node) & pending.keys()]
        if not ready:
            last = max(table.positions[name] for name in pending)
            raise SqlError(f'generated column loop on "{table.columns[last].name}"')
        for name in ready:
            del pending[name]
            order.append(table.positions[name])
    return order
