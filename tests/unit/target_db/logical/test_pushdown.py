"""Conditions on derived tables are pushed into them, and change no row."""

from __future__ import annotations

from typing import Any

import pytest

SCHEMA = """
CREATE TABLE t(a INTEGER PRIMARY KEY, b INT, c TEXT);
CREATE INDEX tb ON t(b);
INSERT INTO t VALUES (1,10,'x'),(2,20,'y'),(3,20,'z'),(4,NULL,'x');
CREATE VIEW u AS SELECT a, b FROM t WHERE a > 0 UNION ALL SELECT a+10, b FROM t;
CREATE VIEW g AS SELECT b, count(*) n FROM t GROUP BY b;
CREATE VIEW d AS SELECT DISTINCT b, c FROM t;
"""

QUERIES = """
SELECT * FROM u WHERE b=20
SELECT * FROM u WHERE a BETWEEN 2 AND 12
SELECT * FROM g WHERE b=20
SELECT * FROM g WHERE n>1
SELECT * FROM g WHERE b IN (10,20) AND n>0
SELECT * FROM d WHERE b IS NULL
SELECT x.a, (SELECT n FROM g WHERE g.b=x.b) FROM t x
SELECT x.a, (SELECT count(*) FROM u WHERE u.b=x.b) FROM t x
SELECT * FROM t x JOIN g ON g.b=x.b WHERE g.b=20
SELECT * FROM t x LEFT JOIN g ON g.b=x.b AND g.b=20
SELECT * FROM (SELECT a,b FROM t ORDER BY a LIMIT 2) WHERE b=20
SELECT * FROM (SELECT a,b FROM t EXCEPT SELECT 2,20) WHERE b=20
SELECT * FROM (SELECT a, row_number() OVER (ORDER BY a DESC) r FROM t) WHERE r=2
SELECT * FROM (SELECT max(a) m FROM t) WHERE m=4
"""


@pytest.mark.parametrize("sql", QUERIES.strip().split("\n"))
def test_same_rows(pair: Any, sql: str) -> None:
    pair.session.run_script(SCHEMA)
    pair.sqlite.execute(SCHEMA)
    here, there = pair.run_here(sql), pair.run_sqlite(sql)
    assert (here[0], sorted(here[1], key=repr)) == (there[0], sorted(there[1], key=repr))


@pytest.mark.parametrize("view", ["u", "g"])
def test_an_index_is_used_inside(pair: Any, view: str) -> None:
    pair.session.run_script(SCHEMA)
    plan = pair.session.query(f"EXPLAIN QUERY PLAN SELECT * FROM {view} WHERE b = 20")[1]
    assert any("USING COVERING INDEX tb (b=?)" in row[3] for row in plan)
