"""FROM items that are queries: subqueries, views, common tables."""

from mypy_extensions import i64

from target_db.exec.execution import Execution
from target_db.expr.base import Expr, Operator, RowPlan, Source


class CoroutineScan(Operator):
    """A subquery's rows, taken as it makes them: for the outermost loop."""

    def __init__(self, source: Source, plan: RowPlan, condition: Expr | None) -> None:
        self.source = source
        self.plan = plan
        self.condition = condition

    def open(self) -> None:
        self.source.is_padding = False
        self.plan.open()

    def step(self) -> bool:
        plan = self.plan
        source = self.source
        condition = self.condition
        while plan.step():
            source.row = plan.row
            if condition is None or condition.is_true():
                return True
        return False

    def close(self) -> None:
        self.plan.close()


class SharedRows:
    """The rows of a query that runs once for all its readers, and only as far as they read.

    is_correlated: it reads rows of an enclosing query, so that it runs anew for each pass.
    """

    def __init__(self, plan: RowPlan, execution: Execution, is_correlated: bool) -> None:
        self.plan = plan
        self.execution = execution
        self.is_correlated = is_correlated
        self.started_in = -1
        self.is_complete = False
        self.rows: list[tuple[object, ...]] = []

    def start(self) -> None:
        """Begin, unless this run of the statement has begun already."""
        number = self.execution.number
        if self.started_in != number or self.is_correlated:
            self.started_in = number
            self.is_complete = False
            self.rows = []
            self.plan.open()

    def read_more(self) -> bool:
        """Append one row more to `rows`; False at the end."""
        if self.is_complete:
            return False
        if self.plan.step():
            self.rows.append(self.plan.row)
            return True
        self.plan.close()
        self.is_complete = True
        return False

    def read_all(self) -> None:
        """Append all rows that are left to `rows`."""
        if not self.is_complete:
            self.plan.fetch_all(self.rows)
            self.plan.close()
            self.is_complete = True


class MaterializedScan(Operator):
    """A query's rows, kept: for an inner loop, or a common table with several readers.

    lazy: rows are made as they are wanted; otherwise all at once.
    """

    def __init__(
        self, source: Source, shared: SharedRows, condition: Expr | None, lazy: bool
    ) -> None:
        self.source = source
        self.shared = shared
        self.condition = condition
        self.lazy = lazy
        self.pos: i64 = 0

    def open(self) -> None:
        shared = self.shared
        shared.execution.tick()
        self.source.is_padding = False
        shared.start()
        if not self.lazy:
            shared.read_all()
        self.pos = 0

    def step(self) -> bool:
        shared = self.shared
        rows = shared.rows
        source = self.source
        condition = self.condition
        pos = self.pos
        while pos < len(rows) or shared.read_more():
            source.row = rows[pos]
            pos += 1
            if condition is None or condition.is_true():
                self.pos = pos
                return True
        self.pos = pos
        return False
