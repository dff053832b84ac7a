"""Binding Python values to the parameters of a statement."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Final

from target_db.dbapi.adapters import PACKAGE, PrepareProtocol, adapt, adapters
from target_db.dbapi.exceptions import ProgrammingError
from target_db.dbapi.values import UnsupportedValueError, to_sql_value
from target_db.session.statement import Statement

# Values of these types are bound as they are; all others are offered to the adapters.
PLAIN: Final = frozenset({int, float, str, bytearray, type(None)})
BASE_KEYS: Final = [(kind, PrepareProtocol) for kind in PLAIN]


def base_types_adapted() -> bool:
    """Whether there is an adapter for one of the types that need none."""
    return not adapters.keys().isdisjoint(BASE_KEYS)


def bind_value(statement: Statement, index: int, given: Any, place: object, limit: int) -> None:
    """Bind one value, adapted."""
    if type(given) in PLAIN and not base_types_adapted():
        value = given
    else:
        value = adapt(given, PrepareProtocol, given)
    try:
        statement.bind(index, to_sql_value(value, limit))
    except UnsupportedValueError as error:
        raise ProgrammingError(
            f"Error binding parameter {place}: type '{error}' is not supported"
        ) from None


def bind_parameters(
    statement: Statement, given: Sequence[Any] | Mapping[str, Any], limit: int
) -> None:
    """Bind a sequence by position, or a mapping by name; `limit` is the longest text allowed.

    Raises ProgrammingError when they do not fit.
    """
    if isinstance(given, (tuple, list)) or (
        not isinstance(given, dict) and hasattr(given, "__len__") and is_sequence(given)
    ):
        bind_sequence(statement, given, limit)
    elif isinstance(given, dict) or hasattr(given, "__getitem__"):
        bind_mapping(statement, given, limit)
    else:
        raise ProgrammingError("parameters are of unsupported type")


def is_sequence(given: Any) -> bool:
    """Whether it is indexed by position: it is not a mapping."""
    return (
        hasattr(given, "__getitem__")
        and not hasattr(given, "keys")
        and not isinstance(given, Mapping)
        and not hasattr(given, "__missing__")
    )


def bind_sequence(statement: Statement, given: Any, limit: int) -> None:
    """Bind by position."""
    count = statement.parameter_count
    if len(given) != count:
        raise ProgrammingError(
            "Incorrect number of bindings supplied. The current statement uses "
            f"{count}, and there are {len(given)} supplied."
        )
    for index in range(1, count + 1):
        if sys.version_info >= (3, 12):
            name = statement.parameter_name(index)
            if name is not None and name[0] != "?":
                warnings.warn(
                    f"Binding {index} ('{name}') is a named parameter, but you supplied a sequence "
                    "which requires nominal (qmark) placeholders. Starting with Python 3.14 an "
                    "sqlite3.ProgrammingError will be raised.",
                    DeprecationWarning,
                    skip_file_prefixes=(PACKAGE,),
                )
        bind_value(statement, index, given[index - 1], index, limit)


def bind_mapping(statement: Statement, given: Any, limit: int) -> None:
    """Bind by name."""
    for index in range(1, statement.parameter_count + 1):
        name = statement.parameter_name(index)
        if name is None:
            raise ProgrammingError(
                f"Binding {index} has no name, but you supplied a dictionary "
                "(which has only names)."
            )
        try:
            value = given[name[1:]]
        except LookupError:
            raise ProgrammingError(
                f"You did not supply a value for binding parameter {name}."
            ) from None
        bind_value(statement, index, value, f"'{name}'", limit)
