"""Databases in files through the module: SQLite reads what it writes, and the other way round."""

from pathlib import Path

import apsw
import pytest

import target_db


def both(path: Path) -> tuple[target_db.Connection, apsw.Connection]:
    return target_db.connect(path, timeout=0), apsw.Connection(str(path))


def test_sqlite_reads_what_was_committed(tmp_path: Path) -> None:
    ours, theirs = both(tmp_path / "a.db")
    ours.executescript("CREATE TABLE t(a INTEGER PRIMARY KEY, b REAL); CREATE INDEX i ON t(b);")
    with ours:
        ours.executemany("INSERT INTO t(b) VALUES (?)", [(n / 2,) for n in range(500)])
    assert theirs.execute("SELECT a FROM t WHERE b = 10.0").fetchall() == [(21,)]
    assert theirs.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_rows_older_than_a_column_have_its_default(tmp_path: Path) -> None:
    ours, theirs = both(tmp_path / "a.db")
    theirs.execute(
        "CREATE TABLE t(a INTEGER PRIMARY KEY, r REAL); INSERT INTO t VALUES (7, 8);"
        "ALTER TABLE t ADD COLUMN d TEXT DEFAULT 'q'; ALTER TABLE t ADD COLUMN n DEFAULT -3;"
    )
    rows = ours.execute("SELECT *, typeof(r) FROM t").fetchall()
    assert rows == [(7, 8.0, "q", -3, "real")]


def test_schema_changes_of_others_are_seen(tmp_path: Path) -> None:
    ours, theirs = both(tmp_path / "a.db")
    theirs.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)")
    assert ours.execute("SELECT * FROM t").fetchall() == [(1,)]
    theirs.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2; CREATE TABLE u(c)")
    assert ours.execute("SELECT * FROM t").fetchall() == [(1, 2)]
    theirs.execute("DROP TABLE u")
    with pytest.raises(target_db.OperationalError, match="no such table: u"):
        ours.execute("SELECT * FROM u")


def test_a_writer_that_must_not_wait_keeps_no_lock(tmp_path: Path) -> None:
    ours, theirs = both(tmp_path / "a.db")
    theirs.execute("CREATE TABLE t(a)")
    theirs.execute("BEGIN IMMEDIATE")
    with pytest.raises(target_db.OperationalError, match="database is locked"):
        ours.execute("INSERT INTO t VALUES (1)")
    theirs.execute("COMMIT")
    ours.execute("INSERT INTO t VALUES (1)")
    ours.commit()
    assert theirs.execute("SELECT count(*) FROM t").fetchall() == [(1,)]


def test_a_rolled_back_schema_is_the_old_one(tmp_path: Path) -> None:
    ours, theirs = both(tmp_path / "a.db")
    ours.execute("CREATE TABLE t(a)")
    ours.execute("BEGIN")
    ours.execute("DROP TABLE t")
    ours.rollback()
    assert ours.execute("SELECT * FROM t").fetchall() == []
    assert theirs.execute("SELECT * FROM t").fetchall() == []


def test_uri_modes(tmp_path: Path) -> None:
    file = tmp_path / "a b.db"
    uri = f"file:{tmp_path}/a%20b.db"
    with pytest.raises(target_db.OperationalError, match="unable to open"):
        target_db.connect(uri + "?mode=rw", uri=True)
    target_db.connect(uri, uri=True).execute("CREATE TABLE t(a)")
    assert file.exists()
    reader = target_db.connect(uri + "?mode=ro", uri=True)
    with pytest.raises(target_db.OperationalError, match="readonly"):
        reader.execute("INSERT INTO t VALUES (1)")
    with pytest.raises(target_db.OperationalError, match="no such access mode: rx"):
        target_db.connect(uri + "?mode=rx", uri=True)


def test_backup_serialize_and_attach(tmp_path: Path) -> None:
    ours, theirs = both(tmp_path / "a.db")
    memory = target_db.connect(":memory:")
    memory.execute("CREATE TABLE t(a)")
    memory.execute("INSERT INTO t VALUES (1)")  # in an open transaction
    memory.backup(ours)
    assert theirs.execute("SELECT * FROM t").fetchall() == [(1,)]
    image = memory.serialize()
    copy = target_db.connect(":memory:")
    copy.deserialize(image)
    assert copy.execute("SELECT * FROM t").fetchall() == [(1,)]
    copy.execute("ATTACH ? AS other", (str(tmp_path / "a.db"),))
    assert copy.execute("SELECT * FROM other.t").fetchall() == [(1,)]
    copy.execute("DETACH other")


def test_pragmas_of_a_file(tmp_path: Path) -> None:
    ours = target_db.connect(tmp_path / "a.db", isolation_level=None)

    def answer(pragma: str) -> object:
        row = ours.execute(f"PRAGMA {pragma}").fetchone()
        return None if row is None else row[0]

    assert answer("page_size = 1024") is None
    ours.execute("CREATE TABLE t(a)")
    assert answer("page_size") == 1024
    assert answer("journal_mode") == "delete"
    assert answer("journal_mode = wal") == "wal"
    ours.execute("INSERT INTO t VALUES (1)")
    assert ours.execute("PRAGMA wal_checkpoint(truncate)").fetchone() == (0, 0, 0)
    ours.execute("BEGIN")
    with pytest.raises(target_db.OperationalError, match="cannot change out of wal mode"):
        ours.execute("PRAGMA journal_mode = delete")
    ours.execute("COMMIT")
    assert answer("journal_mode = delete") == "delete"
    theirs = apsw.Connection(str(tmp_path / "a.db"))
    assert theirs.execute("PRAGMA page_size").fetchall() == [(1024,)]
    assert answer("page_count") == theirs.execute("PRAGMA page_count").fetchall()[0][0]
    assert answer("encoding") == "UTF-8"
