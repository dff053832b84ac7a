"""DuckDB in memory: a second real engine, with real differences from SQLite."""

import duckdb

from harness.engines.first_statement import first_statement
from sqllogictest.engine import Engine, EngineError, Rows


class DuckDbEngine(Engine):
    """A fresh in-memory database on one thread: the workers are what runs side by side."""

    name = "duckdb"

    def __init__(self) -> None:
        self.connection = duckdb.connect(":memory:", config={"threads": 1})

    def execute(self, sql: str) -> int | None:
        try:
            self.connection.execute(sql)
        except duckdb.Error as error:
            raise EngineError(str(error), type(error).__name__) from None
        return None

    def query(self, sql: str) -> Rows:
        try:
            result = self.connection.execute(first_statement(sql))
            columns = len(result.description or ())
            return Rows(columns, [tuple(map(_plain, row)) for row in result.fetchall()], None)
        except duckdb.Error as error:
            raise EngineError(str(error), type(error).__name__) from None

    def close(self) -> None:
        self.connection.close()


def _plain(value: object) -> object:
    """Booleans are 1 and 0 in the suite's rendering; HUGEINT and DECIMAL stay numbers."""
    if value is True or value is False:
        return int(value)
    if value is None or isinstance(value, (int, float, str, bytes)):
        return value
    return float(value) if hasattr(value, "as_tuple") else value  # type: ignore[arg-type]


def make(argument: str) -> Engine:
    return DuckDbEngine()


def describe(argument: str) -> str:
    return f"DuckDB {duckdb.__version__}"
