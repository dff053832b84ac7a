"""Calls of scalar functions, one node for each common number of arguments."""

from target_db.errors import CONSTRAINT_TRIGGER, SqlError
from target_db.expr.base import Expr
from target_db.functions.base import ContextFunction, ScalarFunction
from target_db.types.collation import BINARY, Collation
from target_db.types.numeric import to_text


class CallExpr(Expr):
    """`function(args)`."""

    def __init__(self, function: ScalarFunction, args: list[Expr]) -> None:
        self.function = function
        self.args = args
        mask = 0
        constant = function.deterministic
        for arg in args:
            mask |= arg.mask
            if not arg.is_constant:
                constant = False
            if arg.explicit_collation and not self.explicit_collation:
                self.collation = arg.collation
                self.explicit_collation = True
        self.mask = mask
        self.is_constant = constant

    def eval(self) -> object:
        values: list[object] = []
        for arg in self.args:
            values.append(arg.eval())
        return self.function.call(values)

    def children(self) -> list[Expr]:
        return self.args


class UnaryCallExpr(CallExpr):
    """A call with one argument."""

    def __init__(self, function: ScalarFunction, args: list[Expr]) -> None:
        super().__init__(function, args)
        self.arg = args[0]

    def eval(self) -> object:
        return self.function.call1(self.arg.eval())


class CollatedCallExpr(CallExpr):
    """A call of a function that compares text, by the first collation of its arguments."""

    def __init__(self, function: ScalarFunction, args: list[Expr]) -> None:
        super().__init__(function, args)
        self.argument_collation = first_collation(args)

    def eval(self) -> object:
        values: list[object] = []
        for arg in self.args:
            values.append(arg.eval())
        return self.function.call_collated(values, self.argument_collation)


class TimelessCallExpr(CallExpr):
    """A call in a CHECK, a generated column or an index, where 'now' may not be asked for."""

    def __init__(self, function: ContextFunction, args: list[Expr], place: str) -> None:
        super().__init__(function, args)
        self.context = function.context
        self.message = f"non-deterministic use of {function.name}() in {place}"

    def eval(self) -> object:
        context = self.context
        context.no_now = self.message
        try:
            return super().eval()
        finally:
            context.no_now = ""


def first_collation(args: list[Expr]) -> Collation:
    """The collation of the leftmost argument that has one, otherwise BINARY."""
    for arg in args:
        if arg.collation is not None:
            return arg.collation
    return BINARY


def make_call(function: ScalarFunction, args: list[Expr]) -> Expr:
    """The node for a call of `function`, whose number of arguments was checked."""
    if function.needs_collation:
        return CollatedCallExpr(function, args)
    if len(args) == 1:
        return UnaryCallExpr(function, args)
    return CallExpr(function, args)


class RaiseExpr(Expr):
    """RAISE(action, message) in a trigger's program: `action` is a CONFLICT_ code.

    Evaluating it raises `RaiseError`.
    """

    def __init__(self, action: int, message: Expr | None) -> None:
        self.action = action
        self.message = message
        if message is not None:
            self.mask = message.mask

    def eval(self) -> object:
        text = "" if self.message is None else to_text(self.message.eval())
        raise RaiseError(text, self.action)

    def children(self) -> list[Expr]:
        return [] if self.message is None else [self.message]


class RaiseError(SqlError):
    """What RAISE() raises. For CONFLICT_IGNORE it is no error: the caller skips the row."""

    def __init__(self, message: str, action: int) -> None:
        super().__init__(message, CONSTRAINT_TRIGGER)
        self.action = action
