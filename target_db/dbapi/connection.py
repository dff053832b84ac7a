"""`Connection`: one session, with PEP 249's transactions."""

from __future__ import annotations

import inspect
import os
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, Final, Literal

from target_db.dbapi import exceptions
from target_db.dbapi.authorizer import make_authorizer
from target_db.dbapi.backup import Progress, backup, find_schema, image, put
from target_db.dbapi.blob import Blob, open_blob
from target_db.dbapi.callbacks import report
from target_db.dbapi.constants import (
    CONFIG,
    LEGACY_TRANSACTION_CONTROL,
    LIMIT_DEFAULTS,
    PARSE_COLNAMES,
    SQLITE_LIMIT_FUNCTION_ARG,
    SQLITE_LIMIT_LENGTH,
    SQLITE_LIMIT_SQL_LENGTH,
    SQLITE_LIMIT_VARIABLE_NUMBER,
)
from target_db.dbapi.cursor import Cursor, Parameters
from target_db.dbapi.deprecated import positional_only, warn_positional
from target_db.dbapi.dump import iterdump
from target_db.dbapi.exceptions import (
    DataError,
    OperationalError,
    ProgrammingError,
    from_sql_error,
)
from target_db.dbapi.expand import expand
from target_db.dbapi.functions import MAX_ARGS, make_aggregate, make_comparison, make_function
from target_db.dbapi.results import RowReader
from target_db.dbapi.text import is_blank
from target_db.errors import SqlError
from target_db.session.session import Session
from target_db.session.statement import Statement
from target_db.types.collation import UserCollation

ISOLATION_LEVELS: Final = ("", "DEFERRED", "IMMEDIATE", "EXCLUSIVE")
FOREIGN_KEYS: Final = CONFIG["ENABLE_FKEY"]
OFF_BY_DEFAULT: Final = (1002, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1016)


CALL_SIGNATURE: Final = inspect.Signature(
    [
        inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY),
        inspect.Parameter("sql", inspect.Parameter.POSITIONAL_ONLY),
    ]
)


class PreparedStatement:
    """What calling a connection gives: a compiled statement, to be kept only."""

    statement: Statement | None

    def __new__(cls, *args: object, **names: object) -> PreparedStatement:
        raise TypeError(f"cannot create '{cls.__module__}.{cls.__name__}' instances")


