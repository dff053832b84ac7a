"""Window functions of a query as an operator."""

from target_db.bind.bound import BoundSelect, JoinLeaf
from target_db.exec.window import Window, WindowGroup
from target_db.expr.aggregates import AggregateRef, BoundWindow, OrderKey, WindowRef
from target_db.expr.base import Expr, Operator, Source
from target_db.expr.leaves import ColumnExpr, LiteralExpr, RowidExpr
from target_db.physical.from_plan import leaves_of


def plan_windows(query: BoundSelect, operator: Operator) -> Operator:
    """The rows of `operator`, with the value of every window call for each."""
    sources: list[Source] = []
    if query.from_ is not None:
        leaves: list[JoinLeaf] = []
        leaves_of(query.from_, leaves)
        sources = [leaf.item.source for leaf in leaves]
    aggregates: list[AggregateRef] = []
    for ref in query.scope.aggregates:
        assert isinstance(ref, AggregateRef)
        aggregates.append(ref)
    groups: list[WindowGroup] = []
    for call in query.scope.windows:
        assert isinstance(call, WindowRef)
        if not groups or not same_window(groups[-1].window, call.window):
            groups.append(WindowGroup(call.window))
        groups[-1].calls.append(call)
    return Window(operator, sources, aggregates, groups, query.context.execution)


def same_window(a: BoundWindow, b: BoundWindow) -> bool:
    """Whether two windows sort alike, as far as can be told."""
    if len(a.partition_by) != len(b.partition_by) or len(a.order_by) != len(b.order_by):
        return False
    for place, expr in enumerate(a.partition_by):
        if not same_expr(expr, b.partition_by[place]):
            return False
    return all(same_key(key, b.order_by[place]) for place, key in enumerate(a.order_by))


def same_key(a: OrderKey, b: OrderKey) -> bool:
    if a.descending != b.descending or a.nulls_first != b.nulls_first:
        return False
    return same_expr(a.expr, b.expr)


def same_expr(a: Expr, b: Expr) -> bool:
    """Whether two expressions are the same column, rowid or constant."""
    if a is b:
        return True
    if isinstance(a, ColumnExpr) and isinstance(b, ColumnExpr):
        return a.source is b.source and a.index == b.index
    if isinstance(a, RowidExpr) and isinstance(b, RowidExpr):
        return a.source is b.source
    if isinstance(a, LiteralExpr) and isinstance(b, LiteralExpr):
        return type(a.value) is type(b.value) and a.value == b.value
    return False
