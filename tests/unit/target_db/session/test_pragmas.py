"""Each PRAGMA with values of every kind, set and read back, beside SQLite."""

from __future__ import annotations

from typing import Any

import apsw
import pytest

from target_db.errors import SqlError
from target_db.session.session import Session

SETUP = [
    "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT DEFAULT 'x' NOT NULL, c AS (a+1), d REAL)",
    "CREATE INDEX i ON t(b COLLATE NOCASE DESC, d)",
    "CREATE TABLE w(x, y, PRIMARY KEY(y, x)) WITHOUT ROWID",
    "CREATE TABLE c(p REFERENCES t(a) ON DELETE CASCADE, q, FOREIGN KEY(q, p) REFERENCES w)",
    "CREATE VIEW v AS SELECT a, b || '' AS bb FROM t",
    "INSERT INTO t(a, b) VALUES (1, 'q'), (2, 'r')",
    "CREATE TEMP TABLE tt(z)",
]
VALUES = (
    "",
    *("= 0", "= 1", "= 2", "= -1", "= 3.7", "= 99999999999", "= +1"),
    *("= on", "= OFF", "= yes", "= 'no'", "= full", "= 'abc'", "= x'41'", "= NULL"),
    *("(1)", "('t')", "(t)", "= i", "= v", "(nosuch)", "(w)", '= "c"', "(sqlite_master)"),
)
# What these say is of the engine itself, its build or its memory.
OF_THE_ENGINE = {
    *("compile_options", "function_list", "module_list", "pragma_list"),
    *("hard_heap_limit", "soft_heap_limit"),
}
# A check of the whole database: it has tests of its own. `optimize` lists what it would do.
OTHERS = {"integrity_check", "quick_check", "optimize"}
NAMES = sorted(
    {name for (name,) in apsw.Connection(":memory:").execute("SELECT * FROM pragma_pragma_list")}
    - OF_THE_ENGINE
    - OTHERS
)
UNORDERED = {"table_list"}


class Sides:
    """A connection of each engine, with the same content."""

    def __init__(self) -> None:
        self.session = Session(":memory:")
        self.sqlite = apsw.Connection(":memory:")
        for sql in SETUP:
            self.session.run_script(sql)
            self.sqlite.execute(sql)

    def here(self, sql: str) -> tuple[object, ...]:
        rows: list[tuple[object, ...]] = []
        try:
            statement = self.session.prepare(sql)[0]
            assert statement is not None
            statement.fetch_all(rows)
        except SqlError as error:
            return ("error", error.message)
        return (list(statement.column_names), rows)

    def there(self, sql: str) -> tuple[object, ...]:
        names: list[str] = []

        def note(cursor: Any, text: str, values: object) -> bool:
            names.extend(column[0] for column in cursor.get_description())
            return True

        cursor = self.sqlite.cursor()
        cursor.exec_trace = note
        try:
            rows = cursor.execute(sql).fetchall()
        except apsw.Error as error:
            return ("error", str(error))
        return (names, rows)


def shape(answer: tuple[object, ...], name: str) -> tuple[object, ...]:
    """What is compared: rows without an order of their own are sorted, and names of collations
    are those of the collations rather than as the index's text spells them."""
    names, rows = answer
    if not isinstance(rows, list):
        return answer
    if name in UNORDERED:
        return (names, sorted(rows))
    if name == "index_xinfo":
        return (names, [(*row[:4], row[4].upper(), row[5]) for row in rows])
    return answer


@pytest.mark.parametrize("name", NAMES)
def test_same_as_sqlite(name: str) -> None:
    for schema, values in (("", VALUES), ("main.", VALUES[:4]), ("temp.", VALUES[:4])):
        sides = Sides()
        for value in values:
            for sql in (f"PRAGMA {schema}{name}{value}", f"PRAGMA {schema}{name}"):
                here, there = sides.here(sql), sides.there(sql)
                assert shape(here, name) == shape(there, name), f"{sql} (after {value})"


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_schema_is_refused(name: str) -> None:
    sides = Sides()
    assert sides.here(f"PRAGMA nosuch.{name}") == sides.there(f"PRAGMA nosuch.{name}")


