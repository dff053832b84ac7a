"""Binding a SELECT: names resolved, stars expanded, terms of ORDER BY and GROUP BY understood.

Source: "SELECT" in SQLite's documentation, and the messages that SQLite gives.
"""

from typing import Final

from mypy_extensions import i64

from target_db.bind import ctes as common_tables
from target_db.bind import expressions as binder
from target_db.bind import from_clause
from target_db.bind.bound import BoundCompound, BoundQuery, BoundSelect, BoundValues
from target_db.bind.order import bind_compound_order, bind_group_by, bind_order_by
from target_db.bind.scope import BindContext, Scope
from target_db.bind.star import expand_star
from target_db.bind.table_functions import result_aliases
from target_db.errors import SqlError
from target_db.expr.aggregates import AggregateRef
from target_db.expr.base import Expr
from target_db.sql import ast
from target_db.sql.codes import AND, EXCEPT, INTERSECT, UNION, UNION_ALL

MAX_COLUMNS: Final = 2000
MAX_SELECT_DEPTH: Final = 500

OPERATOR_NAMES: Final = {
    UNION: "UNION",
    UNION_ALL: "UNION ALL",
    EXCEPT: "EXCEPT",
    INTERSECT: "INTERSECT",
}


def bind_query(
    select: ast.Select,
    context: BindContext,
    parent: Scope | None,
    ctes: dict[str, object] | None = None,
) -> BoundQuery:
    """Bind a whole select statement or subquery.

    parent: the scope it stands in, whose columns it may name; None at the top. ctes: the
    common tables that are visible, where they are not simply those of `parent`.
    Raises SqlError.
    """
    if ctes is None:
        ctes = EMPTY if parent is None else parent.ctes
    context.select_depth += 1
    if context.select_depth > MAX_SELECT_DEPTH:
        raise SqlError("VIEWs and/or subqueries nested too deep")
    if select.with_ is not None:
        ctes = common_tables.define_common_tables(select.with_, context, parent, ctes)
    if select.operators:
        query = bind_compound(select, context, parent, ctes)
    else:
        query = bind_core(select, select.cores[0], context, parent, ctes)
        if select.limit is not None:
            bind_limit(select, query, context, parent, ctes)
    context.select_depth -= 1
    return query


EMPTY: Final[dict[str, object]] = {}


def bind_core(
    select: ast.Select,
    core: ast.SelectCore,
    context: BindContext,
    parent: Scope | None,
    ctes: dict[str, object],
) -> BoundQuery:
    """Bind one SELECT core, with the statement's ORDER BY if it is the only one."""
    if core.rows is not None:
        if len(core.rows) > 1 or is_plain_row(core.rows[0]):
            return bind_values(select, core.rows, context, parent, ctes)
        core = select_of_row(core.rows[0], core.pos)
    scope = Scope(context, parent)
    scope.ctes = ctes
    scope.named_windows = core.windows
    query = BoundSelect(select, core, scope)
    if core.from_ is not None:
        query.from_ = from_clause.bind_from(core.from_, scope, query)
    scope.allows_aggregates = True
    scope.allows_windows = True
    outputs = query.outputs
    has_alias = False
    for column in core.columns:
        expr = column.expr
        if isinstance(expr, ast.Star):
            expand_star(expr, scope, outputs)
        else:
            outputs.append(binder.bind_value(expr, scope))
            if column.alias is not None:
                has_alias = True
    if len(outputs) > MAX_COLUMNS:
        raise SqlError("too many columns in result set")
    if core.having is not None and core.group_by is None and not scope.aggregates:
        raise SqlError("HAVING clause on a non-aggregate query")
    if has_alias and may_name_aliases(select, core):
        scope.aliases = result_aliases(core)
    having = core.having
    if having is not None:
        scope.allows_windows = False
        query.having = binder.bind_expr(having, scope)
        scope.allows_windows = True
    where = core.where
    if where is not None:
        scope.allows_aggregates = False
        scope.allows_windows = False
        conjuncts = query.where.copy()
        bind_conjuncts(where, scope, conjuncts)
        query.where = conjuncts
        scope.allows_aggregates = True
        scope.allows_windows = True
    if select.order_by is not None and not select.operators:
        is_plain = core.group_by is None and not scope.aggregates
        bind_order_by(select.order_by, scope, query)
        if is_plain and scope.aggregates:
            raise misused_in_order(scope)
    if core.group_by is not None:
        scope.allows_windows = False
        bind_group_by(core.group_by, scope, query)
    query.distinct = core.distinct
    query.is_aggregate = core.group_by is not None or len(scope.aggregates) > 0
    if parent is not None:
        query.outer_mask |= outer_mask_of(query)
    return query


def may_name_aliases(select: ast.Select, core: ast.SelectCore) -> bool:
    """Whether there is a clause in which the aliases of the result columns mean something."""
    return (
        core.where is not None
        or select.order_by is not None
        or core.group_by is not None
        or core.having is not None
    )


