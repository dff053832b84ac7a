"""`operand [NOT] IN (items)`.

Each item is compared as `operand = +item`: with the operand's affinity and collation, not the
items' own ("SQL Language Expressions", section 12). A list of constants is hashed once a run.
"""

from mypy_extensions import i64

from target_db.expr.base import FALSE, TRUE, UNKNOWN, Expr, Run
from target_db.expr.comparison import (
    EQUAL,
    NULL_ORDER,
    comparison_affinity,
    convert,
    value_order,
)
from target_db.expr.logic import from_truth
from target_db.types.affinity import NONE, NUMERIC, TEXT
from target_db.types.collation import BINARY, Collation, UserCollation
from target_db.types.compare import equal_key


class InListExpr(Expr):
    """`operand [NOT] IN (items)` over single values.

    has_constant_items: no item changes during a run, so that they can be put in a set.
    """

    def __init__(self, operand: Expr, items: list[Expr], negated: bool, run: Run) -> None:
        self.operand = operand
        self.items = items
        self.negated = negated
        self.run = run
        self.hashed_in = -1
        self.keys: set[object] | None = None
        self.has_null = False
        self.comparison_affinity = comparison_affinity(operand.affinity, NONE)
        collation = operand.collation
        mask = operand.mask
        constant = True
        for item in items:
            if not item.is_constant:
                constant = False
                mask |= item.mask
        self.mask = mask
        self.has_constant_items = constant
        self.is_constant = constant and operand.is_constant
        self.comparison_collation: Collation = BINARY if collation is None else collation
        if operand.explicit_collation:
            self.collation = collation
            self.explicit_collation = True

    def make_keys(self) -> set[object]:
        """The set of the items' keys; notes whether one is NULL."""
        keys: set[object] = set()
        self.has_null = False
        for item in self.items:
            value = item.eval()
            if value is None:
                self.has_null = True
            else:
                keys.add(self.key_of(value))
        self.keys = keys
        self.hashed_in = self.run.number
        return keys

    def key_of(self, value: object) -> object:
        """What `value`, which is not NULL, is hashed by."""
        if isinstance(value, str):
            if self.comparison_affinity == NUMERIC:
                value = convert(value, NUMERIC)
        elif self.comparison_affinity == TEXT:
            value = convert(value, TEXT)
        if isinstance(value, str):
            return equal_key(value, self.comparison_collation)
        return value

    def find(self) -> i64:
        """The truth of the expression without its NOT."""
        value = self.operand.eval()
        if not self.has_constant_items or isinstance(self.comparison_collation, UserCollation):
            return self.search(value)
        keys = self.keys
        if keys is None or self.hashed_in != self.run.number:
            keys = self.make_keys()
        if value is None:
            return UNKNOWN if self.items else FALSE
        if self.key_of(value) in keys:
            return TRUE
        return UNKNOWN if self.has_null else FALSE

    def search(self, value: object) -> i64:
        """As `find`, by comparing `value` with one item after another."""
        found: i64 = FALSE
        for item in self.items:
            order = value_order(
                value, item.eval(), self.comparison_affinity, self.comparison_collation
            )
            if order == EQUAL:
                return TRUE
            if order == NULL_ORDER:
                found = UNKNOWN
        return found

    def truth(self) -> i64:
        found = self.find()
        if self.negated and found != UNKNOWN:
            return found ^ 1
        return found

    def eval(self) -> object:
        return from_truth(self.truth())

    def children(self) -> list[Expr]:
        return [self.operand, *self.items]
