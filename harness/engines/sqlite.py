"""SQLite through apsw: the reference that every other engine is measured against."""

import apsw

from harness.engines.disk_options import (
    database_file,
    drop_file,
    parse_options,
    setup_script,
)
from harness.engines.first_statement import first_statement
from sqllogictest.engine import Engine, EngineError, Rows


class SqliteEngine(Engine):
    """A fresh in-memory database.

    apsw's statement cache is off: the suite never repeats a text often enough to gain, and
    ratios between engines are to compare the preparing too.
    """

    name = "sqlite"

    def __init__(self, database: str = ":memory:") -> None:
        self.connection = apsw.Connection(database, statementcachesize=0)
        self.cursor = self.connection.cursor()
        self.queries = self.connection.cursor()
        self.queries.exec_trace = self._prepared
        self.columns = -1

    def _prepared(self, cursor: apsw.Cursor, sql: str, bindings: object) -> bool:
        """apsw calls this between preparing and stepping, where the columns are known."""
        self.columns = len(cursor.get_description())
        return True

    def execute(self, sql: str) -> int | None:
        try:
            for _ in self.cursor.execute(sql):
                pass
        except apsw.Error as error:
            raise _engine_error(error) from None
        return self.connection.changes()

    def query(self, sql: str) -> Rows:
        self.columns = -1
        rows: list[tuple[object, ...]] = []
        try:
            # extend keeps what it took before a fault, which is what the rules count.
            rows.extend(self.queries.execute(first_statement(sql) if ";" in sql else sql))
        except apsw.Error as error:
            if self.columns < 0:
                raise _engine_error(error) from None
            return Rows(self.columns, rows, str(error))
        return Rows(max(self.columns, 0), rows, None)

    def close(self) -> None:
        self.connection.close()


class DiskEngine(SqliteEngine):
    """A database in a file."""

    def __init__(self, options: dict[str, str]) -> None:
        self.options = options
        self.path = database_file(options)
        super().__init__(str(self.path))
        self.execute(setup_script(options))

    def close(self) -> None:
        super().close()
        drop_file(self.options, self.path)


def _engine_error(error: apsw.Error) -> EngineError:
    return EngineError(str(error), type(error).__name__)


def make(argument: str) -> Engine:
    return DiskEngine(parse_options(argument)) if argument else SqliteEngine()


def describe(argument: str) -> str:
    return f"SQLite {apsw.sqlite_lib_version()} (apsw {apsw.apsw_version()})"
