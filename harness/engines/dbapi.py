"""Any Python database module with a PEP 249 interface: `dbapi:MODULE[:ARG]`.

`MODULE.connect(ARG)` (`:memory:` when ARG is left out) has to give a fresh, empty database.
A module that has `executescript` on its connection gets whole scripts; any other gets the
text as it is, one `execute` a record.
"""

import importlib
from typing import Any

from harness.engines.first_statement import first_statement
from sqllogictest.engine import Engine, EngineError, Rows


class DbApiEngine(Engine):
    """One connection of a PEP 249 module, in autocommit mode where it has one."""

    def __init__(self, module: str, target: str) -> None:
        self.name = f"dbapi:{module}"
        self.module = importlib.import_module(module)
        self.errors: type[Exception] = self.module.Error
        self.connection: Any = self.module.connect(target)
        if hasattr(self.connection, "isolation_level"):
            self.connection.isolation_level = None
        self.script = getattr(self.connection, "executescript", None)

    def execute(self, sql: str) -> int | None:
        try:
            if self.script is not None and first_statement(sql) != sql:
                self.script(sql)
                return None
            cursor = self.connection.cursor()
            cursor.execute(sql)
            if cursor.description is not None:
                cursor.fetchall()
            count = getattr(cursor, "rowcount", -1)
            return count if isinstance(count, int) and count >= 0 else None
        except self.errors as error:
            raise _engine_error(error) from None

    def query(self, sql: str) -> Rows:
        rows: list[Any] = []
        try:
            cursor = self.connection.cursor()
            cursor.execute(first_statement(sql))
        except self.errors as error:
            raise _engine_error(error) from None
        columns = len(cursor.description or ())
        try:
            while (row := cursor.fetchone()) is not None:
                rows.append(row)
        except self.errors as error:
            return Rows(columns, rows, str(error))
        return Rows(columns, rows, None)

    def close(self) -> None:
        self.connection.close()


def _engine_error(error: Exception) -> EngineError:
    code = getattr(error, "sqlite_errorname", None)
    return EngineError(str(error), code or type(error).__name__)


def split_argument(argument: str) -> tuple[str, str]:
    """`MODULE[:ARG]` as (module, what `connect` gets)."""
    module, colon, target = argument.partition(":")
    return module, target if colon else ":memory:"


def make(argument: str) -> Engine:
    return DbApiEngine(*split_argument(argument))


def describe(argument: str) -> str:
    module = importlib.import_module(split_argument(argument)[0])
    return f"{module.__name__} {getattr(module, '__version__', '')}".strip()
