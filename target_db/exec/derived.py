"""FROM items that are queries: subqueries, views, common tables."""

from mypy_extensions import i64

from target_db.exec.execution import Execution
from target_db.expr.base import Expr, Operator, RowPlan, Source


class CoroutineScan(Operator):
    """A subquery's rows, taken as it makes them: for the outermost loop."""

    def __init__(self, source: Source, plan: RowPlan, filters: list[Expr]) -> None:
        self.source = source
        self.plan = plan
        self.filters = filters

    def open(self) -> None:
        self.source.is_padding = False
        self.plan.open()

    def step(self) -> bool:
        plan = self.plan
        source = self.source
        while plan.step():
            source.row = plan.row
            for condition in self.filters:
                if not condition.is_true():
                    break
            else:
                return True
        return False

    def close(self) -> None:
        self.plan.close()


class SharedRows:
    """The rows of a query that is run once, for one FROM item or for several.

    is_correlated: it reads rows of an enclosing query, so that they cannot be kept.
    """

    def __init__(self, plan: RowPlan, execution: Execution, is_correlated: bool) -> None:
        self.plan = plan
        self.execution = execution
        self.is_correlated = is_correlated
        self.made_in = -1
        self.rows: list[tuple[object, ...]] = []

    def get(self, anew: bool) -> list[tuple[object, ...]]:
        """The rows; `anew` at the start of a pass over the query that holds the FROM item."""
        number = self.execution.number
        if self.made_in != number or (anew and self.is_correlated):
            rows: list[tuple[object, ...]] = []
            plan = self.plan
            plan.open()
            plan.fetch_all(rows)
            plan.close()
            self.rows = rows
            self.made_in = number
        return self.rows


class MaterializedScan(Operator):
    """A subquery's rows, kept: for an inner loop, or a common table with several users."""

    def __init__(self, source: Source, shared: SharedRows, filters: list[Expr]) -> None:
        self.source = source
        self.shared = shared
        self.filters = filters
        self.rows: list[tuple[object, ...]] = []
        self.pos: i64 = 0

    def open(self) -> None:
        self.shared.execution.tick()
        self.source.is_padding = False
        self.rows = self.shared.get(True)
        self.pos = 0

    def step(self) -> bool:
        rows = self.rows
        source = self.source
        pos = self.pos
        while pos < len(rows):
            source.row = rows[pos]
            pos += 1
            for condition in self.filters:
                if not condition.is_true():
                    break
            else:
                self.pos = pos
                return True
        self.pos = pos
        return False

    def close(self) -> None:
        self.rows = []
