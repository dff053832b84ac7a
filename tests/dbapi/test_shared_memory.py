"""Databases in memory that connections share by name do what they do with `sqlite3`."""

from __future__ import annotations

import sqlite3
import threading
from types import ModuleType

import pytest

from target_db import dbapi

NAMES = ["file:one?mode=memory&cache=shared", "file::memory:?cache=shared", "file:/one?vfs=memdb"]
PRIVATE = ["file:one?mode=memory", "file::memory:?cache=private", "file:one?vfs=memdb", ":memory:"]


def story(module: ModuleType, name: str) -> list[object]:
    """What two connections and a thread see of one another."""
    first = module.connect(name, uri=True)
    second = module.connect(name, uri=True)
    seen: list[object] = []
    first.execute("CREATE TABLE t(a)")
    first.execute("INSERT INTO t VALUES (1)")
    first.commit()
    seen.append(second.execute("SELECT * FROM t").fetchall())
    second.execute("INSERT INTO t VALUES (2)")
    second.rollback()
    seen.append(first.execute("SELECT * FROM t").fetchall())

    def insert() -> None:
        third = module.connect(name, uri=True)
        with third:
            third.execute("INSERT INTO t VALUES (3)")
        third.close()

    thread = threading.Thread(target=insert)
    thread.start()
    thread.join()
    second.execute("ALTER TABLE t ADD COLUMN b DEFAULT 7")
    seen.append(first.execute("SELECT * FROM t").fetchall())
    seen.extend(first.execute("PRAGMA journal_mode=wal").fetchall())
    seen.extend(first.execute("PRAGMA database_list").fetchall())
    first.execute("VACUUM")
    seen.extend(second.execute("PRAGMA integrity_check").fetchall())
    first.close()
    second.close()
    again = module.connect(name, uri=True)
    seen.extend(again.execute("SELECT name FROM sqlite_master").fetchall())
    again.close()
    return seen


@pytest.mark.parametrize("name", NAMES)
def test_connections_share_by_name(name: str) -> None:
    assert story(dbapi, name) == story(sqlite3, name)


@pytest.mark.parametrize("name", PRIVATE)
def test_others_are_private(name: str) -> None:
    first, second = dbapi.connect(name, uri=True), dbapi.connect(name, uri=True)
    first.execute("CREATE TABLE t(a)")
    assert second.execute("SELECT name FROM sqlite_master").fetchall() == []


def test_one_writes_at_a_time() -> None:
    name = "file:two?mode=memory&cache=shared"
    first = dbapi.connect(name, uri=True, timeout=0)
    second = dbapi.connect(name, uri=True, timeout=0)
    first.execute("CREATE TABLE t(a)")
    first.execute("INSERT INTO t VALUES (1)")
    with pytest.raises(dbapi.OperationalError, match="locked"):
        second.execute("INSERT INTO t VALUES (2)")
    first.commit()
    second.execute("INSERT INTO t VALUES (2)")
    second.commit()
    rows = first.execute("SELECT a FROM t")
    assert rows.fetchone() == (1,)
    second.execute("DELETE FROM t")
    with pytest.raises(dbapi.OperationalError, match="locked"):
        second.commit()
    assert rows.fetchall() == [(2,)]
    second.commit()
    assert first.execute("SELECT a FROM t").fetchall() == []


def test_a_shared_database_is_attached_by_its_name() -> None:
    name = "file:three?mode=memory&cache=shared"
    owner = dbapi.connect(name, uri=True)
    owner.execute("CREATE TABLE t(a)")
    other = dbapi.connect(":memory:", uri=True)
    other.execute(f"ATTACH '{name}' AS one")
    other.execute("INSERT INTO one.t VALUES (5)")
    other.commit()
    assert owner.execute("SELECT * FROM t").fetchall() == [(5,)]
    with pytest.raises(dbapi.OperationalError, match="no such vfs: none"):
        dbapi.connect("file:x?vfs=none", uri=True)
