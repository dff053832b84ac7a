"""From positioned sources to rows: the projection, and queries without FROM."""

from mypy_extensions import mypyc_attr

from target_db.exec.rows import RowMaker
from target_db.expr.base import Expr, Operator, RowPlan


@mypyc_attr(free_list_len=1)
class Projection(RowPlan):
    """One row of values for each combination of rows of an operator."""

    def __init__(self, width: int, operator: Operator, maker: RowMaker) -> None:
        super().__init__(width)
        self.operator = operator
        self.maker = maker

    def open(self) -> None:
        self.operator.open()

    def step(self) -> bool:
        if self.operator.step():
            self.row = self.maker.make()
            return True
        return False

    def close(self) -> None:
        self.operator.close()

    def fetch_all(self, into: list[tuple[object, ...]]) -> None:
        operator = self.operator
        maker = self.maker
        while operator.step():
            into.append(maker.make())


@mypyc_attr(free_list_len=1)
class SingleRow(RowPlan):
    """The one row of a SELECT without FROM, if its WHERE holds."""

    def __init__(self, width: int, maker: RowMaker, filters: list[Expr]) -> None:
        super().__init__(width)
        self.maker = maker
        self.filters = filters
        self.is_done = False

    def open(self) -> None:
        self.is_done = False

    def step(self) -> bool:
        if self.is_done:
            return False
        self.is_done = True
        for condition in self.filters:
            if not condition.is_true():
                return False
        self.row = self.maker.make()
        return True


class SingleStep(Operator):
    """The one combination of no sources at all."""

    def __init__(self) -> None:
        self.is_done = False

    def open(self) -> None:
        self.is_done = False

    def step(self) -> bool:
        if self.is_done:
            return False
        self.is_done = True
        return True


@mypyc_attr(free_list_len=1)
class Filter(Operator):
    """The combinations of another operator for which all conditions hold."""

    def __init__(self, operator: Operator, conditions: list[Expr]) -> None:
        self.operator = operator
        self.conditions = conditions

    def open(self) -> None:
        self.operator.open()

    def step(self) -> bool:
        operator = self.operator
        while operator.step():
            for condition in self.conditions:
                if not condition.is_true():
                    break
            else:
                return True
        return False

    def close(self) -> None:
        self.operator.close()


@mypyc_attr(free_list_len=1)
class Gate(Operator):
    """Another operator, behind conditions that read none of its sources.

    They are tested once when it is opened: if one fails there is no row at all.
    """

    def __init__(self, operator: Operator, conditions: list[Expr]) -> None:
        self.operator = operator
        self.conditions = conditions
        self.is_open = False

    def open(self) -> None:
        self.is_open = False
        for condition in self.conditions:
            if not condition.is_true():
                return
        self.is_open = True
        self.operator.open()

    def step(self) -> bool:
        return self.is_open and self.operator.step()

    def close(self) -> None:
        self.operator.close()


class Values(RowPlan):
    """The rows of VALUES, each made when it is asked for."""

    def __init__(self, width: int, makers: list[RowMaker]) -> None:
        super().__init__(width)
        self.makers = makers
        self.next = 0

    def open(self) -> None:
        self.next = 0

    def step(self) -> bool:
        if self.next >= len(self.makers):
            return False
        self.row = self.makers[self.next].make()
        self.next += 1
        return True
