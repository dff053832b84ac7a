"""Flattening: a simple subquery or view in FROM becomes part of the query around it.

Its tables and conditions are taken over, and its columns become names for its result
expressions. So nothing is rewritten: names just resolve to other nodes.
"""

from target_db.bind.bound import BoundQuery, BoundSelect, JoinNode
from target_db.bind.scope import Scope, ScopeItem
from target_db.catalog.objects import Table
from target_db.exec.subqueries import SubqueryExpr
from target_db.expr.base import Expr, Source
from target_db.expr.calls import CallExpr
from target_db.expr.leaves import LiteralExpr
from target_db.types.collation import BINARY


def flatten(
    inner: BoundQuery,
    shape: Table,
    name: str,
    alias: str | None,
    scope: Scope,
    query: BoundSelect,
    may_flatten: bool,
) -> JoinNode | None:
    """Take `inner` into `query` if that changes nothing; None when it must stay a subquery."""
    if not may_flatten or scope.context.optimizer_off:
        return None
    if not isinstance(inner, BoundSelect) or not is_simple(inner):
        return None
    from_ = inner.from_
    assert from_ is not None
    shown = name if alias is None else alias
    item = ScopeItem(Source(scope.context.number_source(), shown), shape, shown.lower(), None)
    for output in inner.outputs:
        if output.collation is None and not isinstance(output, LiteralExpr):
            output.collation = BINARY  # as a column, it brings one to comparisons
    item.expressions = inner.outputs
    scope.items.append(item)
    scope.flattened = [*scope.flattened, *inner.scope.items, *inner.scope.flattened]
    query.where = [*query.where, *inner.where]
    query.from_mask |= inner.from_mask | inner.outer_mask
    return from_


def is_simple(inner: BoundSelect) -> bool:
    """Whether a subquery only joins, filters and computes."""
    if inner.from_ is None or inner.is_aggregate or inner.distinct:
        return False
    if inner.limit is not None or inner.order or inner.scope.windows:
        return False
    for output in inner.outputs:
        if output.explicit_collation or not is_repeatable(output):
            return False
    return True


def is_repeatable(expr: Expr) -> bool:
    """Whether an expression may be evaluated again at each use: no subquery, no random()."""
    if isinstance(expr, SubqueryExpr):
        return False
    if isinstance(expr, CallExpr) and not expr.function.deterministic:
        return False
    for child in expr.children():
        if not is_repeatable(child):
            return False
    return True
