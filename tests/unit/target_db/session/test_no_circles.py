"""What a statement made is gone when it ends: nothing waits for Python's cyclic collector.

Circles would keep the rows of dropped tables, and cost every statement its share of collections.
"""

import gc
from collections.abc import Iterator

import pytest

from target_db.session.session import Session

SCHEMA = (
    "CREATE TABLE t(a INTEGER PRIMARY KEY, b, c UNIQUE); CREATE INDEX t_b ON t(b);"
    "INSERT INTO t VALUES (1, 2, 3), (4, 5, 6); CREATE TABLE u(x, y); INSERT INTO u VALUES (1, 2);"
    "CREATE VIEW v AS SELECT a, x FROM t, u"
)

STATEMENTS = [
    "SELECT * FROM t, u",
    "SELECT * FROM t JOIN u ON t.a = u.x LEFT JOIN t AS t2 ON t2.b = u.y",
    "SELECT * FROM u AS p, u AS q WHERE p.x = q.x",
    "SELECT count(*), max(b) FROM t, u GROUP BY c HAVING count(*) > 0 ORDER BY 1",
    "SELECT (SELECT max(x) FROM u WHERE y > b) FROM t WHERE a IN (SELECT x FROM u)",
    "SELECT * FROM v WHERE x = 1 OR a = 4",
    "SELECT a FROM t UNION SELECT x FROM u ORDER BY 1 LIMIT 1",
    "INSERT INTO u VALUES (7, 8)",
    "UPDATE t SET b = b + 1 WHERE c > 3",
    "DELETE FROM t WHERE a = 1",
    "DROP TABLE u",
    "DROP TABLE t",
]


@pytest.fixture
def no_collections() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.parametrize("sql", STATEMENTS)
def test_no_statement_leaves_a_circle(sql: str, no_collections: None) -> None:
    for _ in range(2):  # what is made once for the process is there the second time
        session = Session()
        session.run_script(SCHEMA)
        gc.collect()
        session.query(sql)
        left = gc.collect()
    assert left == 0
