"""Both engines on the same one-row table: what an expression gives here and in SQLite."""

from collections.abc import Callable

import apsw
import pytest

from target_db.errors import SqlError
from target_db.session.session import Session

SCHEMA = """
    CREATE TABLE t(a INT, b TEXT, c REAL, d BLOB, e, f TEXT COLLATE NOCASE, g NUMERIC);
    CREATE TABLE u(p INTEGER PRIMARY KEY, q);
    INSERT INTO u VALUES (1, 2), (2, 3);
"""
ROW = (5, "5", 5.0, b"5", "5", "abc", 5)

Outcome = object  # rows with the types of their values, or the text of an error
Pair = tuple[Outcome, Outcome]


class Beside:
    """Our engine and SQLite, with the same tables."""

    def __init__(self) -> None:
        self.ours = Session()
        self.sqlite = apsw.Connection(":memory:")
        self.ours.run_script(SCHEMA)
        self.sqlite.execute(SCHEMA)
        self.row: tuple[object, ...] | None = None
        self.set_row(ROW)

    def set_row(self, row: tuple[object, ...]) -> None:
        """Make `row` the only one of table t."""
        if row == self.row and [type(v) for v in row] == [type(v) for v in self.row]:
            return
        self.row = row
        literals = ", ".join(literal(value) for value in row)
        for sql in ("DELETE FROM t", f"INSERT INTO t VALUES ({literals})"):
            self.ours.run_script(sql)
            self.sqlite.execute(sql)

    def run(self, sql: str) -> Pair:
        """What `sql` gives in our engine, and in SQLite."""
        return self.run_ours(sql), self.run_sqlite(sql)

    def run_ours(self, sql: str) -> Outcome:
        try:
            rows, fault = self.ours.query(sql)[1:]
        except SqlError as error:
            return str(error)
        return str(fault) if fault is not None else typed(rows)

    def run_sqlite(self, sql: str) -> Outcome:
        try:
            return typed(self.sqlite.execute(sql).fetchall())
        except apsw.Error as error:
            return str(error)


def typed(rows: list[tuple[object, ...]]) -> list[list[tuple[str, object]]]:
    """Rows with the name of each value's type, so that 1 and 1.0 differ."""
    return [[(type(value).__name__, value) for value in row] for row in rows]


def literal(value: object) -> str:
    """A value as SQL."""
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    return repr(value)


@pytest.fixture(scope="session")
def engines() -> Beside:
    return Beside()


@pytest.fixture
def beside(engines: Beside) -> Callable[[str], Pair]:
    """Run a query in both engines; table t holds ROW."""
    engines.set_row(ROW)
    return engines.run
