"""Engines for these tests: SQLite through apsw, and one that answers from a script."""

import apsw

from sqllogictest.engine import Engine, EngineError, Rows


class Sqlite(Engine):
    """SQLite in memory: the reference."""

    name = "sqlite"

    def __init__(self, connection: apsw.Connection | None = None) -> None:
        self.connection = connection or apsw.Connection(":memory:")
        self.columns = -1

    def execute(self, sql: str) -> int | None:
        try:
            self.connection.execute(sql).fetchall()
        except apsw.Error as error:
            raise EngineError(str(error), type(error).__name__) from None
        return self.connection.changes()

    def query(self, sql: str) -> Rows:
        self.columns = -1
        cursor = self.connection.cursor()
        cursor.exec_trace = self._first_only
        rows: list[tuple[object, ...]] = []
        try:
            rows.extend(cursor.execute(sql))
        except apsw.ExecTraceAbort:
            pass
        except apsw.Error as error:
            if self.columns < 0:
                raise EngineError(str(error), type(error).__name__) from None
            return Rows(self.columns, rows, str(error))
        return Rows(self.columns, rows)

    def _first_only(self, cursor: apsw.Cursor, sql: str, bindings: object) -> bool:
        if self.columns >= 0:
            return False
        self.columns = len(cursor.get_description())
        return True

    def connect(self, name: str) -> Engine:
        return Sqlite(self.connection)


class Scripted(Engine):
    """Gives each query the next answer of a list; an exception among them is raised."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.seen: list[str] = []
        self.closed = False

    def _next(self, sql: str) -> object:
        self.seen.append(sql)
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def execute(self, sql: str) -> int | None:
        return self._next(sql)  # type: ignore[return-value]

    def query(self, sql: str) -> Rows:
        return self._next(sql)  # type: ignore[return-value]

    def close(self) -> None:
        self.closed = True
