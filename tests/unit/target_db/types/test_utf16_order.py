"""In a database of UTF-16 the order of values is SQLite's, text and BLOBs side by side."""

from __future__ import annotations

import apsw
import pytest

from target_db.session.session import Session
from target_db.storage.copying import open_image

SCRIPT = """
CREATE TABLE t(a, b);
INSERT INTO t VALUES(1, 'x'), (2, x'00'), (3, NULL), (4, 5), (5, 'a'), (6, x'ff41'), (7, 'ж'),
    (8, '😀'), (9, 'ﬀ'), (10, 1e300), (11, ''), (12, x''), (13, 'xa');
"""
QUERIES = [
    "SELECT a FROM t ORDER BY b",
    "SELECT a FROM t ORDER BY b DESC, a",
    "SELECT a FROM t ORDER BY b COLLATE NOCASE, a",
    "SELECT a FROM t ORDER BY b LIMIT 4",
    "SELECT min(b), max(b) FROM t WHERE typeof(b) = 'text'",
    "SELECT DISTINCT b FROM t ORDER BY b",
    "SELECT b, count(*) FROM t GROUP BY b",
    "SELECT b FROM t UNION SELECT x'61'",
    "SELECT b FROM t EXCEPT SELECT 5 ORDER BY 1",
    "SELECT a, rank() OVER (ORDER BY b) FROM t ORDER BY 1",
    "SELECT a FROM t WHERE b > 'x' ORDER BY a",
    "SELECT x.a, y.a FROM t AS x JOIN t AS y ON x.b = y.b ORDER BY 1, 2",
]


@pytest.mark.parametrize("encoding", ["UTF-16le", "UTF-16be"])
def test_order(encoding: str) -> None:
    connection = apsw.Connection(":memory:")
    connection.execute(f"PRAGMA encoding = '{encoding}'").fetchall()
    connection.execute(SCRIPT).fetchall()
    session = Session(":memory:")
    session.replace_store(session.catalog.main, open_image(connection.serialize("main")))
    for sql in QUERIES:
        assert session.query(sql)[1] == connection.execute(sql).fetchall(), sql
