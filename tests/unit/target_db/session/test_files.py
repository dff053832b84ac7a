"""Statements about a database's file, beside SQLite: VACUUM, PRAGMAs, several files at once."""

from pathlib import Path

import apsw
import pytest

from target_db.errors import SqlError
from target_db.session.session import Session


class Files:
    """Runs the same SQL on a file of target_db's and one of SQLite's; `{}` is the folder."""

    def __init__(self, folder: Path) -> None:
        self.ours = folder / "ours"
        self.theirs = folder / "theirs"
        self.ours.mkdir()
        self.theirs.mkdir()
        self.open()

    def open(self) -> None:
        self.session = Session(str(self.ours / "main.db"), uri=True)
        self.sqlite = apsw.Connection(
            str(self.theirs / "main.db"),
            flags=apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI,
        )

    def swap(self) -> None:
        """Go on with each other's files."""
        self.session.close()
        self.sqlite.close()
        self.ours, self.theirs = self.theirs, self.ours
        self.open()

    def run_here(self, sql: str) -> object:
        try:
            _, rows, error = self.session.query(sql.format(self.ours))
            if error is None:
                return rows
            raise error
        except SqlError as error:
            return (error.message.replace(str(self.ours), "."), error.code)

    def run_sqlite(self, sql: str) -> object:
        try:
            rows = self.sqlite.execute(sql.format(self.theirs)).fetchall()
            return [row for row in rows if row]
        except apsw.Error as error:
            return (str(error).replace(str(self.theirs), "."), error.extendedresult)

    def check(self, script: str) -> None:
        """Run the statements of `script`, one a line, on both, and compare what they give."""
        for sql in script.strip().split("\n"):
            here = self.run_here(sql)
            assert here == self.run_sqlite(sql), sql

    def close(self) -> None:
        """Close both; every file that they made has the same content in the end."""
        self.session.close()
        self.sqlite.close()
        names = sorted(path.name for path in self.theirs.iterdir())
        assert sorted(path.name for path in self.ours.iterdir()) == names
        for name in names:
            assert content(self.ours / name) == content(self.theirs / name), name


def content(path: Path) -> list:
    """The rows of every table with their rowids, and the settings in the header, by SQLite."""
    connection = apsw.Connection(str(path))
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    found = []
    for pragma in ("page_size", "auto_vacuum", "encoding", "user_version", "journal_mode"):
        found += connection.execute(f"PRAGMA {pragma}").fetchall()
    tables = connection.execute(
        "SELECT name, wr FROM pragma_table_list WHERE type = 'table' AND schema = 'main'"
    ).fetchall()
    for name, without in sorted(tables):
        columns = "*" if without else "rowid, *"
        hidden = "name, tbl_name, sql" if name == "sqlite_schema" else columns
        rows = connection.execute(f'SELECT {hidden} FROM "{name}"').fetchall()
        found.append((name, sorted(rows, key=repr)))
    connection.close()
    return found


@pytest.fixture
def files(tmp_path):
    pair = Files(tmp_path)
    yield pair
    pair.close()


TABLES = """
CREATE TABLE t(a, b)
CREATE TABLE k(a INTEGER PRIMARY KEY, b)
CREATE TABLE i(a, b)
CREATE INDEX i_b ON i(b)
CREATE TABLE w(a, b, PRIMARY KEY(b DESC)) WITHOUT ROWID
INSERT INTO t VALUES (1, 'x'), (2, zeroblob(9000)), (3, 'z')
INSERT INTO k SELECT a * 10, b FROM t
INSERT INTO i SELECT a * 10, b FROM t
INSERT INTO w SELECT a, b FROM t
DELETE FROM t WHERE a = 1
DELETE FROM i WHERE a = 10
DELETE FROM w WHERE a = 2
PRAGMA user_version = 9
"""


def test_vacuum(files) -> None:
    files.check(TABLES)
    files.check("""
VACUUM
SELECT rowid, a FROM t
SELECT rowid, a FROM k
SELECT rowid, a FROM i ORDER BY a
SELECT a FROM w ORDER BY b
PRAGMA freelist_count
PRAGMA user_version
INSERT INTO t VALUES (7, 8)
VACUUM main
VACUUM temp
VACUUM nothing
PRAGMA integrity_check
""")


def test_vacuum_changes_the_layout(files) -> None:
    files.check(TABLES)
    files.check("""
PRAGMA page_size = 512
PRAGMA page_size
PRAGMA auto_vacuum = 1
PRAGMA auto_vacuum
VACUUM
PRAGMA page_size
PRAGMA auto_vacuum
PRAGMA auto_vacuum = incremental
PRAGMA auto_vacuum
DELETE FROM k
PRAGMA incremental_vacuum(2)
PRAGMA auto_vacuum = 0
VACUUM
PRAGMA auto_vacuum
PRAGMA journal_mode = wal
PRAGMA page_size = 4096
VACUUM
PRAGMA page_size
SELECT a FROM t
""")


