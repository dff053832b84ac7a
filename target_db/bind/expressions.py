"""Expressions: from the syntax tree to executable nodes.

`bind_expr` is the way in, and calls itself for operands (the parser has limited the depth).
Here are the dispatch and the small constructs; names, operators, calls, patterns, row values
and windows have a module each.
"""

from target_db.bind import calls, names, operators, patterns, rows, subqueries
from target_db.bind.scope import BindContext, Scope
from target_db.errors import SqlError
from target_db.expr.base import Expr
from target_db.expr.comparison import IsNullExpr
from target_db.expr.conditional import CaseExpr, CastExpr, CollateExpr, SimpleCaseExpr
from target_db.expr.leaves import (
    CachedConstant,
    ColumnExpr,
    LiteralExpr,
    ParameterExpr,
    PlainExpr,
)
from target_db.expr.logic import And, Or
from target_db.expr.specialised import make_between
from target_db.sql import ast
from target_db.sql.codes import AND, BIT_AND, EQ
from target_db.types.affinity import NUMERIC, affinity_of_type


def bind_expr(node: ast.Expr, scope: Scope) -> Expr:
    """The executable node for `node`, a single value, with names resolved in `scope`.

    Aggregate calls are added to `aggregates` of the scope they belong to, window calls to
    `windows`. Raises SqlError with SQLite's message for what cannot be bound.
    """
    if isinstance(node, ast.ColumnRef):
        return names.bind_column(node, scope)
    if isinstance(node, ast.Literal):
        return LiteralExpr(node.value)
    if isinstance(node, ast.Binary):
        return bind_binary(node, scope)
    if isinstance(node, ast.Unary):
        return operators.bind_unary(node, scope)
    if isinstance(node, ast.FunctionCall):
        return calls.bind_call(node, scope)
    return bind_construct(node, scope)


def bind_value(node: ast.Expr, scope: Scope) -> Expr:
    """As `bind_expr`, for a value that leaves the query or is stored: it has no subtype."""
    expr = bind_expr(node, scope)
    if scope.context.has_json and not isinstance(expr, (ColumnExpr, LiteralExpr)):
        return PlainExpr(expr)
    return expr


def bind_binary(node: ast.Binary, scope: Scope) -> Expr:
    """`left op right`."""
    op = node.op
    if op >= BIT_AND:
        return operators.bind_arithmetic(node, scope)
    if op >= EQ:
        return operators.bind_comparison(node, scope)
    left = bind_expr(node.left, scope)
    right = bind_expr(node.right, scope)
    if left.is_constant != right.is_constant:
        left = cache_constant(left, scope.context)
        right = cache_constant(right, scope.context)
    return And(left, right) if op == AND else Or(left, right)


def bind_construct(node: ast.Expr, scope: Scope) -> Expr:
    """What is neither a name, a literal, an operator nor a call."""
    if isinstance(node, ast.Cast):
        return bind_cast(node, scope)
    if isinstance(node, ast.IsNull):
        return IsNullExpr(bind_expr(node.operand, scope), node.negated)
    if isinstance(node, ast.Between):
        return bind_between(node, scope)
    if isinstance(node, ast.InList):
        return rows.bind_in_list(node, scope)
    if isinstance(node, ast.Case):
        return bind_case(node, scope)
    if isinstance(node, ast.Subquery):
        forbid(scope.context, "subqueries")
        return subqueries.bind_scalar_subquery(node.select, scope)
    if isinstance(node, ast.InSelect):
        return rows.bind_in_select(node.operand, node.select, node.negated, scope)
    if isinstance(node, ast.Exists):
        forbid(scope.context, "subqueries")
        return subqueries.bind_exists(node.select, scope, False)
    if isinstance(node, ast.Like):
        return patterns.bind_like(node, scope)
    if isinstance(node, ast.Parameter):
        return bind_parameter(node, scope.context)
    if isinstance(node, ast.Collate):
        return bind_collate(node, scope)
    if isinstance(node, ast.InTable):
        return rows.bind_in_table(node, scope)
    if isinstance(node, ast.CurrentTime):
        return calls.bind_current_time(node, scope)
    if isinstance(node, ast.Raise):
        return calls.bind_raise(node, scope)
    if isinstance(node, ast.OversizedHex):
        raise SqlError(f"hex literal too big: {node.text}", offset=int(node.pos))
    if isinstance(node, ast.RowValue) and scope.context.names_only:
        rows.bind_row(node, scope)
        return LiteralExpr(None)
    raise rows.misused(node)


def bind_cast(node: ast.Cast, scope: Scope) -> Expr:
    """CAST; a type without a name is NUMERIC here (as a column's it is BLOB)."""
    affinity = affinity_of_type(node.type_name) if node.type_name else NUMERIC
    return CastExpr(bind_expr(node.operand, scope), affinity)


def bind_between(node: ast.Between, scope: Scope) -> Expr:
    """`operand [NOT] BETWEEN low AND high`."""
    operand = rows.bind_row(node.operand, scope)
    if operand.width() > 1:
        return rows.bind_row_between(node, operand, scope)
    low = cache_constant(bind_expr(node.low, scope), scope.context)
    high = cache_constant(bind_expr(node.high, scope), scope.context)
    return make_between(operand, low, high, node.negated)


def bind_case(node: ast.Case, scope: Scope) -> Expr:
    """CASE, with or without an operand."""
    results = [bind_expr(result, scope) for result in node.results]
    otherwise = None if node.otherwise is None else bind_expr(node.otherwise, scope)
    if node.operand is None:
        conditions = [bind_expr(condition, scope) for condition in node.conditions]
        return CaseExpr(conditions, results, otherwise)
    operand = rows.bind_row(node.operand, scope)
    if operand.width() > 1:
        conditions = [rows.bind_row_equality(operand, c, scope) for c in node.conditions]
        return CaseExpr(conditions, results, otherwise)
    conditions = [bind_expr(condition, scope) for condition in node.conditions]
    return SimpleCaseExpr(operand, conditions, results, otherwise)


def bind_parameter(node: ast.Parameter, context: BindContext) -> Expr:
    """`?N` and its like."""
    forbid(context, "parameters")
    return ParameterExpr(context.parameters, int(node.index) - 1)


def bind_collate(node: ast.Collate, scope: Scope) -> Expr:
    """`operand COLLATE collation`."""
    operand = bind_expr(node.operand, scope)
    collation = scope.context.catalog.collations.get(node.collation.lower())
    if collation is None:
        raise SqlError(f"no such collation sequence: {node.collation}", offset=int(node.pos))
    return CollateExpr(operand, collation)


def forbid(context: BindContext, what: str) -> None:
    """Raise SQLite's error if the expression stands where `what` (a plural) is prohibited."""
    if context.restricted_to is not None:
        raise SqlError(f"{what} prohibited in {context.restricted_to}")


def cache_constant(expr: Expr, context: BindContext) -> Expr:
    """`expr`, to be evaluated only once a run if it is constant and worth it."""
    if not expr.is_constant or isinstance(expr, (LiteralExpr, ParameterExpr, CachedConstant)):
        return expr
    return CachedConstant(expr, context.execution)
