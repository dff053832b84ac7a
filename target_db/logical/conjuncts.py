"""Conditions as lists of conjuncts or disjuncts, and what can be said of one."""

from target_db.exec.subqueries import SubqueryExpr
from target_db.expr.base import Expr
from target_db.expr.calls import CallExpr
from target_db.expr.logic import And, Or


def split_and(expr: Expr, into: list[Expr]) -> None:
    """Append the operands of a chain of ANDs, from left to right."""
    pending: list[Expr] = [expr]
    while pending:
        part = pending.pop()
        if isinstance(part, And):
            pending.append(part.right)
            pending.append(part.left)
        else:
            into.append(part)


def split_or(expr: Expr, into: list[Expr]) -> None:
    """Append the operands of a chain of ORs, from left to right."""
    pending: list[Expr] = [expr]
    while pending:
        part = pending.pop()
        if isinstance(part, Or):
            pending.append(part.right)
            pending.append(part.left)
        else:
            into.append(part)


def is_deterministic(expr: Expr) -> bool:
    """Whether the value follows from what the expression reads (random() does not).

    A subquery counts as deterministic: it runs once, or when the rows it reads change.
    """
    if isinstance(expr, SubqueryExpr):
        return True
    if isinstance(expr, CallExpr) and not expr.function.deterministic:
        return False
    for child in expr.children():
        if not is_deterministic(child):
            return False
    return True


def holds_before_rows(expr: Expr, own_mask: int) -> bool:
    """Whether a condition reads none of the query's own rows, so that one test is enough."""
    if expr.mask & own_mask:
        return False
    return expr.is_constant or is_deterministic(expr)
