"""Push-down: a condition on a subquery's columns is also tested inside, before its rows are
grouped, sorted or kept ("The SQLite Query Optimizer Overview", section 12).

The condition stays where it was as well; inside it saves work, and may find an index.
"""

from target_db.bind.bound import BoundCompound, BoundQuery, BoundSelect
from target_db.expr.base import Expr, Source
from target_db.expr.comparison import BetweenExpr, Comparison, IsComparison, IsNullExpr
from target_db.expr.leaves import ColumnExpr
from target_db.expr.membership import InListExpr
from target_db.expr.specialised import make_between, make_comparison
from target_db.logical.conjuncts import is_deterministic


def push_down(query: BoundQuery, source: Source, conditions: list[Expr], outside: int) -> None:
    """Add to `query` those of `conditions` that it can test itself.

    source: the FROM item that stands for the query. outside: the sources that have a row when
    the query starts.
    """
    if query.limit is not None or query.context.optimizer_off:
        return
    for condition in conditions:
        if condition.mask & source.mask and not condition.mask & ~source.mask & ~outside:
            push_one(query, source, condition)
            query.outer_mask |= condition.mask & ~source.mask


def push_one(query: BoundQuery, source: Source, condition: Expr) -> bool:
    """Add one condition to the query, or to every arm of a compound; False if it cannot be."""
    if isinstance(query, BoundCompound):
        return push_into_arms(query, source, condition)
    if not isinstance(query, BoundSelect) or query.from_ is None or query.scope.windows:
        return False
    inner = translate(condition, source, query.outputs)
    if inner is None:
        return False
    if query.is_aggregate and not reads_only_keys(condition, source, query):
        return False
    query.where = [*query.where, inner]
    return True


def push_into_arms(query: BoundCompound, source: Source, condition: Expr) -> bool:
    """Add a condition to those arms that can test it, if its column compares alike in all."""
    column = column_in(condition, source)
    if column is None:
        return False
    first = query.outputs[column.index]
    for arm in query.arms:
        output = arm.outputs[column.index]
        if output.affinity != first.affinity or output.collation is not first.collation:
            return False
    pushed = False
    for arm in query.arms:
        if arm.limit is None and push_one(arm, source, condition):
            pushed = True
    return pushed


def reads_only_keys(condition: Expr, source: Source, query: BoundSelect) -> bool:
    """Whether the columns in a condition are what the query is grouped by."""
    keys = query.group_by
    if keys is None:
        return False
    column = column_in(condition, source)
    if column is None:
        return False
    output = query.outputs[column.index]
    for key in keys:
        if key is output:
            return True
        if (
            isinstance(key, ColumnExpr)
            and isinstance(output, ColumnExpr)
            and key.source is output.source
            and key.index == output.index
        ):
            return True
    return False


def column_in(condition: Expr, source: Source) -> ColumnExpr | None:
    """The column of `source` that a condition of a simple shape is about."""
    operand = condition
    if isinstance(condition, Comparison):
        operand = condition.left
        if not operand.mask & source.mask:
            operand = condition.right
    elif isinstance(condition, (BetweenExpr, InListExpr, IsNullExpr)):
        operand = condition.operand
    return operand if isinstance(operand, ColumnExpr) and operand.source is source else None


def translate(condition: Expr, source: Source, outputs: list[Expr]) -> Expr | None:
    """A condition of a simple shape, with the result expression in the place of the column."""
    column = column_in(condition, source)
    if column is None:
        return None
    output = outputs[column.index]
    if output.explicit_collation or not is_deterministic(output):
        return None
    if isinstance(condition, IsComparison):
        return None
    if isinstance(condition, Comparison):
        if condition.left is column and not condition.right.mask & source.mask:
            return make_comparison(condition.op, output, condition.right)
        if condition.right is column and not condition.left.mask & source.mask:
            return make_comparison(condition.op, condition.left, output)
        return None
    if isinstance(condition, BetweenExpr):
        if (condition.low.mask | condition.high.mask) & source.mask:
            return None
        return make_between(output, condition.low, condition.high, condition.negated)
    if isinstance(condition, InListExpr):
        for item in condition.items:
            if item.mask & source.mask:
                return None
        return InListExpr(output, condition.items, condition.negated, condition.run)
    if isinstance(condition, IsNullExpr):
        return IsNullExpr(output, condition.negated)
    return None
