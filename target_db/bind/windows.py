"""Window calls: `function(args) OVER ...` and the windows they name ("Window Functions")."""

from target_db.bind import calls
from target_db.bind import expressions as binder
from target_db.bind.scope import Scope
from target_db.errors import SqlError
from target_db.expr.aggregates import BoundWindow, OrderKey, WindowFrame, WindowRef
from target_db.expr.base import Expr
from target_db.functions.base import AggregateFunction, Function, ScalarFunction
from target_db.functions.json.aggregates import GroupFunction
from target_db.functions.user import UserAggregate
from target_db.functions.windows import WindowFunction
from target_db.sql import ast
from target_db.sql.codes import (
    CURRENT_ROW,
    EXCLUDE_NO_OTHERS,
    FOLLOWING,
    FRAME_RANGE,
    PRECEDING,
    UNBOUNDED_PRECEDING,
)


def bind_window_call(node: ast.FunctionCall, function: Function | None, scope: Scope) -> Expr:
    """A call with OVER; `function` is None where none has its name and number of arguments."""
    allowed = scope.allows_windows
    scope.allows_windows = False
    args = calls.bind_args(node.args, scope)
    filter_ = None if node.filter is None else binder.bind_expr(node.filter, scope)
    if function is None:
        raise calls.unknown_function(node.name, scope, node.pos)
    if not allowed and scope.context.alias:
        raise SqlError(f"misuse of aliased window function {scope.context.alias}")
    check_call(node, function, allowed)
    window = bind_window(window_of(node, scope), scope)
    scope.allows_windows = allowed
    if isinstance(function, GroupFunction):
        scope.context.has_json = True
    aggregate = function if isinstance(function, AggregateFunction) else None
    plain = function if isinstance(function, WindowFunction) else None
    ref = WindowRef(plain, aggregate, args, filter_, window)
    scope.add_window(ref)
    return ref


def check_call(node: ast.FunctionCall, function: Function, allowed: bool) -> None:
    """Raise SQLite's error for a call that cannot have a window, or not in this place."""
    name = node.name
    is_plain = isinstance(function, UserAggregate) and not function.has_inverse
    if is_plain or isinstance(function, ScalarFunction):
        raise calls.call_error(f"{name}() may not be used as a window function", node)
    if node.order_by is not None:
        raise calls.call_error(f"ORDER BY may not be used with non-aggregate {name}()", node)
    if not allowed:
        raise calls.call_error(f"misuse of window function {name}()", node)
    if node.distinct:
        raise calls.call_error("DISTINCT is not supported for window functions", node)
    if node.filter is not None and isinstance(function, WindowFunction):
        raise calls.call_error(
            "FILTER clause may only be used with aggregate window functions", node
        )


def window_of(node: ast.FunctionCall, scope: Scope) -> ast.Window:
    """The window that the call is written with, a named one with what it builds upon."""
    if node.over_name is not None:
        return complete(find_named(node.over_name, scope), scope)
    assert node.over is not None
    return complete(node.over, scope)


def find_named(name: str, scope: Scope) -> ast.Window:
    """The window of that name in the WINDOW clause."""
    lower = name.lower()
    for named in scope.named_windows or []:
        if named.name.lower() == lower:
            return named.window
    raise SqlError(f"no such window: {name}")


def complete(window: ast.Window, scope: Scope) -> ast.Window:
    """`window` with the parts of the window that it names as its base."""
    name = window.base
    if name is None:
        return window
    base = complete(find_named(name, scope), scope)
    if window.partition_by:
        raise SqlError(f"cannot override PARTITION clause of window: {name}")
    if window.order_by and base.order_by:
        raise SqlError(f"cannot override ORDER BY clause of window: {name}")
    if base.frame is not None:
        raise SqlError(f"cannot override frame specification of window: {name}")
    order_by = window.order_by if window.order_by else base.order_by
    return ast.Window(None, base.partition_by, order_by, window.frame, window.pos)


def bind_window(window: ast.Window, scope: Scope) -> BoundWindow:
    """PARTITION BY, ORDER BY and frame, bound."""
    partition_by = [binder.bind_expr(expr, scope) for expr in window.partition_by]
    order_by = calls.bind_order(window.order_by, scope)
    return BoundWindow(partition_by, order_by, bind_frame(window.frame, order_by, scope))


def bind_frame(frame: ast.Frame | None, order_by: list[OrderKey], scope: Scope) -> WindowFrame:
    """The frame; without one, everything up to the current row and its peers."""
    if frame is None:
        return WindowFrame(
            FRAME_RANGE, UNBOUNDED_PRECEDING, None, CURRENT_ROW, None, EXCLUDE_NO_OTHERS
        )
    start = None if frame.start_expr is None else binder.bind_expr(frame.start_expr, scope)
    end = None if frame.end_expr is None else binder.bind_expr(frame.end_expr, scope)
    has_offset = frame.start in (PRECEDING, FOLLOWING) or frame.end in (PRECEDING, FOLLOWING)
    if frame.unit == FRAME_RANGE and has_offset and len(order_by) != 1:
        raise SqlError("RANGE with offset PRECEDING/FOLLOWING requires one ORDER BY expression")
    return WindowFrame(frame.unit, frame.start, start, frame.end, end, frame.exclude)