QUERIES = (
    "SELECT t.a, t.B, x.a + 1, t.rowid, x.a FROM t, t AS x",
    "SELECT * FROM t",
    "SELECT * FROM t, t AS x",
    "SELECT t.*, x.* FROM t, t AS x",
    "SELECT * FROM v",
    "SELECT a, v.BB FROM v",
    "SELECT * FROM (SELECT A, b FROM t)",
    "SELECT q.a FROM (SELECT A, b FROM t) AS q",
    "SELECT a FROM (SELECT A, b FROM t)",
    "SELECT (SELECT a FROM t), main.t.a FROM t",
    "SELECT a AS z, max(a) FROM t",
    "SELECT a FROM t UNION SELECT b FROM t",
    "WITH c AS (SELECT A FROM t) SELECT a, c.A FROM c",
    "SELECT * FROM t AS w NATURAL JOIN t",
)


@pytest.mark.parametrize("short", [0, 1])
@pytest.mark.parametrize("full", [0, 1])
@pytest.mark.parametrize("query", QUERIES)
def test_names_of_columns(short: int, full: int, query: str) -> None:
    sides = Sides()
    for sql in (f"PRAGMA short_column_names = {short}", f"PRAGMA full_column_names = {full}"):
        sides.here(sql)
        sides.there(sql)
    assert sides.here(query) == sides.there(query)


@pytest.mark.parametrize("name", sorted(set(NAMES) | OTHERS))
def test_as_functions(name: str) -> None:
    sides = Sides()
    for args in ("", "('t')", "('t', 'main')", "(NULL, 'temp')", "('main')", "(1, 2, 3)"):
        sql = f"SELECT * FROM pragma_{name}{args}"
        here, there = sides.here(sql), sides.there(sql)
        assert shape(here, name) == shape(there, name), sql


def test_like_that_tells_cases_apart() -> None:
    sides = Sides()
    for sql in (
        "PRAGMA case_sensitive_like = 1",
        "SELECT 'a' LIKE 'A', 'abc' LIKE 'a%', like('A_', 'ab'), 'a' LIKE 'aa' ESCAPE 'a'",
        "CREATE INDEX n ON t(b COLLATE nocase)",
        "SELECT a FROM t WHERE b LIKE 'Q%'",
        "PRAGMA case_sensitive_like = 0",
        "SELECT a FROM t WHERE b LIKE 'Q%'",
    ):
        assert sides.here(sql) == sides.there(sql), sql


def test_explain_compiles_the_statement() -> None:
    sides = Sides()
    assert sides.here("EXPLAIN SELECT nosuch") == sides.there("EXPLAIN SELECT nosuch")
    assert sides.here("EXPLAIN DELETE FROM nosuch") == sides.there("EXPLAIN DELETE FROM nosuch")
    names, rows = sides.here("EXPLAIN SELECT a FROM t WHERE a = 5")
    assert names == sides.there("EXPLAIN SELECT a FROM t WHERE a = 5")[0]
    assert isinstance(rows, list) and [row[1] for row in rows] == ["Init", "Explain", "Halt"]
    for sql in (
        "UPDATE t SET b = 'x' WHERE a = 1",
        "DELETE FROM t WHERE b = 'q' COLLATE nocase",
        "INSERT INTO w SELECT a, b FROM t",
        "UPDATE t SET b = x FROM w WHERE w.y = t.a",
        "CREATE TABLE z(a)",
    ):
        here, there = (side("EXPLAIN QUERY PLAN " + sql)[1] for side in (sides.here, sides.there))
        assert isinstance(here, list) and isinstance(there, list)
        assert [row[3] for row in here] == [row[3] for row in there], sql
