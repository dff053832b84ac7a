"""Joins of many tables are planned quickly, and start where it is cheap."""

from __future__ import annotations

import time
from typing import Any

from target_db.session.session import Session

TABLES = 64


def chain(session: Session) -> str:
    """64 tables, each joined to the next by its key, the last one fixed; written backwards."""
    for number in range(TABLES):
        session.run_script(
            f"CREATE TABLE t{number}(a INTEGER PRIMARY KEY, b INT);"
            f"INSERT INTO t{number} VALUES (1, 2), (2, 3), (3, 1);"
        )
    names = ", ".join(f"t{n}" for n in reversed(range(TABLES)))
    links = " AND ".join(f"t{n}.b = t{n + 1}.a" for n in range(TABLES - 1))
    return f"SELECT t0.a, t{TABLES - 1}.b FROM {names} WHERE {links} AND t0.a = 2"


def test_a_chain_of_64_tables() -> None:
    session = Session()
    sql = chain(session)
    start = time.process_time()
    rows = session.query(sql)[1]
    assert time.process_time() - start < 2.0
    assert rows == [(2, 3)]  # 63 steps through a cycle of three


def test_every_table_of_a_chain_is_searched_by_rowid() -> None:
    session = Session()
    plan = session.query(f"EXPLAIN QUERY PLAN {chain(session)}")[1]
    details = [row[3] for row in plan]
    wanted = [f"SEARCH t{n} USING INTEGER PRIMARY KEY (rowid=?)" for n in range(TABLES)]
    assert details == wanted


def test_the_table_with_the_useful_key_is_the_inner_one(pair: Any) -> None:
    sql = "CREATE TABLE x(a INTEGER PRIMARY KEY, b); CREATE TABLE y(a, b);"
    pair.session.run_script(sql)
    for from_ in ("x, y", "y, x"):
        query = f"EXPLAIN QUERY PLAN SELECT * FROM {from_} WHERE x.a = y.b"
        details = [row[3] for row in pair.session.query(query)[1]]
        assert details == ["SCAN y", "SEARCH x USING INTEGER PRIMARY KEY (rowid=?)"]


def test_cross_join_keeps_the_order() -> None:
    session = Session()
    session.run_script("CREATE TABLE x(a INTEGER PRIMARY KEY, b); CREATE TABLE y(a, b);")
    query = "EXPLAIN QUERY PLAN SELECT * FROM x CROSS JOIN y WHERE x.a = y.b"
    details = [row[3] for row in session.query(query)[1]]
    assert details[0] == "SCAN x"
