"""Expressions that evaluate only some of their operands: CASE, coalesce, iif, nullif; CAST."""

from mypy_extensions import mypyc_attr

from target_db.expr.base import Expr
from target_db.expr.comparison import (
    EQUAL,
    comparison_affinity,
    comparison_collation,
    value_order,
)
from target_db.types.affinity import NUMERIC, REAL, cast
from target_db.types.collation import BINARY, Collation
from target_db.types.compare import compare


class CaseExpr(Expr):
    """CASE WHEN condition THEN result ... ELSE otherwise END, each tried in order.

    Also what iif(), coalesce() and ifnull() come to where they are not a node of their own.
    """

    def __init__(self, conditions: list[Expr], results: list[Expr], otherwise: Expr | None) -> None:
        self.conditions = conditions
        self.results = results
        self.otherwise = otherwise
        mask = 0
        constant = True
        for expr in self.children():
            mask |= expr.mask
            if not expr.is_constant:
                constant = False
            if expr.explicit_collation and not self.explicit_collation:
                self.collation = expr.collation
                self.explicit_collation = True
        self.mask = mask
        self.is_constant = constant

    def eval(self) -> object:
        conditions = self.conditions
        for i in range(len(conditions)):
            if conditions[i].is_true():
                return self.results[i].eval()
        otherwise = self.otherwise
        return None if otherwise is None else otherwise.eval()

    def children(self) -> list[Expr]:
        found: list[Expr] = []
        for i in range(len(self.conditions)):
            found.append(self.conditions[i])
            found.append(self.results[i])
        if self.otherwise is not None:
            found.append(self.otherwise)
        return found


class SimpleCaseExpr(CaseExpr):
    """CASE operand WHEN value THEN result ... : `operand` is evaluated once, and compared with
    each value as `operand = value` is."""

    def __init__(
        self, operand: Expr, values: list[Expr], results: list[Expr], otherwise: Expr | None
    ) -> None:
        self.operand = operand
        super().__init__(values, results, otherwise)
        self.affinities: list[int] = []
        self.collations: list[Collation] = []
        for value in values:
            self.affinities.append(comparison_affinity(operand.affinity, value.affinity))
            self.collations.append(comparison_collation(operand, value))

    def eval(self) -> object:
        operand = self.operand.eval()
        if operand is not None:
            values = self.conditions
            for i in range(len(values)):
                value = values[i].eval()
                if value_order(operand, value, self.affinities[i], self.collations[i]) == EQUAL:
                    return self.results[i].eval()
        otherwise = self.otherwise
        return None if otherwise is None else otherwise.eval()

    def children(self) -> list[Expr]:
        return [self.operand, *super().children()]


class CoalesceExpr(Expr):
    """`coalesce(a, b, ...)`, `ifnull(a, b)`: the first value that is not NULL."""

    def __init__(self, operands: list[Expr]) -> None:
        self.operands = operands
        mask = 0
        constant = True
        for expr in operands:
            mask |= expr.mask
            if not expr.is_constant:
                constant = False
            if expr.explicit_collation and not self.explicit_collation:
                self.collation = expr.collation
                self.explicit_collation = True
        self.mask = mask
        self.is_constant = constant

    def eval(self) -> object:
        for operand in self.operands:
            value = operand.eval()
            if value is not None:
                return value
        return None

    def children(self) -> list[Expr]:
        return self.operands


class NullIfExpr(Expr):
    """`nullif(left, right)`: NULL where both are equal, otherwise `left`.

    It is a function: its arguments have lost their affinity, and the leftmost collation counts.
    """

    def __init__(self, left: Expr, right: Expr) -> None:
        self.left = left
        self.right = right
        self.mask = left.mask | right.mask
        self.is_constant = left.is_constant and right.is_constant
        first = left.collation if left.collation is not None else right.collation
        self.comparison_collation: Collation = BINARY if first is None else first
        if left.explicit_collation or right.explicit_collation:
            self.collation = left.collation if left.explicit_collation else right.collation
            self.explicit_collation = True

    def eval(self) -> object:
        value = self.left.eval()
        if compare(value, self.right.eval(), self.comparison_collation) == 0:
            return None
        return value

    def children(self) -> list[Expr]:
        return [self.left, self.right]


@mypyc_attr(free_list_len=1)
class CastExpr(Expr):
    """`CAST(operand AS type)`, which has the type's affinity and the operand's collation."""

    def __init__(self, operand: Expr, affinity: int) -> None:
        self.operand = operand
        self.affinity = affinity
        self.collation = operand.collation
        self.explicit_collation = operand.explicit_collation
        self.mask = operand.mask
        self.is_constant = operand.is_constant

    def eval(self) -> object:
        value = self.operand.eval()
        if isinstance(value, int) and NUMERIC <= self.affinity < REAL:
            return value
        return cast(value, self.affinity)

    def children(self) -> list[Expr]:
        return [self.operand]


class CollateExpr(Expr):
    """`operand COLLATE collation`: the same value, compared by that collation."""

    def __init__(self, operand: Expr, collation: Collation) -> None:
        self.operand = operand
        self.collation = collation
        self.explicit_collation = True
        self.affinity = operand.affinity
        self.mask = operand.mask
        self.is_constant = operand.is_constant

    def eval(self) -> object:
        return self.operand.eval()

    def children(self) -> list[Expr]:
        return [self.operand]
