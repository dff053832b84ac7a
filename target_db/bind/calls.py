"""Function calls: finding the function, SQLite's checks, scalar and aggregate calls, RAISE."""

from typing import Final

from mypy_extensions import i64

from target_db.bind import expressions as binder
from target_db.bind import windows
from target_db.bind.scope import Scope
from target_db.bind.special_calls import make_special_call
from target_db.errors import SqlError
from target_db.expr.aggregates import AggregateRef, OrderKey
from target_db.expr.base import Expr
from target_db.expr.calls import RaiseExpr, TimelessCallExpr, make_call
from target_db.expr.leaves import ColumnExpr, LiteralExpr
from target_db.functions.base import (
    AggregateFunction,
    ContextFunction,
    Function,
    ScalarFunction,
)
from target_db.functions.json.aggregates import GroupFunction
from target_db.functions.json.function import JsonFunction
from target_db.functions.json.lookups import Arrow
from target_db.functions.windows import WindowFunction
from target_db.sql import ast
from target_db.sql.codes import NULLS_DEFAULT, NULLS_FIRST

# What `BindContext.restricted_to` says, in the singular, as errors while evaluating name it.
PLACES: Final = {
    "CHECK constraints": "a CHECK constraint",
    "generated columns": "a generated column",
    "index expressions": "an index",
    "partial index WHERE clauses": "an index",
}


def bind_call(node: ast.FunctionCall, scope: Scope) -> Expr:
    """`name(args)` of any kind of function. Raises SqlError as SQLite does."""
    functions = scope.context.functions
    if len(node.args) > functions.argument_limit:
        raise call_error(f"too many arguments on function {node.name}", node)
    function = functions.lookup(node.name.lower(), len(node.args))
    if function is None and scope.context.names_only:
        bind_args(node.args, scope)
        return LiteralExpr(None)
    if node.over is not None or node.over_name is not None:
        return windows.bind_window_call(node, function, scope)
    if isinstance(function, ScalarFunction):
        return bind_scalar(node, function, scope)
    if isinstance(function, AggregateFunction):
        return bind_aggregate(node, function, scope)
    bind_args(node.args, scope)
    if isinstance(function, WindowFunction):
        raise call_error(f"misuse of window function {node.name}()", node)
    raise unknown_function(node.name, scope, node.pos)


def call_error(message: str, node: ast.FunctionCall) -> SqlError:
    """An error about a call."""
    return SqlError(message, offset=int(node.pos))


def unknown_function(name: str, scope: Scope, pos: i64) -> SqlError:
    """The error for a name, or a number of arguments, that no function has."""
    return SqlError(scope.context.functions.missing(name), offset=int(pos))


def bind_args(args: list[ast.Expr], scope: Scope) -> list[Expr]:
    """The arguments of a call, each a single value."""
    bound: list[Expr] = []
    for arg in args:
        bound.append(binder.bind_expr(arg, scope))
    return bound


def bind_scalar(node: ast.FunctionCall, function: ScalarFunction, scope: Scope) -> Expr:
    """A call of a scalar function."""
    args = bind_args(node.args, scope)
    if node.filter is not None:
        raise call_error(f"FILTER may not be used with non-aggregate {node.name}()", node)
    if node.order_by is not None:
        raise call_error(f"ORDER BY may not be used with non-aggregate {node.name}()", node)
    return make_scalar(function, args, scope)


def make_scalar(function: ScalarFunction, args: list[Expr], scope: Scope) -> Expr:
    """The node for a scalar call whose arguments are bound."""
    context = scope.context
    if context.restricted_to is not None:
        if not function.deterministic:
            forbid_random(context.restricted_to)
        elif isinstance(function, ContextFunction) and context.restricted_to in PLACES:
            return TimelessCallExpr(function, args, PLACES[context.restricted_to])
    if isinstance(function, (JsonFunction, Arrow)):
        context.has_json = True
    special = make_special_call(function, args)
    call = make_call(function, args) if special is None else special
    if not call.is_constant:
        for i, arg in enumerate(args):
            if arg.is_constant:
                args[i] = binder.cache_constant(arg, context)
    return call


def forbid_random(restricted_to: str) -> None:
    """Raise SQLite's error for a non-deterministic function; CHECK allows it."""
    if restricted_to != "CHECK constraints":
        raise SqlError(f"non-deterministic functions prohibited in {restricted_to}")


def bind_function_operator(name: str, args: list[ast.Expr], pos: i64, scope: Scope) -> Expr:
    """An operator that is a call of the scalar function `name` (LIKE, ->, ...)."""
    bound = bind_args(args, scope)
    function = scope.context.functions.lookup(name.lower(), len(args))
    if not isinstance(function, ScalarFunction):
        raise unknown_function(name, scope, pos)
    return make_scalar(function, bound, scope)


