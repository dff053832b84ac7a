"""Comparisons: `= <> < <= > >=`, IS, IS NULL, BETWEEN ("Datatypes in SQLite", section 4).

How two values stand to each other is a small code, LESS to NULL_ORDER; an operator is the set
of the codes that make it true, as a bit mask. So one class serves every operator.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from target_db.expr.base import FALSE, TRUE, UNKNOWN, Expr
from target_db.sql.codes import EQ, GE, GT, IS, IS_NOT, LE, LT, NE
from target_db.types.affinity import NONE, NUMERIC, TEXT, apply_comparison_numeric
from target_db.types.collation import BINARY, Collation
from target_db.types.compare import compare
from target_db.types.numeric import real_to_text

LESS: Final = 0
EQUAL: Final = 1
GREATER: Final = 2
NULL_ORDER: Final = 3  # either is NULL

ACCEPT_LESS: Final = 1
ACCEPT_EQUAL: Final = 2
ACCEPT_GREATER: Final = 4
ACCEPT_ALL: Final = 7


def accepted_orders(op: int) -> i64:
    """The orders of two values for which `op`, a comparison of `sql.codes`, is true."""
    if op in (EQ, IS):
        return ACCEPT_EQUAL
    if op == LT:
        return ACCEPT_LESS
    if op == GT:
        return ACCEPT_GREATER
    if op == LE:
        return ACCEPT_LESS | ACCEPT_EQUAL
    if op == GE:
        return ACCEPT_GREATER | ACCEPT_EQUAL
    return ACCEPT_LESS | ACCEPT_GREATER


def mirrored(op: int) -> int:
    """The operator that says the same with its operands exchanged."""
    if op == LT:
        return GT
    if op == GT:
        return LT
    if op == LE:
        return GE
    if op == GE:
        return LE
    return op


def negated(op: int) -> int:
    """The operator that is true where `op` is false."""
    if op == EQ:
        return NE
    if op == NE:
        return EQ
    if op == LT:
        return GE
    if op == GE:
        return LT
    if op == GT:
        return LE
    if op == LE:
        return GT
    return IS_NOT if op == IS else IS


def comparison_affinity(left: int, right: int) -> int:
    """The affinity that a comparison applies to both of its operands: NUMERIC, TEXT or NONE."""
    if left >= NUMERIC or right >= NUMERIC:
        return NUMERIC
    if left == NONE:
        return TEXT if right == TEXT else NONE
    return TEXT if left == TEXT and right == NONE else NONE


def comparison_collation(left: Expr, right: Expr) -> Collation:
    """The collation of `left op right`: an explicit one first, then a column's, left first."""
    if left.explicit_collation or (left.collation is not None and not right.explicit_collation):
        found = left.collation
    else:
        found = right.collation
    return BINARY if found is None else found


def convert(value: object, affinity: int) -> object:
    """`value` with the affinity of a comparison (NUMERIC, TEXT or NONE) applied."""
    if affinity == NUMERIC:
        return apply_comparison_numeric(value)
    if affinity == TEXT:
        if isinstance(value, int):
            return str(value)
        if isinstance(value, float):
            return real_to_text(value)
    return value


def value_order(a: object, b: object, affinity: int, collation: Collation) -> i64:
    """LESS, EQUAL or GREATER, or NULL_ORDER, of two values, after `affinity` is applied."""
    if a is None or b is None:
        return NULL_ORDER
    if affinity != NONE:
        a = convert(a, affinity)
        b = convert(b, affinity)
    return compare(a, b, collation) + 1


