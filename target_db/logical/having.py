"""HAVING to WHERE: a condition on what a query is grouped by leaves out rows before they are
grouped, instead of groups ("The SQLite Query Optimizer Overview", section 15).

It is the same for all rows of a group where the group's keys are compared by BINARY. Conditions
with subqueries, outer columns or random functions stay where they are.
"""

from target_db.bind.bound import BoundSelect
from target_db.exec.conditions import all_of
from target_db.exec.subqueries import SubqueryExpr
from target_db.expr.aggregates import AggregateRef, WindowRef
from target_db.expr.base import Expr
from target_db.expr.leaves import ColumnExpr, LiteralExpr
from target_db.logical.conjuncts import is_deterministic, split_and
from target_db.types.collation import BINARY


def move_having(query: BoundSelect) -> None:
    """Move what can be moved of the HAVING of a query with GROUP BY to its WHERE."""
    having = query.having
    keys = query.group_by
    if having is None or keys is None or query.context.optimizer_off:
        return
    parts: list[Expr] = []
    split_and(having, parts)
    rest: list[Expr] = []
    for part in parts:
        is_literal = isinstance(part, LiteralExpr)
        if not is_literal and follows_from(part, keys) and is_deterministic(part):
            query.where = [*query.where, part]
        else:
            rest.append(part)
    query.having = all_of(rest)


def follows_from(expr: Expr, keys: list[Expr]) -> bool:
    """Whether an expression has one value for all rows with the same keys."""
    if isinstance(expr, (SubqueryExpr, AggregateRef, WindowRef)):
        return False
    if isinstance(expr, ColumnExpr):
        return is_key(expr, keys)
    children = expr.children()
    if not children:
        return expr.mask == 0
    for child in children:
        if not follows_from(child, keys):
            return False
    return True


def is_key(column: ColumnExpr, keys: list[Expr]) -> bool:
    """Whether a column is a key that compares by its bytes."""
    for key in keys:
        if (
            isinstance(key, ColumnExpr)
            and key.source is column.source
            and key.index == column.index
            and (key.collation is None or key.collation is BINARY)
        ):
            return True
    return False
