"""What a SQL function is to the engine: the three kinds, and what they share.

The number of arguments is checked when a call is bound, so `call` and `step` may rely on it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Final

from target_db.errors import SqlError
from target_db.types.collation import BINARY, Collation

ANY: Final = -1  # as `max_args`: no upper limit


class Function:
    """A name with the numbers of arguments that it takes (`max_args` -1: any number)."""

    def __init__(self, name: str, min_args: int, max_args: int) -> None:
        self.name: Final = name
        self.min_args: Final = min_args
        self.max_args: Final = max_args

    def accepts(self, count: int) -> bool:
        """Whether it can be called with `count` arguments."""
        return self.min_args <= count and (self.max_args < 0 or count <= self.max_args)


class ScalarFunction(Function):
    """A function of one row's values.

    `deterministic`: the same arguments give the same result, so a call on constants may be
    folded and indexed. `needs_collation`: call `call_collated` with the collation of the
    leftmost argument that has one.
    """

    def __init__(self, name: str, min_args: int, max_args: int) -> None:
        super().__init__(name, min_args, max_args)
        self.deterministic = True
        self.needs_collation = False

    def call(self, args: list[object]) -> object:
        """The value for these arguments. Raises SqlError as SQLite reports it."""
        raise NotImplementedError

    def call1(self, value: object) -> object:
        """`call` with one argument, without a list."""
        return self.call([value])

    def call_collated(self, args: list[object], collation: Collation) -> object:
        """`call` for a function with `needs_collation`."""
        return self.call(args)


class PlainFunction(ScalarFunction):
    """A scalar function by a callable of the list of arguments."""

    def __init__(
        self, name: str, min_args: int, max_args: int, function: Callable[[list[object]], object]
    ) -> None:
        super().__init__(name, min_args, max_args)
        self.function: Final = function

    def call(self, args: list[object]) -> object:
        return self.function(args)


class UnaryFunction(ScalarFunction):
    """A scalar function of one argument by a callable of that value."""

    def __init__(self, name: str, function: Callable[[object], object]) -> None:
        super().__init__(name, 1, 1)
        self.function: Final = function

    def call(self, args: list[object]) -> object:
        return self.function(args[0])

    def call1(self, value: object) -> object:
        return self.function(value)


class FunctionContext:
    """What the functions of one connection know of it; the session keeps it current."""

    def __init__(self) -> None:
        self.changes = 0
        self.total_changes = 0
        self.last_insert_rowid = 0
        self.random = Random()
        self.now_ms = -1
        # While a schema's expression is evaluated: the message of the error that 'now' is there.
        self.no_now = ""

    def begin_statement(self) -> None:
        """Forget the time: 'now' is read once a statement and is the same throughout it."""
        self.now_ms = -1

    def now(self) -> int:
        """The statement's time, in milliseconds since 1970 UTC. Raises SqlError with `no_now`."""
        if self.no_now:
            raise SqlError(self.no_now)
        if self.now_ms < 0:
            self.now_ms = time.time_ns() // 1_000_000
        return self.now_ms


class ContextFunction(ScalarFunction):
    """A scalar function that reads its connection's context."""

    def __init__(self, name: str, min_args: int, max_args: int, deterministic: bool) -> None:
        super().__init__(name, min_args, max_args)
        self.context = FunctionContext()
        self.deterministic = deterministic

    def copy(self) -> ContextFunction:
        """The same function, with a context of its own."""
        raise NotImplementedError

    def bound_to(self, context: FunctionContext) -> ContextFunction:
        """The same function for the connection that owns `context`."""
        bound = self.copy()
        bound.context = context
        return bound


class ContextCall(ContextFunction):
    """A function of the context by a callable."""

    def __init__(
        self,
        name: str,
        min_args: int,
        max_args: int,
        function: Callable[[FunctionContext, list[object]], object],
        deterministic: bool = False,
    ) -> None:
        super().__init__(name, min_args, max_args, deterministic)
        self.function: Final = function

    def call(self, args: list[object]) -> object:
        return self.function(self.context, args)

    def copy(self) -> ContextFunction:
        return ContextCall(
            self.name, self.min_args, self.max_args, self.function, self.deterministic
        )


class Accumulator:
    """The state of one aggregate over one group, or over a moving window frame.

    As a window, rows leave in the order in which they came (`inverse`): those that go before
    the next ones come, as in SQLite. `value` may be asked at any time. `changed` tells, after a
    step of min() or max(), that the row was taken.
    """

    def __init__(self) -> None:
        self.changed = False

    def step(self, args: list[object]) -> None:
        """Take in a row's arguments."""
        raise NotImplementedError

    def step1(self, value: object) -> None:
        """`step` with one argument, without a list."""
        self.step([value])

    def step0(self) -> None:
        """`step` without arguments."""
        self.step([])

    def inverse(self, args: list[object]) -> None:
        """Let go of the oldest row, whose arguments these are."""
        raise NotImplementedError

    def value(self) -> object:
        """The result so far. Raises SqlError as `final` does."""
        return self.final()

    def final(self) -> object:
        """The result. Raises SqlError ("integer overflow")."""
        raise NotImplementedError

    def close(self) -> None:
        """Called instead of `final` where only `value` was asked for: over a window."""


class AggregateFunction(Function):
    """A function of a group of rows, which may also be called over a window.

    `has_inverse`: its accumulators can let rows go; without it a frame that moves on is
    computed anew.
    """

    def __init__(self, name: str, min_args: int, max_args: int) -> None:
        super().__init__(name, min_args, max_args)
        self.needs_collation = False
        self.has_inverse = True

    def make(self) -> Accumulator:
        """A fresh state."""
        return self.make_collated(BINARY)

    def make_collated(self, collation: Collation) -> Accumulator:
        """A fresh state that compares text by `collation` (min and max)."""
        return self.make()

    def make_window(self, collation: Collation) -> Accumulator:
        """A fresh state that rows may leave again by `inverse`."""
        return self.make_collated(collation)
