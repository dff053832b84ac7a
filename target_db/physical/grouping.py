"""GROUP BY and aggregates of a query as an operator."""

from typing import Final

from target_db.bind.bound import BoundSelect, JoinLeaf
from target_db.exec.aggregate import (
    AggregateCall,
    GroupedAggregate,
    PlainAggregate,
    aggregate_call,
)
from target_db.exec.project import Filter
from target_db.expr.aggregates import AggregateRef
from target_db.expr.base import Expr, Operator, Source
from target_db.physical.from_plan import leaves_of
from target_db.types.collation import BINARY, Collation

# Where no row of a group is kept: never changed.
NO_SOURCES: Final[list[Source]] = []
NO_WIDTHS: Final[list[int]] = []


def plan_aggregate(query: BoundSelect, operator: Operator) -> Operator:
    """The groups of `operator`'s rows, those that HAVING leaves."""
    calls: list[AggregateCall] = []
    follows_extreme = False
    for ref in query.scope.aggregates:
        assert isinstance(ref, AggregateRef)
        calls.append(aggregate_call(ref))
        if ref.function.name == "min" or ref.function.name == "max":
            follows_extreme = True
    sources = NO_SOURCES
    widths = NO_WIDTHS
    from_ = query.from_
    keeps_row = from_ is not None and reads_bare_columns(query, from_.mask)
    if keeps_row and from_ is not None:
        leaves: list[JoinLeaf] = []
        leaves_of(from_, leaves)
        sources = [leaf.item.source for leaf in leaves]
        widths = [len(leaf.item.table.columns) for leaf in leaves]
    result: Operator
    keys = query.group_by
    if keys is None:
        result = PlainAggregate(operator, sources, widths, calls, follows_extreme, keeps_row)
    else:
        collations: list[Collation] = []
        for key in keys:
            collation = key.collation
            collations.append(BINARY if collation is None else collation)
        result = GroupedAggregate(
            operator, sources, widths, calls, follows_extreme, keeps_row, keys, collations
        )
    if query.having is not None:
        result = Filter(result, [query.having])
    return result


def reads_bare_columns(query: BoundSelect, own: int) -> bool:
    """Whether something is evaluated for a group that reads the columns of its rows."""
    if not query.scope.aggregates and query.outputs[0].mask & own:
        return True
    for expr in query.outputs:
        if reads_rows(expr, own):
            return True
    if query.having is not None and reads_rows(query.having, own):
        return True
    for term in query.order:
        if reads_rows(term.expr, own):
            return True
    for window in query.scope.windows:
        if reads_rows(window, own):
            return True
    return False


def reads_rows(expr: Expr, own: int) -> bool:
    """Whether an expression reads columns of the input, other than inside an aggregate call."""
    if not expr.mask & own or isinstance(expr, AggregateRef):
        return False
    children = expr.children()
    if not children:
        return bool(expr.mask & own)
    for child in children:
        if reads_rows(child, own):
            return True
    return False
