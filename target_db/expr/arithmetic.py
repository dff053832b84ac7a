"""Arithmetic, bit operators and concatenation ("SQL Language Expressions", section 3)."""

from mypy_extensions import mypyc_attr

from target_db.expr.base import Expr
from target_db.types import arithmetic
from target_db.types.numeric import INT64_MAX, INT64_MIN, SMALL


class BinaryExpr(Expr):
    """An operator over two values: no affinity; a COLLATE inside an operand shows through."""

    def __init__(self, left: Expr, right: Expr) -> None:
        self.left = left
        self.right = right
        self.mask = left.mask | right.mask
        self.is_constant = left.is_constant and right.is_constant
        if left.explicit_collation:
            self.collation = left.collation
            self.explicit_collation = True
        elif right.explicit_collation:
            self.collation = right.collation
            self.explicit_collation = True

    def children(self) -> list[Expr]:
        return [self.left, self.right]


@mypyc_attr(free_list_len=1)
class Add(BinaryExpr):
    """`left + right`."""

    def eval(self) -> object:
        a = self.left.eval()
        b = self.right.eval()
        if isinstance(a, int) and isinstance(b, int):
            total = a + b
            if -SMALL <= total <= SMALL or INT64_MIN <= total <= INT64_MAX:
                return total
        return arithmetic.add(a, b)


@mypyc_attr(free_list_len=1)
class Subtract(BinaryExpr):
    """`left - right`."""

    def eval(self) -> object:
        a = self.left.eval()
        b = self.right.eval()
        if isinstance(a, int) and isinstance(b, int):
            rest = a - b
            if -SMALL <= rest <= SMALL or INT64_MIN <= rest <= INT64_MAX:
                return rest
        return arithmetic.subtract(a, b)


@mypyc_attr(free_list_len=1)
class Multiply(BinaryExpr):
    """`left * right`."""

    def eval(self) -> object:
        a = self.left.eval()
        b = self.right.eval()
        if isinstance(a, int) and isinstance(b, int):
            product = a * b
            if -SMALL <= product <= SMALL or INT64_MIN <= product <= INT64_MAX:
                return product
        return arithmetic.multiply(a, b)


@mypyc_attr(free_list_len=1)
class Divide(BinaryExpr):
    """`left / right`; of integers, the quotient towards zero."""

    def eval(self) -> object:
        return arithmetic.divide(self.left.eval(), self.right.eval())


class Remainder(BinaryExpr):
    """`left % right`."""

    def eval(self) -> object:
        return arithmetic.modulo(self.left.eval(), self.right.eval())


class BitAnd(BinaryExpr):
    """`left & right`."""

    def eval(self) -> object:
        return arithmetic.bit_and(self.left.eval(), self.right.eval())


class BitOr(BinaryExpr):
    """`left | right`."""

    def eval(self) -> object:
        return arithmetic.bit_or(self.left.eval(), self.right.eval())


class ShiftLeft(BinaryExpr):
    """`left << right`."""

    def eval(self) -> object:
        return arithmetic.shift_left(self.left.eval(), self.right.eval())


class ShiftRight(BinaryExpr):
    """`left >> right`."""

    def eval(self) -> object:
        return arithmetic.shift_right(self.left.eval(), self.right.eval())


class Concat(BinaryExpr):
    """`left || right`."""

    def eval(self) -> object:
        return arithmetic.concat(self.left.eval(), self.right.eval())


class UnaryExpr(Expr):
    """An operator over one value, with no affinity."""

    def __init__(self, operand: Expr) -> None:
        self.operand = operand
        self.mask = operand.mask
        self.is_constant = operand.is_constant
        if operand.explicit_collation:
            self.collation = operand.collation
            self.explicit_collation = True

    def children(self) -> list[Expr]:
        return [self.operand]


@mypyc_attr(free_list_len=1)
class Negate(UnaryExpr):
    """`-operand`."""

    def eval(self) -> object:
        value = self.operand.eval()
        if isinstance(value, int) and value >= -SMALL:
            return -value
        return arithmetic.negate(value)


class BitNot(UnaryExpr):
    """`~operand`."""

    def eval(self) -> object:
        return arithmetic.bit_not(self.operand.eval())
