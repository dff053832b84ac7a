"""Row values, and how they compare ("Row Values" in SQLite's documentation).

A row value has `width()` of two or more and is evaluated by `eval_row`. The binder lets it
stand only where these nodes (and subqueries) take it.
"""

from mypy_extensions import i64

from target_db.expr.base import FALSE, TRUE, UNKNOWN, Expr
from target_db.expr.comparison import (
    EQUAL,
    LESS,
    NULL_ORDER,
    accepted_orders,
    comparison_affinity,
    comparison_collation,
    value_order,
)
from target_db.expr.logic import from_truth
from target_db.sql.codes import EQ, IS, IS_NOT, NE
from target_db.types.collation import Collation


class RowExpr(Expr):
    """`(a, b, ...)`."""

    def __init__(self, items: list[Expr]) -> None:
        self.items = items
        mask = 0
        constant = True
        for item in items:
            mask |= item.mask
            if not item.is_constant:
                constant = False
        self.mask = mask
        self.is_constant = constant

    def eval(self) -> object:
        return self.items[0].eval()

    def eval_row(self) -> tuple[object, ...]:
        return tuple([item.eval() for item in self.items])

    def children(self) -> list[Expr]:
        return self.items

    def width(self) -> int:
        return len(self.items)

    def columns(self) -> list[Expr]:
        return self.items


class RowRules:
    """The affinity and the collation by which each pair of items of two rows is compared."""

    def __init__(self, left: Expr, right: Expr) -> None:
        self.affinities: list[int] = []
        self.collations: list[Collation] = []
        others = right.columns()
        for i, mine in enumerate(left.columns()):
            other = others[i]
            self.affinities.append(comparison_affinity(mine.affinity, other.affinity))
            self.collations.append(comparison_collation(mine, other))

    def item_order(self, a: tuple[object, ...], b: tuple[object, ...], i: int) -> i64:
        """How the items at `i` stand to each other."""
        return value_order(a[i], b[i], self.affinities[i], self.collations[i])

    def order(self, a: tuple[object, ...], b: tuple[object, ...]) -> i64:
        """The order of the first items that differ; NULL_ORDER if a NULL comes before them."""
        for i in range(len(a)):
            order = self.item_order(a, b, i)
            if order != EQUAL:
                return order
        return EQUAL

    def equality(self, a: tuple[object, ...], b: tuple[object, ...]) -> i64:
        """EQUAL, or LESS where any items differ, otherwise NULL_ORDER where any is NULL."""
        found: i64 = EQUAL
        for i in range(len(a)):
            order = self.item_order(a, b, i)
            if order == NULL_ORDER:
                found = NULL_ORDER
            elif order != EQUAL:
                return LESS
        return found

    def identity(self, a: tuple[object, ...], b: tuple[object, ...]) -> i64:
        """EQUAL where all items are equal, NULL to NULL; otherwise LESS."""
        for i in range(len(a)):
            if a[i] is None and b[i] is None:
                continue
            if self.item_order(a, b, i) != EQUAL:
                return LESS
        return EQUAL


class RowComparison(Expr):
    """`left op right` over two rows of the same width."""

    def __init__(self, op: int, left: Expr, right: Expr) -> None:
        self.op = op
        self.left = left
        self.right = right
        self.mask = left.mask | right.mask
        self.is_constant = left.is_constant and right.is_constant
        self.accepts: i64 = accepted_orders(op)
        self.rules = RowRules(left, right)

    def order(self) -> i64:
        a = self.left.eval_row()
        b = self.right.eval_row()
        if self.op == EQ or self.op == NE:
            return self.rules.equality(a, b)
        if self.op == IS or self.op == IS_NOT:
            return self.rules.identity(a, b)
        return self.rules.order(a, b)

    def truth(self) -> i64:
        order = self.order()
        return UNKNOWN if order == NULL_ORDER else (self.accepts >> order) & 1

    def eval(self) -> object:
        return from_truth(self.truth())

    def children(self) -> list[Expr]:
        return [self.left, self.right]


class RowInList(Expr):
    """`(a, b) [NOT] IN ((c, d), ...)`, a list that is not empty.

    To SQLite it is IN (VALUES ...): all rows compare as the last one does.
    """

    def __init__(self, operand: Expr, items: list[Expr], negated: bool) -> None:
        self.operand = operand
        self.items = items
        self.negated = negated
        self.rules = RowRules(operand, items[len(items) - 1])
        mask = operand.mask
        constant = operand.is_constant
        for item in items:
            mask |= item.mask
            if not item.is_constant:
                constant = False
        self.mask = mask
        self.is_constant = constant

    def truth(self) -> i64:
        row = self.operand.eval_row()
        found: i64 = FALSE
        for item in self.items:
            order = self.rules.equality(row, item.eval_row())
            if order == EQUAL:
                found = TRUE
                break
            if order == NULL_ORDER:
                found = UNKNOWN
        if self.negated and found != UNKNOWN:
            return found ^ 1
        return found

    def eval(self) -> object:
        return from_truth(self.truth())

    def children(self) -> list[Expr]:
        return [self.operand, *self.items]
