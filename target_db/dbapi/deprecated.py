"""Ways to call that CPython 3.13 warns of: they become errors in 3.15."""

from __future__ import annotations

import functools
import sys
import warnings
from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

WARNS: Final[bool] = sys.version_info >= (3, 13)
OPTIONS: Final = (
    "'timeout', 'detect_types', 'isolation_level', 'check_same_thread', 'factory', "
    "'cached_statements' and 'uri'"
)


def positional_only(*names: str) -> Callable[[F], F]:
    """Warn when one of these parameters of a `Connection` method is given by name."""
    quoted = [f"'{name}'" for name in names]
    if len(names) == 1:
        given, these = f"argument {quoted[0]}", f"Parameter {quoted[0]}"
    else:
        together = f"{', '.join(quoted[:-1])} and {quoted[-1]}"
        given, these = f"arguments {together}", f"Parameters {together}"

    def decorate(function: F) -> F:
        if not WARNS:
            return function
        message = (
            f"Passing keyword {given} to _sqlite3.Connection.{function.__name__}() is deprecated. "
            f"{these} will become positional-only in Python 3.15."
        )

        @functools.wraps(function)
        def wrapper(*args: Any, **options: Any) -> Any:
            for name in names:
                if name in options:
                    warnings.warn(message, DeprecationWarning, stacklevel=2)
                    break
            return function(*args, **options)

        return cast(F, wrapper)

    return decorate


def warn_positional(count: int, what: str) -> None:
    """Warn when more than the database's name is given by position."""
    if count and WARNS:
        warnings.warn(
            f"Passing more than 1 positional argument to {what}() is deprecated. "
            f"Parameters {OPTIONS} will become keyword-only parameters in Python 3.15.",
            DeprecationWarning,
            stacklevel=3,
        )
