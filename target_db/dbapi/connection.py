"""`Connection`: one session, with PEP 249's transactions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any, Literal

from target_db.dbapi.cursor import Cursor, Parameters
from target_db.dbapi.exceptions import (
    DatabaseError,
    DataError,
    Error,
    IntegrityError,
    InterfaceError,
    InternalError,
    NotSupportedError,
    OperationalError,
    ProgrammingError,
    Warning,
    from_sql_error,
)
from target_db.errors import SqlError
from target_db.session.session import Session

ISOLATION_LEVELS = ("", "DEFERRED", "IMMEDIATE", "EXCLUSIVE")


class Connection:
    """A connection to a database, in `sqlite3`'s shape.

    isolation_level: None for autocommit, or how a transaction is begun before INSERT, UPDATE,
        DELETE and REPLACE: "" (or "DEFERRED"), "IMMEDIATE", "EXCLUSIVE".
    row_factory: called with a cursor and a tuple to make each row; None leaves the tuple.
    """

    DataError = DataError
    DatabaseError = DatabaseError
    Error = Error
    IntegrityError = IntegrityError
    InterfaceError = InterfaceError
    InternalError = InternalError
    NotSupportedError = NotSupportedError
    OperationalError = OperationalError
    ProgrammingError = ProgrammingError
    Warning = Warning

    def __init__(self, database: str, *, isolation_level: str | None = "") -> None:
        try:
            self.session = Session(database)
        except SqlError as error:
            raise from_sql_error(error) from error
        self.row_factory: Callable[[Cursor, tuple[Any, ...]], Any] | None = None
        self._isolation_level: str | None = None
        self._closed = False
        self.isolation_level = isolation_level

    @property
    def isolation_level(self) -> str | None:
        """How transactions are begun; see the class."""
        return self._isolation_level

    @isolation_level.setter
    def isolation_level(self, level: str | None) -> None:
        if level is None:
            if not self.session.autocommit:
                self.commit()
        elif level.upper() not in ISOLATION_LEVELS:
            raise ValueError(
                "isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or 'EXCLUSIVE'"
            )
        self._isolation_level = level

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        self._check()
        return not self.session.autocommit

    @property
    def total_changes(self) -> int:
        """Rows changed since the connection was opened."""
        self._check()
        return self.session.total_changes

    def cursor(self, factory: Callable[[Connection], Cursor] = Cursor) -> Cursor:
        """A new cursor."""
        self._check()
        return factory(self)

    def execute(self, sql: str, parameters: Parameters = (), /) -> Cursor:
        """Execute one statement with a new cursor, and return that."""
        return self.cursor().execute(sql, parameters)

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> Cursor:
        """Execute one statement for each set of parameters, with a new cursor."""
        return self.cursor().executemany(sql, parameters)

    def executescript(self, sql: str, /) -> Cursor:
        """Execute every statement of `sql`, with a new cursor."""
        return self.cursor().executescript(sql)

    def commit(self) -> None:
        """Commit the open transaction, if there is one."""
        self._check()
        self._end("COMMIT")

    def rollback(self) -> None:
        """Roll back the open transaction, if there is one."""
        self._check()
        self._end("ROLLBACK")

    def _end(self, command: str) -> None:
        if self.session.autocommit:
            return
        try:
            self.session.run_script(command)
        except SqlError as error:
            raise from_sql_error(error) from error

    def interrupt(self) -> None:
        """Stop the statement that runs, from another thread."""
        self._check()
        self.session.interrupt()

    def close(self) -> None:
        """Close the connection; an open transaction is rolled back."""
        if not self._closed:
            self.session.close()
            self._closed = True

    def _check(self) -> None:
        if self._closed:
            raise ProgrammingError("Cannot operate on a closed database.")

    def __enter__(self) -> Connection:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> Literal[False]:
        if error is None:
            self.commit()
        else:
            self.rollback()
        return False


def connect(database: str, *, isolation_level: str | None = "") -> Connection:
    """Open a database; only ":memory:" for now. Raises OperationalError."""
    return Connection(database, isolation_level=isolation_level)