def test_vacuum_is_refused(files) -> None:
    files.check(TABLES)
    files.check("""
BEGIN
VACUUM
VACUUM INTO '{}/no.db'
ROLLBACK
SAVEPOINT s
VACUUM
RELEASE s
PRAGMA query_only = 1
VACUUM
PRAGMA query_only = 0
""")
    statement, _ = files.session.prepare("SELECT a FROM t")
    assert statement is not None and statement.step()
    assert files.run_here("VACUUM") == ("cannot VACUUM - SQL statements in progress", 1)
    statement.reset()
    files.check("VACUUM")


def test_vacuum_into(files) -> None:
    files.check(TABLES)
    files.check("""
VACUUM INTO '{}/copy.db'
VACUUM INTO '{}/copy.db'
VACUUM main INTO 'file:{}/other.db'
VACUUM INTO 3
VACUUM INTO NULL
VACUUM INTO '{}/no/folder.db'
VACUUM INTO ':memory:'
PRAGMA page_size = 1024
PRAGMA auto_vacuum = 2
VACUUM INTO '{}/small.db'
ATTACH '{}/copy.db' AS copy
SELECT rowid, a FROM copy.t
DELETE FROM copy.k
VACUUM copy
SELECT rowid, a FROM copy.i
DETACH copy
""")


def test_vacuum_in_memory() -> None:
    session = Session(":memory:")
    session.run_script("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3);")
    session.run_script("DELETE FROM t WHERE a = 1; VACUUM;")
    assert session.query("SELECT rowid, a FROM t")[1] == [(1, 2), (2, 3)]
    session.run_script("BEGIN; INSERT INTO t VALUES (4); ROLLBACK; INSERT INTO t VALUES (5);")
    assert session.query("SELECT rowid, a FROM t")[1] == [(1, 2), (2, 3), (3, 5)]


def test_pragmas(files) -> None:
    files.check("""
PRAGMA page_size = 1024
PRAGMA encoding = 'UTF-16be'
PRAGMA encoding
PRAGMA auto_vacuum = full
CREATE TABLE t(a)
PRAGMA encoding = 'nothing'
PRAGMA encoding
PRAGMA page_count
PRAGMA cache_size
PRAGMA cache_size = 50
PRAGMA cache_size
PRAGMA journal_mode
PRAGMA journal_mode = persist
PRAGMA journal_mode = nothing
PRAGMA max_page_count = 6
INSERT INTO t VALUES (zeroblob(2000))
INSERT INTO t VALUES (zeroblob(9000))
PRAGMA max_page_count
PRAGMA max_page_count = 1
SELECT length(a) FROM t
PRAGMA max_page_count = 100
INSERT INTO t VALUES (zeroblob(9000))
DELETE FROM t
PRAGMA freelist_count
PRAGMA journal_mode = wal
PRAGMA wal_autocheckpoint
PRAGMA wal_autocheckpoint = 7
PRAGMA wal_checkpoint
PRAGMA wal_checkpoint(truncate)
PRAGMA journal_mode = delete
PRAGMA user_version = -7
PRAGMA user_version
PRAGMA synchronous
PRAGMA synchronous = 0
PRAGMA synchronous
""")


def test_a_commit_of_two_files_is_one(files) -> None:
    """A reader of the second file stops the commit of both."""
    files.check("""
CREATE TABLE t(a)
ATTACH '{}/two.db' AS two
CREATE TABLE two.u(a)
""")
    other = Session(str(files.ours / "two.db"))
    other.run_script("BEGIN; SELECT * FROM u;")
    files.session.run_script("BEGIN; INSERT INTO t VALUES (1); INSERT INTO u VALUES (1);")
    assert files.run_here("COMMIT") == ("database is locked", 5)
    other.close()
    assert files.run_here("COMMIT") == []
    files.sqlite.execute("INSERT INTO t VALUES (1); INSERT INTO u VALUES (1)")


@pytest.mark.parametrize("encoding", ["UTF-8", "UTF-16le", "UTF-16be"])
def test_text_is_ordered_by_its_bytes(files, encoding) -> None:
    files.check(f"""
PRAGMA encoding = '{encoding}'
CREATE TABLE t(a, b, n COLLATE nocase)
INSERT INTO t VALUES ('a', 1, 'É'), ('Ā', 2, 'ā'), ('é', 3, 'B'), ('😀', 4, 'b'), ('＀', 5, 'Ā')
SELECT a FROM t ORDER BY a
SELECT n FROM t ORDER BY n, b
SELECT min(a), max(a) FROM t
SELECT a FROM t WHERE a > 'é' ORDER BY b
CREATE INDEX t_a ON t(a, b)
SELECT a FROM t ORDER BY a DESC
SELECT a FROM t WHERE a > 'é' ORDER BY b
SELECT a FROM t WHERE a BETWEEN 'Ā' AND '＀' ORDER BY b
SELECT x.a, y.a FROM t x JOIN t y ON x.a < y.a ORDER BY x.b, y.b
SELECT b FROM t WHERE a IN ('Ā', 'é', 'zz') ORDER BY b
SELECT count(*), a FROM t GROUP BY a
SELECT a, rank() OVER (ORDER BY a) FROM t ORDER BY b
SELECT a FROM t UNION SELECT n FROM t ORDER BY 1
CREATE TABLE w(a PRIMARY KEY, b) WITHOUT ROWID
INSERT INTO w SELECT a, b FROM t
INSERT INTO w VALUES ('Ā', 9)
SELECT * FROM w
PRAGMA integrity_check
""")


