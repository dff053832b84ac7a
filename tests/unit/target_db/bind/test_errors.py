"""What cannot be bound, with SQLite's words."""

from collections.abc import Callable
from typing import Any

import pytest

NAMES = [
    "SELECT x FROM t", "SELECT t.x FROM t", "SELECT main.t.x FROM t", "SELECT temp.t.a FROM t",
    "SELECT z.a FROM t", "SELECT t.a FROM t AS z", "SELECT a FROM t, t AS z",
    "SELECT a FROM t AS x, t AS y", "SELECT rowid FROM t, u", "SELECT rowid FROM (SELECT 1)",
    "SELECT a AS x, x FROM t", "SELECT [true]", "SELECT t.true FROM t", "SELECT new.a FROM t",
    "SELECT nosuch(zz) FROM t", "SELECT (SELECT z FROM u) FROM t", "SELECT a FROM t WHERE z",
    "SELECT a.b FROM t", "SELECT x FROM (SELECT a FROM t)",
]  # fmt: skip

CALLS = [
    "SELECT abs()", "SELECT abs(1, 2)", "SELECT ABS()", "SELECT abs(*)", "SELECT nosuch()",
    "SELECT NoSuch(1)", "SELECT sum()", "SELECT sum(*)", "SELECT min()", "SELECT count(1, 2)",
    "SELECT coalesce(1)", "SELECT iif(1)", "SELECT nullif(1)", "SELECT ifnull(1, 2, 3)",
    "SELECT abs(1) FILTER (WHERE 1)", "SELECT abs(1 ORDER BY 1)", "SELECT abs(1) OVER ()",
    "SELECT abs(1) FILTER (WHERE 1) OVER ()", "SELECT nosuch(1) OVER ()",
    "SELECT likelihood(1, 2)", "SELECT likelihood(1, a) FROM t", "SELECT 1 REGEXP 2",
    "SELECT 1 MATCH 2", "SELECT 'a' LIKE 'b' ESCAPE 'cc'", "SELECT raise(ignore)",
    "SELECT raise(abort, 'x')", "SELECT 0xfffffffffffffffff", "SELECT -0xfffffffffffffffff",
]  # fmt: skip

AGGREGATES = [
    "SELECT count(count(*)) FROM t", "SELECT max(min(a)) FROM t", "SELECT Count(Count(*)) FROM t",
    "SELECT 1 FROM t WHERE count(*)", "SELECT 1 FROM t WHERE max(a) = 1 AND sum(b)",
    "SELECT abs(count(*)) FROM t WHERE abs(sum(a))", "SELECT max(a) AS m FROM t WHERE m > 1",
    "SELECT count(*) FILTER (WHERE count(*)) FROM t", "SELECT count(DISTINCT a, b) FROM t",
    "SELECT count(DISTINCT) FROM t", "SELECT group_concat(DISTINCT a, ',') FROM t",
    "SELECT (SELECT max(count(t.a)) FROM u) FROM t",
    "SELECT sum((SELECT count(t.a) FROM u)) FROM t",
    "SELECT a FROM t WHERE (SELECT count(t.a))", "SELECT a FROM t GROUP BY count(*)",
    "SELECT count(*) AS m FROM t GROUP BY m", "SELECT max(a) AS m FROM t ORDER BY max(m)",
    "SELECT a FROM t ORDER BY count(*)", "SELECT a AS m FROM t ORDER BY max(m)",
]  # fmt: skip

WINDOWS = [
    "SELECT sum(a) OVER () AS m FROM t WHERE m",
    "SELECT 1 FROM t GROUP BY sum(a) OVER ()",
    "SELECT row_number()", "SELECT ntile(1) FROM t", "SELECT 1 FROM t WHERE row_number() OVER ()",
    "SELECT sum(row_number() OVER ()) FROM t", "SELECT lag() OVER ()", "SELECT rank(1) OVER ()",
    "SELECT row_number() OVER (ORDER BY row_number() OVER ()) FROM t",
    "SELECT lag(1, 2, 3, 4) OVER ()", "SELECT row_number() FILTER (WHERE 1) OVER ()",
    "SELECT sum(DISTINCT a) OVER () FROM t", "SELECT group_concat(a ORDER BY a) OVER () FROM t",
    "SELECT sum(1) OVER w", "SELECT count(*) OVER (w PARTITION BY a) FROM t WINDOW w AS ()",
    "SELECT count(*) OVER (w ORDER BY a) FROM t WINDOW w AS (ORDER BY b)",
    "SELECT count(*) OVER (w ORDER BY a) FROM t WINDOW w AS (ROWS 1 PRECEDING)",
    "SELECT sum(a) OVER (RANGE 1 PRECEDING) FROM t",
    "SELECT sum(a) OVER (ORDER BY a, b RANGE 1 PRECEDING) FROM t",
]  # fmt: skip

