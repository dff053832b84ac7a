"""OR to IN: `a = 1 OR a = 2` is `a IN (1, 2)` ("The SQLite Query Optimizer Overview", section 3),
for which one search of an index does."""

from target_db.expr.base import Expr, Run
from target_db.expr.comparison import Comparison, comparison_affinity
from target_db.expr.leaves import ColumnExpr, RowidExpr
from target_db.expr.logic import Or
from target_db.expr.membership import InListExpr
from target_db.logical.conjuncts import split_or
from target_db.sql.codes import EQ
from target_db.types.affinity import NONE
from target_db.types.collation import BINARY


def ors_to_in(conditions: list[Expr], run: Run) -> list[Expr]:
    """The conditions, with IN where an OR asks whether one column equals one of some values."""
    for place, condition in enumerate(conditions):
        if isinstance(condition, Or):
            found = in_list_of(condition, run)
            if found is not None:
                conditions = [*conditions[:place], found, *conditions[place + 1 :]]
    return conditions


def in_list_of(condition: Or, run: Run) -> InListExpr | None:
    """The IN that an OR means, or None."""
    operands: list[Expr] = []
    split_or(condition, operands)
    first = operands[0]
    if not isinstance(first, Comparison):
        return None
    for column in (first.left, first.right):
        if isinstance(column, (ColumnExpr, RowidExpr)):
            values = values_of(column, operands)
            if values is not None:
                return InListExpr(column, values, False, run)
    return None


def values_of(column: ColumnExpr | RowidExpr, operands: list[Expr]) -> list[Expr] | None:
    """What the column equals in one operand after the other, by the rules of IN; None where an
    operand is something else."""
    affinity = comparison_affinity(column.affinity, NONE)
    collation = BINARY if column.collation is None else column.collation
    values: list[Expr] = []
    for operand in operands:
        if not isinstance(operand, Comparison) or operand.op != EQ or operand.explicit_collation:
            return None
        value = operand.right if is_same(operand.left, column) else operand.left
        if value is operand.left and not is_same(operand.right, column):
            return None
        if value.mask & column.mask:
            return None
        if operand.comparison_affinity != affinity or operand.comparison_collation is not collation:
            return None
        values.append(value)
    return values


def is_same(expr: Expr, column: ColumnExpr | RowidExpr) -> bool:
    """Whether an expression is that column."""
    if isinstance(column, RowidExpr):
        return isinstance(expr, RowidExpr) and expr.source is column.source
    return (
        isinstance(expr, ColumnExpr) and expr.source is column.source and expr.index == column.index
    )
