"""Compound selects: UNION ALL, UNION, EXCEPT, INTERSECT ("SELECT", section 3)."""

from target_db.exec.keys import RowKeys
from target_db.exec.sort import SortedRows, Sorter, SortTerm
from target_db.expr.base import RowPlan
from target_db.sql.codes import EXCEPT, UNION
from target_db.types.collation import Collation


class UnionAll(RowPlan):
    """The rows of several plans, one plan after the other."""

    def __init__(self, plans: list[RowPlan]) -> None:
        super().__init__(plans[0].width)
        self.plans = plans
        self.current = 0

    def open(self) -> None:
        self.current = 0
        self.plans[0].open()

    def step(self) -> bool:
        while self.current < len(self.plans):
            plan = self.plans[self.current]
            if plan.step():
                self.row = plan.row
                return True
            plan.close()
            self.current += 1
            if self.current < len(self.plans):
                self.plans[self.current].open()
        return False

    def close(self) -> None:
        for plan in self.plans:
            plan.close()


class SetOperation(SortedRows):
    """`left UNION|EXCEPT|INTERSECT right`: different rows, in the order of all columns.

    The order is not promised by the language, but it is the one that SQLite gives.
    """

    def __init__(
        self, operator: int, left: RowPlan, right: RowPlan, collations: list[Collation]
    ) -> None:
        super().__init__(left.width)
        self.operator = operator
        self.left = left
        self.right = right
        self.keys = RowKeys(collations)
        terms = [SortTerm(None, i, c, False, True) for i, c in enumerate(collations)]
        self.sorter = Sorter(terms)

    def open(self) -> None:
        self.next = 0
        self.is_ready = False

    def prepare(self) -> None:
        found = self.keep_last(self.left, {})
        if self.operator == UNION:
            found = self.keep_last(self.right, found)
        elif found:  # nothing is taken from nothing, and the right side is not run
            others = self.keep_last(self.right, {})
            wanted = self.operator != EXCEPT
            found = {key: row for key, row in found.items() if (key in others) == wanted}
        self.sorter.clear(-1)
        for row in found.values():
            self.sorter.add(row)
        self.rows = self.sorter.sorted_rows()

    def keep_last(
        self, plan: RowPlan, found: dict[object, tuple[object, ...]]
    ) -> dict[object, tuple[object, ...]]:
        """Add the rows of `plan` to `found`; of equal rows the last one stays."""
        keys = self.keys
        plan.open()
        while plan.step():
            row = plan.row
            found[keys.key(row)] = row
        plan.close()
        return found

    def close(self) -> None:
        self.rows = []
