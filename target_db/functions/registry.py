"""The functions that a connection can call, by name and number of arguments."""

from __future__ import annotations

from typing import Final

from target_db.functions.aggregates import AGGREGATES
from target_db.functions.base import ContextFunction, Function, FunctionContext, ScalarFunction
from target_db.functions.dates import DATE_FUNCTIONS
from target_db.functions.general import GENERAL_FUNCTIONS
from target_db.functions.json.aggregates import JSON_AGGREGATES
from target_db.functions.json.scalars import JSON_FUNCTIONS
from target_db.functions.numbers import NUMBER_FUNCTIONS
from target_db.functions.patterns import GlobFunction, LikeFunction
from target_db.functions.percentile import PERCENTILES
from target_db.functions.printf import PRINTF_FUNCTIONS
from target_db.functions.text import TEXT_FUNCTIONS
from target_db.functions.windows import WINDOW_FUNCTIONS


def _builtin() -> dict[str, list[Function]]:
    scalars: list[ScalarFunction] = [
        *GENERAL_FUNCTIONS,
        *TEXT_FUNCTIONS,
        *NUMBER_FUNCTIONS,
        *PRINTF_FUNCTIONS,
        *DATE_FUNCTIONS,
        *JSON_FUNCTIONS,
        LikeFunction(),
        GlobFunction(),
    ]
    table: dict[str, list[Function]] = {}
    for scalar in scalars:
        table.setdefault(scalar.name, []).append(scalar)
    for aggregate in [*AGGREGATES, *PERCENTILES, *JSON_AGGREGATES]:
        table.setdefault(aggregate.name, []).append(aggregate)
    for window in WINDOW_FUNCTIONS:
        table.setdefault(window.name, []).append(window)
    return table


BUILTIN: Final = _builtin()


class FunctionTable:
    """The functions of one connection: the built-in ones, and those that users add.

    Functions are found by the exact number of arguments first, then by one that takes any
    number; a user's function hides a built-in one of the same name and number.
    """

    def __init__(self, context: FunctionContext) -> None:
        self.context: Final = context
        self.bound: Final[dict[str, ScalarFunction]] = {}
        self.added: Final[dict[str, list[Function]]] = {}
        self.version = 0
        self.argument_limit = 1000

    def lookup(self, name: str, count: int) -> Function | None:
        """The function of this lower-case name for `count` arguments, or None."""
        added = self.added.get(name)
        if added is not None:
            found = _best(added, count)
            if found is not None:
                return found
        functions = BUILTIN.get(name)
        if functions is None:
            return None
        found = _best(functions, count)
        if isinstance(found, ContextFunction):
            known = self.bound.get(name)
            if known is None:
                known = found.bound_to(self.context)
                self.bound[name] = known
            return known
        return found

    def exists(self, name: str) -> bool:
        """Whether there is a function of this lower-case name, whatever its arguments."""
        return name in BUILTIN or name in self.added

    def missing(self, written: str) -> str:
        """The message for a call that `lookup` found nothing for, `written` so in the SQL."""
        if self.exists(written.lower()):
            return f"wrong number of arguments to function {written}()"
        return f"no such function: {written}"

    def add(self, function: Function) -> None:
        """Add a user's function, in place of one with the same name and numbers."""
        self.remove(function.name, function.min_args, function.max_args)
        self.added.setdefault(function.name.lower(), []).append(function)
        self.version += 1

    def remove(self, name: str, min_args: int, max_args: int) -> None:
        """Take away what `add` added; nothing happens when there is no such function."""
        functions = self.added.get(name.lower())
        if functions is None:
            return
        kept = [f for f in functions if f.min_args != min_args or f.max_args != max_args]
        self.version += 1
        if kept:
            self.added[name.lower()] = kept
        else:
            del self.added[name.lower()]

    def all(self) -> list[Function]:
        """Every function, the user's last."""
        found: list[Function] = []
        for functions in BUILTIN.values():
            found.extend(functions)
        for functions in self.added.values():
            found.extend(functions)
        return found


def _best(functions: list[Function], count: int) -> Function | None:
    for function in functions:
        if function.min_args == count == function.max_args:
            return function
    for function in functions:
        if function.accepts(count):
            return function
    return None
