"""Conditions that no row meets, because NULL is compared: `x > NULL`, `NOT x = NULL`.

Source: "SQL Language Expressions", section 3: an operator of which an operand is NULL gives
NULL, IS and IS NOT apart, and WHERE takes no row for which the condition is NULL.
"""

from typing import Final

from target_db.expr.arithmetic import BinaryExpr, Concat, UnaryExpr
from target_db.expr.base import Expr
from target_db.expr.comparison import BetweenExpr, Comparison, IsComparison, IsNullExpr
from target_db.expr.conditional import CastExpr
from target_db.expr.leaves import CachedConstant, ColumnExpr, LiteralExpr, PlusColumn
from target_db.expr.logic import And, Or

NEVER: Final = LiteralExpr(0)

OPERATORS: Final = (
    Comparison,
    BinaryExpr,
    UnaryExpr,
    BetweenExpr,
    IsNullExpr,
    CastExpr,
    CachedConstant,
)


def never_hold(conditions: list[Expr]) -> bool:
    """Whether no row meets all `conditions`, and none of those before the one that says so
    could raise an error, which must then be seen."""
    for place, condition in enumerate(conditions):
        if is_never_true(condition):
            for before in conditions[:place]:
                if not cannot_fail(before):
                    return False
            return True
    return False


def is_never_true(condition: Expr) -> bool:
    """Whether a condition is NULL or false, whatever the row, and cannot fail."""
    if isinstance(condition, BetweenExpr):
        if condition.negated:
            return False
        is_compared = (
            is_null(condition.operand) or is_null(condition.low) or is_null(condition.high)
        )
        return is_compared and cannot_fail(condition)
    return is_null(condition) and cannot_fail(condition)


def is_null(expr: Expr) -> bool:
    """Whether an expression is NULL, whatever the row."""
    if isinstance(expr, LiteralExpr):
        return expr.value is None
    if isinstance(expr, Comparison):
        if isinstance(expr, IsComparison):
            return False
        return is_null(expr.left) or is_null(expr.right)
    if isinstance(expr, BinaryExpr):
        if isinstance(expr, (And, Or)):
            return False
        return is_null(expr.left) or is_null(expr.right)
    if isinstance(expr, UnaryExpr):
        return is_null(expr.operand)
    return isinstance(expr, (CastExpr, CachedConstant)) and is_null(expr.operand)


def cannot_fail(expr: Expr) -> bool:
    """Whether an expression is made of columns, literals and operators that raise no error."""
    if isinstance(expr, (ColumnExpr, LiteralExpr, PlusColumn)):
        return True
    if isinstance(expr, Concat):
        return False
    if isinstance(expr, OPERATORS):
        for child in expr.children():
            if not cannot_fail(child):
                return False
        return True
    return False
