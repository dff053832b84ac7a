"""SQLite itself, as the reference that the engine's rules are compared with."""

from collections.abc import Callable

import apsw
import pytest


@pytest.fixture(scope="session")
def sqlite() -> Callable[..., tuple[object, ...]]:
    """A function of SQL and parameters that gives the first row of SQLite's answer."""
    connection = apsw.Connection(":memory:")

    def first_row(sql: str, *parameters: object) -> tuple[object, ...]:
        rows = list(connection.execute(sql, parameters))
        return tuple(rows[0])

    return first_row
