"""Aggregates that need not read the whole table: count(*), and min() or max() by an index."""

from mypy_extensions import mypyc_attr

from target_db.catalog.objects import Table
from target_db.exec.scan import store_of
from target_db.expr.aggregates import AggregateRef
from target_db.expr.base import Expr, Operator


@mypyc_attr(free_list_len=1)
class CountTable(Operator):
    """`SELECT count(*) FROM table`: the tree counts its rows leaf by leaf."""

    def __init__(self, ref: AggregateRef, table: Table) -> None:
        self.ref = ref
        self.table = table
        self.is_done = False

    def open(self) -> None:
        self.is_done = False

    def step(self) -> bool:
        if self.is_done:
            return False
        self.is_done = True
        self.ref.value = store_of(self.table).tree(self.table.root).count()
        return True


class FirstNotNull(Operator):
    """Of rows in the order of an expression only the first where that is not NULL; the first of
    all where it always is."""

    def __init__(self, operator: Operator, expr: Expr) -> None:
        self.operator = operator
        self.expr = expr
        self.is_done = False

    def open(self) -> None:
        self.is_done = False
        self.operator.open()

    def step(self) -> bool:
        if self.is_done:
            return False
        while self.operator.step():
            if self.expr.eval() is not None:
                self.is_done = True
                return True
        self.is_done = True
        self.operator.close()
        self.operator.open()
        return self.operator.step()

    def close(self) -> None:
        self.operator.close()
