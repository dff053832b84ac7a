"""A SELECT that is stepped row by row: writes in between, endless recursion, interruption."""

from __future__ import annotations

from typing import Any

import pytest

from target_db.errors import INTERRUPT, SqlError
from target_db.session.session import Session


@pytest.fixture
def session() -> Session:
    session = Session()
    session.run_script(
        "CREATE TABLE t(a INTEGER PRIMARY KEY, b); CREATE INDEX i ON t(b);"
        "WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n WHERE x < 500)"
        "INSERT INTO t SELECT x, x % 7 FROM n;"
    )
    return session


def prepare(session: Session, sql: str) -> Any:
    statement, _ = session.prepare(sql)
    assert statement is not None
    return statement


def step_all(session: Session, sql: str, write: str) -> list[tuple[object, ...]]:
    """Step through `sql`; after each row run `write` with the row's first value for `?`."""
    statement = prepare(session, sql)
    rows = []
    while statement.step():
        rows.append(statement.row)
        session.run_script(write.replace("?", str(statement.row[0])))
    return rows


def test_rows_deleted_behind_the_scan(session: Session) -> None:
    rows = step_all(session, "SELECT a FROM t NOT INDEXED", "DELETE FROM t WHERE a = ?")
    assert rows == [(a,) for a in range(1, 501)]
    assert session.query("SELECT count(*) FROM t")[1] == [(0,)]


def test_rows_deleted_before_the_scan(session: Session) -> None:
    rows = step_all(session, "SELECT a FROM t NOT INDEXED", "DELETE FROM t WHERE a = ? + 1")
    assert rows == [(a,) for a in range(1, 501, 2)]


def test_updates_move_entries_of_the_scanned_index_once(session: Session) -> None:
    sql = "SELECT a FROM t WHERE b = 3"
    rows = step_all(session, sql, "UPDATE t SET b = 100 WHERE a = ?")
    assert len(rows) == len(set(rows)) == 72
    assert session.query(sql)[1] == []


def test_backward_scan_survives_deletes(session: Session) -> None:
    rows = step_all(session, "SELECT a FROM t ORDER BY a DESC", "DELETE FROM t WHERE a = ?")
    assert rows == [(a,) for a in range(500, 0, -1)]


ENDLESS = "WITH RECURSIVE n(x) AS (VALUES (1) UNION ALL SELECT x + 1 FROM n)"


def test_limit_ends_endless_recursion(session: Session) -> None:
    assert session.query(f"{ENDLESS} SELECT x FROM n LIMIT 3 OFFSET 2")[1] == [(3,), (4,), (5,)]


@pytest.mark.parametrize(
    "sql",
    [
        f"{ENDLESS} SELECT count(*) FROM n",
        f"{ENDLESS} SELECT x FROM n WHERE x < 0",
        "SELECT count(*) FROM t a, t b, t c, t d WHERE a.b + b.b + c.b + d.b < 0",
        "SELECT sum(a.b) FROM t a LEFT JOIN t b LEFT JOIN t c LEFT JOIN t d",
    ],
)
def test_long_queries_can_be_interrupted(session: Session, sql: str) -> None:
    import threading

    timer = threading.Timer(0.2, session.interrupt)
    timer.start()
    with pytest.raises(SqlError) as caught:
        prepare(session, sql).step()
    timer.join()
    assert caught.value.primary_code == INTERRUPT
    assert session.query("SELECT 1")[1] == [(1,)]
