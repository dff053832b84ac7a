"""`Cursor`: executes statements and hands out their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, cast

from target_db.dbapi.exceptions import InterfaceError, ProgrammingError, from_sql_error
from target_db.dbapi.parameters import base_types_adapted, bind_parameters
from target_db.dbapi.results import RowReader, column_label
from target_db.errors import SqlError
from target_db.session.statement import Statement
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

    _is_ready = False
    _is_closed = False
    _is_locked = False
    _statement: Statement | None = None

    def __init__(self, connection: Connection, /) -> None:
        if not hasattr(connection, "_live_session"):
            raise TypeError(
                f"Cursor() argument 1 must be sqlite3.Connection, not {type(connection).__name__}"
            )
        self._check_lock()
        self.connection = connection
        self.row_factory = None
        self.arraysize = 1
        self.description: Description | None = None
        self.lastrowid: int | None = None
        self._rowcount = -1
        self._drop()
        self._sql = ""
        self._next: tuple[object, ...] | None = None
        self._changes = -1
        self._reader: RowReader | None = None
        self._is_closed = False
        connection._live_session()
        self._is_ready = True

    row_factory: Any

    @property
    def rowcount(self) -> int:
        """Rows changed by the last INSERT, UPDATE, DELETE or REPLACE; -1 otherwise."""
        return self._rowcount

    # Executing

    def execute(self, sql: str, parameters: Parameters = (), /) -> Self:
        """Execute one statement."""
        self._check()
        self._is_locked = True
        try:
            self._execute(sql, parameters)
        except SqlError as error:
            self._drop()
            raise from_sql_error(error) from None
        except BaseException:
            self._drop()
            raise
        finally:
            self._is_locked = False
        return self

    def _execute(self, sql: str, parameters: Parameters) -> None:
        connection = self.connection
        statement = self._start(sql)
        if statement is None:
            return
        bind_parameters(statement, parameters, connection._limits[0])
        changes = is_change(statement)
        self._begin_if_needed(changes)
        connection._report_start(statement, sql)
        has_row = statement.step()
        self._describe(statement)
        session = statement.session
        self._changes = session.changes if changes else -1
        self.lastrowid = session.last_insert_rowid
        self._statement = statement
        if has_row:
            self._next = statement.row
            self._reader = connection._row_reader(statement)
        else:
            self._finish()

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> Self:
        """Execute one INSERT, UPDATE, DELETE or REPLACE for each set of parameters."""
        self._check()
        self._is_locked = True
        try:
            self._execute_many(sql, parameters)
        except SqlError as error:
            self._drop()
            raise from_sql_error(error) from None
        except BaseException:
            self._drop()
            raise
        finally:
            self._is_locked = False
        return self

    def _execute_many(self, sql: str, parameters: Iterable[Parameters]) -> None:
        connection = self.connection
        rows = iter(parameters)
        statement = self._start(sql)
        if statement is None:
            return
        if not is_change(statement):
            raise ProgrammingError("executemany() can only execute DML statements.")
        self._begin_if_needed(True)
        session = statement.session
        limit = connection._limits[0]
        is_plain = limit == connection._LIMITS[0] and not base_types_adapted()
        self._rowcount = 0
        for given in rows:
            # Text beyond ASCII may hold what is no text; bytes are offered to the adapters.
            quick = is_plain and isinstance(given, (tuple, list)) and is_simple(given)
            if not (quick and statement.bind_row(cast(Sequence[Any], given))):
                bind_parameters(statement, given, limit)
            connection._report_start(statement, sql)
            statement.run()
            self._rowcount += session.changes
        self._statement = statement
        self._changes = self._rowcount
        self._finish()

    def executescript(self, sql_script: str, /) -> Self:
        """Execute every statement of `sql_script`, after committing an open transaction."""
        self._check()
        connection = self.connection
        connection._check_sql(sql_script, "executescript")
        self._drop()
        session = connection._live_session()
        self._is_locked = True
        try:
            if connection._autocommit == -1 and not session.autocommit:
                connection._run_command("COMMIT")
            offset = 0
            while offset < len(sql_script):
                start = offset
                statement, offset = session.prepare(sql_script, offset)
                if statement is not None:
                    connection._report_start(statement, sql_script[start:offset])
                    statement.run()
        except SqlError as error:
            raise from_sql_error(error) from None
        finally:
            self._is_locked = False
        return self

    def _start(self, sql: str) -> Statement | None:
        """Forget the last statement, and compile the next; None for an empty one."""
        self._drop()
        self.description = None
        self._rowcount = -1
        self._sql = sql
        return self.connection._acquire(sql)

    def _begin_if_needed(self, changes: bool) -> None:
        """Begin a transaction before a change, as `isolation_level` says."""
        connection = self.connection
        level = connection._isolation_level
        if changes and level is not None and connection._autocommit == -1:
            session = connection._live_session()
            if session.autocommit:
                connection._run_command(f"BEGIN {level}")

    def _describe(self, statement: Statement) -> None:
        if statement.column_count:
            cut = self.connection._cuts_names
            self.description = tuple(
                (column_label(name) if cut else name, None, None, None, None, None, None)
                for name in statement.column_names
            )

    def _finish(self) -> None:
        """The statement has ended: count what it changed, and give it back to the cache."""
        statement = self._statement
        self._statement = None
        self._next = None
        if statement is not None:
            if self._changes >= 0:
                self._rowcount = self._changes
            self.connection._release(statement, self._sql)

    # Fetching

    def fetchone(self) -> Any:
        """The next row, or None at the end."""
        self._check()
        row = self._next
        if row is None:
            return None
        self._is_locked = True
        try:
            made = self._make(row)
            statement = self._statement
            assert statement is not None
            if statement.step():
                self._next = statement.row
            else:
                self._finish()
        except SqlError as error:
            self._drop()
            raise from_sql_error(error) from None
        finally:
            self._is_locked = False
        return made

    def _make(self, row: tuple[object, ...]) -> Any:
        reader = self._reader
        assert reader is not None
        converted = reader.read(row)
        return converted if self.row_factory is None else self.row_factory(self, converted)

    def fetchmany(self, size: int | None = None) -> list[Any]:
        """The next `size` rows (`arraysize` by default), fewer at the end."""
        wanted = self.arraysize if size is None else size
        rows: list[Any] = []
        while wanted <= 0 or len(rows) < wanted:
            row = self._advance()
            if row is None:
                break
            rows.append(row[0])
        return rows

    def fetchall(self) -> list[Any]:
        """All remaining rows."""
        self._check()
        if self._next is None:
            return []
        rows: list[tuple[object, ...]] = [self._next]
        statement = self._statement
        assert statement is not None
        self._is_locked = True
        try:
            statement.fetch_all(rows)
            reader = self._reader
            assert reader is not None
            found = reader.read_all(rows)
            factory = self.row_factory
            made = found if factory is None else [factory(self, row) for row in found]
            self._finish()
        except SqlError as error:
            raise from_sql_error(error) from None
        finally:
            self._is_locked = False
            if self._statement is not None:
                self._drop()
        return made

    def _advance(self) -> tuple[Any] | None:
        """The next row in a tuple of its own, since a row factory may make it None."""
        if self._next is None:
            self._check()
            return None
        return (self.fetchone(),)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        row = self._advance()
        if row is None:
            raise StopIteration
        return row[0]

    # The rest of PEP 249

    def setinputsizes(self, sizes: object, /) -> None:
        """Does nothing."""

    def setoutputsize(self, size: object, column: object = None, /) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Close the cursor; it cannot be used afterwards."""
        self._check_lock()
        if not self._is_ready:
            raise ProgrammingError("Base Cursor.__init__ not called.")
        self.connection._check_thread()
        self.connection._live_session()
        self._drop()
        self._is_closed = True

    def _drop(self) -> None:
        """Stop the statement that runs, if any."""
        statement = self._statement
        self._next = None
        if statement is not None:
            self._statement = None
            statement.reset()

    def __del__(self) -> None:
        if self._statement is not None:
            self._drop()

    def _check_lock(self) -> None:
        if self._is_locked:
            raise ProgrammingError("Recursive use of cursors not allowed.")

    def _check(self) -> None:
        """Raise ProgrammingError where the cursor cannot be used now."""
        if not self._is_ready:
            raise ProgrammingError("Base Cursor.__init__ not called.")
        if self._is_closed:
            raise ProgrammingError("Cannot operate on a closed cursor.")
        self._check_lock()
        self.connection._check_thread()
        self.connection._live_session()


def is_simple(given: Sequence[Any]) -> bool:
    """Whether values can be bound as they are: no adapter, no encoding can matter."""
    for value in given:
        kind = type(value)
        if kind is str:
            if not value.isascii():
                return False
        elif kind is not int and kind is not float and value is not None:
            return False
    return True


def is_change(statement: Statement) -> bool:
    """Whether the statement begins with INSERT, UPDATE, DELETE or REPLACE."""
    node = statement.node
    return isinstance(node, (ast.Insert, ast.Update, ast.Delete)) and node.with_ is None


__all__ = ["Cursor", "InterfaceError", "Parameters"]