ROW_VALUES = [
    "SELECT (1, 2)", "SELECT 1 = (1, 2)", "SELECT (1, 2) = (1, 2, 3)", "SELECT (1, 2) IN (1, 2)",
    "SELECT (1, 2) IN ((1, 2, 3))", "SELECT (1, 2) IN ((1, 2), 3)", "SELECT 1 IN ((1, 2))",
    "SELECT 1 IN (SELECT 1, 2)", "SELECT (1, 2) IN (SELECT 1)", "SELECT (SELECT 1, 2)",
    "SELECT (1, 2) = (SELECT 1, 2, 3)", "SELECT 1 = (SELECT 1, 2)", "SELECT (SELECT 1, 2) = 1",
    "SELECT (1, 2) BETWEEN 1 AND 2", "SELECT CASE (1, 2) WHEN 1 THEN 1 END",
    "SELECT CASE 1 WHEN (1, 2) THEN 1 END", "SELECT CASE WHEN (1, 2) THEN 1 END",
    "SELECT abs((1, 2))", "SELECT -(1, 2)", "SELECT (1, 2) + 1", "SELECT NOT (1, 2)",
    "SELECT 1 AND (1, 2)", "SELECT (1, 2) LIKE 1", "SELECT CAST((1, 2) AS INT)",
    "SELECT (1, 2) IS NULL", "SELECT (SELECT 1, 2) IS NULL", "SELECT (1, 2) COLLATE nocase",
    "SELECT (1, 2) || 1", "SELECT (1, 2) = (1, (2, 3))", "SELECT 5 IN t",
]  # fmt: skip

SCHEMAS = [
    "CREATE TABLE n(a CHECK (a > (SELECT 1)))", "CREATE TABLE n(a CHECK (a > ?))",
    "CREATE INDEX n ON t(random())", "CREATE INDEX n ON t(a) WHERE random()",
    "CREATE INDEX n ON t(a) WHERE ?", "CREATE INDEX n ON t(a) WHERE (SELECT 1)",
    "CREATE INDEX n ON t(?)", "CREATE INDEX n ON t((SELECT 1))", "CREATE INDEX n ON t(count(a))",
    "CREATE INDEX n ON t(t.a)", "CREATE INDEX n ON t(a + rowid)", "CREATE TABLE n(a, b AS (n.a))",
    "CREATE INDEX n ON t(sum(a) OVER ())", "CREATE INDEX n ON t(nope)",
    "CREATE TABLE n(a, b AS (random()))", "CREATE TABLE n(a, b AS ((SELECT 1)))",
    "CREATE TABLE n(a, b AS (?1))", "CREATE TABLE n(a, b AS (count(a)))",
    "CREATE TABLE n(a, b AS (current_timestamp))", "CREATE TABLE n(a CHECK (count(a)))",
]  # fmt: skip


@pytest.mark.parametrize("sql", NAMES + CALLS + AGGREGATES + WINDOWS + ROW_VALUES + SCHEMAS)
def test_words_of_sqlite(sql: str, beside: Callable[[str], tuple[object, object]]) -> None:
    ours, sqlite = beside(sql)
    assert isinstance(sqlite, str)
    assert ours == sqlite


@pytest.mark.parametrize(
    "table",
    [
        "CREATE TABLE n(a CHECK (date('now') > a))",
        "CREATE TABLE n(a CHECK (current_timestamp > a))",
        "CREATE TABLE n(a, b AS (datetime('now', '+1 day')))",
        "CREATE TABLE n(a, b AS (date(a)) STORED)",
        "CREATE TABLE n(a); CREATE INDEX i ON n(date(a))",
        "CREATE TABLE n(a); CREATE INDEX i ON n(a) WHERE a > time('now')",
    ],
)
def test_schemas_do_not_ask_for_the_time(
    table: str, beside: Callable[[str], tuple[object, object]], engines: Any
) -> None:
    engines.ours.run_script(table)
    engines.sqlite.execute(table)
    try:
        ours, sqlite = beside("INSERT INTO n(a) VALUES ('now')")
    finally:
        engines.ours.run_script("DROP TABLE n")
        engines.sqlite.execute("DROP TABLE n")
    assert isinstance(sqlite, str)
    assert ours == sqlite
