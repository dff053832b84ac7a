"""Statements that read a table while they write it, in a file far larger than the page cache.

Pages leave the cache under scans, look-ups and triggers that stand on them; what SQLite answers
on the same data must come out.
"""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from target_db.session.session import Session

SCHEMA = """
CREATE TABLE t(id INTEGER PRIMARY KEY, k INT, v TEXT, n INT DEFAULT 0);
CREATE INDEX t_k ON t(k);
CREATE TABLE w(k INT, j INT, v TEXT, PRIMARY KEY(k, j)) WITHOUT ROWID;
CREATE TABLE log(id INTEGER PRIMARY KEY, what TEXT);
WITH RECURSIVE s(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM s WHERE i < 400)
INSERT INTO t(id, k, v) SELECT i, i * 7919 % 397, printf('%0*d', i * 13 % 90, i) FROM s;
INSERT INTO w SELECT k % 40, id, v FROM t;
"""
SCRIPTS = {
    "a look-up by rowid in the table that is updated": [
        "UPDATE t SET n = (SELECT o.n + length(o.v) FROM t AS o WHERE o.id = 401 - t.id)",
    ],
    "a look-up by an index in the table that is updated": [
        "UPDATE t SET n = coalesce((SELECT max(o.id) FROM t AS o WHERE o.k = t.id), -1)",
    ],
    "the index that is scanned changes": ["UPDATE t SET k = k + 200 WHERE k BETWEEN 30 AND 240"],
    "rows grow while they are scanned": ["UPDATE t SET v = v || v || v WHERE id % 3 = 0"],
    "rowids change": ["UPDATE t SET id = -id WHERE id % 2 = 0"],
    "a trigger writes other rows of the table": [
        "CREATE TRIGGER g AFTER UPDATE OF v ON t BEGIN "
        "UPDATE t SET n = n + 1 WHERE id = 1 + new.id * 37 % 400; END",
        "UPDATE t SET v = 'new ' || v WHERE id % 5 = 0",
    ],
    "a trigger reads what it wrote": [
        "CREATE TRIGGER g AFTER UPDATE OF v ON t BEGIN "
        "UPDATE t SET n = n + 1 WHERE id = 1 + new.id * 37 % 400; "
        "INSERT INTO log(what) SELECT n || ' ' || v FROM t WHERE id = 1 + new.id * 37 % 400; END",
        "UPDATE t SET v = 'new ' || v WHERE id % 5 = 0",
    ],
    "a trigger deletes in a table without rowid": [
        "CREATE TRIGGER g AFTER DELETE ON t BEGIN DELETE FROM w WHERE j = old.id + 1; END",
        "DELETE FROM t WHERE k % 4 = 1",
    ],
    "a table is copied into itself": [
        "INSERT INTO t(k, v) SELECT k + 1, v || 'copy' FROM t WHERE id % 2 = 1",
        "INSERT OR REPLACE INTO w SELECT k, j + 1, v || '!' FROM w WHERE j % 3 = 0",
    ],
    "entries of a table without rowid move": [
        "UPDATE w SET k = 40 - k WHERE j % 2 = 0",
        "UPDATE w SET v = (SELECT x.v FROM w AS x WHERE x.k = w.k AND x.j > w.j LIMIT 1)",
    ],
    "conflicts are resolved": [
        "INSERT INTO t(id, k, v) SELECT 401 - id, k, 'again' FROM t WHERE id % 3 = 1 "
        "ON CONFLICT(id) DO UPDATE SET n = t.n + excluded.k, v = t.v || excluded.v",
    ],
    "a statement fails and is undone": [
        "CREATE UNIQUE INDEX t_u ON t(id + 0)",
        "UPDATE t SET id = CASE WHEN id = 390 THEN 3 ELSE id END, v = v || 'lost' WHERE id > 9",
    ],
    "a savepoint goes back": [
        "SAVEPOINT s",
        "UPDATE t SET v = 'x' || v, k = -k",
        "DELETE FROM w WHERE j % 2 = 1",
        "ROLLBACK TO s",
        "UPDATE t SET n = k WHERE id % 2 = 1",
        "RELEASE s",
    ],
}
CHECKS = [
    "SELECT * FROM t ORDER BY id",
    "SELECT id FROM t ORDER BY k, id",
    "SELECT * FROM w ORDER BY k, j",
    "SELECT what FROM log ORDER BY id",
    "PRAGMA integrity_check",
]


@pytest.mark.parametrize("journal", ["delete", "wal"])
@pytest.mark.parametrize("name", SCRIPTS)
def test_same_as_sqlite(name: str, journal: str, tmp_path: Path) -> None:
    session = Session(str(tmp_path / "t.db"))
    connection = apsw.Connection(":memory:")
    for sql in ("PRAGMA page_size = 512", "PRAGMA cache_size = 10", "PRAGMA synchronous = 0"):
        session.query(sql)
    session.query(f"PRAGMA journal_mode = {journal}")
    session.run_script(SCHEMA)
    connection.execute(SCHEMA).fetchall()
    for sql in SCRIPTS[name]:
        error = session.query(sql)[2] is not None
        try:
            connection.execute(sql).fetchall()
        except apsw.ConstraintError:
            assert error, sql
        else:
            assert not error, sql
    for sql in CHECKS:
        assert session.query(sql)[1] == connection.execute(sql).fetchall(), sql
    assert len(session.catalog.main.store.pager.cache) <= 40  # the pages of a statement's paths
    session.close()
