"""`Cursor`: executes statements and hands out their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from target_db.dbapi.exceptions import ProgrammingError, from_sql_error
from target_db.dbapi.parameters import bind_parameters
from target_db.errors import SqlError
from target_db.session.statement import ProgramStatement, Statement
from target_db.sql import ast

if TYPE_CHECKING:
    from target_db.dbapi.connection import Connection

Parameters = Sequence[Any] | Mapping[str, Any]
Description = tuple[tuple[str, None, None, None, None, None, None], ...]


class Cursor:
    """A cursor of PEP 249, in `sqlite3`'s shape.

    description: seven-tuples with the column's name first, or None without a result.
    rowcount: rows changed by the last INSERT, UPDATE, DELETE or REPLACE; -1 otherwise.
    lastrowid: the rowid of the last row inserted.
    arraysize: how many rows `fetchmany` takes by default.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.row_factory = connection.row_factory
        self.description: Description | None = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1
        self._statement: Statement | None = None
        self._sql = ""
        self._next: tuple[object, ...] | None = None
        self._closed = False

    # Executing

    def execute(self, sql: str, parameters: Parameters = (), /) -> Cursor:
        """Execute one statement."""
        self._start(sql)
        statement = self._prepare(sql)
        if statement is None:
            return self
        try:
            bind_parameters(statement, parameters)
            self._begin_if_needed(statement)
            has_row = statement.step()
        except SqlError as error:
            raise from_sql_error(error) from error
        self._describe(statement)
        if is_change(statement):
            self.rowcount = self.connection.session.changes
            if isinstance(statement.node, ast.Insert):
                self.lastrowid = self.connection.session.last_insert_rowid
        if has_row:
            self._statement = statement
            self._next = statement.row
        else:
            self.connection.session.release(statement, sql)
        return self

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> Cursor:
        """Execute one INSERT, UPDATE, DELETE or REPLACE for each set of parameters."""
        self._start(sql)
        statement = self._prepare(sql)
        if statement is None:
            return self
        if not is_change(statement):
            raise ProgrammingError("executemany() can only execute DML statements.")
        changed = 0
        session = self.connection.session
        try:
            self._begin_if_needed(statement)
            for given in parameters:
                if not isinstance(given, (tuple, list)) or not statement.bind_row(given):
                    bind_parameters(statement, given)
                statement.run()
                changed += session.changes
        except SqlError as error:
            raise from_sql_error(error) from error
        self.rowcount = changed
        session.release(statement, sql)
        return self

    def executescript(self, sql: str, /) -> Cursor:
        """Execute every statement of `sql`, after committing an open transaction."""
        self._check()
        self._drop()
        try:
            if not self.connection.session.autocommit:
                self.connection.session.run_script("COMMIT")
            self.connection.session.run_script(sql)
        except SqlError as error:
            raise from_sql_error(error) from error
        return self

    def _start(self, sql: str) -> None:
        if not isinstance(sql, str):
            raise TypeError(f"execute() argument 1 must be str, not {type(sql).__name__}")
        self._check()
        self._drop()
        self.description = None
        self.rowcount = -1

    def _prepare(self, sql: str) -> Statement | None:
        session = self.connection.session
        self._sql = sql
        try:
            statement, end = session.acquire(sql)
            if statement is not None and end < len(sql):
                rest, _ = session.prepare(sql, end)
                if rest is not None:
                    raise ProgrammingError("You can only execute one statement at a time.")
        except SqlError as error:
            raise from_sql_error(error) from error
        return statement

    def _begin_if_needed(self, statement: Statement) -> None:
        connection = self.connection
        if connection.isolation_level is None or not connection.session.autocommit:
            return
        if is_change(statement):
            connection.session.run_script(f"BEGIN {connection.isolation_level}")

    def _describe(self, statement: Statement) -> None:
        if statement.column_count:
            self.description = tuple(
                [(name, None, None, None, None, None, None) for name in statement.column_names]
            )

    # Fetching

    def fetchone(self) -> Any:
        """The next row, or None at the end."""
        self._check()
        row = self._next
        if row is None:
            return None
        statement = self._statement
        assert statement is not None
        try:
            self._next = statement.row if statement.step() else None
        except SqlError as error:
            self._next = None
            self._statement = None
            raise from_sql_error(error) from error
        if self._next is None:
            self._statement = None
            self.connection.session.release(statement, self._sql)
        return row if self.row_factory is None else self.row_factory(self, row)

    def fetchmany(self, size: int | None = None) -> list[Any]:
        """The next `size` rows (`arraysize` by default), fewer at the end."""
        rows: list[Any] = []
        wanted = self.arraysize if size is None else size
        while len(rows) < wanted:
            row = self.fetchone()
            if row is None:
                break
            rows.append(row)
        return rows

    def fetchall(self) -> list[Any]:
        """All remaining rows."""
        self._check()
        if self._next is None:
            return []
        rows: list[tuple[object, ...]] = [self._next]
        statement = self._statement
        assert statement is not None
        self._next = None
        self._statement = None
        try:
            statement.fetch_all(rows)
        except SqlError as error:
            raise from_sql_error(error) from error
        self.connection.session.release(statement, self._sql)
        if self.row_factory is None:
            return rows
        return [self.row_factory(self, row) for row in rows]

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        row = self.fetchone()
        if row is None:
            raise StopIteration
        return row

    # The rest of PEP 249

    def setinputsizes(self, sizes: object, /) -> None:
        """Does nothing."""

    def setoutputsize(self, size: object, column: object = None, /) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Close the cursor; it cannot be used afterwards."""
        self._drop()
        self._closed = True

    def _drop(self) -> None:
        if self._statement is not None:
            self._statement.reset()
            self._statement = None
        self._next = None

    def _check(self) -> None:
        if self._closed:
            raise ProgrammingError("Cannot operate on a closed cursor.")
        self.connection._check()


def is_change(statement: Statement) -> bool:
    """Whether it is an INSERT, UPDATE, DELETE or REPLACE."""
    return isinstance(statement, ProgramStatement) and isinstance(
        statement.node, (ast.Insert, ast.Update, ast.Delete)
    )
