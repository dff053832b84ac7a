"""Aggregates that users define: the engine's side of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import mypyc_attr

from target_db.functions.base import Accumulator, AggregateFunction


@mypyc_attr(allow_interpreted_subclasses=True)
class UserState:
    """One group's state. Its methods raise SqlError for what goes wrong in the user's code."""

    def step(self, args: list[object]) -> None:
        """Take in a row."""
        raise NotImplementedError

    def inverse(self, args: list[object]) -> None:
        """Let go of the oldest row."""
        raise NotImplementedError

    def value(self) -> object:
        """The result so far."""
        raise NotImplementedError

    def final(self) -> object:
        """The result."""
        raise NotImplementedError

    def close(self) -> None:
        """A window's partition has ended, and `final` will not be called."""
        raise NotImplementedError


class UserAccumulator(Accumulator):
    """A user's state as the executor knows it."""

    def __init__(self, state: UserState) -> None:
        super().__init__()
        self.state: Final = state

    def step(self, args: list[object]) -> None:
        self.state.step(args)

    def inverse(self, args: list[object]) -> None:
        self.state.inverse(args)

    def value(self) -> object:
        return self.state.value()

    def final(self) -> object:
        return self.state.final()

    def close(self) -> None:
        self.state.close()


class UserAggregate(AggregateFunction):
    """A user's aggregate; `has_inverse`: of a window function."""

    def __init__(
        self,
        name: str,
        min_args: int,
        max_args: int,
        factory: Callable[[], UserState],
        has_inverse: bool,
    ) -> None:
        super().__init__(name, min_args, max_args)
        self.factory: Final = factory
        self.has_inverse = has_inverse

    def make(self) -> Accumulator:
        return UserAccumulator(self.factory())
