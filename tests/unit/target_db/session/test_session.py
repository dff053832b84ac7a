"""Sessions: prepared statements, their cache, schema changes under them, and faults."""

from __future__ import annotations

import pytest

from target_db import errors
from target_db.errors import SqlError
from target_db.functions.base import PlainFunction
from target_db.session.session import Session


@pytest.fixture
def session() -> Session:
    made = Session(":memory:")
    made.run_script("CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 'x'), (2, 'y')")
    return made


def rows_of(session: Session, sql: str) -> list[tuple[object, ...]]:
    count, rows, fault = session.query(sql)
    assert fault is None
    assert all(len(row) == count for row in rows)
    return rows


def test_prepare_walks_a_script(session: Session) -> None:
    sql = "SELECT 1; -- comment\n SELECT 2 ;  "
    first, end = session.prepare(sql)
    second, last = session.prepare(sql, end)
    third, _ = session.prepare(sql, last)
    assert first is not None and first.step() and first.row == (1,)
    assert second is not None and second.step() and second.row == (2,)
    assert third is None


def test_statement_runs_again_with_other_values(session: Session) -> None:
    statement, _ = session.prepare("SELECT a FROM t WHERE b = :name")
    assert statement is not None
    assert statement.parameter_index(":name") == 1
    assert statement.parameter_name(1) == ":name"
    for value, expected in (("x", [(1,)]), ("y", [(2,)]), ("z", [])):
        statement.bind(1, value)
        rows: list[tuple[object, ...]] = []
        statement.fetch_all(rows)
        assert rows == expected
    with pytest.raises(SqlError) as raised:
        statement.bind(2, 1)
    assert raised.value.code == errors.RANGE


def test_statement_survives_schema_changes(session: Session) -> None:
    select, _ = session.prepare("SELECT * FROM t ORDER BY a")
    insert, _ = session.prepare("INSERT INTO t(a) VALUES(?)")
    assert select is not None and insert is not None
    session.run_script("ALTER TABLE t ADD COLUMN c DEFAULT 9; CREATE UNIQUE INDEX i ON t(a)")
    rows: list[tuple[object, ...]] = []
    select.fetch_all(rows)
    assert rows == [(1, "x", 9), (2, "y", 9)]
    insert.bind(1, 1)
    with pytest.raises(SqlError, match=r"UNIQUE constraint failed: t\.a"):
        insert.run()


def test_select_goes_on_while_rows_are_written(session: Session) -> None:
    select, _ = session.prepare("SELECT a FROM t")
    assert select is not None and select.step()
    session.run_script("DELETE FROM t WHERE a = 2; INSERT INTO t VALUES(3, 'z')")
    seen = [select.row]
    while select.step():
        seen.append(select.row)
    assert seen == [(1,), (3,)]


def test_query_gives_rows_before_the_fault(session: Session) -> None:
    count, rows, fault = session.query(
        "SELECT abs(x) FROM (SELECT 1 AS x UNION ALL SELECT -9223372036854775807 - 1)"
    )
    assert count == 1
    assert rows == [(1,)]
    assert fault is not None and fault.message == "integer overflow"


def test_cache_gives_back_the_same_statement(session: Session) -> None:
    sql = "SELECT count(*) FROM t"
    first, _ = session.acquire(sql)
    assert first is not None
    first.run()
    session.release(first, sql)
    second, _ = session.acquire(sql)
    assert second is first
    third, _ = session.acquire(sql)
    assert third is not first


def boom(args: list[object]) -> object:
    raise KeyError("an engine fault")


@pytest.mark.parametrize("transaction", [False, True])
@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO t SELECT a, boom() FROM t",
        "INSERT INTO t VALUES(5, 5), (6, boom())",
        "UPDATE t SET a = CASE WHEN a = 2 THEN boom() ELSE 7 END",
        "DELETE FROM t WHERE a = 1 OR boom()",
        "SELECT boom()",
    ],
)
def test_internal_faults_are_named_and_undone(
    session: Session, sql: str, transaction: bool
) -> None:
    session.functions.add(PlainFunction("boom", 0, 0, boom))
    if transaction:
        session.run_script("BEGIN; INSERT INTO t VALUES(3, 'kept')")
    before = rows_of(session, "SELECT rowid, * FROM t")
    with pytest.raises(SqlError, match="internal error: KeyError") as raised:
        session.run_script(sql)
    assert raised.value.code == errors.INTERNAL
    assert isinstance(raised.value.__cause__, KeyError)
    assert rows_of(session, "SELECT rowid, * FROM t") == before
    assert session.autocommit is not transaction
    session.run_script("INSERT INTO t VALUES(9, 9)")
    assert len(rows_of(session, "SELECT * FROM t")) == len(before) + 1


def interrupting(session: Session) -> object:
    session.interrupt()
    return 1


def test_interrupt_stops_an_endless_query(session: Session) -> None:
    session.functions.add(PlainFunction("stop", 0, 0, lambda args: interrupting(session)))
    with pytest.raises(SqlError, match="interrupted") as raised:
        session.run_script(
            "INSERT INTO t WITH RECURSIVE c(x) AS (SELECT stop() UNION ALL SELECT x + 1 FROM c) "
            "SELECT x, x FROM c"
        )
    assert raised.value.code == errors.INTERRUPT
    assert rows_of(session, "SELECT count(*) FROM t") == [(2,)]


def test_trigger_recursion_is_limited(session: Session) -> None:
    session.run_script(
        "PRAGMA recursive_triggers = 1; CREATE TRIGGER r AFTER INSERT ON t "
        "BEGIN INSERT INTO t VALUES(new.a + 1, 0); END"
    )
    with pytest.raises(SqlError, match="triggers nested too deep"):
        session.run_script("INSERT INTO t VALUES(1, 1)")
    assert rows_of(session, "SELECT count(*) FROM t") == [(2,)]


def test_rollback_restores_the_schema(session: Session) -> None:
    session.run_script("BEGIN; DROP TABLE t; CREATE TABLE t(z); CREATE TABLE u(y); ROLLBACK")
    assert rows_of(session, "SELECT a FROM t") == [(1,), (2,)]
    with pytest.raises(SqlError, match="no such table: u"):
        session.query("SELECT * FROM u")


def test_only_memory_can_be_opened() -> None:
    with pytest.raises(SqlError) as raised:
        Session("/no/such/folder/file.db")
    assert raised.value.code == errors.CANTOPEN
