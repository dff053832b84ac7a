"""PRAGMA locking_mode, VACUUM and page_count of what holds nothing yet: as SQLite has them.

Each script runs on a file with two connections, "a" and "b", in both engines.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
import pytest

from target_db.errors import SqlError
from target_db.session.session import Session

SCRIPTS = {
    "an exclusive reader keeps out writers": [
        ("a", "CREATE TABLE t(x)"),
        ("a", "PRAGMA locking_mode = EXCLUSIVE"),
        ("a", "SELECT * FROM t"),
        ("b", "SELECT * FROM t"),
        ("b", "INSERT INTO t VALUES(1)"),
    ],
    "an exclusive writer keeps out everybody": [
        ("a", "PRAGMA locking_mode"),
        ("a", "PRAGMA locking_mode = exclusive"),
        ("a", "PRAGMA locking_mode"),
        ("a", "CREATE TABLE t(x)"),
        ("b", "SELECT * FROM t"),
        ("a", "INSERT INTO t VALUES(1)"),
        ("b", "SELECT * FROM t"),
        ("a", "SELECT * FROM t"),
    ],
    "the next transaction after it gives the locks back": [
        ("a", "PRAGMA locking_mode = exclusive"),
        ("a", "CREATE TABLE t(x)"),
        ("a", "INSERT INTO t VALUES(1)"),
        ("a", "PRAGMA locking_mode = normal"),
        ("a", "SELECT * FROM t"),
        ("b", "INSERT INTO t VALUES(2)"),
        ("a", "SELECT * FROM t"),
    ],
    "a rollback keeps them": [
        ("a", "CREATE TABLE t(x)"),
        ("a", "PRAGMA locking_mode = exclusive"),
        ("a", "BEGIN"),
        ("a", "INSERT INTO t VALUES(1)"),
        ("a", "ROLLBACK"),
        ("b", "INSERT INTO t VALUES(2)"),
        ("a", "INSERT INTO t VALUES(3)"),
        ("a", "SELECT * FROM t"),
    ],
    "VACUUM writes the first page": [
        ("a", "PRAGMA page_count"),
        ("a", "PRAGMA page_size = 1024"),
        ("a", "VACUUM"),
        ("a", "PRAGMA page_count"),
        ("b", "PRAGMA page_count"),
        ("b", "PRAGMA page_size"),
    ],
    "an idle reader of the log keeps the journal mode": [
        ("a", "PRAGMA journal_mode = wal"),
        ("a", "CREATE TABLE t(x)"),
        ("b", "SELECT * FROM t"),
        ("a", "PRAGMA journal_mode = delete"),
        ("b", "SELECT * FROM t"),
        ("a", "PRAGMA journal_mode"),
    ],
}


def run_here(session: Session, sql: str) -> Any:
    try:
        _, rows, error = session.query(sql)
        return rows if error is None else error.message
    except SqlError as error:
        return error.message


def run_sqlite(connection: apsw.Connection, sql: str) -> Any:
    try:
        return connection.execute(sql).fetchall()
    except apsw.Error as error:
        return str(error)


@pytest.mark.parametrize("name", SCRIPTS)
def test_two_connections(name: str, tmp_path: Path) -> None:
    here = {who: Session(str(tmp_path / "here.db")) for who in "ab"}
    sqlite = {who: apsw.Connection(str(tmp_path / "sqlite.db")) for who in "ab"}
    for who, sql in SCRIPTS[name]:
        assert run_here(here[who], sql) == run_sqlite(sqlite[who], sql), (who, sql)
    for who in "ab":
        here[who].close()
        sqlite[who].close()


@pytest.mark.parametrize(
    "statements",
    [
        ["PRAGMA user_version = 3"],
        ["CREATE TABLE t(a)", "DROP TABLE t"],
        ["BEGIN IMMEDIATE", "COMMIT"],
        ["BEGIN", "CREATE TABLE t(a)", "ROLLBACK"],
        ["SELECT * FROM sqlite_schema"],
    ],
)
def test_pages_of_a_database_in_memory(statements: list[str]) -> None:
    session = Session(":memory:")
    connection = apsw.Connection(":memory:")
    for sql in ["PRAGMA page_count", *statements, "PRAGMA page_count"]:
        assert run_here(session, sql) == run_sqlite(connection, sql), sql


def test_a_real_column_has_no_negative_zero(tmp_path: Path) -> None:
    values = [-0.0, 0.0, -1.5] * 20
    for path in (":memory:", str(tmp_path / "z.db")):
        session = Session(path)
        connection = apsw.Connection(":memory:")
        marks = ", ".join(f"({value!r}, {value!r})" for value in values)
        for sql in (
            "CREATE TABLE t(a REAL, b)",
            f"INSERT INTO t VALUES {marks}",
            "UPDATE t SET a = -0.0 WHERE rowid = 3",
        ):
            session.query(sql)
            connection.execute(sql)
        ours = session.query("SELECT a, b FROM t")[1]
        assert repr(ours) == repr(connection.execute("SELECT a, b FROM t").fetchall())
