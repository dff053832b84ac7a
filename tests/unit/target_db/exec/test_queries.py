"""Queries of every kind give SQLite's rows in SQLite's order, its column names and errors."""

from __future__ import annotations

from typing import Any

import apsw
import pytest

from target_db.errors import SqlError

SCHEMA = """
CREATE TABLE t1(a INTEGER PRIMARY KEY, b INT, c TEXT, d REAL);
INSERT INTO t1 VALUES(1,10,'x',1.5),(2,20,'y',2.5),(3,20,'z',NULL),(4,NULL,'x',4.0),(5,5,'Z',-1.0);
CREATE TABLE t2(a INT, b INT, e TEXT COLLATE NOCASE);
INSERT INTO t2 VALUES(1,10,'X'),(2,10,'y'),(2,30,'Q'),(7,NULL,'x'),(NULL,20,NULL);
CREATE INDEX t2a ON t2(a);
CREATE INDEX t1b ON t1(b, c);
CREATE TABLE t3(k TEXT PRIMARY KEY, v, w) WITHOUT ROWID;
INSERT INTO t3 VALUES('p',1,2),('q',2,3),('x',3,4);
CREATE VIEW v1 AS SELECT a, b+1 AS b1, c FROM t1 WHERE a<5;
CREATE VIEW v2(p,q) AS SELECT b, count(*) FROM t2 GROUP BY b;
CREATE TABLE e(x);
"""


def names_here(pair: Any, sql: str) -> list[str]:
    statement, _ = pair.session.prepare(sql)
    return list(statement.column_names)


def names_in_sqlite(pair: Any, sql: str) -> list[str]:
    seen: list[str] = []

    def trace(cursor: apsw.Cursor, row: Any) -> Any:
        if not seen:
            seen.extend(d[0] for d in cursor.get_description())
        return row

    cursor = pair.sqlite.cursor()
    cursor.row_trace = trace
    cursor.execute(sql).fetchall()
    return seen


@pytest.fixture
def stocked(pair: Any) -> Any:
    """Two connections with the same small schema."""
    pair.session.run_script(SCHEMA)
    pair.sqlite.execute(SCHEMA)
    return pair


def test_same_rows_names_and_errors(stocked: Any, script: list[str]) -> None:
    for sql in script:
        here = stocked.run_here(sql)
        assert here == stocked.run_sqlite(sql), sql
        if here[0] == "ok" and here[1]:
            assert names_here(stocked, sql) == names_in_sqlite(stocked, sql), sql


def test_planner_off_gives_the_same_rows(stocked: Any, script: list[str]) -> None:
    for sql in script:
        wanted = stocked.run_here(sql)
        if wanted[0] == "error" or is_arbitrary(sql):
            continue
        stocked.session.runtime.optimizer_off = True
        found = stocked.run_here(sql)
        stocked.session.runtime.optimizer_off = False
        assert sorted(map(repr, found[1])) == sorted(map(repr, wanted[1])), sql


def is_arbitrary(sql: str) -> bool:
    """Whether the rows depend on the order in which a table is read, which plans may choose:
    LIMIT without ORDER BY, bare columns, which of several equal texts stands for a group."""
    lower = sql.lower()
    bare = ("max(b), c", "group by a%2", "select a, count(*) from t1 group by", "nocase")
    return "limit" in lower or any(part in lower for part in bare)


def test_errors_of_a_run_come_with_the_rows_before_them(pair: Any) -> None:
    sql = "SELECT abs(column1) FROM (VALUES (1), (-9223372036854775808), (3))"
    count, rows, fault = pair.session.query(sql)
    assert (count, rows) == (1, [(1,)])
    assert isinstance(fault, SqlError)
    assert fault.message == "integer overflow"
