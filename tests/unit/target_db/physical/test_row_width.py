"""Where an index is read instead of its table: as SQLite has it, for drawn tables."""

from __future__ import annotations

import random

import apsw
import pytest

from target_db.session.session import Session

TYPES = (
    "", "INT", "INTEGER", "REAL", "NUMERIC", "DATE", "TEXT", "TEXT(3)", "CLOB", "CHAR(1)",
    "VARCHAR(10)", "VARCHAR(80)", "VARCHAR(200)", "VARCHAR(4000)", "BLOB", "BLOB(20)",
    "BLOB(100)", "INT(200)", "FOO(50)",
)  # fmt: skip


def plans(schema: list[str], query: str) -> tuple[list[object], list[object]]:
    """Our EXPLAIN QUERY PLAN and SQLite's."""
    session = Session(":memory:")
    connection = apsw.Connection(":memory:")
    for sql in schema:
        session.run_script(sql)
        connection.execute(sql)
    explain = f"EXPLAIN QUERY PLAN {query}"
    ours = [row[3] for row in session.query(explain)[1]]
    return ours, [row[3] for row in connection.execute(explain)]


@pytest.mark.parametrize("seed", range(60))
def test_an_index_is_read_where_it_is_narrower(seed: int) -> None:
    rnd = random.Random(seed)
    count = rnd.randint(1, 5)
    columns = [f"c{i} {rnd.choice(TYPES)}" for i in range(count)]
    if rnd.random() < 0.3:
        columns.append("id INTEGER PRIMARY KEY")
    schema = [f"CREATE TABLE t({', '.join(columns)})"]
    for number in range(rnd.randint(1, 3)):
        key = [f"c{i}" for i in rnd.sample(range(count), rnd.randint(1, count))]
        schema.append(f"CREATE INDEX i{number} ON t({', '.join(key)})")
    shown = ", ".join(key)
    for query in (
        f"SELECT {shown} FROM t",
        f"SELECT {shown} FROM t WHERE +{key[0]} > 1",
        f"SELECT {shown} FROM t ORDER BY {key[0]}",
        "SELECT count(*) FROM t",
    ):
        ours, theirs = plans(schema, query)
        assert ours == theirs, (schema, query)
