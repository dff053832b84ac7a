"""Statements that change many rows at once leave what SQLite leaves: rows, indexes, errors."""

import random

import apsw
import pytest

from target_db.errors import SqlError
from target_db.session.session import Session

INDEXES = ("b", "b DESC, c", "c COLLATE NOCASE", "d, b", "b+1", "c) WHERE (d>3")
VALUES = ("NULL", "1", "2.5", "'7'", "'x'", "'X'", "x'41'", "12")


def both(session: Session, sqlite: apsw.Connection, sql: str) -> None:
    """Run a statement on both sides: same rows, or errors on both with the same text."""
    try:
        expected: object = list(sqlite.execute(sql))
    except apsw.Error as error:
        expected = str(error)
    try:
        _, rows, fault = session.query(sql)
        found: object = rows if fault is None else str(fault)
    except SqlError as error:
        found = str(error)
    assert found == expected, sql


@pytest.mark.parametrize("seed", range(12))
def test_many_rows_at_once(seed: int) -> None:
    chance = random.Random(seed)
    session = Session()
    sqlite = apsw.Connection(":memory:")

    def run(sql: str) -> None:
        both(session, sqlite, sql)

    run("CREATE TABLE source(a, b, c, d)")
    for i in range(chance.choice((5, 40, 200))):
        key = chance.choice(("NULL", str(i * 3)))
        row = ", ".join([key, *(chance.choice(VALUES) for _ in range(3))])
        run(f"INSERT INTO source VALUES({row})")
    not_null = chance.choice(("", "", " NOT NULL"))
    key = chance.choice(("INTEGER PRIMARY KEY", "INT"))
    run(f"CREATE TABLE t(a {key}, b INT{not_null}, c TEXT, d REAL)")
    for number, columns in enumerate(chance.sample(INDEXES, 3)):
        run(f"CREATE INDEX i{number} ON t({columns})")
    # With a unique index an UPDATE may fail or not by the order in which it visits the rows.
    change = "UPDATE t SET c=b||c, b=b+1 WHERE d>2"
    if chance.random() < 0.3:
        change = "UPDATE t SET c=b||c WHERE d>2"
        run("CREATE UNIQUE INDEX u ON t(b, c, d)")
    for _ in range(2):
        for sql in (
            "INSERT INTO t SELECT * FROM source",
            "SELECT last_insert_rowid(), changes(), total_changes()",
            "INSERT INTO t SELECT NULL, b, a, 4 FROM source WHERE a IS NOT NULL",
            "UPDATE t SET d=d+1",
            change,
            "DELETE FROM t WHERE b=2",
            "SELECT rowid, * FROM t ORDER BY rowid",
            "SELECT b, rowid FROM t ORDER BY b, rowid",
            "PRAGMA integrity_check",
        ):
            run(sql)
