"""VACUUM, VACUUM INTO, serialize, deserialize and backup, each judged by SQLite."""

import apsw
import pytest

from target_db.errors import SqlError
from target_db.storage.copying import backup, copy_into, image_of, open_image, vacuum
from target_db.storage.database import Store
from target_db.storage.integrity import IntegrityCheck

SCRIPT = """
CREATE TABLE t(a, b);
CREATE INDEX t_b ON t(b COLLATE nocase DESC);
CREATE TABLE w(k, v, PRIMARY KEY(k DESC)) WITHOUT ROWID;
CREATE VIEW v AS SELECT * FROM t;
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 900)
INSERT INTO t SELECT i, printf('%c%d', 65 + i % 50, i * 7919 % 1000) || hex(zeroblob(i)) FROM n;
INSERT INTO w SELECT a, b FROM t;
DELETE FROM t WHERE a % 3 = 0;
PRAGMA user_version = 42;
"""
DUMP = "SELECT 1, a, b FROM t UNION ALL SELECT 2, k, v FROM w ORDER BY 1, 2"


def make(path, *pragmas: str) -> list:
    connection = apsw.Connection(str(path))
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}").fetchall()
    connection.execute(SCRIPT).fetchall()
    rows = connection.execute(DUMP).fetchall()
    connection.close()
    return rows


def read(path) -> list:
    connection = apsw.Connection(str(path))
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA user_version").fetchall() == [(42,)]
    rows = connection.execute(DUMP).fetchall()
    connection.close()
    return rows


SHAPES = [
    ("page_size=512",),
    ("page_size=4096", "journal_mode=wal"),
    ("page_size=1024", "auto_vacuum=1"),
    ("page_size=65536", "encoding='UTF-16le'"),
]


@pytest.mark.parametrize("pragmas", SHAPES)
def test_vacuum(pragmas, tmp_path) -> None:
    rows = make(tmp_path / "x.db", *pragmas)
    before = (tmp_path / "x.db").stat().st_size
    store = Store.open_file(str(tmp_path / "x.db"))
    vacuum(store)
    store.close()
    assert read(tmp_path / "x.db") == rows
    assert (tmp_path / "x.db").stat().st_size <= before


def test_vacuum_changes_page_size_and_auto_vacuum(tmp_path) -> None:
    rows = make(tmp_path / "x.db", "page_size=4096")
    store = Store.open_file(str(tmp_path / "x.db"))
    vacuum(store, 1024, 1)
    store.close()
    assert read(tmp_path / "x.db") == rows
    connection = apsw.Connection(str(tmp_path / "x.db"))
    assert connection.execute("PRAGMA page_size").fetchall() == [(1024,)]
    assert connection.execute("PRAGMA auto_vacuum").fetchall() == [(1,)]


@pytest.mark.parametrize("pragmas", SHAPES)
def test_vacuum_into(pragmas, tmp_path) -> None:
    rows = make(tmp_path / "x.db", *pragmas)
    source = Store.open_file(str(tmp_path / "x.db"))
    target = Store.open_file(str(tmp_path / "y.db"))
    target.configure(8192, 0, 2 if "UTF" in pragmas[-1] else 1)
    copy_into(source, target)
    source.close()
    target.close()
    assert read(tmp_path / "y.db") == rows


@pytest.mark.parametrize("pragmas", SHAPES)
def test_serialize_and_deserialize(pragmas, tmp_path) -> None:
    rows = make(tmp_path / "x.db", *pragmas)
    store = Store.open_file(str(tmp_path / "x.db"))
    image = image_of(store)
    store.close()
    heap = open_image(image)
    heap.begin(False)
    check = IntegrityCheck(heap)
    check.check_tree(1, None)
    heap.commit()
    assert check.messages == []
    connection = apsw.Connection(":memory:")
    if "wal" not in pragmas[-1]:
        connection.deserialize("main", image_of(heap))
        assert connection.execute(DUMP).fetchall() == rows


@pytest.mark.parametrize("pragmas", SHAPES)
def test_backup_over_another_database(pragmas, tmp_path) -> None:
    rows = make(tmp_path / "x.db", *pragmas)
    source = Store.open_file(str(tmp_path / "x.db"))
    for name in ("new.db", "old.db"):
        if name == "old.db":
            make(tmp_path / name, pragmas[0])
        target = Store.open_file(str(tmp_path / name))
        assert backup(source, target) is target
        target.close()
        assert read(tmp_path / name) == rows
    source.close()


def test_memory_to_file(tmp_path) -> None:
    memory = Store.open_memory()
    memory.begin(True)
    root = memory.create_table_tree()
    memory.table_cursor(1).insert(1, ("table", "t", "t", root, "CREATE TABLE t(a)"))
    cursor = memory.table_cursor(root)
    for rowid in range(1000):
        cursor.insert(rowid, (str(rowid),))
    memory.commit()
    (tmp_path / "m.db").write_bytes(image_of(memory))
    connection = apsw.Connection(str(tmp_path / "m.db"))
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("SELECT count(*), max(rowid) FROM t").fetchall() == [(1000, 999)]


def test_an_image_that_is_none_is_refused() -> None:
    with pytest.raises(SqlError, match="file is not a database"):
        open_image(b"x" * 4096).begin(False)
