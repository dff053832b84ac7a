"""Quicker forms of the commonest conditions: a column beside numbers that are literals.

Each is a subclass of the general node, whose attributes the planner reads; only the evaluation
differs. They serve where no affinity can turn the number into text.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from target_db.expr.base import FALSE, TRUE, UNKNOWN, Expr
from target_db.expr.comparison import (
    EQUAL,
    GREATER,
    LESS,
    NULL_ORDER,
    BetweenExpr,
    Comparison,
    IsComparison,
    mirrored,
    value_order,
)
from target_db.expr.leaves import ColumnExpr, LiteralExpr
from target_db.sql.codes import IS, IS_NOT
from target_db.types.affinity import TEXT

# Integers up to here are exact as floats: both forms of the number compare alike.
EXACT: Final = 9007199254740992


@mypyc_attr(free_list_len=1)
class ColumnNumberComparison(Comparison):
    """`column op number`."""

    def __init__(self, op: int, column: ColumnExpr, literal: LiteralExpr) -> None:
        super().__init__(op, column, literal)
        self.source = column.source
        self.index = column.index
        self.number = literal.value
        self.real: float = real_of(literal.value)
        self.integer: int = integer_of(literal.value)
        self.is_integer = isinstance(literal.value, int)

    def order(self) -> i64:
        value = self.source.row[self.index]
        if isinstance(value, int):
            if self.is_integer:
                integer = self.integer
                return LESS if value < integer else (GREATER if value > integer else EQUAL)
            if -EXACT < value < EXACT:
                as_real = float(value)
                return LESS if as_real < self.real else (GREATER if as_real > self.real else EQUAL)
        elif isinstance(value, float):
            return LESS if value < self.real else (GREATER if value > self.real else EQUAL)
        elif value is None:
            return NULL_ORDER
        return value_order(value, self.number, self.comparison_affinity, self.comparison_collation)

    def is_true(self) -> bool:
        return (self.accepts >> self.order()) & 1 == 1


@mypyc_attr(free_list_len=1)
class ColumnBetweenNumbers(BetweenExpr):
    """`column [NOT] BETWEEN number AND number`, both numbers integers or both reals."""

    def __init__(
        self, column: ColumnExpr, low: LiteralExpr, high: LiteralExpr, negated: bool
    ) -> None:
        super().__init__(column, low, high, negated)
        self.source = column.source
        self.index = column.index
        self.low_real: float = real_of(low.value)
        self.high_real: float = real_of(high.value)
        self.low_integer: int = integer_of(low.value)
        self.high_integer: int = integer_of(high.value)
        self.is_integer = isinstance(low.value, int) and isinstance(high.value, int)

    def is_between(self) -> i64:
        value = self.source.row[self.index]
        if isinstance(value, int):
            if self.is_integer:
                return TRUE if self.low_integer <= value <= self.high_integer else FALSE
            if -EXACT < value < EXACT:
                as_real = float(value)
                return TRUE if self.low_real <= as_real <= self.high_real else FALSE
        elif isinstance(value, float):
            return TRUE if self.low_real <= value <= self.high_real else FALSE
        elif value is None:
            return UNKNOWN
        return super().is_between()


def make_comparison(op: int, left: Expr, right: Expr) -> Expr:
    """The node for `left op right` over single values.

    `number op column` becomes `column op number`.
    """
    if op in (IS, IS_NOT):
        return IsComparison(op, left, right)
    if isinstance(left, ColumnExpr) and isinstance(right, LiteralExpr):
        if left.affinity != TEXT and is_exact_number(right.value):
            return ColumnNumberComparison(op, left, right)
    elif (
        isinstance(right, ColumnExpr)
        and isinstance(left, LiteralExpr)
        and right.affinity != TEXT
        and is_exact_number(left.value)
    ):
        return ColumnNumberComparison(mirrored(op), right, left)
    return Comparison(op, left, right)


def make_between(operand: Expr, low: Expr, high: Expr, negated: bool) -> Expr:
    """The node for `operand [NOT] BETWEEN low AND high` over single values."""
    if (
        isinstance(operand, ColumnExpr)
        and isinstance(low, LiteralExpr)
        and isinstance(high, LiteralExpr)
        and operand.affinity != TEXT
        and is_exact_number(low.value)
        and is_exact_number(high.value)
    ):
        return ColumnBetweenNumbers(operand, low, high, negated)
    return BetweenExpr(operand, low, high, negated)


def real_of(value: object) -> float:
    """A literal number as a float, exact for those that `is_exact_number` admits."""
    if isinstance(value, float):
        return value
    return float(value) if isinstance(value, int) else 0.0


def integer_of(value: object) -> int:
    """A literal integer; 0 for a real, whose integer form is not used."""
    return value if isinstance(value, int) else 0


def is_exact_number(value: object) -> bool:
    """Whether it is a number whose integer and real forms, as far as it has both, are exact."""
    if isinstance(value, int):
        return -EXACT < value < EXACT
    return isinstance(value, float)