def misused_in_order(scope: Scope) -> SqlError:
    """The error for an aggregate that only the ORDER BY of a query has."""
    ref = scope.aggregates[0]
    name = ref.function.name if isinstance(ref, AggregateRef) else ""
    return SqlError(f"misuse of aggregate: {name}()")


def bind_conjuncts(node: ast.Expr, scope: Scope, into: list[Expr]) -> None:
    """Bind a condition, one expression for each operand of its top-level ANDs."""
    pending: list[ast.Expr] = []
    while isinstance(node, ast.Binary) and node.op == AND:
        pending.append(node.right)
        node = node.left
    into.append(binder.bind_expr(node, scope))
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Binary) and node.op == AND:
            bind_conjuncts(node, scope, into)
        else:
            into.append(binder.bind_expr(node, scope))


def is_plain_row(row: list[ast.Expr]) -> bool:
    """Whether no item of a row of VALUES can be or hold a call of an aggregate."""
    for item in row:
        if not isinstance(item, (ast.Literal, ast.Parameter, ast.ColumnRef)):
            return False
    return True


def select_of_row(row: list[ast.Expr], pos: i64) -> ast.SelectCore:
    """The SELECT that VALUES with one row means: in it aggregates and windows may stand."""
    columns: list[ast.ResultColumn] = []
    for i, item in enumerate(row):
        columns.append(ast.ResultColumn(item, f"column{i + 1}", -1, -1))
    return ast.SelectCore(False, columns, None, None, None, None, None, None, pos)


def bind_values(
    select: ast.Select,
    rows: list[list[ast.Expr]],
    context: BindContext,
    parent: Scope | None,
    ctes: dict[str, object],
) -> BoundQuery:
    """Bind VALUES (...), (...)."""
    scope = Scope(context, parent)
    scope.ctes = ctes
    query = BoundValues(select, context)
    width = len(rows[0])
    mask = 0
    for row in rows:
        if len(row) != width:
            raise SqlError("all VALUES must have the same number of terms")
        bound = [binder.bind_value(item, scope) for item in row]
        for expr in bound:
            mask |= expr.mask
        query.rows.append(bound)
    query.outputs = query.rows[0]
    query.outer_mask = mask
    return query


def bind_compound(
    select: ast.Select, context: BindContext, parent: Scope | None, ctes: dict[str, object]
) -> BoundQuery:
    """Bind SELECT ... UNION SELECT ... and the like."""
    query = BoundCompound(select, context)
    for core in select.cores:
        arm = bind_core(select, core, context, parent, ctes)
        query.arms.append(arm)
        query.outer_mask |= arm.outer_mask
    width = len(query.arms[0].outputs)
    for i, operator in enumerate(select.operators):
        arm = query.arms[i + 1]
        if len(arm.outputs) != width:
            if isinstance(arm, BoundValues) and isinstance(query.arms[i], BoundValues):
                raise SqlError("all VALUES must have the same number of terms")
            name = OPERATOR_NAMES[operator]
            raise SqlError(
                f"SELECTs to the left and right of {name}"
                " do not have the same number of result columns"
            )
        query.operators.append(operator)
    query.outputs = query.arms[0].outputs
    if select.order_by is not None:
        bind_compound_order(select.order_by, query)
    if select.limit is not None:
        bind_limit(select, query, context, parent, ctes)
    return query


def bind_limit(
    select: ast.Select,
    query: BoundQuery,
    context: BindContext,
    parent: Scope | None,
    ctes: dict[str, object],
) -> None:
    """Bind LIMIT and OFFSET: no column can be named there but those of a trigger's NEW and OLD."""
    while parent is not None and not parent.qualified_only:
        parent = parent.parent
    scope = Scope(context, parent)
    scope.ctes = ctes
    limit = select.limit
    if limit is not None:
        query.limit = binder.bind_expr(limit, scope)
        query.outer_mask |= query.limit.mask
    offset = select.offset
    if offset is not None:
        query.offset = binder.bind_expr(offset, scope)
        query.outer_mask |= query.offset.mask


def outer_mask_of(query: BoundSelect) -> int:
    """The sources of enclosing queries that a SELECT core reads."""
    mask = 0
    for expr in query.outputs:
        mask |= expr.mask
    for expr in query.where:
        mask |= expr.mask
    for term in query.order:
        mask |= term.expr.mask
    if query.group_by is not None:
        for expr in query.group_by:
            mask |= expr.mask
    if query.having is not None:
        mask |= query.having.mask
    scope = query.scope
    for expr in scope.aggregates:
        for child in expr.children():
            mask |= child.mask
    for expr in scope.windows:
        for child in expr.children():
            mask |= child.mask
    from_ = query.from_
    if from_ is not None:
        mask |= query.from_mask
        mask &= ~from_.mask
    return mask
