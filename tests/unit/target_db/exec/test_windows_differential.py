"""Window calls with every kind of frame, at random, beside SQLite."""

from __future__ import annotations

import random
from typing import Any

import pytest

UNITS = ["ROWS", "RANGE", "GROUPS"]
STARTS = ["UNBOUNDED PRECEDING", "1 PRECEDING", "2 PRECEDING", "CURRENT ROW", "1 FOLLOWING"]
ENDS = ["UNBOUNDED FOLLOWING", "1 FOLLOWING", "2 FOLLOWING", "CURRENT ROW", "1 PRECEDING"]
EXCLUDES = ["", "EXCLUDE CURRENT ROW", "EXCLUDE GROUP", "EXCLUDE TIES", "EXCLUDE NO OTHERS"]
CALLS = [
    *("sum(v)", "count(*)", "min(v)", "max(v)", "avg(v)", "total(v)", "group_concat(v)"),
    *("first_value(v)", "last_value(v)", "nth_value(v, 2)", "count(v) FILTER (WHERE v > 5)"),
    *("row_number()", "rank()", "dense_rank()", "percent_rank()", "cume_dist()", "ntile(3)"),
    *("lag(v)", "lead(v, 2, 0)", "lag(v, -1, 'none')"),
]
ORDERS = ["ORDER BY x", "ORDER BY x DESC", "ORDER BY x NULLS LAST", "ORDER BY v", "ORDER BY id"]


@pytest.fixture
def measured(pair: Any) -> Any:
    rnd = random.Random(3)
    sql = "CREATE TABLE w(id INTEGER PRIMARY KEY, g, x, v);"
    for _ in range(25):
        g = rnd.choice(["1", "2", "NULL"])
        x = rnd.choice(["NULL", "1", "2", "3", "4.5", "5", "'a'", "x'01'"])
        sql += f"INSERT INTO w(g, x, v) VALUES ({g}, {x}, {rnd.randint(1, 20)});"
    pair.session.run_script(sql)
    pair.sqlite.execute(sql)
    return pair


@pytest.mark.parametrize("seed", range(6))
def test_frames(measured: Any, seed: int) -> None:
    rnd = random.Random(seed)
    for _ in range(80):
        frame = f"{rnd.choice(UNITS)} BETWEEN {rnd.choice(STARTS)} AND {rnd.choice(ENDS)}"
        partition = rnd.choice(["", "PARTITION BY g "])
        order = rnd.choice(ORDERS)
        window = f"({partition}{order} {frame} {rnd.choice(EXCLUDES)})"
        call = rnd.choice(CALLS)
        other = f"sum(v) OVER ({rnd.choice(ORDERS)})"
        for sql in (
            f"SELECT id, {call} OVER {window} FROM w ORDER BY id",
            f"SELECT id, {call} OVER {window}, {other} FROM w",
        ):
            assert measured.run_here(sql) == measured.run_sqlite(sql), sql


def test_windows_over_groups(measured: Any) -> None:
    for sql in (
        "SELECT g, sum(v), rank() OVER (ORDER BY sum(v)) FROM w GROUP BY g",
        "SELECT g, sum(count(*)) OVER (ORDER BY g) FROM w GROUP BY g HAVING count(*) > 1",
        "SELECT DISTINCT count(*) OVER (PARTITION BY g) FROM w ORDER BY 1",
        "SELECT id FROM w ORDER BY row_number() OVER (ORDER BY v DESC, id) LIMIT 4",
        "SELECT sum(v) OVER a, max(v) OVER (a ROWS 1 PRECEDING) FROM w WINDOW a AS (ORDER BY id)",
    ):
        assert measured.run_here(sql) == measured.run_sqlite(sql), sql


@pytest.mark.parametrize("offset", ["-1", "'a'", "1.5", "NULL", "x'01'"])
@pytest.mark.parametrize("unit", UNITS)
def test_bad_offsets(measured: Any, offset: str, unit: str) -> None:
    for bounds in (f"{offset} PRECEDING", f"BETWEEN CURRENT ROW AND {offset} FOLLOWING"):
        sql = f"SELECT sum(v) OVER (ORDER BY id {unit} {bounds}) FROM w"
        assert measured.run_here(sql) == measured.run_sqlite(sql), sql
