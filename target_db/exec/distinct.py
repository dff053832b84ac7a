"""SELECT DISTINCT: each different row once, where it is first seen."""

from mypy_extensions import mypyc_attr

from target_db.exec.keys import RowKeys
from target_db.expr.base import RowPlan


@mypyc_attr(free_list_len=1)
class Distinct(RowPlan):
    """The rows of another plan without those equal to an earlier one.

    width: how many of the columns count; those behind are for a sort to come.
    """

    def __init__(self, plan: RowPlan, keys: RowKeys, width: int) -> None:
        super().__init__(plan.width)
        self.plan = plan
        self.key_width = width
        self.is_whole = width == plan.width
        self.keys = keys
        self.seen: set[object] = set()

    def open(self) -> None:
        self.plan.open()
        self.seen = set()

    def step(self) -> bool:
        plan = self.plan
        seen = self.seen
        while plan.step():
            row = plan.row
            key = self.keys.key(row if self.is_whole else row[: self.key_width])
            if key not in seen:
                seen.add(key)
                self.row = row
                return True
        return False

    def fetch_all(self, into: list[tuple[object, ...]]) -> None:
        plan = self.plan
        seen = self.seen
        keys = self.keys
        while plan.step():
            row = plan.row
            key = keys.key(row if self.is_whole else row[: self.key_width])
            if key not in seen:
                seen.add(key)
                into.append(row)

    def close(self) -> None:
        self.plan.close()
        self.seen = set()


class Prefix(RowPlan):
    """The first columns of another plan's rows."""

    def __init__(self, plan: RowPlan, width: int) -> None:
        super().__init__(width)
        self.plan = plan

    def open(self) -> None:
        self.plan.open()

    def step(self) -> bool:
        plan = self.plan
        if plan.step():
            self.row = plan.row[: self.width]
            return True
        return False

    def close(self) -> None:
        self.plan.close()
