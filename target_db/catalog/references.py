"""Walking expressions of the syntax tree: operands, and the names they mention."""

from __future__ import annotations

from target_db.catalog.objects import Table
from target_db.errors import SqlError
from target_db.sql import ast


def operands(expr: ast.Expr) -> list[ast.Expr]:
    """The expressions directly inside `expr`, in order; subqueries are not entered."""
    if isinstance(expr, ast.Binary):
        return [expr.left, expr.right]
    if isinstance(expr, (ast.Unary, ast.IsNull, ast.Collate, ast.Cast, ast.InSelect)):
        return [expr.operand]
    if isinstance(expr, ast.FunctionCall):
        found = list(expr.args)
        if expr.order_by is not None:
            found += [term.expr for term in expr.order_by]
        if expr.filter is not None:
            found.append(expr.filter)
        if expr.over is not None:
            found += expr.over.partition_by
            found += [term.expr for term in expr.over.order_by]
        return found
    if isinstance(expr, ast.Between):
        return [expr.operand, expr.low, expr.high]
    if isinstance(expr, ast.InList):
        return [expr.operand, *expr.items]
    if isinstance(expr, ast.InTable):
        return [expr.operand, *(expr.args or [])]
    if isinstance(expr, ast.Like):
        found = [expr.operand, expr.pattern]
        if expr.escape is not None:
            found.append(expr.escape)
        return found
    if isinstance(expr, ast.Case):
        found = [] if expr.operand is None else [expr.operand]
        for condition, result in zip(expr.conditions, expr.results, strict=True):
            found += [condition, result]
        if expr.otherwise is not None:
            found.append(expr.otherwise)
        return found
    if isinstance(expr, ast.RowValue):
        return expr.items
    if isinstance(expr, ast.Raise) and expr.message is not None:
        return [expr.message]
    return []


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
