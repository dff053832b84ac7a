"""Subqueries inside expressions: bound in their own scope, planned at once.

A subquery's plan depends only on its own binding (outer rows are read where they stand), so
it is planned when it is bound. The planner lives in a layer above: it installs itself here.
"""

from typing import Final

from target_db.bind import select as selects
from target_db.bind.bound import BoundQuery
from target_db.bind.column_names import inner_types
from target_db.bind.scope import Scope
from target_db.errors import SqlError
from target_db.exec.subqueries import (
    ExistsSubquery,
    InSubquery,
    RowSubquery,
    ScalarSubquery,
    Subquery,
)
from target_db.expr.base import Expr, RowPlan
from target_db.sql import ast
from target_db.sql.constants import MAX_HEIGHT, too_high


class QueryPlanner:
    """What `physical.planner` provides."""

    def plan(self, query: BoundQuery) -> RowPlan:
        """An executable plan of a bound query."""
        raise NotImplementedError


class PlannerSlot:
    """Where the planner of this process is kept."""

    def __init__(self) -> None:
        self.planner = QueryPlanner()


SLOT: Final = PlannerSlot()


def install_planner(planner: QueryPlanner) -> None:
    """Make `planner` the one that plans subqueries."""
    SLOT.planner = planner


def bind_subquery(select: ast.Select, scope: Scope) -> Subquery:
    """Bind and plan `select`, which stands in an expression of `scope`.

    The limit of an expression's height holds for the sum of all that stand around it.
    """
    context = scope.context
    height = context.expression_height
    context.expression_height += select.height + 1
    if context.expression_height + select.height > MAX_HEIGHT:
        raise too_high()
    query = selects.bind_query(select, context, scope)
    context.expression_height = height
    plan = SLOT.planner.plan(query)
    subquery = Subquery(plan, context.execution, query.outer_mask, query.outputs)
    subquery.notes = query.notes
    if len(query.outputs) == 1:
        subquery.declared_type = inner_types(query)[0]
    return subquery


def bind_scalar_subquery(select: ast.Select, scope: Scope) -> Expr:
    """`(select)` where one value is wanted."""
    subquery = bind_subquery(select, scope)
    require_columns(subquery, 1)
    return ScalarSubquery(subquery)


def bind_row_subquery(select: ast.Select, scope: Scope) -> RowSubquery:
    """`(select)` where a row value may stand; the caller checks `subquery.width`."""
    subquery = bind_subquery(select, scope)
    if subquery.width == 1:
        return ScalarSubquery(subquery)
    return RowSubquery(subquery)


def bind_exists(select: ast.Select, scope: Scope, negated: bool) -> Expr:
    """`[NOT] EXISTS (select)`."""
    return ExistsSubquery(bind_subquery(select, scope), negated)


def bind_in_subquery(operand: Expr, select: ast.Select, scope: Scope, negated: bool) -> Expr:
    """`operand [NOT] IN (select)`; the operand may be a row value."""
    subquery = bind_subquery(select, scope)
    require_columns(subquery, operand.width())
    return InSubquery(operand, operand.columns(), subquery, negated)


def require_columns(subquery: Subquery, expected: int) -> None:
    """Raise SQLite's error when the subquery has not `expected` columns."""
    if subquery.width != expected:
        raise SqlError(f"sub-select returns {subquery.width} columns - expected {expected}")
