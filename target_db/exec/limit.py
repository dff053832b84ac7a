"""LIMIT and OFFSET ("SELECT", section 5)."""

from target_db.errors import MISMATCH, SqlError
from target_db.exec.sort import SortedRows
from target_db.expr.base import Expr, RowPlan
from target_db.types.affinity import NUMERIC, apply_affinity


def whole_number(expr: Expr) -> int:
    """The value of a LIMIT or OFFSET expression.

    Raises SqlError("datatype mismatch") for what is not an integer without loss.
    """
    value = apply_affinity(expr.eval(), NUMERIC)
    if isinstance(value, int):
        return value
    raise SqlError("datatype mismatch", MISMATCH)


class Limit(RowPlan):
    """The first rows of another plan, after the offset. A negative limit means none."""

    def __init__(self, plan: RowPlan, limit: Expr, offset: Expr | None) -> None:
        super().__init__(plan.width)
        self.plan = plan
        self.limit = limit
        self.offset = offset
        self.left = 0
        self.to_skip = 0
        self.is_unlimited = False

    def open(self) -> None:
        limit = whole_number(self.limit)
        skip = 0
        offset = self.offset
        if offset is not None:
            skip = whole_number(offset)
            if skip < 0:
                skip = 0
        self.is_unlimited = limit < 0
        self.left = limit
        self.to_skip = skip
        if limit == 0:
            return
        plan = self.plan
        if isinstance(plan, SortedRows):
            plan.limit = -1 if limit < 0 else limit + skip
        plan.open()

    def step(self) -> bool:
        if self.left == 0:
            return False
        plan = self.plan
        while self.to_skip > 0:
            self.to_skip -= 1
            if not plan.step():
                self.left = 0
                self.is_unlimited = False
                return False
        if not plan.step():
            self.left = 0
            return False
        if not self.is_unlimited:
            self.left -= 1
        self.row = plan.row
        return True

    def close(self) -> None:
        self.plan.close()
