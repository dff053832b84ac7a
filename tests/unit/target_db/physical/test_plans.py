"""EXPLAIN QUERY PLAN says what SQLite says, where both read a table alike."""

from __future__ import annotations

from typing import Any

import pytest

SCHEMA = """
CREATE TABLE t1(a INTEGER PRIMARY KEY, b INT, c TEXT, d REAL);
CREATE TABLE t2(a INT, b INT, e TEXT);
CREATE INDEX t2a ON t2(a);
CREATE INDEX t1b ON t1(b, c);
CREATE TABLE t3(k TEXT PRIMARY KEY, v, w) WITHOUT ROWID;
CREATE TABLE e(x);
CREATE UNIQUE INDEX t2u ON t2(b);
"""

SAME = """
SELECT * FROM t1
SELECT * FROM t1 AS x
SELECT b FROM t1
SELECT * FROM t1 WHERE a=1
SELECT * FROM t1 WHERE a>1 AND a<5
SELECT * FROM t1 WHERE b=1
SELECT b, c FROM t1 WHERE b=1 AND c>'x'
SELECT * FROM t1 WHERE b IN (1,2)
SELECT * FROM t1 WHERE a IN (1,2,3)
SELECT * FROM t1 WHERE b=1 OR a=5
SELECT * FROM t1 ORDER BY c
SELECT * FROM t1 ORDER BY b
SELECT * FROM t1 ORDER BY b DESC, c DESC
SELECT * FROM t1 ORDER BY a DESC
SELECT DISTINCT d FROM t1
SELECT d, count(*) FROM t1 GROUP BY d
SELECT d, count(*) FROM t1 GROUP BY d ORDER BY 2
SELECT * FROM t1 LEFT JOIN t2 ON t1.b=t2.b
SELECT t1.a, t1.b, t3.v FROM t1 JOIN t3 ON t1.c=t3.k ORDER BY t1.b
SELECT t1.*, t3.v FROM t1 JOIN t3 ON t1.c=t3.k ORDER BY t1.b
SELECT t2.b, t1.d FROM t2 JOIN t1 ON t2.a=t1.a ORDER BY t2.b DESC
SELECT t2.b FROM t2 JOIN t1 ON t2.a=t1.a WHERE t2.e>'x' ORDER BY t2.b
SELECT t2.b FROM t2 JOIN t1 ON t2.a=t1.a ORDER BY t2.e
SELECT a FROM t1 UNION ALL SELECT a FROM t2
SELECT (SELECT max(b) FROM t2 WHERE t2.a=t1.a) FROM t1
SELECT * FROM t1 WHERE b IN (SELECT b FROM t2 WHERE e='x')
SELECT a FROM t1 WHERE a IN (SELECT a FROM t2)
SELECT 1
VALUES (1), (2)
SELECT * FROM t3 WHERE k='a'
SELECT * FROM t3 ORDER BY v
SELECT * FROM (SELECT 1 AS q)
SELECT * FROM e WHERE x IS NULL
SELECT * FROM t2 WHERE b=5
SELECT * FROM t2 WHERE b IS NULL
SELECT * FROM t2 NOT INDEXED WHERE b=5
SELECT e, count(DISTINCT a) FROM t2 GROUP BY e
WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c WHERE n<5) SELECT * FROM c
"""


def indented(rows: list[Any]) -> list[str]:
    """The details, indented by their depth; the numbers of the lines are nobody's business."""
    depth = {0: -1}
    lines = []
    for number, parent, _, text in rows:
        depth[number] = depth[parent] + 1
        lines.append("  " * depth[number] + text)
    return lines


@pytest.mark.parametrize("sql", SAME.strip().split("\n"))
def test_same_words(pair: Any, sql: str) -> None:
    pair.session.run_script(SCHEMA)
    pair.sqlite.execute(SCHEMA)
    here = pair.session.query(f"EXPLAIN QUERY PLAN {sql}")[1]
    there = pair.sqlite.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall()
    assert indented(here) == indented(there)


def test_column_names_of_a_plan(pair: Any) -> None:
    statement, _ = pair.session.prepare("EXPLAIN QUERY PLAN SELECT 1")
    assert list(statement.column_names) == ["id", "parent", "notused", "detail"]
