"""Users' aggregates wherever SQL lets an aggregate stand."""

from __future__ import annotations

import sqlite3
from types import ModuleType

import pytest

from target_db import dbapi


class Count:
    """Counts its calls."""

    def __init__(self) -> None:
        self.calls = 0

    def step(self, *args: object) -> None:
        self.calls += 1

    def finalize(self) -> int:
        return self.calls


def outcome(module: ModuleType, sql: str) -> object:
    connection = module.connect(":memory:")
    connection.create_aggregate("calls", 1, Count)
    connection.execute("CREATE TABLE t(a, b)")
    connection.executemany("INSERT INTO t VALUES (?, ?)", [(1, 2), (1, 3), (2, 2)])
    try:
        return connection.execute(sql).fetchall()
    except module.Error as error:
        return str(error)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT calls(a) FROM t",
        "SELECT calls(a) FILTER (WHERE b > 2) FROM t",
        "SELECT calls(a) FILTER (WHERE 0) FROM t",
        "SELECT calls(DISTINCT a), b FROM t",
        "SELECT b, calls(a) FILTER (WHERE a > 1) FROM t GROUP BY b",
        "SELECT max(a), b, calls(a) FILTER (WHERE a > 1) FROM t",
        "SELECT calls(a), a FROM t WHERE 0",
        "SELECT calls(a) OVER (ORDER BY b) FROM t",
        "SELECT calls(*) FROM t",
        "SELECT calls(1, 2)",
        "SELECT 1 FROM t WHERE calls(a)",
    ],
)
def test_same_as_sqlite3(sql: str) -> None:
    assert outcome(dbapi, sql) == outcome(sqlite3, sql)
