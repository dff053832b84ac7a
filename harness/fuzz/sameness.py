"""When two answers to one statement are the same."""

import math

from harness.engines.observation import Observation

DIGITS = 12
"""Significant digits of a REAL that must agree: sums add up in the order of the plan."""


def rounded(value: float) -> float:
    """The value to DIGITS significant digits."""
    if value == 0 or math.isinf(value):
        return value + 0.0  # -0.0 and 0.0 are one: which of them comes depends on the plan
    return float(f"{value:.{DIGITS - 1}e}")


def key(value: object, loose: bool) -> tuple[str, object]:
    """What stands for a value in a comparison: its type and itself, but for what may differ."""
    if isinstance(value, float):
        short = rounded(value)
        if loose and short.is_integer() and abs(short) < 1e15:
            return ("number", int(short))
        return ("number" if loose else "float", repr(short))
    if isinstance(value, int):
        return ("number" if loose else "int", value)
    if isinstance(value, str):
        return ("str", value.rstrip().lower() if loose else value)
    return (type(value).__name__, value)


def rows_as_keys(
    rows: list[tuple[object, ...]], ordered: bool, loose: bool
) -> list[tuple[tuple[str, object], ...]]:
    """The rows in a form where alike ones are equal; sorted when their order is free."""
    keys = [tuple(key(value, loose) for value in row) for row in rows]
    return keys if ordered else sorted(keys, key=repr)


def difference(
    ours: Observation,
    theirs: Observation,
    ordered: bool = False,
    loose: bool = False,
    exact: bool = False,
) -> str:
    """In a few words what differs, or '' for the same. `exact`: the texts of errors count."""
    if ours.error is not None or theirs.error is not None:
        return error_difference(ours, theirs, exact)
    if ours.names and theirs.names and ours.names != theirs.names:
        return "column names"
    if len(ours.types) == len(theirs.types) and ours.types != theirs.types:
        return "column types"
    if len(ours.rows) != len(theirs.rows):
        return "row count"
    if rows_as_keys(ours.rows, ordered, loose) != rows_as_keys(theirs.rows, ordered, loose):
        if rows_as_keys(ours.rows, False, loose) == rows_as_keys(theirs.rows, False, loose):
            return "order of rows"
        return "values"
    if None not in (ours.changes, theirs.changes) and ours.changes != theirs.changes:
        return "count of changes"
    return ""


def same_class(ours: str, theirs: str) -> bool:
    """Whether two codes of errors may stand for one class: SQLite's primary result code.

    Random statements have several faults at once, and which of a kind is met first is nobody's
    promise: classes are compared, not texts. An engine that does not number its errors as SQLite
    does only promises to fail.
    """
    if not (ours.isdecimal() and theirs.isdecimal()):
        return True
    return int(ours) & 0xFF == int(theirs) & 0xFF


def error_difference(ours: Observation, theirs: Observation, exact: bool) -> str:
    """What differs when one of the two failed."""
    if ours.error == theirs.error:
        return ""
    if ours.error is None and theirs.error is not None:
        return f"no error, not: {theirs.error[1]}"
    if ours.error is not None and theirs.error is None:
        return f"error: {ours.error[1]}"
    assert ours.error is not None and theirs.error is not None
    exact = exact and ours.error[0].isdecimal()
    if same_class(ours.error[0], theirs.error[0]) and not exact:
        return ""
    return f"error: {ours.error[1]}, not: {theirs.error[1]}"