class Connection:
    """A connection to a database, in `sqlite3`'s shape.

    isolation_level: None for autocommit, or how a transaction is begun before INSERT, UPDATE,
        DELETE and REPLACE: "" (or "DEFERRED"), "IMMEDIATE", "EXCLUSIVE".
    autocommit: True, False (a transaction is always open), or LEGACY_TRANSACTION_CONTROL.
    row_factory: called with a cursor and a tuple to make each row; None leaves the tuple.
    text_factory: called with the UTF-8 bytes of a text to make its value; str by default.
    """

    DataError = exceptions.DataError
    DatabaseError = exceptions.DatabaseError
    Error = exceptions.Error
    IntegrityError = exceptions.IntegrityError
    InterfaceError = exceptions.InterfaceError
    InternalError = exceptions.InternalError
    NotSupportedError = exceptions.NotSupportedError
    OperationalError = exceptions.OperationalError
    ProgrammingError = exceptions.ProgrammingError
    Warning = exceptions.Warning

    _LIMITS: Final = tuple(LIMIT_DEFAULTS)
    _is_ready = False
    _session: Session | None = None

    def __init__(
        self,
        database: str | bytes | os.PathLike[str] | os.PathLike[bytes],
        *positional: Any,
        **options: Any,
    ) -> None:
        warn_positional(len(positional), "_sqlite3.Connection")
        self._open(database, *positional, **options)

    def _open(
        self,
        database: str | bytes | os.PathLike[str] | os.PathLike[bytes],
        timeout: float = 5.0,
        detect_types: int = 0,
        isolation_level: str | None = "",
        check_same_thread: bool = True,
        factory: Any = None,
        cached_statements: int = 128,
        uri: bool = False,
        *,
        autocommit: bool | int = LEGACY_TRANSACTION_CONTROL,
    ) -> None:
        self._is_ready = False
        sys.audit("sqlite3.connect", database)
        name = os.fsdecode(database)
        check_level(isolation_level)
        check_autocommit(autocommit)
        self._limits = list(self._LIMITS)
        self._config: dict[int, bool] = {}
        self._detect_types = detect_types
        self._cuts_names = bool(detect_types & PARSE_COLNAMES)
        self._check_same_thread = check_same_thread
        self._thread = threading.get_ident()
        self._cached_statements = cached_statements
        self._trace: Callable[[str], object] | None = None
        self._isolation_level = isolation_level
        self._autocommit: bool | int = autocommit
        self.row_factory: Any = None
        self.text_factory: Any = str
        try:
            self._session = Session(name, uri)
            self._session.set_busy_timeout(int(timeout * 1000))
        except SqlError as error:
            raise from_sql_error(error) from None
        self._is_ready = True
        sys.audit("sqlite3.connect/handle", self)
        if autocommit is False:
            self._run_command("BEGIN")

    # Checks, and what cursors ask for

    def _check_thread(self) -> None:
        if self._is_ready and self._check_same_thread and threading.get_ident() != self._thread:
            raise ProgrammingError(
                "SQLite objects created in a thread can only be used in that same thread. "
                f"The object was created in thread id {self._thread} and this is thread id "
                f"{threading.get_ident()}."
            )

    def _live_session(self) -> Session:
        """The open session. Raises ProgrammingError when there is none."""
        if not self._is_ready:
            raise ProgrammingError("Base Connection.__init__ not called.")
        if self._session is None:
            raise ProgrammingError("Cannot operate on a closed database.")
        return self._session

    def _check(self) -> Session:
        self._check_thread()
        return self._live_session()

    def _check_sql(self, sql: Any, method: str) -> None:
        """Raise what `sqlite3` raises for a text that cannot be SQL."""
        if not isinstance(sql, str):
            raise TypeError(f"{method}() argument 1 must be str, not {type(sql).__name__}")
        size = len(sql) if sql.isascii() else len(sql.encode())
        if size > self._limits[SQLITE_LIMIT_SQL_LENGTH]:
            raise DataError("query string is too large")
        if "\0" in sql:
            if method == "executescript":
                raise ValueError("embedded null character")
            raise ProgrammingError("the query contains a null character")

    def _acquire(self, sql: str) -> Statement | None:
        """The statement that `sql` is; None when it is empty."""
        self._check_sql(sql, "execute")
        statement, end = self._live_session().acquire(sql)
        if statement is not None and end < len(sql) and not is_blank(sql, end):
            raise ProgrammingError("You can only execute one statement at a time.")
        limit = self._limits[SQLITE_LIMIT_VARIABLE_NUMBER]
        if statement is not None and statement.parameter_count > limit:
            raise OperationalError("too many SQL variables")
        return statement

    def _release(self, statement: Statement, sql: str) -> None:
        if statement.session is self._session:
            self._session.release(statement, sql)

    def _row_reader(self, statement: Statement) -> RowReader:
        return RowReader(self, statement, self._detect_types)

    def _report_start(self, statement: Statement, sql: str) -> None:
        """Tell the trace callback of a statement that starts."""
        trace = self._trace
        if trace is None:
            return
        text = expand(statement, sql)
        try:
            if len(text.encode("utf-8", "surrogateescape")) > self._limits[SQLITE_LIMIT_LENGTH]:
                report(DataError("Expanded SQL string exceeds the maximum string length"), trace)
                text = sql.strip()
            trace(text)
        except BaseException as error:
            report(error, trace)

    def _run_command(self, command: str) -> None:
        """Run BEGIN, COMMIT or ROLLBACK."""
        session = self._live_session()
        try:
            if self._trace is not None:
                try:
                    self._trace(command)
                except BaseException as error:
                    report(error, self._trace)
            session.run_script(command)
        except SqlError as error:
            raise from_sql_error(error) from None

    # Statements

    def cursor(self, factory: Any = Cursor) -> Any:
        """A new cursor."""
        self._check()
        made = factory(self)
        if not issubclass(type(made), Cursor):
            raise TypeError(f"factory must return a cursor, not {type(made).__name__}")
        if self.row_factory is not None:
            made.row_factory = self.row_factory
        return made

    def __call__(self, *given: str) -> PreparedStatement:
        session = self._check()
        if len(given) != 1:
            raise TypeError(f"Connection() takes exactly 1 argument ({len(given)} given)")
        sql = given[0]
        self._check_sql(sql, "Connection.__call__")
        try:
            statement, end = session.prepare(sql)
        except SqlError as error:
            raise from_sql_error(error) from None
        if statement is not None and not is_blank(sql, end):
            raise ProgrammingError("You can only execute one statement at a time.")
        made = object.__new__(PreparedStatement)
        made.statement = statement
        return made

    def execute(self, sql: str, parameters: Parameters = (), /) -> Cursor:
        """Execute one statement with a new cursor, and return that."""
        made: Cursor = self.cursor().execute(sql, parameters)
        return made

    def executemany(self, sql: str, parameters: Iterable[Parameters], /) -> Cursor:
        """Execute one statement for each set of parameters, with a new cursor."""
        made: Cursor = self.cursor().executemany(sql, parameters)
        return made

    def executescript(self, sql_script: str, /) -> Cursor:
        """Execute every statement of `sql_script`, with a new cursor."""
        made: Cursor = self.cursor().executescript(sql_script)
        return made

    __call__.__signature__ = CALL_SIGNATURE  # type: ignore[attr-defined]

    # Transactions

    @property
    def isolation_level(self) -> str | None:
        """How transactions are begun; see the class."""
        self._live_session()
        return self._isolation_level

    @isolation_level.setter
    def isolation_level(self, level: str | None) -> None:
        session = self._live_session()
        if level is None:
            self._isolation_level = None
            if not session.autocommit:
                self._run_command("COMMIT")
            return
        check_level(level)
        self._isolation_level = str(level)

    @property
    def autocommit(self) -> bool | int:
        """How transactions are controlled; see the class."""
        self._check()
        return self._autocommit

    @autocommit.setter
    def autocommit(self, mode: bool | int) -> None:
        session = self._check()
        check_autocommit(mode)
        if mode is True and not session.autocommit:
            self._run_command("COMMIT")
        elif mode is False and session.autocommit:
            self._run_command("BEGIN")
        self._autocommit = mode

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return not self._live_session().autocommit

    @property
    def total_changes(self) -> int:
        """Rows changed since the connection was opened."""
        return self._live_session().total_changes

    def commit(self) -> None:
        """Commit the open transaction, if there is one."""
        self._end("COMMIT")

    def rollback(self) -> None:
        """Roll back the open transaction, if there is one."""
        self._end("ROLLBACK")

    def _end(self, command: str) -> None:
        session = self._check()
        if self._autocommit == LEGACY_TRANSACTION_CONTROL:
            if not session.autocommit:
                self._run_command(command)
        elif self._autocommit is False:
            self._run_command(command)
            self._run_command("BEGIN")

    def __enter__(self) -> Connection:
        self._check()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> Literal[False]:
        self._check()
        if error is not None:
            self.rollback()
            return False
        try:
            self.commit()
        except BaseException:
            self.rollback()
            raise
        return False

    def close(self) -> None:
        """Close the connection; an open transaction is rolled back."""
        self._check_thread()
        if not self._is_ready:
            raise ProgrammingError("Base Connection.__init__ not called.")
        session = self._session
        if session is None:
            return
        if self._autocommit is False and not session.autocommit:
            self._run_command("ROLLBACK")
        self._session = None
        session.close()

    def __del__(self) -> None:
        session = self._session
        if session is None:
            return
        if sys.version_info >= (3, 13):
            warnings.warn(
                f"unclosed database in {self!r}", ResourceWarning, stacklevel=1, source=self
            )
        self._session = None
        session.close()

    def interrupt(self) -> None:
        """Stop the statement that runs, from another thread."""
        self._live_session().interrupt()

    # Functions of users

    @positional_only("name", "narg", "func")
    def create_function(
        self, name: str, narg: int, func: Callable[..., Any] | None, *, deterministic: bool = False
    ) -> None:
        """Make `func` a SQL function of `narg` arguments (-1: any number); None removes it."""
        session = self._check()
        if not -1 <= narg <= MAX_ARGS:
            raise OperationalError("Error creating function")
        if func is None:
            session.functions.remove(name, max(narg, 0), narg)
        else:
            session.functions.add(make_function(name, narg, func, deterministic))
        session.expire()

    @positional_only("name", "n_arg", "aggregate_class")
    def create_aggregate(
        self, name: str, n_arg: int, aggregate_class: Callable[[], Any] | None
    ) -> None:
        """Make a class with `step` and `finalize` a SQL aggregate; None removes it."""
        self._add_aggregate(name, n_arg, aggregate_class, False, OperationalError)

    def create_window_function(
        self, name: str, num_params: int, aggregate_class: Callable[[], Any] | None, /
    ) -> None:
        """Make a class with `step`, `inverse`, `value` and `finalize` a SQL window function."""
        self._add_aggregate(name, num_params, aggregate_class, True, ProgrammingError)

    def _add_aggregate(
        self,
        name: str,
        narg: int,
        kind: Callable[[], Any] | None,
        is_window: bool,
        error: type[exceptions.Error],
    ) -> None:
        session = self._check()
        if not -1 <= narg <= MAX_ARGS:
            raise error("Error creating aggregate")
        if kind is None:
            session.functions.remove(name, max(narg, 0), narg)
        else:
            session.functions.add(make_aggregate(name, narg, kind, is_window))
        session.expire()

    def create_collation(self, name: str, callback: Callable[[str, str], int] | None, /) -> None:
        """Make `callback` an order of text; None removes it."""
        session = self._check()
        if not isinstance(name, str):
            raise TypeError(f"create_collation() argument 1 must be str, not {type(name).__name__}")
        name.encode()
        if callback is None:
            session.remove_collation(name)
        elif not callable(callback):
            raise TypeError("parameter must be callable")
        else:
            session.add_collation(UserCollation(name, make_comparison(callback)))

    # Hooks

    @positional_only("authorizer_callback")
    def set_authorizer(self, authorizer_callback: Callable[..., int] | None) -> None:
        """Have `authorizer_callback` asked what each statement may do; None ends it."""
        session = self._check()
        callback = authorizer_callback
        session.set_authorizer(None if callback is None else make_authorizer(callback))

    @positional_only("progress_handler")
    def set_progress_handler(self, progress_handler: Callable[[], object] | None, n: int) -> None:
        """Have `progress_handler` called while statements run; a true answer stops them.

        It is called when a statement starts, and then every few thousand rows; `n` counts
        instructions in SQLite and has no exact meaning here.
        """
        session = self._check()
        handler = progress_handler
        if handler is None or n <= 0:
            session.set_progress(None)
            return

        def ask() -> bool:
            try:
                return bool(handler())
            except BaseException as error:
                report(error, handler)
                return True

        session.set_progress(ask)

    @positional_only("trace_callback")
    def set_trace_callback(self, trace_callback: Callable[[str], object] | None) -> None:
        """Have `trace_callback` called with the text of every statement that starts."""
        self._check()
        self._trace = trace_callback

    # Limits and configuration

    def getlimit(self, category: int, /) -> int:
        """A run-time limit. Raises ProgrammingError for an unknown category."""
        return self.setlimit(category, -1)

    def setlimit(self, category: int, limit: int, /) -> int:
        """Set a limit, cut to what is possible; a negative one changes nothing. Returns the old."""
        session = self._check()
        if not 0 <= category < len(self._limits):
            raise ProgrammingError("'category' is out of bounds")
        old = self._limits[category]
        if limit >= 0:
            self._limits[category] = min(limit, self._LIMITS[category])
            if category == SQLITE_LIMIT_FUNCTION_ARG:
                session.functions.argument_limit = self._limits[category]
        return old

    def getconfig(self, op: int, /) -> bool:
        """A switch of the connection. Raises ValueError for an unknown one."""
        session = self._check()
        if op not in CONFIG.values():
            raise ValueError(f"unknown config 'op': {op}")
        if op == FOREIGN_KEYS:
            return session.runtime.foreign_keys
        return self._config.get(op, op not in OFF_BY_DEFAULT)

    def setconfig(self, op: int, enable: bool = True, /) -> None:
        """Set a switch; foreign keys have an effect, the others are remembered."""
        session = self._check()
        if op not in CONFIG.values():
            raise ValueError(f"unknown config 'op': {op}")
        if op == FOREIGN_KEYS:
            session.runtime.foreign_keys = bool(enable)
            session.expire()
        else:
            self._config[op] = bool(enable)

    def enable_load_extension(self, enable: bool, /) -> None:
        """Accepted; there are no extensions to load."""
        self._check()

    def load_extension(self, name: str, /, *, entrypoint: str | None = None) -> None:
        """Extensions of SQLite are machine code, which this engine cannot load."""
        self._check()
        raise OperationalError("not authorized")

    # Whole databases

    def backup(
        self,
        target: Connection,
        *,
        pages: int = -1,
        progress: Progress | None = None,
        name: str = "main",
        sleep: float = 0.250,
    ) -> None:
        """Copy schema `name` over the main schema of `target`, as if `pages` pages at a time.

        progress: called after each step with the status, the remaining and the total pages.
        """
        self._check()
        if not isinstance(target, Connection):
            raise TypeError(
                f"backup() argument 1 must be sqlite3.Connection, not {type(target).__name__}"
            )
        target._check()
        if target is self:
            raise ValueError("target cannot be the same connection instance")
        if progress is not None and not callable(progress):
            raise TypeError("progress argument must be a callable")
        backup(self, target, pages, progress, name, sleep)

    def serialize(self, *, name: str = "main") -> bytes:
        """The database file that holds what schema `name` holds."""
        session = self._check()
        return image(session, find_schema(session, name))

    def deserialize(self, data: Any, /, *, name: str = "main") -> None:
        """Make a database file, given as bytes, the content of schema `name`, in memory."""
        session = self._check()
        view = memoryview(data)
        if not view.c_contiguous:
            raise BufferError("underlying buffer is not C-contiguous")
        schema = find_schema(session, name)
        if not session.autocommit:
            raise OperationalError("unable to set MEMDB content")
        put(session, schema, bytes(view))

    def iterdump(self, *, filter: str | None = None) -> Iterator[str]:
        """The statements that make the database again; see `dump.iterdump`."""
        self._check()
        return iterdump(self, filter)

    def blobopen(
        self,
        table: str,
        column: str,
        row: int,
        /,
        *,
        readonly: bool = False,
        name: str = "main",
    ) -> Blob:
        """Open the BLOB or TEXT in `column` of the row with rowid `row`."""
        self._check()
        return open_blob(self, table, column, row, readonly, name)


def check_level(level: Any) -> None:
    """Raise TypeError or ValueError for what is no isolation level."""
    if level is None:
        return
    if not isinstance(level, str):
        raise TypeError("isolation_level must be str or None")
    if str.upper(level) not in ISOLATION_LEVELS:
        raise ValueError(
            "isolation_level string must be '', 'DEFERRED', 'IMMEDIATE', or 'EXCLUSIVE'"
        )


def check_autocommit(mode: Any) -> None:
    """Raise ValueError for what is no autocommit mode."""
    if mode is True or mode is False:
        return
    if type(mode) is int and mode == LEGACY_TRANSACTION_CONTROL:
        return
    raise ValueError("autocommit must be True, False, or sqlite3.LEGACY_TRANSACTION_CONTROL")


def connect(database: Any, *positional: Any, **options: Any) -> Any:
    """Open a database: a file name, ":memory:", or with `uri=True` a `file:` URI.

    Options as those of `Connection`; `factory` makes the connection. Raises OperationalError.
    """
    warn_positional(len(positional), "sqlite3.connect")
    factory = positional[4] if len(positional) > 4 else options.get("factory", Connection)
    return factory(database, *positional, **options)
