"""An authorizer that answers SQLITE_IGNORE for a column makes it NULL, as with `sqlite3`."""

from __future__ import annotations

import sqlite3
from types import ModuleType

import pytest

from target_db import dbapi

SQLITE_READ = 20


def outcome(module: ModuleType, sql: str) -> object:
    """Names and rows, or the error, with t.b ignored and t.d denied; and the table after it."""
    connection = module.connect(":memory:", isolation_level=None)
    connection.executescript(
        "CREATE TABLE t(a INTEGER PRIMARY KEY, b, c, d); CREATE INDEX i ON t(b);"
        "INSERT INTO t VALUES (1, 2, 3, 4), (5, 6, 7, 8);"
        "CREATE TABLE u(b, x); INSERT INTO u VALUES (2, 'two');"
        "CREATE VIEW v AS SELECT b, c FROM t"
    )

    def ask(action: int, first: object, second: object, schema: object, source: object) -> int:
        if action != SQLITE_READ or first != "t":
            return 0
        return {"b": 2, "d": 1}.get(str(second), 0)

    connection.set_authorizer(ask)
    said: object
    try:
        cursor = connection.execute(sql)
        said = cursor.description, cursor.fetchall()
    except module.Error as error:
        said = str(error)
    connection.set_authorizer(None)
    return said, connection.execute("SELECT * FROM t").fetchall()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT a, b, c FROM t",
        "SELECT b FROM t WHERE b = 2",
        "SELECT a FROM t WHERE b IS NULL ORDER BY b, a DESC",
        "SELECT count(b), count(*), max(b) FROM t",
        "SELECT * FROM t",
        "SELECT b, c FROM v",
        "SELECT * FROM v WHERE b = 6",
        "SELECT t.a, u.x FROM t JOIN u USING (b)",
        "SELECT t.a, u.x FROM t LEFT JOIN u ON t.b = u.b",
        "SELECT u.b FROM u WHERE b IN (SELECT b FROM t)",
        "SELECT (SELECT b FROM t AS o WHERE o.a = u.b - 1) FROM u",
        "SELECT b, count(*) FROM t GROUP BY b",
        "SELECT d FROM t",
        "INSERT INTO u SELECT b, c FROM t RETURNING *",
    ],
)
def test_ignored_columns_are_null(sql: str) -> None:
    assert outcome(dbapi, sql) == outcome(sqlite3, sql)
