"""What a query evaluates."""

from target_db.bind.bound import BoundSelect
from target_db.expr.base import Expr


def expressions_read(query: BoundSelect) -> list[Expr]:
    """Everything a query evaluates over its input rows."""
    exprs: list[Expr] = [*query.outputs, *query.where]
    for term in query.order:
        exprs.append(term.expr)
    if query.group_by is not None:
        exprs.extend(query.group_by)
    if query.having is not None:
        exprs.append(query.having)
    exprs.extend(query.scope.aggregates)
    exprs.extend(query.scope.windows)
    return exprs
