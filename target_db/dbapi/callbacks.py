"""Errors in users' callbacks: they become SQL errors, and are shown on request only."""

from __future__ import annotations

import sys
import weakref
from typing import Any, NoReturn

TRACEBACKS = [False]
HOOK_TYPES: list[Any] = []


def enable_callback_tracebacks(enable: bool, /) -> None:
    """Whether errors in functions, aggregates, converters and hooks go to sys.unraisablehook."""
    TRACEBACKS[0] = bool(enable)


def report(error: BaseException, callback: Any) -> None:
    """Show the error of a callback, if that was asked for."""
    if TRACEBACKS[0]:
        found = (type(error), error, error.__traceback__, None, callback)
        sys.unraisablehook(hook_arguments_type()(found))


def hook_arguments_type() -> Any:
    """The type of the argument of sys.unraisablehook, which has no public name."""
    if not HOOK_TYPES:
        caught: list[Any] = []

        class Target:
            pass

        def fail(_: object) -> NoReturn:
            raise ValueError

        kept = sys.unraisablehook
        sys.unraisablehook = caught.append
        try:
            target = Target()
            reference = weakref.ref(target, fail)
            del target
            del reference
        finally:
            sys.unraisablehook = kept
        HOOK_TYPES.append(type(caught[0]))
    return HOOK_TYPES[0]
