"""Aggregate and window calls as expressions: references to results that the executor computes.

The binder gathers them in `Scope.aggregates` and `Scope.windows`. The executor evaluates their
arguments over the input rows, and puts the result of a group (of a row) into `value`.
"""

from mypy_extensions import i64, mypyc_attr

from target_db.expr.base import Expr
from target_db.functions.base import AggregateFunction
from target_db.functions.windows import WindowFunction
from target_db.types.collation import BINARY, Collation


class OrderKey:
    """One ordering term, inside of an aggregate call or of a window."""

    def __init__(self, expr: Expr, descending: bool, nulls_first: bool) -> None:
        self.expr = expr
        self.descending = descending
        self.nulls_first = nulls_first


@mypyc_attr(free_list_len=1)
class AggregateRef(Expr):
    """An aggregate call.

    args: empty for `count(*)`. With `distinct`, one argument, its values told apart by
        `argument_collation`, which is also that of min() and max().
    order_by: the order in which the rows of a group are fed to it, or None.
    """

    def __init__(
        self,
        function: AggregateFunction,
        args: list[Expr],
        distinct: bool,
        filter_: Expr | None,
        order_by: list[OrderKey] | None,
    ) -> None:
        self.function = function
        self.args = args
        self.distinct = distinct
        self.filter = filter_
        self.order_by = order_by
        self.value: object = None
        self.argument_collation: Collation = BINARY
        mask = 0
        if filter_ is None and order_by is None:
            for arg in args:
                mask |= arg.mask
        else:
            for child in self.children():
                mask |= child.mask
        self.mask = mask
        for arg in args:
            if arg.explicit_collation and not self.explicit_collation:
                self.collation = arg.collation
                self.explicit_collation = True
        if args:
            first = args[0].collation
            if first is not None:
                self.argument_collation = first

    def eval(self) -> object:
        return self.value

    def children(self) -> list[Expr]:
        """The arguments, filter and order: evaluated over input rows, not with the result."""
        found = list(self.args)
        if self.filter is not None:
            found.append(self.filter)
        if self.order_by is not None:
            for key in self.order_by:
                found.append(key.expr)
        return found


class WindowFrame:
    """A window's frame: unit, bounds and exclusion are codes of `sql.codes`."""

    def __init__(
        self,
        unit: i64,
        start: i64,
        start_expr: Expr | None,
        end: i64,
        end_expr: Expr | None,
        exclude: i64,
    ) -> None:
        self.unit = unit
        self.start = start
        self.start_expr = start_expr
        self.end = end
        self.end_expr = end_expr
        self.exclude = exclude


class BoundWindow:
    """PARTITION BY, ORDER BY and the frame of a window call."""

    def __init__(
        self, partition_by: list[Expr], order_by: list[OrderKey], frame: WindowFrame
    ) -> None:
        self.partition_by = partition_by
        self.order_by = order_by
        self.frame = frame


class WindowRef(Expr):
    """A window call: of a window function, or (`aggregate` not None) of an aggregate."""

    def __init__(
        self,
        function: WindowFunction | None,
        aggregate: AggregateFunction | None,
        args: list[Expr],
        filter_: Expr | None,
        window: BoundWindow,
    ) -> None:
        self.function = function
        self.aggregate = aggregate
        self.args = args
        self.filter = filter_
        self.window = window
        self.value: object = None
        mask = 0
        for child in self.children():
            mask |= child.mask
        self.mask = mask

    def eval(self) -> object:
        return self.value

    def children(self) -> list[Expr]:
        """Arguments, filter, partition and order: evaluated over input rows."""
        found = list(self.args)
        if self.filter is not None:
            found.append(self.filter)
        found.extend(self.window.partition_by)
        for key in self.window.order_by:
            found.append(key.expr)
        return found
