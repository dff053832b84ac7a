"""Subqueries as expressions: a value, a row value, EXISTS, IN.

One that reads no outer row runs once for each run of the statement; the others run anew for
each outer row ("SQL Language Expressions", sections 10 to 13).
"""

from typing import Final

from target_db.exec.execution import Execution
from target_db.expr.base import Expr, RowPlan
from target_db.types.affinity import NONE, NUMERIC, TEXT, apply_affinity
from target_db.types.collation import BINARY, Collation
from target_db.types.compare import equal_key

NEVER_RUN: Final = -1


class Subquery:
    """A planned subquery that expressions share.

    mask: the outer sources it reads (0: it is not correlated).
    affinities, collations, explicit: what its result columns bring to a comparison.
    """

    def __init__(self, plan: RowPlan, execution: Execution, mask: int, outputs: list[Expr]) -> None:
        self.plan = plan
        self.execution = execution
        self.mask = mask
        self.width = len(outputs)
        self.outputs = outputs


class SubqueryExpr(Expr):
    """What the expression forms of a subquery have in common: the run of the cached result."""

    def __init__(self, subquery: Subquery) -> None:
        super().__init__()
        self.subquery = subquery
        self.mask = subquery.mask
        self.cached_in = NEVER_RUN

    def is_cached(self) -> bool:
        """Whether the result of this run is at hand; marks it as such for the next call."""
        subquery = self.subquery
        if subquery.mask:
            return False
        number = subquery.execution.number
        if self.cached_in == number:
            return True
        self.cached_in = number
        return False


class RowSubquery(SubqueryExpr):
    """`(select)` as a row value: the first row, or NULLs when there is none."""

    def __init__(self, subquery: Subquery) -> None:
        super().__init__(subquery)
        self.values: tuple[object, ...] = ()

    def eval_row(self) -> tuple[object, ...]:
        """The values of the first row."""
        if not self.is_cached():
            self.cached_in = NEVER_RUN
            plan = self.subquery.plan
            plan.open()
            if plan.step():
                self.values = plan.row
            else:
                self.values = (None,) * self.subquery.width
            plan.close()
            self.cached_in = self.subquery.execution.number
        return self.values

    def eval(self) -> object:
        return self.eval_row()[0]


class ScalarSubquery(RowSubquery):
    """`(select)` of one column as a value; it has that column's affinity and collation."""

    def __init__(self, subquery: Subquery) -> None:
        super().__init__(subquery)
        output = subquery.outputs[0]
        self.affinity = output.affinity
        self.collation = output.collation
        self.explicit_collation = output.explicit_collation


class ExistsSubquery(SubqueryExpr):
    """`[NOT] EXISTS (select)`: 1 or 0."""

    def __init__(self, subquery: Subquery, negated: bool) -> None:
        super().__init__(subquery)
        self.negated = negated
        self.found = False

    def is_true(self) -> bool:
        if not self.is_cached():
            self.cached_in = NEVER_RUN
            plan = self.subquery.plan
            plan.open()
            self.found = plan.step()
            plan.close()
            self.cached_in = self.subquery.execution.number
        return self.found != self.negated

    def is_false(self) -> bool:
        return not self.is_true()

    def eval(self) -> object:
        return 1 if self.is_true() else 0


class InSubquery(SubqueryExpr):
    """`operands [NOT] IN (select)`.

    The values of the subquery are kept as a set of keys, with the affinity and the collation
    of the comparison `operand = column` applied ("SQL Language Expressions", section 12).
    """

    def __init__(self, operands: list[Expr], subquery: Subquery, negated: bool) -> None:
        super().__init__(subquery)
        self.operands = operands
        self.negated = negated
        self.affinities: list[int] = []
        self.collations: list[Collation] = []
        for i, operand in enumerate(operands):
            self.mask |= operand.mask
            output = subquery.outputs[i]
            self.affinities.append(membership_affinity(operand.affinity, output.affinity))
            collation = operand.collation
            if collation is None or (output.explicit_collation and not operand.explicit_collation):
                collation = output.collation
            self.collations.append(BINARY if collation is None else collation)
        self.keys: set[object] = set()
        self.rows_with_null: list[tuple[object, ...]] = []
        self.is_empty = True

    def children(self) -> list[Expr]:
        return self.operands

    def load(self) -> None:
        """Run the subquery and keep what it gives, unless this run has it already."""
        if self.is_cached():
            return
        self.cached_in = NEVER_RUN
        rows: list[tuple[object, ...]] = []
        plan = self.subquery.plan
        plan.open()
        plan.fetch_all(rows)
        plan.close()
        keys: set[object] = set()
        self.rows_with_null = []
        if len(self.operands) == 1:
            affinity = self.affinities[0]
            collation = self.collations[0]
            for row in rows:
                value = row[0]
                if value is None:
                    self.rows_with_null.append(row)
                    continue
                if affinity != NONE:
                    value = apply_affinity(value, affinity)
                keys.add(equal_key(value, collation) if isinstance(value, str) else value)
        else:
            for row in rows:
                key = self.row_key(row)
                if None in key:
                    self.rows_with_null.append(key)
                else:
                    keys.add(key)
        self.keys = keys
        self.is_empty = not rows
        self.cached_in = self.subquery.execution.number

    def row_key(self, row: tuple[object, ...]) -> tuple[object, ...]:
        key: list[object] = []
        for i in range(len(self.operands)):
            value = apply_affinity(row[i], self.affinities[i])
            key.append(equal_key(value, self.collations[i]))
        return tuple(key)

    def membership(self) -> int:
        """1 when the operands are in the result, 0 when they are not, -1 for NULL."""
        self.load()
        if self.is_empty:
            return 0
        if len(self.operands) == 1:
            value = self.operands[0].eval()
            if value is None:
                return -1
            affinity = self.affinities[0]
            if affinity != NONE:
                value = apply_affinity(value, affinity)
            if isinstance(value, str):
                value = equal_key(value, self.collations[0])
            if value in self.keys:
                return 1
            return -1 if self.rows_with_null else 0
        return self.row_membership(tuple([e.eval() for e in self.operands]))

    def row_membership(self, values: tuple[object, ...]) -> int:
        probe = self.row_key(values)
        if None not in probe:
            if probe in self.keys:
                return 1
            for candidate in self.rows_with_null:
                if could_equal(probe, candidate):
                    return -1
            return 0
        for kept in self.keys:
            assert isinstance(kept, tuple)
            if could_equal(probe, kept):
                return -1
        for candidate in self.rows_with_null:
            if could_equal(probe, candidate):
                return -1
        return 0

    def is_true(self) -> bool:
        return self.membership() == (0 if self.negated else 1)

    def is_false(self) -> bool:
        return self.membership() == (1 if self.negated else 0)

    def eval(self) -> object:
        found = self.membership()
        if found < 0:
            return None
        return found if not self.negated else 1 - found


def could_equal(a: tuple[object, ...], b: tuple[object, ...]) -> bool:
    """Whether two row keys are equal wherever neither holds NULL."""
    for i in range(len(a)):
        x = a[i]
        y = b[i]
        if x is not None and y is not None and x != y:
            return False
    return True


def membership_affinity(left: int, right: int) -> int:
    """The affinity that `left IN (SELECT right)` applies to both sides.

    Numeric if either side is numeric and neither is without affinity's opposite: the rules
    of a comparison ("Datatypes in SQLite", section 4.2).
    """
    if left > NONE and right > NONE:
        return NUMERIC if left >= NUMERIC or right >= NUMERIC else NONE
    if left > NONE:
        return left
    if right > NONE:
        return right
    return NONE
