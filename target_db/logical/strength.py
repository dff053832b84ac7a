"""Strength reduction: a LEFT JOIN whose NULL rows WHERE throws away is an inner join."""

from target_db.expr.arithmetic import BinaryExpr, UnaryExpr
from target_db.expr.base import Expr
from target_db.expr.comparison import BetweenExpr, Comparison, IsComparison, IsNullExpr
from target_db.expr.leaves import ColumnExpr
from target_db.expr.logic import And, Or
from target_db.expr.membership import InListExpr


def rejects_nulls(where: list[Expr], mask: int) -> bool:
    """Whether some condition cannot be true while all columns of the sources are NULL."""
    for condition in where:
        if condition.mask & mask and condition_rejects(condition, mask):
            return True
    return False


def condition_rejects(expr: Expr, mask: int) -> bool:
    if isinstance(expr, And):
        return condition_rejects(expr.left, mask) or condition_rejects(expr.right, mask)
    if isinstance(expr, Or):
        return condition_rejects(expr.left, mask) and condition_rejects(expr.right, mask)
    if isinstance(expr, IsComparison):
        return False
    if isinstance(expr, Comparison):
        return is_null_with(expr.left, mask) or is_null_with(expr.right, mask)
    if isinstance(expr, BetweenExpr):
        return not expr.negated and is_null_with(expr.operand, mask)
    if isinstance(expr, InListExpr):
        return bool(expr.items) and is_null_with(expr.operand, mask)
    if isinstance(expr, IsNullExpr):
        return expr.negated and is_null_with(expr.operand, mask)
    return is_null_with(expr, mask)


def is_null_with(expr: Expr, mask: int) -> bool:
    """Whether an expression is NULL when the sources of `mask` are."""
    if not expr.mask & mask:
        return False
    if isinstance(expr, ColumnExpr):
        return True
    if isinstance(expr, (And, Or)):
        return False
    if isinstance(expr, BinaryExpr):
        return is_null_with(expr.left, mask) or is_null_with(expr.right, mask)
    return isinstance(expr, UnaryExpr) and is_null_with(expr.operand, mask)
