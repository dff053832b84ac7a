"""Conditions that NULL makes useless: no scan, and the same rows and errors as in SQLite."""

import apsw
import pytest

from target_db.errors import SqlError
from target_db.session.session import Session

SETUP = """
CREATE TABLE t(a INTEGER, b FLOAT, c TEXT);
INSERT INTO t VALUES(1, 2.5, 'x'), (NULL, 0.0, NULL), (3, NULL, '7');
CREATE INDEX i ON t(a);
"""

CONDITIONS = [
    "a > NULL",
    "NULL = b",
    "NOT a <> NULL",
    "NOT (a = NULL)",
    "a IS NULL",
    "a IS NOT NULL",
    "NOT a IS NULL",
    "a + NULL < b",
    "- (a * NULL) = 4",
    "CAST(NULL AS INTEGER) * b >= a",
    "a BETWEEN NULL AND 5",
    "a NOT BETWEEN NULL AND 2",
    "a NOT BETWEEN 2 AND NULL",
    "NOT a BETWEEN NULL AND 2",
    "NOT a NOT BETWEEN NULL AND 2",
    "b = a AND c < NULL",
    "a = NULL OR b = 2.5",
    "NOT (a = NULL AND b = 2.5)",
    "(a = NULL) IS NULL",
    "a IS (b > NULL)",
    "a IN (NULL, 1)",
    "a NOT IN (NULL)",
    "c || NULL = 'x'",
    "CASE WHEN a = NULL THEN 0 ELSE 1 END",
    "coalesce(a = NULL, 1)",
]

SELECTS = [
    "SELECT * FROM t WHERE {}",
    "SELECT count(*), max(a), sum(b) FROM t WHERE {}",
    "SELECT a, count(*) FROM t WHERE {} GROUP BY a",
    "SELECT x.d, t.a FROM (SELECT 1 AS d) AS x LEFT JOIN t ON {}",
    "SELECT (SELECT count(*) FROM t WHERE {}) FROM t",
]


@pytest.fixture
def session() -> Session:
    session = Session()
    session.run_script(SETUP)
    return session


@pytest.mark.parametrize("condition", CONDITIONS)
def test_rows_are_those_of_sqlite(session: Session, condition: str) -> None:
    connection = apsw.Connection(":memory:")
    list(connection.execute(SETUP))
    for select in SELECTS:
        sql = select.format(condition)
        assert session.query(sql)[1] == list(connection.execute(sql)), sql


def test_an_error_in_an_earlier_condition_is_seen(session: Session) -> None:
    _, _, fault = session.query("SELECT * FROM t WHERE abs(-9223372036854775807 - a) AND b > NULL")
    assert isinstance(fault, SqlError)
    assert fault.message == "integer overflow"


def test_writes_change_nothing(session: Session) -> None:
    session.run_script("DELETE FROM t WHERE a > NULL")
    assert session.changes == 0
    session.run_script("UPDATE t SET a = 5 WHERE NOT b = NULL")
    assert session.changes == 0
