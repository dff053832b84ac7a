"""IN as an access path: a seek for each different value, in the values' order."""

from mypy_extensions import i64

from target_db.exec.keys import RowKeys
from target_db.exec.sort import SortTerm, sort_positions
from target_db.exec.subqueries import InSubquery
from target_db.expr.base import Expr, Operator
from target_db.expr.comparison import convert
from target_db.expr.membership import InListExpr
from target_db.types.affinity import NONE
from target_db.types.collation import Collation


class InValues(Expr):
    """The right side of an IN as an access path uses it: all values to look for."""

    def __init__(self, in_list: InListExpr | None, in_query: InSubquery | None) -> None:
        self.in_list = in_list
        self.in_query = in_query
        if in_list is not None:
            for item in in_list.items:
                self.mask |= item.mask
        if in_query is not None:
            self.mask = in_query.subquery.mask

    def values(self) -> list[object]:
        """The values, NULLs left out; not converted, and with repetitions."""
        found: list[object] = []
        if self.in_list is not None:
            for item in self.in_list.items:
                value = item.eval()
                if value is not None:
                    found.append(value)
        elif self.in_query is not None:
            found = self.in_query.all_values()
        return found


class ValueHolder(Expr):
    """The value of an IN that is looked for now."""

    def __init__(self) -> None:
        self.value: object = None

    def eval(self) -> object:
        return self.value


class InLoop(Operator):
    """Runs another operator, which seeks by `holder`, once for each value."""

    def __init__(
        self,
        holder: ValueHolder,
        values: InValues,
        affinity: int,
        collation: Collation,
        backward: bool,
        inner: Operator,
    ) -> None:
        self.holder = holder
        self.values = values
        self.affinity = affinity
        self.inner = inner
        self.term = SortTerm(None, 0, collation, backward, True)
        self.keys = RowKeys([collation])
        self.pending: list[object] = []
        self.pos: i64 = 0
        self.is_open = False

    def open(self) -> None:
        different: dict[object, object] = {}
        for value in self.values.values():
            if self.affinity != NONE:
                value = convert(value, self.affinity)
            different.setdefault(self.keys.key((value,)), value)
        values = list(different.values())
        order = sort_positions(list(range(len(values))), values, self.term)
        self.pending = [values[p] for p in order]
        self.pos = 0
        self.is_open = False

    def step(self) -> bool:
        while True:
            if self.is_open:
                if self.inner.step():
                    return True
                self.is_open = False
            if self.pos >= len(self.pending):
                return False
            self.holder.value = self.pending[self.pos]
            self.pos += 1
            self.inner.open()
            self.is_open = True

    def close(self) -> None:
        self.inner.close()
        self.pending = []
