"""When a partial index serves: EXPLAIN QUERY PLAN beside SQLite's, and the rows either way."""

import apsw
import pytest

from target_db.session.session import Session

SCHEMA = (
    "CREATE TABLE t(a INTEGER PRIMARY KEY, b, c, d)",
    "CREATE INDEX five ON t(b) WHERE c=5",
    "CREATE INDEX known ON t(d) WHERE b IS NOT NULL",
    "CREATE INDEX both ON t(b) WHERE c>10 AND d IS NOT NULL",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<90)"
    " INSERT INTO t SELECT i, nullif(i%7,0), i%12, nullif(i%5,0) FROM n",
)

CONDITIONS = (
    "b=3",
    "b=3 AND c=5",
    "b=3 AND 5=c",
    "b>3 AND c=5",
    "c=5",
    "d=3",
    "d=3 AND b IS NOT NULL",
    "d=3 AND b=7",
    "d=3 AND b>7",
    "d=3 AND b<>7",
    "d=3 AND b IN (1,2)",
    "d=3 AND b LIKE 'x%'",
    "d=3 AND b BETWEEN 1 AND 2",
    "b=3 AND c>10 AND d IS NOT NULL",
    "b=3 AND c>10 AND d=4",
    "b=3 AND (c>10 AND d IS NOT NULL)",
)


@pytest.fixture(scope="module")
def engines() -> tuple[Session, apsw.Connection]:
    session = Session()
    sqlite = apsw.Connection(":memory:")
    for sql in SCHEMA:
        session.run_script(sql)
        sqlite.execute(sql)
    return session, sqlite


@pytest.mark.parametrize("condition", CONDITIONS)
def test_plan_is_sqlites(engines: tuple[Session, apsw.Connection], condition: str) -> None:
    session, sqlite = engines
    sql = f"EXPLAIN QUERY PLAN SELECT * FROM t WHERE {condition}"
    expected = [row[3] for row in sqlite.execute(sql)]
    assert [row[3] for row in session.query(sql)[1]] == expected


@pytest.mark.parametrize(
    "condition",
    [*CONDITIONS, "c=5.0 AND b=3", "d=3 AND b IS 7", "d=3 AND b IS NULL", "d=3 AND b NOT IN (7)"],
)
def test_rows_are_sqlites(engines: tuple[Session, apsw.Connection], condition: str) -> None:
    session, sqlite = engines
    for sql in (
        f"SELECT * FROM t WHERE {condition} ORDER BY a",
        f"SELECT x.a, y.a FROM t x LEFT JOIN t y ON y.d=x.c AND y.b>1 WHERE x.{condition[0]}=3"
        " ORDER BY 1, 2",
    ):
        assert session.query(sql)[1] == list(sqlite.execute(sql))


def test_indexed_by_a_partial_index_that_may_lack_rows(
    engines: tuple[Session, apsw.Connection],
) -> None:
    _, _, fault = engines[0].query("SELECT * FROM t INDEXED BY five WHERE b=3 AND c=5")
    assert fault is None
    with pytest.raises(Exception, match="no query solution"):
        engines[0].query("SELECT * FROM t INDEXED BY five WHERE b=3")
