"""OR by several index scans of one table."""

from mypy_extensions import i64

from target_db.expr.base import Expr, Operator, Source


class UnionScan(Operator):
    """The rows of several scans of one rowid table, each row once."""

    def __init__(self, source: Source, arms: list[Operator], condition: Expr | None) -> None:
        self.source = source
        self.arms = arms
        self.condition = condition
        self.current: i64 = 0
        self.seen: set[int] = set()

    def open(self) -> None:
        self.current = 0
        self.seen = set()
        self.arms[0].open()

    def step(self) -> bool:
        source = self.source
        condition = self.condition
        seen = self.seen
        count: i64 = len(self.arms)
        while self.current < count:
            arm = self.arms[self.current]
            while arm.step():
                rowid = source.rowid
                if rowid in seen:
                    continue
                seen.add(rowid)
                if condition is None or condition.is_true():
                    return True
            self.current += 1
            if self.current < count:
                self.arms[self.current].open()
        return False

    def close(self) -> None:
        for arm in self.arms:
            arm.close()
        self.seen = set()
