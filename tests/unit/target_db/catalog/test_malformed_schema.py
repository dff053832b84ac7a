"""Schema rows that contradict their own SQL: refused as SQLite refuses them, in its words."""

from __future__ import annotations

import apsw
import pytest

from target_db.errors import CORRUPT, SqlError
from target_db.session.session import Session
from target_db.storage.copying import open_image

SCHEMA = """
CREATE TABLE t(a, b UNIQUE);
CREATE INDEX i ON t(a);
CREATE VIEW v AS SELECT 1 AS x;
CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; END;
CREATE TABLE u(z);
INSERT INTO t VALUES(1, 2);
"""
DAMAGES = [
    "name = 's' WHERE name = 't'",
    "tbl_name = 's' WHERE name = 't'",
    "sql = 'CREATE TABLE s(a, b)' WHERE name = 't'",
    "sql = 'CREATE TABLE u AS SELECT 1' WHERE name = 'u'",
    "sql = 'CREATE TABLE u(' WHERE name = 'u'",
    "sql = 'SELECT 1' WHERE name = 'u'",
    "type = 'thing' WHERE name = 'u'",
    "rootpage = 99 WHERE name = 'u'",
    "name = 'j' WHERE name = 'i'",
    "tbl_name = 'u' WHERE name = 'i'",
    "sql = 'CREATE INDEX j ON t(a)' WHERE name = 'i'",
    "tbl_name = 'nix' WHERE name = 'i'",
    "tbl_name = 'nix', sql = 'CREATE INDEX i ON nix(a)' WHERE name = 'i'",
    "name = 'sqlite_autoindex_t_7' WHERE name = 'sqlite_autoindex_t_1'",
    "name = 's' WHERE name = 'v'",
    "tbl_name = 's' WHERE name = 'v'",
    "rootpage = 3 WHERE name = 'v'",
    "name = 's' WHERE name = 'g'",
    "tbl_name = 'u' WHERE name = 'g'",
    "sql = replace(sql, ' t ', ' nix '), tbl_name = 'nix' WHERE name = 'g'",
]
HARMLESS = [
    "name = 'T' WHERE name = 't'",
    "tbl_name = 'T' WHERE name = 'g'",
    "rootpage = 0 WHERE name = 'u'",
]


def damaged(change: str) -> bytes:
    connection = apsw.Connection(":memory:")
    connection.execute(SCHEMA).fetchall()
    connection.execute("PRAGMA writable_schema = ON").fetchall()
    connection.execute(f"UPDATE sqlite_schema SET {change}").fetchall()
    assert connection.changes() == 1
    return connection.serialize("main")


def opened(image: bytes) -> tuple[Session, apsw.Connection]:
    session = Session(":memory:")
    session.replace_store(session.catalog.main, open_image(image))
    connection = apsw.Connection(":memory:")
    connection.deserialize("main", image)
    return session, connection


@pytest.mark.parametrize("change", DAMAGES)
def test_contradictions_are_refused(change: str) -> None:
    session, connection = opened(damaged(change))
    with pytest.raises(apsw.CorruptError) as theirs:
        connection.execute("SELECT * FROM t")
    with pytest.raises(SqlError) as ours:
        session.query("SELECT * FROM t")
    assert ours.value.message == str(theirs.value)
    assert ours.value.code == CORRUPT


@pytest.mark.parametrize("change", HARMLESS)
def test_what_sqlite_overlooks_is_overlooked(change: str) -> None:
    session, connection = opened(damaged(change))
    assert session.query("SELECT * FROM t")[1] == connection.execute("SELECT * FROM t").fetchall()
