"""Users' functions, aggregates, window functions and collations, as the engine calls them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from target_db.dbapi.callbacks import report
from target_db.dbapi.values import MAX_INT64, UnsupportedValueError, to_sql_value
from target_db.errors import NOMEM, TOOBIG, SqlError
from target_db.functions.base import PlainFunction
from target_db.functions.user import UserAggregate, UserState

MAX_LENGTH: Final = 1_000_000_000
MAX_ARGS: Final = 127


def failure(error: BaseException, callback: Any, message: str) -> SqlError:
    """The SQL error for an exception in a user's code, which is reported."""
    report(error, callback)
    if isinstance(error, MemoryError):
        return SqlError("out of memory", NOMEM)
    if isinstance(error, OverflowError):
        return SqlError("string or blob too big", TOOBIG)
    return SqlError(message)


def result(value: Any, callback: Any, message: str) -> object:
    """What a user's code returned, as a SQL value. Raises SqlError."""
    if isinstance(value, int) and not -MAX_INT64 - 1 <= value <= MAX_INT64:
        raise failure(OverflowError("Python int too large to convert to C long"), callback, message)
    try:
        return to_sql_value(value, MAX_LENGTH)
    except UnsupportedValueError as error:
        raise SqlError(message) from error
    except SqlError:
        raise
    except Exception as error:
        raise failure(error, callback, message) from error


def make_function(
    name: str, narg: int, function: Callable[..., Any], deterministic: bool
) -> PlainFunction:
    """A scalar function that calls `function`; `narg` -1 for any number of arguments."""
    message = "user-defined function raised exception"

    def call(args: list[object]) -> object:
        try:
            value = function(*args)
        except BaseException as error:
            raise failure(error, function, message) from error
        return result(value, function, message)

    made = PlainFunction(name, max(narg, 0), narg, call)
    made.deterministic = deterministic
    return made


class InstanceState(UserState):
    """The state of a group: an instance of the user's class, made with its first row."""

    def __init__(self, kind: Callable[[], Any]) -> None:
        self.kind: Final = kind
        self.instance: Any = None
        self.is_made = False

    def make(self) -> Any:
        if not self.is_made:
            try:
                self.instance = self.kind()
            except BaseException as error:
                raise self.failed(error, "__init__") from error
            self.is_made = True
        return self.instance

    def failed(self, error: BaseException, method: str) -> SqlError:
        what = "not defined" if isinstance(error, AttributeError) else "raised error"
        return failure(error, self.kind, f"user-defined aggregate's '{method}' method {what}")

    def call(self, method: str, args: list[object]) -> Any:
        """Call a method of the instance. Raises SqlError."""
        instance = self.make()
        try:
            function = getattr(instance, method)
        except AttributeError as error:
            raise self.failed(error, method) from error
        try:
            return function(*args)
        except BaseException as error:
            report(error, self.kind)
            if isinstance(error, MemoryError):
                raise SqlError("out of memory", NOMEM) from error
            raise SqlError(f"user-defined aggregate's '{method}' method raised error") from error

    def step(self, args: list[object]) -> None:
        self.call("step", args)

    def inverse(self, args: list[object]) -> None:
        self.call("inverse", args)

    def value(self) -> object:
        if not self.is_made:
            return None
        return result(
            self.call("value", []),
            self.kind,
            "user-defined aggregate's 'value' method raised error",
        )

    def final(self) -> object:
        if not self.is_made:
            return None
        message = "user-defined aggregate's 'finalize' method raised error"
        return result(self.call("finalize", []), self.kind, message)

    def close(self) -> None:
        try:
            self.final()
        except SqlError:
            return  # SQLite drops what goes wrong here, too


def make_aggregate(name: str, narg: int, kind: Callable[[], Any], is_window: bool) -> UserAggregate:
    """An aggregate whose state is an instance of `kind`."""
    return UserAggregate(name, max(narg, 0), narg, lambda: InstanceState(kind), is_window)


def make_comparison(function: Callable[[str, str], Any]) -> Callable[[str, str], int]:
    """`function` as an order of text; what it does wrong makes texts equal."""

    def compare(a: str, b: str) -> int:
        try:
            order = int(function(a, b))
        except BaseException as error:
            report(error, function)
            return 0
        return (order > 0) - (order < 0)

    return compare
