"""Three-valued logic: AND, OR, NOT, IS [NOT] TRUE, IS [NOT] FALSE."""

from mypy_extensions import i64, mypyc_attr

from target_db.expr.arithmetic import BinaryExpr, UnaryExpr
from target_db.expr.base import FALSE, TRUE, UNKNOWN, Expr


def from_truth(value: i64) -> object:
    """A truth as an SQL value: 1, 0 or NULL."""
    return None if value == UNKNOWN else (1 if value == TRUE else 0)


@mypyc_attr(free_list_len=1)
class And(BinaryExpr):
    """`left AND right`; `right` is not evaluated where `left` is false."""

    def truth(self) -> i64:
        left = self.left.truth()
        if left == FALSE:
            return FALSE
        right = self.right.truth()
        return right if left == TRUE or right == FALSE else UNKNOWN

    def is_true(self) -> bool:
        return self.left.is_true() and self.right.is_true()

    def eval(self) -> object:
        return from_truth(self.truth())


@mypyc_attr(free_list_len=1)
class Or(BinaryExpr):
    """`left OR right`; `right` is not evaluated where `left` is true."""

    def truth(self) -> i64:
        left = self.left.truth()
        if left == TRUE:
            return TRUE
        right = self.right.truth()
        return right if left == FALSE or right == TRUE else UNKNOWN

    def is_true(self) -> bool:
        return self.left.is_true() or self.right.is_true()

    def eval(self) -> object:
        return from_truth(self.truth())


@mypyc_attr(free_list_len=1)
class Not(UnaryExpr):
    """`NOT operand`."""

    def truth(self) -> i64:
        found = self.operand.truth()
        return found if found == UNKNOWN else found ^ 1

    def is_true(self) -> bool:
        return self.operand.is_false()

    def is_false(self) -> bool:
        return self.operand.is_true()

    def eval(self) -> object:
        return from_truth(self.truth())


class IsTruth(Expr):
    """`operand IS [NOT] TRUE`, `operand IS [NOT] FALSE`: 1 or 0, never NULL."""

    def __init__(self, operand: Expr, wanted: i64, negated: bool) -> None:
        self.operand = operand
        self.wanted = wanted
        self.negated = negated
        self.mask = operand.mask
        self.is_constant = operand.is_constant

    def truth(self) -> i64:
        return TRUE if (self.operand.truth() == self.wanted) != self.negated else FALSE

    def eval(self) -> object:
        return 1 if self.truth() == TRUE else 0

    def children(self) -> list[Expr]:
        return [self.operand]
