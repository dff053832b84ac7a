"""PRAGMA integrity_check and quick_check of files whose schema tells lies, beside SQLite's."""

import apsw
import pytest

from target_db.session.session import Session

TABLE = """
CREATE TABLE t(a INT NOT NULL CHECK (a < 100), b TEXT, c UNIQUE);
CREATE INDEX t_b ON t(b);
INSERT INTO t VALUES (1, 'x', 1), (2, 'y', 2), (3, 'x', 3);
CREATE TABLE w(a PRIMARY KEY, b, c) WITHOUT ROWID;
CREATE INDEX w_b ON w(b);
INSERT INTO w VALUES (1, 2, 3), (4, 5, 6);
CREATE TABLE n(a, b TEXT, c INT);
INSERT INTO n VALUES (NULL, 1, 'x'), (5, 2, 3);
"""
LIES = [
    ("t_b", None),
    ("t", "CREATE TABLE t(a INT NOT NULL CHECK (a < 2), b TEXT, c UNIQUE)"),
    ("t_b", "CREATE INDEX t_b ON t(c)"),
    ("t_b", "CREATE UNIQUE INDEX t_b ON t(b)"),
    ("n", "CREATE TABLE n(a NOT NULL, b INT, c INT)"),
    ("n", "CREATE TABLE n(a TEXT, b INT, c TEXT) STRICT"),
    ("w_b", "CREATE INDEX w_b ON w(c)"),
]
CALLS = ["integrity_check", "quick_check", "integrity_check(1)", "integrity_check(t)"]


@pytest.mark.parametrize(("name", "sql"), LIES)
def test_lies_are_found(name, sql, tmp_path) -> None:
    path = str(tmp_path / "x.db")
    connection = apsw.Connection(path)
    connection.execute(TABLE)
    connection.execute("PRAGMA writable_schema = 1")
    if sql is None:
        connection.execute("DELETE FROM sqlite_schema WHERE name = ?", (name,))
    else:
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, name))
    connection.close()
    connection = apsw.Connection(path)
    expected = [connection.execute(f"PRAGMA {call}").fetchall() for call in CALLS]
    connection.close()
    session = Session(path)
    assert [session.query(f"PRAGMA {call}")[1] for call in CALLS] == expected
    session.close()


def test_an_unknown_table_is_refused() -> None:
    session = Session(":memory:")
    _, rows, error = session.query("PRAGMA integrity_check(absent)")
    assert rows == []
    assert error is not None and error.message == "no such table: absent"


def test_pages_are_checked(tmp_path) -> None:
    path = tmp_path / "x.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA page_size = 512")
    connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(5000))")
    connection.close()
    data = bytearray(path.read_bytes())
    data[512 * 4 : 512 * 4 + 4] = (3).to_bytes(4, "big")  # an overflow page leads back
    path.write_bytes(data)
    session = Session(str(path))
    rows = session.query("PRAGMA integrity_check")[1]
    assert str(rows[0][0]).startswith("*** in database main ***\nTree 2: 2nd reference to page 3")
    session.close()


def test_the_last_page_may_be_cut(tmp_path) -> None:
    """SQLite takes what is missing of it for zeros."""
    path = tmp_path / "x.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA page_size = 512")
    connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(700))")
    connection.close()
    path.write_bytes(path.read_bytes()[:-100])
    session = Session(str(path))
    assert session.query("SELECT length(a) FROM t")[1] == [(700,)]
    session.run_script("BEGIN; UPDATE t SET a = zeroblob(600); ROLLBACK; UPDATE t SET a = 1;")
    session.close()
    connection = apsw.Connection(str(path))
    assert connection.execute("SELECT a FROM t").fetchall() == [(1,)]
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()
