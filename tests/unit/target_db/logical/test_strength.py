"""A LEFT JOIN becomes an inner join exactly where WHERE rejects its NULL rows."""

from __future__ import annotations

from typing import Any

import pytest

SCHEMA = (
    "CREATE TABLE l(a, b); CREATE TABLE r(a INTEGER PRIMARY KEY, c);"
    "INSERT INTO l VALUES (1, 5), (2, 6), (NULL, 7); INSERT INTO r VALUES (1, 0), (3, NULL);"
)
JOIN = "SELECT * FROM l LEFT JOIN r ON l.a = r.a WHERE"

REJECTING = ["r.c = 0", "r.c + 1 > 0", "r.c BETWEEN 0 AND 1", "r.c IN (0)", "r.c IS NOT NULL"]
KEEPING = ["r.c IS NULL", "r.c IS NOT 0", "r.c = 0 OR l.b = 6", "coalesce(r.c, 1) = 1", "l.b > 5"]


@pytest.mark.parametrize("condition", REJECTING + KEEPING)
def test_same_rows(pair: Any, condition: str) -> None:
    pair.session.run_script(SCHEMA)
    pair.sqlite.execute(SCHEMA)
    sql = f"{JOIN} {condition}"
    assert pair.run_here(sql) == pair.run_sqlite(sql)


@pytest.mark.parametrize("condition", REJECTING + KEEPING)
def test_reduction(pair: Any, condition: str) -> None:
    pair.session.run_script(SCHEMA)
    plan = pair.session.query(f"EXPLAIN QUERY PLAN {JOIN} {condition}")[1]
    is_left = any("LEFT-JOIN" in row[3] for row in plan)
    assert is_left == (condition in KEEPING)