def bind_aggregate(node: ast.FunctionCall, function: AggregateFunction, scope: Scope) -> Expr:
    """A call of an aggregate: of `scope`, or of the enclosing query whose columns it takes."""
    context = scope.context
    allowed = scope.allows_aggregates
    windows_allowed = scope.allows_windows
    aggregate_depth = context.aggregate_depth
    named_depth = context.named_depth
    scope.allows_aggregates = False
    scope.allows_windows = False
    context.aggregate_depth = scope.depth
    context.named_depth = -1
    args = bind_args(node.args, scope)
    filter_ = None if node.filter is None else binder.bind_expr(node.filter, scope)
    order_by = None if node.order_by is None else bind_order(node.order_by, scope)
    depth = context.named_depth
    scope.allows_aggregates = allowed
    scope.allows_windows = windows_allowed
    context.aggregate_depth = aggregate_depth
    context.named_depth = depth if named_depth < depth <= aggregate_depth else named_depth

    owner = scope
    if 0 <= depth < scope.depth:
        while owner.depth > depth and owner.parent is not None:
            owner = owner.parent
    if not allowed and owner is not scope and scope.aggregates:
        # WHERE of a query that aggregates itself may name an aggregate of the query around it.
        allowed = aggregate_depth != scope.depth
    if not allowed or not owner.allows_aggregates:
        raise misused_aggregate(node, scope, owner)
    if node.distinct and len(args) != 1:
        raise call_error("DISTINCT aggregates must have exactly one argument", node)
    if filter_ is None and order_by is None:
        known = find_same(function, args, node.distinct, owner)
        if known is not None:
            return known
    if isinstance(function, GroupFunction):
        context.has_json = True
    ref = AggregateRef(function, args, node.distinct, filter_, order_by)
    owner.add_aggregate(ref)
    return ref


def misused_aggregate(node: ast.FunctionCall, scope: Scope, owner: Scope) -> SqlError:
    """The error for an aggregate where none may stand.

    SQLite words it by when it notices: at once inside of an aggregate, and in the WHERE of a
    query that has no other; otherwise only when it plans the owner.
    """
    inside = scope.context.aggregate_depth == scope.depth
    if not scope.allows_aggregates and (inside or not scope.aggregates):
        alias = scope.context.alias
        if alias:
            return call_error(f"misuse of aliased aggregate {alias}", node)
        return call_error(f"misuse of aggregate function {node.name}()", node)
    return call_error(f"misuse of aggregate: {node.name}()", node)


def find_same(
    function: Function, args: list[Expr], distinct: bool, owner: Scope
) -> AggregateRef | None:
    """An aggregate of `owner` that is the same call, over one plain column or `*`."""
    for other in owner.aggregates:
        if (
            isinstance(other, AggregateRef)
            and other.function is function
            and other.distinct == distinct
            and other.filter is None
            and other.order_by is None
            and same_arguments(args, other.args)
        ):
            return other
    return None


def same_arguments(args: list[Expr], others: list[Expr]) -> bool:
    """Whether both lists hold the same plain columns and constants."""
    if len(args) != len(others):
        return False
    for i, arg in enumerate(args):
        other = others[i]
        if isinstance(arg, ColumnExpr) and isinstance(other, ColumnExpr):
            if arg.source is not other.source or arg.index != other.index:
                return False
        elif isinstance(arg, LiteralExpr) and isinstance(other, LiteralExpr):
            if type(arg.value) is not type(other.value) or arg.value != other.value:
                return False
        else:
            return False
    return True


def bind_order(terms: list[ast.OrderTerm], scope: Scope) -> list[OrderKey]:
    """The ordering terms of a call or a window; each is an expression, never a column number."""
    keys: list[OrderKey] = []
    for term in terms:
        nulls_first = not term.descending
        if term.nulls != NULLS_DEFAULT:
            nulls_first = term.nulls == NULLS_FIRST
        keys.append(OrderKey(binder.bind_expr(term.expr, scope), term.descending, nulls_first))
    return keys


def bind_current_time(node: ast.CurrentTime, scope: Scope) -> Expr:
    """CURRENT_TIME, CURRENT_DATE, CURRENT_TIMESTAMP: functions without arguments."""
    return bind_function_operator(node.name.lower(), [], node.pos, scope)


def bind_raise(node: ast.Raise, scope: Scope) -> Expr:
    """RAISE(...), in a trigger's program only."""
    if not scope.context.in_trigger:
        raise SqlError("RAISE() may only be used within a trigger-program", offset=int(node.pos))
    message = None if node.message is None else binder.bind_expr(node.message, scope)
    return RaiseExpr(int(node.action), message)
