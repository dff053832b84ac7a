"""What names mean, query within query, beside SQLite."""

from collections.abc import Callable

import pytest

QUERIES = [
    "SELECT t.a, T.A, main.t.a, \"A\", [b], `c` FROM t", "SELECT X.A FROM t AS x",
    "SELECT main.x.a FROM t AS x", "SELECT (SELECT a) FROM t", "SELECT (SELECT t.a FROM u) FROM t",
    "SELECT (SELECT p FROM u WHERE p = a - 4) FROM t", "SELECT p, rowid, oid, _rowid_ FROM u",
    "SELECT rowid FROM t", "SELECT u.rowid, t.oid FROM t, u", "SELECT q AS p, p FROM u WHERE p = 1",
    "SELECT a AS z FROM t WHERE z = 5", "SELECT a AS z FROM t WHERE (SELECT z) = 5",
    "SELECT a + 1 AS z FROM t GROUP BY z HAVING z = 6", "SELECT a AS b FROM t WHERE b = '5'",
    "SELECT -a AS z FROM t ORDER BY z", "SELECT true, false, TRUE", "SELECT \"true\", \"nothing\"",
    "SELECT a, \"zz\" FROM t", "SELECT * FROM t JOIN (SELECT 5 AS a) USING (a)",
    "SELECT a FROM t JOIN (SELECT 5 AS a) USING (a)", "SELECT x.a FROM t JOIN (SELECT 5 AS a) AS x",
    "SELECT (SELECT x.a FROM (SELECT 1 AS b) AS y) FROM t AS x",
    "SELECT (SELECT a FROM (SELECT q AS a FROM u)) FROM t",
    "SELECT z FROM (SELECT a AS z FROM t) WHERE z IS 5", "SELECT 1 AS x ORDER BY x",
    "SELECT p FROM u GROUP BY NULL IS NULL", "SELECT p FROM u GROUP BY 1 IS NOT NULL",
]  # fmt: skip

AGGREGATES = [
    "SELECT (SELECT count(t.a)) FROM t", "SELECT (SELECT count(t.a) FROM u) FROM t",
    "SELECT (SELECT count(t.a) + count(*) FROM u) FROM t", "SELECT sum(a), count(*), sum(a) FROM t",
    "SELECT count(a), (SELECT sum(u.q + t.a) FROM u) FROM t", "SELECT max(q), p FROM u",
    "SELECT max(a) AS m FROM t HAVING m > 0", "SELECT count(DISTINCT q) FROM u WHERE p > 9",
    "SELECT sum(q) FILTER (WHERE p > 1), count(*) FILTER (WHERE 0) FROM u",
    "SELECT group_concat(p, '-' ORDER BY p DESC) FROM u",
    "SELECT group_concat(q ORDER BY -q) FROM u",
    "SELECT min('b' COLLATE nocase), max(f) FROM t", "SELECT sum(sum(a)) OVER () FROM t",
    "SELECT p, sum(q) OVER (ORDER BY p), row_number() OVER (ORDER BY p DESC) FROM u ORDER BY p",
    "SELECT p, lag(q, 1, 'none') OVER w FROM u WINDOW w AS (ORDER BY p) ORDER BY p",
    "SELECT p, count(*) OVER (w ROWS 1 PRECEDING) FROM u WINDOW w AS (ORDER BY p) ORDER BY p",
    "SELECT count(*) OVER (PARTITION BY q % 2 ORDER BY p) FROM u ORDER BY 1",
    "SELECT sum(q) FILTER (WHERE p = 1) OVER () FROM u", "SELECT total(q) + avg(q) FROM u",
    "SELECT count(*), sum(q) + count(*) FROM u HAVING count(*) > 1",
]  # fmt: skip


@pytest.mark.parametrize("sql", QUERIES + AGGREGATES)
def test_as_in_sqlite(sql: str, beside: Callable[[str], tuple[object, object]]) -> None:
    ours, sqlite = beside(sql)
    assert not isinstance(sqlite, str)
    assert ours == sqlite
