"""Binding Python values to the parameters of a statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from target_db.dbapi.exceptions import InterfaceError, ProgrammingError
from target_db.session.statement import Statement

MAX_INT64 = 0x7FFF_FFFF_FFFF_FFFF


def to_sql_value(value: Any, place: object) -> object:
    """A Python value as the engine knows it: None, int, float, str or bytes."""
    if value is None or type(value) in (int, float, str, bytes):
        if type(value) is int and not -MAX_INT64 - 1 <= value <= MAX_INT64:
            raise OverflowError("Python int too large to convert to SQLite INTEGER")
        if type(value) is float and value != value:
            return None
        found: object = value
        return found
    if isinstance(value, int):
        return to_sql_value(int(value), place)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    raise InterfaceError(
        f"Error binding parameter {place}: type '{type(value).__name__}' is not supported"
    )


def bind_parameters(statement: Statement, given: Sequence[Any] | Mapping[str, Any]) -> None:
    """Bind a sequence by position, or a mapping by name. Raises ProgrammingError when they do
    not fit."""
    count = statement.parameter_count
    if isinstance(given, Mapping):
        for index in range(1, count + 1):
            name = statement.parameter_name(index)
            if name is None:
                raise ProgrammingError(
                    f"Binding {index} has no name, but you supplied a dictionary "
                    "(which has only names)."
                )
            if name[1:] not in given:
                raise ProgrammingError(f"You did not supply a value for binding parameter {name}.")
            statement.bind(index, to_sql_value(given[name[1:]], f"'{name}'"))
        return
    if not hasattr(given, "__getitem__"):
        raise ProgrammingError("parameters are of unsupported type")
    if len(given) != count:
        raise ProgrammingError(
            "Incorrect number of bindings supplied. The current statement uses "
            f"{count}, and there are {len(given)} supplied."
        )
    for index in range(count):
        statement.bind(index + 1, to_sql_value(given[index], index + 1))