@mypyc_attr(free_list_len=1)
class Comparison(Expr):
    """`left op right`.

    comparison_affinity, comparison_collation: the rules by which the operands are compared.
    """

    def __init__(self, op: int, left: Expr, right: Expr) -> None:
        self.op = op
        self.left = left
        self.right = right
        self.mask = left.mask | right.mask
        self.is_constant = left.is_constant and right.is_constant
        self.accepts: i64 = accepted_orders(op)
        self.comparison_affinity = comparison_affinity(left.affinity, right.affinity)
        if left.explicit_collation or right.explicit_collation:
            self.comparison_collation = comparison_collation(left, right)
            self.collation = self.comparison_collation
            self.explicit_collation = True
        elif left.collation is not None:
            self.comparison_collation = left.collation
        elif right.collation is not None:
            self.comparison_collation = right.collation
        else:
            self.comparison_collation = BINARY

    def order(self) -> i64:
        """How the operands' values stand to each other."""
        a = self.left.eval()
        b = self.right.eval()
        affinity = self.comparison_affinity
        if isinstance(a, int) and isinstance(b, int) and affinity != TEXT:
            return LESS if a < b else (GREATER if a > b else EQUAL)
        return value_order(a, b, affinity, self.comparison_collation)

    def eval(self) -> object:
        order = self.order()
        if order == NULL_ORDER:
            return None
        return 1 if (self.accepts >> order) & 1 else 0

    def truth(self) -> i64:
        order = self.order()
        if order == NULL_ORDER:
            return UNKNOWN
        return (self.accepts >> order) & 1

    def is_true(self) -> bool:
        return (self.accepts >> self.order()) & 1 == 1

    def is_false(self) -> bool:
        return ((self.accepts ^ ACCEPT_ALL) >> self.order()) & 1 == 1

    def children(self) -> list[Expr]:
        return [self.left, self.right]


class IsComparison(Comparison):
    """`left IS [NOT] right`: NULL is a value like any other; never NULL itself."""

    def order(self) -> i64:
        a = self.left.eval()
        b = self.right.eval()
        if a is None:
            return EQUAL if b is None else LESS
        if b is None:
            return GREATER
        return value_order(a, b, self.comparison_affinity, self.comparison_collation)


@mypyc_attr(free_list_len=1)
class IsNullExpr(Expr):
    """`operand IS NULL`, or IS NOT NULL when negated."""

    def __init__(self, operand: Expr, negated: bool) -> None:
        self.operand = operand
        self.negated = negated
        self.mask = operand.mask
        self.is_constant = operand.is_constant

    def eval(self) -> object:
        return 1 if (self.operand.eval() is None) != self.negated else 0

    def truth(self) -> i64:
        return TRUE if (self.operand.eval() is None) != self.negated else FALSE

    def is_true(self) -> bool:
        return (self.operand.eval() is None) != self.negated

    def is_false(self) -> bool:
        return (self.operand.eval() is None) == self.negated

    def children(self) -> list[Expr]:
        return [self.operand]


class BetweenExpr(Expr):
    """`operand [NOT] BETWEEN low AND high`: `operand >= low AND operand <= high`."""

    def __init__(self, operand: Expr, low: Expr, high: Expr, negated: bool) -> None:
        self.operand = operand
        self.low = low
        self.high = high
        self.negated = negated
        self.mask = operand.mask | low.mask | high.mask
        self.is_constant = operand.is_constant and low.is_constant and high.is_constant
        self.low_affinity = comparison_affinity(operand.affinity, low.affinity)
        self.high_affinity = comparison_affinity(operand.affinity, high.affinity)
        self.low_collation = comparison_collation(operand, low)
        self.high_collation = comparison_collation(operand, high)

    def is_between(self) -> i64:
        """The truth of the expression without its NOT."""
        value = self.operand.eval()
        low = value_order(value, self.low.eval(), self.low_affinity, self.low_collation)
        if low == LESS:
            return FALSE
        high = value_order(value, self.high.eval(), self.high_affinity, self.high_collation)
        if high == GREATER:
            return FALSE
        return UNKNOWN if low == NULL_ORDER or high == NULL_ORDER else TRUE

    def truth(self) -> i64:
        found = self.is_between()
        if self.negated and found != UNKNOWN:
            return found ^ 1
        return found

    def eval(self) -> object:
        found = self.truth()
        return None if found == UNKNOWN else (1 if found == TRUE else 0)

    def children(self) -> list[Expr]:
        return [self.operand, self.low, self.high]
