"""The engine that dbwright grows: compiled, or from its Python source.

Which of the two it is was settled by DBWRIGHT_PURE before this module was imported.
"""

from harness.engines.disk_options import database_file, drop_file, parse_options, setup_script
from sqllogictest.engine import Engine, EngineError, Rows
from target_db.errors import SqlError
from target_db.session.session import Session


class TargetDbEngine(Engine):
    """A fresh database in memory, through the session that all its other doors lead to."""

    name = "target_db"

    def __init__(self, database: str = ":memory:") -> None:
        self.session = Session(database)

    def execute(self, sql: str) -> int | None:
        try:
            self.session.run_script(sql)
        except SqlError as error:
            raise _engine_error(error) from None
        return self.session.changes

    def query(self, sql: str) -> Rows:
        try:
            columns, rows, fault = self.session.query(sql)
        except SqlError as error:
            raise _engine_error(error) from None
        return Rows(columns, rows, None if fault is None else fault.message)

    def close(self) -> None:
        self.session.close()


class DiskEngine(TargetDbEngine):
    """A database in a file."""

    def __init__(self, options: dict[str, str]) -> None:
        self.options = options
        self.path = database_file(options)
        super().__init__(str(self.path))
        self.session.run_script(setup_script(options))

    def close(self) -> None:
        super().close()
        drop_file(self.options, self.path)


def _engine_error(error: SqlError) -> EngineError:
    return EngineError(error.message, str(error.code))


def make(argument: str) -> Engine:
    return DiskEngine(parse_options(argument)) if argument else TargetDbEngine()


def describe(argument: str) -> str:
    import target_db

    version = getattr(target_db, "__version__", "")
    return f"target_db {version} ({target_db.BUILD})".replace("  ", " ")