def test_attached_databases_have_one_encoding(files) -> None:
    files.check("""
PRAGMA encoding = 'UTF-16le'
CREATE TABLE t(a)
VACUUM INTO '{}/same.db'
ATTACH '{}/same.db' AS same
ATTACH '{}/new.db' AS new
CREATE TABLE new.u(a)
INSERT INTO new.u VALUES ('é')
SELECT a FROM new.u
PRAGMA new.encoding
DETACH new
""")


def test_virtual_columns(files) -> None:
    files.check("""
CREATE TABLE t(a, v AS (a * 2), b, s AS (a + b) STORED, c REAL DEFAULT 7)
CREATE INDEX t_v ON t(v)
CREATE TABLE p(a, v AS (a || 'x'), k INTEGER PRIMARY KEY, x AS (v || k))
CREATE TABLE w(a, v AS (a || 'x') UNIQUE, k PRIMARY KEY, b REAL) WITHOUT ROWID
INSERT INTO t(a, b) VALUES (1, 2), (3, 4)
INSERT INTO p(a) VALUES ('p'), ('q')
INSERT INTO w(a, k, b) VALUES (1, 2, 3), (4, 5, 6)
""")
    files.swap()
    files.check("""
SELECT * FROM t
SELECT * FROM p
SELECT * FROM w
SELECT a FROM t WHERE v = 6
SELECT b FROM w WHERE v = '4x'
UPDATE t SET a = 100 WHERE v = 6
UPDATE p SET a = 'r' WHERE x = 'qx2'
UPDATE w SET a = 'r' WHERE k = 5
INSERT INTO w(a, k) VALUES ('r', 9)
ALTER TABLE t ADD COLUMN late AS (c + 1)
ALTER TABLE p ADD COLUMN d DEFAULT 'late'
ALTER TABLE w ADD COLUMN d REAL DEFAULT 5
SELECT * FROM t
SELECT * FROM p
SELECT * FROM w
PRAGMA integrity_check
""")
    files.swap()
    files.check("""
SELECT * FROM t
SELECT * FROM p
SELECT * FROM w
VACUUM
SELECT *, rowid FROM t
SELECT * FROM w
VACUUM INTO '{}/copy.db'
PRAGMA integrity_check
SELECT * FROM w
""")


def test_a_copy_of_virtual_columns_in_memory(tmp_path) -> None:
    session = Session(":memory:")
    session.run_script(
        "CREATE TABLE t(a INTEGER PRIMARY KEY, v AS (a * 2), b); INSERT INTO t(b) VALUES (7), (8);"
        "CREATE TABLE w(v AS (k || 1), k PRIMARY KEY, b) WITHOUT ROWID;"
        "INSERT INTO w(k) VALUES (2);"
        f"VACUUM INTO '{tmp_path}/copy.db'"
    )
    connection = apsw.Connection(str(tmp_path / "copy.db"))
    assert connection.execute("SELECT * FROM t").fetchall() == [(1, 2, 7), (2, 4, 8)]
    assert connection.execute("SELECT * FROM w").fetchall() == [("21", 2, None)]
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_columns_come_and_go(files) -> None:
    files.check("""
CREATE TABLE t(a, b, k INTEGER PRIMARY KEY, c)
CREATE TABLE w(a, b, k PRIMARY KEY) WITHOUT ROWID
INSERT INTO t VALUES (1, 2, 3, 4), (5, 6, 7, 8)
INSERT INTO w VALUES (1, 2, 3), (5, 6, 7)
""")
    files.swap()
    files.check("""
ALTER TABLE t ADD COLUMN d DEFAULT 9
ALTER TABLE w ADD COLUMN d DEFAULT 9
SELECT * FROM t
ALTER TABLE t DROP COLUMN a
ALTER TABLE w DROP COLUMN a
SELECT * FROM t
SELECT * FROM w
INSERT INTO t(b) VALUES (1)
PRAGMA integrity_check
""")
    files.swap()
    files.check("""
ALTER TABLE t DROP COLUMN b
SELECT * FROM t
SELECT * FROM w
PRAGMA integrity_check
""")
