"""Subqueries as expressions: a value, a row value, EXISTS, IN.

One that reads no outer row runs once for each run of the statement; the others run anew for
each outer row ("SQL Language Expressions", sections 10 to 13).
"""

from typing import Final

from mypy_extensions import i64

from target_db.exec.execution import Execution
from target_db.exec.plan_notes import PlanNote
from target_db.expr.base import FALSE, TRUE, UNKNOWN, Expr, RowPlan
from target_db.expr.comparison import comparison_affinity, comparison_collation, convert
from target_db.types.affinity import NONE
from target_db.types.collation import Collation, UserCollation
from target_db.types.compare import compare, equal_key

NEVER_RUN: Final = -1
NO_NOTES: Final[list[PlanNote]] = []


class Subquery:
    """A planned subquery that expressions share.

    mask: the outer sources it reads (0: it is not correlated).
    outputs: its result columns, for the affinity and collation they bring to a comparison.
    declared_type: of the table column that its only result column is, or None.
    """

    def __init__(self, plan: RowPlan, execution: Execution, mask: int, outputs: list[Expr]) -> None:
        self.plan = plan
        self.execution = execution
        self.mask = mask
        self.width = len(outputs)
        self.outputs = outputs
        self.notes: list[PlanNote] = NO_NOTES
        self.declared_type: str | None = None


class SubqueryExpr(Expr):
    """What the expression forms of a subquery have in common: the run of the cached result."""

    def __init__(self, subquery: Subquery) -> None:
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

    def width(self) -> int:
        return self.subquery.width

    def columns(self) -> list[Expr]:
        return self.subquery.outputs

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
    """`(select)` of one column as a value; it has that column's affinity, but no collation."""

    def __init__(self, subquery: Subquery) -> None:
        super().__init__(subquery)
        self.affinity = subquery.outputs[0].affinity

    def columns(self) -> list[Expr]:
        return [self]


class ExistsSubquery(SubqueryExpr):
    """`[NOT] EXISTS (select)`: 1 or 0."""

    def __init__(self, subquery: Subquery, negated: bool) -> None:
        super().__init__(subquery)
        self.negated = negated
        self.found = False

    def truth(self) -> i64:
        if not self.is_cached():
            self.cached_in = NEVER_RUN
            plan = self.subquery.plan
            plan.open()
            self.found = plan.step()
            plan.close()
            self.cached_in = self.subquery.execution.number
        return TRUE if self.found != self.negated else FALSE

    def eval(self) -> object:
        return 1 if self.truth() == TRUE else 0


class InSubquery(SubqueryExpr):
    """`operand [NOT] IN (select)`, or a row value for `operand`.

    The values of the subquery are kept as a set of keys, with the affinity and the collation
    of the comparison `operand = column` applied ("SQL Language Expressions", section 12).
    """

    def __init__(
        self, operand: Expr, operands: list[Expr], subquery: Subquery, negated: bool
    ) -> None:
        super().__init__(subquery)
        self.operand = operand
        self.operands = operands
        self.negated = negated
        self.mask |= operand.mask
        self.affinities: list[int] = []
        self.collations: list[Collation] = []
        self.has_user_collation = False
        for i, item in enumerate(operands):
            output = subquery.outputs[i]
            self.affinities.append(comparison_affinity(item.affinity, output.affinity))
            collation = comparison_collation(item, output)
            self.collations.append(collation)
            if isinstance(collation, UserCollation):
                self.has_user_collation = True
        self.keys: set[object] = set()
        # Rows that hold a NULL, and all rows where a collation gives no hashable keys.
        self.loose: list[tuple[object, ...]] = []
        self.is_empty = True
        self.values: list[object] = []
        self.listed_in = NEVER_RUN

    def children(self) -> list[Expr]:
        return [self.operand]

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
        self.loose = []
        if len(self.operands) == 1 and not self.has_user_collation:
            affinity = self.affinities[0]
            for row in rows:
                value = row[0]
                if value is None:
                    self.loose.append(row)
                else:
                    if affinity != NONE:
                        value = convert(value, affinity)
                    if isinstance(value, str):
                        value = equal_key(value, self.collations[0])
                    keys.add(value)
        else:
            for row in rows:
                key = self.row_key(row)
                if self.has_user_collation or None in key:
                    self.loose.append(key)
                else:
                    keys.add(key)
        self.keys = keys
        self.is_empty = not rows
        self.cached_in = self.subquery.execution.number

    def all_values(self) -> list[object]:
        """The values of a subquery of one column, NULLs left out, for an access path."""
        subquery = self.subquery
        number = subquery.execution.number
        if subquery.mask or self.listed_in != number:
            rows: list[tuple[object, ...]] = []
            plan = subquery.plan
            plan.open()
            plan.fetch_all(rows)
            plan.close()
            self.values = [row[0] for row in rows if row[0] is not None]
            self.listed_in = number
        return self.values

    def row_key(self, row: tuple[object, ...]) -> tuple[object, ...]:
        """The values of a row, converted for comparison."""
        key: list[object] = []
        for i in range(len(self.operands)):
            value = convert(row[i], self.affinities[i])
            if isinstance(value, str) and not self.has_user_collation:
                value = equal_key(value, self.collations[i])
            key.append(value)
        return tuple(key)

    def is_member(self) -> i64:
        """The truth of the expression without its NOT."""
        self.load()
        if self.is_empty:
            return FALSE
        if len(self.operands) > 1 or self.has_user_collation:
            return self.is_row_member(self.operand.eval_row())
        value = self.operand.eval()
        if value is None:
            return UNKNOWN
        affinity = self.affinities[0]
        if affinity != NONE:
            value = convert(value, affinity)
        if isinstance(value, str):
            value = equal_key(value, self.collations[0])
        if value in self.keys:
            return TRUE
        return UNKNOWN if self.loose else FALSE

    def is_row_member(self, values: tuple[object, ...]) -> i64:
        probe = self.row_key(values)
        if None not in probe and probe in self.keys:
            return TRUE
        found: i64 = FALSE
        for candidate in self.loose:
            same = self.compare_keys(probe, candidate)
            if same == TRUE:
                return TRUE
            if same == UNKNOWN:
                found = UNKNOWN
        if None in probe and found == FALSE:
            for kept in self.keys:
                assert isinstance(kept, tuple)
                if self.compare_keys(probe, kept) == UNKNOWN:
                    return UNKNOWN
        return found

    def compare_keys(self, a: tuple[object, ...], b: tuple[object, ...]) -> i64:
        """Whether two keys are equal; UNKNOWN when only NULLs stand against it."""
        found: i64 = TRUE
        for i in range(len(a)):
            x = a[i]
            y = b[i]
            if x is None or y is None:
                found = UNKNOWN
            elif self.has_user_collation:
                if compare(x, y, self.collations[i]) != 0:
                    return FALSE
            elif x != y:
                return FALSE
        return found

    def truth(self) -> i64:
        found = self.is_member()
        if found == UNKNOWN or not self.negated:
            return found
        return found ^ 1

    def eval(self) -> object:
        found = self.truth()
        return None if found == UNKNOWN else (1 if found == TRUE else 0)
