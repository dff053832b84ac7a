"""Prepared statements: compiled once, run many times with other parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from target_db.bind.column_names import shown_names
from target_db.bind.scope import Parameters
from target_db.dml.program import Program
from target_db.errors import BUSY, MISUSE, RANGE, SqlError
from target_db.sql import ast
from target_db.sql.codes import DEFERRED

if TYPE_CHECKING:
    from target_db.session.session import Session

MAX_INT64: Final = 0x7FFF_FFFF_FFFF_FFFF

READY: Final = 0
RUNNING: Final = 1
DONE: Final = 2


class Statement:
    """One prepared statement.

    column_count: of its result; 0 when it has none.
    row: the current row after `step` returned True.
    is_readonly: it writes to no database.
    """

    def __init__(self, session: Session, node: ast.Statement, sql: str) -> None:
        self.session = session
        self.node = node
        self.sql = sql
        self.parameters = Parameters()
        if node.parameter_count:
            self.parameters.values = [None] * int(node.parameter_count)
        self.column_count = 0
        self.row: tuple[object, ...] = ()
        self.is_readonly = True
        self.version = 0
        self.state = READY

    # What it gives

    @property
    def column_names(self) -> list[str]:
        """The names of the result's columns."""
        raise NotImplementedError

    @property
    def column_types(self) -> list[str | None]:
        """The declared type of the table column that each result column is, or None."""
        raise NotImplementedError

    # Parameters

    @property
    def parameter_count(self) -> int:
        """The highest parameter index."""
        return int(self.node.parameter_count)

    def parameter_index(self, name: str) -> int:
        """The index (from 1) of a named parameter, prefix included; 0 when there is none."""
        names = self.node.parameter_names
        if names is None:
            return 0
        return names.get(name, 0)

    def parameter_name(self, index: int) -> str | None:
        """The name of the parameter with that index, prefix included; None for a plain `?`."""
        names = self.node.parameter_names
        if names is not None:
            for name, place in names.items():
                if place == index:
                    return name
        return None

    def bind(self, index: int, value: object) -> None:
        """Give parameter `index` (from 1) a value: None, int, float, str or bytes.

        Raises SqlError: RANGE for an index that does not exist, MISUSE while it runs.
        """
        if self.state == RUNNING:
            raise SqlError("bad parameter or other API misuse", MISUSE)
        values = self.parameters.values
        if index < 1 or index > len(values):
            raise SqlError("column index out of range", RANGE)
        values[index - 1] = value

    def bind_row(self, given: Sequence[object]) -> bool:
        """Bind all parameters at once. False, and nothing is sure to be bound, when there are
        more or fewer values, or one that is not exactly None, int64, float, str or bytes."""
        values = self.parameters.values
        if self.state == RUNNING or len(given) != len(values):
            return False
        for place in range(len(values)):
            value = given[place]
            if value is None:
                pass
            elif isinstance(value, int):
                if isinstance(value, bool) or not -MAX_INT64 - 1 <= value <= MAX_INT64:
                    return False
            elif isinstance(value, float):
                if value != value:
                    return False
            elif type(value) is not str and type(value) is not bytes:
                return False
            values[place] = value
        return True

    def clear_bindings(self) -> None:
        """Make every parameter NULL."""
        self.parameters.values[:] = [None] * len(self.parameters.values)

    # Running

    def step(self) -> bool:
        """Go to the next row; False at the end. After the end (or an error) it starts again.

        Raises SqlError; the statement is then reset.
        """
        raise NotImplementedError

    def fetch_all(self, into: list[tuple[object, ...]]) -> None:
        """Append all remaining rows to `into`. On an error the rows before it are there."""
        while self.step():
            into.append(self.row)

    def run(self) -> None:
        """Run to the end and drop the rows."""
        while self.step():
            pass

    def reset(self) -> None:
        """Stop, and be ready to run again with the same parameters."""
        self.state = READY

    def compile(self) -> None:
        """Make the executable form under the catalogue as it is. Raises SqlError."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Compile again when the schema has changed since."""
        if self.version != self.session.catalog.version:
            self.compile()
            self.version = self.session.catalog.version


