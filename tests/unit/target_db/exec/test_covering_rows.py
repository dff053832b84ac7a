"""Rows that a covering index stands for: as short as what is read of them, and never shorter."""

import pytest

from target_db.session.session import Session

SCHEMA = (
    "CREATE TABLE t(a, b, id INTEGER PRIMARY KEY, c, d); CREATE INDEX t_ca ON t(c, a);"
    "CREATE INDEX t_d ON t(d);"
    "WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n WHERE x < 40)"
    "INSERT INTO t SELECT x % 5, x, 100 - x, x % 7, x % 3 FROM n"
)

QUERIES = [
    "SELECT count(*) FROM t WHERE c > 2",
    "SELECT count(*) FROM t, (SELECT 1)",
    "SELECT c FROM t WHERE c > 2",
    "SELECT a, c FROM t WHERE c BETWEEN 2 AND 4",
    "SELECT a, id, c FROM t WHERE c = 3",
    "SELECT id, rowid FROM t WHERE d = 1",
    "SELECT d, count(*), max(id) FROM t GROUP BY d",
    "SELECT p.c, q.d, q.id FROM t AS p JOIN t AS q ON p.c = q.d",
    "SELECT p.a, q.c FROM t AS p LEFT JOIN t AS q ON q.c = p.d + 6 ORDER BY p.id, q.c",
    "SELECT a, row_number() OVER (ORDER BY c, a, id) FROM t WHERE c < 3",
    "SELECT d FROM t AS o WHERE EXISTS (SELECT 1 FROM t WHERE c = o.d AND a = o.d)",
]


@pytest.mark.parametrize("sql", QUERIES)
def test_same_rows_as_without_indexes(sql: str) -> None:
    session = Session()
    session.run_script(SCHEMA)
    _, with_indexes, fault = session.query(sql)
    assert fault is None
    session.run_script("PRAGMA optimizer = off")
    _, without, _ = session.query(sql)
    assert sorted(with_indexes, key=repr) == sorted(without, key=repr)
    assert with_indexes


@pytest.mark.parametrize(
    "sql", ["SELECT c FROM t WHERE c > 2", "SELECT a, id, c FROM t WHERE c = 3"]
)
def test_an_index_covers_them(sql: str) -> None:
    session = Session()
    session.run_script(SCHEMA)
    _, plan, _ = session.query(f"EXPLAIN QUERY PLAN {sql}")
    assert "COVERING INDEX" in str(plan)