@mypyc_attr(free_list_len=1)
class SelectStatement(Statement):
    """A SELECT: rows are made as they are asked for."""

    def __init__(self, session: Session, node: ast.Select, sql: str) -> None:
        super().__init__(session, node, sql)
        self.select = node
        self.compile()
        self.version = session.catalog.version

    def compile(self) -> None:
        session = self.session
        context = session.bind_context(self.sql, self.parameters)
        self.execution = context.execution
        self.plan = session.plan_select(self.select, context)
        self.column_count = self.plan.width

    @property
    def column_names(self) -> list[str]:
        settings = self.session.runtime.settings
        if not settings:
            return self.plan.column_names
        short = bool(settings.get("short_column_names", 1))
        return shown_names(self.plan.query, short, bool(settings.get("full_column_names")))

    @property
    def column_types(self) -> list[str | None]:
        return self.plan.column_types

    def start(self) -> None:
        session = self.session
        session.begin_read()
        try:
            self.refresh()
        except BaseException:
            session.end_read()
            raise
        session.start_execution(self.execution)
        self.state = RUNNING
        self.plan.open()

    def step(self) -> bool:
        try:
            if self.state != RUNNING:
                self.start()
            if self.plan.step():
                self.row = self.plan.row
                return True
        except BaseException as error:
            self.reset()
            raise self.session.explain_fault(error) from error
        self.reset()
        return False

    def fetch_all(self, into: list[tuple[object, ...]]) -> None:
        try:
            if self.state != RUNNING:
                self.start()
            self.plan.fetch_all(into)
        except BaseException as error:
            self.reset()
            raise self.session.explain_fault(error) from error
        self.reset()

    def reset(self) -> None:
        if self.state == RUNNING:
            self.state = READY
            self.plan.close()
            self.session.end_read()


class ProgramStatement(Statement):
    """A statement that does all its work in its first step: DML, DDL, transactions, PRAGMA.

    Its rows (of RETURNING, of a PRAGMA) are handed out one by one afterwards.
    """

    def __init__(self, session: Session, node: ast.Statement, sql: str) -> None:
        super().__init__(session, node, sql)
        self.position = 0
        self.rows: list[tuple[object, ...]] = []
        self.compile()
        self.version = session.catalog.version

    def compile(self) -> None:
        self.program: Program = self.session.make_program(self.node, self.sql, self.parameters)
        self.column_count = len(self.program.column_names)
        self.is_readonly = self.program.is_readonly

    @property
    def column_names(self) -> list[str]:
        return self.program.column_names

    @property
    def column_types(self) -> list[str | None]:
        return self.program.column_types

    def start(self) -> None:
        self.rows = []
        self.position = 0
        session = self.session
        if session.files.schemas:
            try:
                if not defers_locks(self.node):
                    session.files.enter_anew()
                self.execute()
            except SqlError as error:
                if error.primary_code == BUSY:
                    session.files.give_up()
                raise
            finally:
                session.files.leave(session.readers > 0)
        else:
            self.execute()
        self.state = RUNNING

    def execute(self) -> None:
        """Run the program, compiled anew when the schema has changed, and keep its rows."""
        self.refresh()
        self.session.run_program(self.program)
        self.rows = self.program.take_rows()

    def step(self) -> bool:
        if self.state != RUNNING:
            self.start()
        position = self.position
        if position < len(self.rows):
            self.row = self.rows[position]
            self.position = position + 1
            return True
        self.reset()
        return False

    def fetch_all(self, into: list[tuple[object, ...]]) -> None:
        if self.state != RUNNING:
            self.start()
        into += self.rows[self.position :]
        self.reset()

    def run(self) -> None:
        self.start()
        self.reset()

    def reset(self) -> None:
        self.state = READY
        self.rows = []
        self.position = 0


def defers_locks(node: ast.Statement) -> bool:
    """Whether a statement itself needs no lock on any file: it begins or ends a transaction."""
    if isinstance(node, ast.Begin):
        return int(node.mode) == DEFERRED
    return isinstance(node, (ast.Savepoint, ast.Release, ast.Commit, ast.Rollback))
