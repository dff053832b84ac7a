"""A session: one database connection, from SQL text to rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from target_db import BUILD
from target_db.bind.scope import NO_HIDDEN_COLUMNS, Authorizer, BindContext, Parameters
from target_db.catalog.catalog import Catalog, Schema
from target_db.catalog.loader import load_schema
from target_db.dml.compile import DmlCompiler
from target_db.dml.constraint_error import ConstraintError
from target_db.dml.program import Program
from target_db.dml.quick_insert import QuickInserts
from target_db.dml.runtime import Runtime
from target_db.dml.transactions import Transactions
from target_db.dml.virtual_columns import VirtualDescriber
from target_db.errors import CONSTRAINT_FOREIGNKEY, INTERNAL, INTERRUPT, NOMEM, READONLY, SqlError
from target_db.exec.execution import Execution, Switch
from target_db.expr.calls import RaiseError
from target_db.functions.base import FunctionContext
from target_db.functions.registry import FunctionTable
from target_db.physical.planner import QueryPlan, plan_select
from target_db.session.authorize import authorize_reads, authorize_statement
from target_db.session.hooks import ProgressSwitch
from target_db.session.open_store import locate, open_schema
from target_db.session.programs import make_program
from target_db.session.stack import make_room
from target_db.session.statement import (
    ProgramStatement,
    SelectStatement,
    Statement,
)
from target_db.session.table_functions import table_functions
from target_db.sql import ast
from target_db.sql.codes import CONFLICT_ABORT, CONFLICT_FAIL, CONFLICT_ROLLBACK
from target_db.sql.parser import parse_one
from target_db.storage.busy import BusyTimeout
from target_db.storage.database import Store
from target_db.types.collation import Collation

CACHED_STATEMENTS: Final = 128

make_room(BUILD)


class Session:
    """One connection to a database: a file, a `file:` URI (with `uri`), or ":memory:" (or "").

    Every method that runs SQL raises SqlError and nothing else (KeyboardInterrupt apart): a
    fault inside the engine comes as code INTERNAL with its cause chained, and whatever the
    statement did is rolled back.
    """

    def __init__(self, filename: str = ":memory:", uri: bool = False) -> None:
        location = locate(filename, uri)
        self.catalog = Catalog(
            open_schema("main", location), Schema("temp", Store.open_memory(), "")
        )
        self.transactions = Transactions()
        self.functions = FunctionTable(FunctionContext())
        self.runtime = Runtime(self.catalog, self.functions, self.transactions)
        self.runtime.uri = uri
        self.files = self.runtime.files
        for schema in self.catalog.schemas():
            schema.describer = VirtualDescriber(self.runtime)
        self.files.add(self.catalog.main)
        self.runtime.compiler = DmlCompiler(self.runtime)
        self.runtime.table_functions = table_functions(self.runtime)
        self.quick_inserts = QuickInserts(self.runtime)
        self.cache: dict[str, Statement] = {}

    # What ran

    @property
    def autocommit(self) -> bool:
        """Whether no transaction is open."""
        return self.transactions.autocommit

    @property
    def changes(self) -> int:
        """Rows changed by the last INSERT, UPDATE or DELETE, without its triggers'."""
        return self.runtime.counters.changes

    @property
    def total_changes(self) -> int:
        """Rows changed since the session began, triggers' included."""
        return self.runtime.counters.total_changes

    @property
    def last_insert_rowid(self) -> int:
        """The rowid of the last row inserted into a rowid table."""
        return self.runtime.counters.last_insert_rowid

    @property
    def readers(self) -> int:
        """How many SELECTs have been started and not ended."""
        return self.runtime.readers

    # SQL

    def prepare(self, sql: str, offset: int = 0) -> tuple[Statement | None, int]:
        """Compile the first statement of `sql` from `offset` on.

        Returns it (None when there is only space and comments) and the offset behind it.
        Raises SqlError.
        """
        try:
            node, end = parse_one(sql, offset)
            if node is None:
                return None, end
            return self.compile(node, sql), end
        except (SqlError, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise self.explain_fault(error) from error

    def compile(self, node: ast.Statement, sql: str) -> Statement:
        """The statement of a syntax tree, under the schema as the files have it now."""
        if not self.files.schemas:
            return self.make_statement(node, sql)
        try:
            self.files.enter_anew()
            return self.make_statement(node, sql)
        finally:
            self.files.give_up()

    def make_statement(self, node: ast.Statement, sql: str) -> Statement:
        """The statement of a syntax tree whose offsets point into `sql`."""
        ask = self.runtime.authorizer
        if ask is None:
            return self.new_statement(node, sql)
        authorize_statement(node, self.catalog, ask)
        self.runtime.tables_read = []
        statement = self.new_statement(node, sql)
        hidden = authorize_reads(self.runtime.tables_read, ask)
        if not hidden:
            return statement
        self.runtime.hidden_columns = hidden
        try:
            return self.new_statement(node, sql)
        finally:
            self.runtime.hidden_columns = NO_HIDDEN_COLUMNS

    def new_statement(self, node: ast.Statement, sql: str) -> Statement:
        if isinstance(node, ast.Select):
            return SelectStatement(self, node, sql)
        return ProgramStatement(self, node, sql)

    def run_script(self, sql: str) -> None:
        """Run every statement of `sql` to its end; rows are dropped. Raises SqlError."""
        offset = 0
        length = len(sql)
        while offset < length:
            offset = self.run_next(sql, offset)

    def run_next(self, sql: str, offset: int) -> int:
        """Run the statement of `sql` at `offset`; returns the offset behind it."""
        try:
            node, end = parse_one(sql, offset)
            if node is None:
                return end
            if isinstance(node, ast.Insert) and self.run_quickly(node):
                return end
            statement = self.compile(node, sql)
        except (SqlError, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise self.explain_fault(error) from error
        statement.run()
        return end

    def run_quickly(self, node: ast.Insert) -> bool:
        """Run an INSERT of one row of literals; False when it is not as simple as that."""
        transactions = self.transactions
        if self.runtime.query_only or self.files.schemas or self.runtime.authorizer is not None:
            return False
        try:
            done = self.quick_inserts.insert(node)
        except SqlError as error:
            self.runtime.counters.changes = 0
            action = error.action if isinstance(error, ConstraintError) else CONFLICT_ABORT
            if transactions.autocommit or action == CONFLICT_ROLLBACK:
                transactions.rollback()
                if transactions.schema_is_stale:
                    self.reload_schema()
            raise
        if transactions.autocommit and transactions.writers:
            transactions.end_autocommit()
        return done

    def query(self, sql: str) -> tuple[int, list[tuple[object, ...]], SqlError | None]:
        """Run the first statement of `sql`: its column count, rows, and what stopped it.

        An error while it runs is returned beside the rows before it; an error in the text (or
        while compiling it) is raised.
        """
        rows: list[tuple[object, ...]] = []
        statement, _ = self.prepare(sql)
        if statement is None:
            return 0, rows, None
        try:
            statement.fetch_all(rows)
        except SqlError as error:
            return statement.column_count, rows, error
        return statement.column_count, rows, None

    def acquire(self, sql: str, offset: int = 0) -> tuple[Statement | None, int]:
        """Like prepare, from the cache when the same text was released there."""
        if offset == 0:
            cached = self.cache.pop(sql, None)
            if cached is not None:
                return cached, len(sql)
        return self.prepare(sql, offset)

    def release(self, statement: Statement, sql: str) -> None:
        """Keep a statement that is all of `sql` for the next `acquire`."""
        statement.reset()
        statement.clear_bindings()
        if len(self.cache) >= CACHED_STATEMENTS:
            del self.cache[next(iter(self.cache))]
        self.cache[sql] = statement

    def interrupt(self) -> None:
        """Stop what runs now, from any thread: it raises SqlError (INTERRUPT)."""
        self.runtime.switch.interrupted = True

    def expire(self) -> None:
        """Make every compiled statement stale: what it was compiled with has changed."""
        self.catalog.version += 1
        self.transactions.catalog_version = self.catalog.version

    def add_collation(self, collation: Collation) -> None:
        """Add a user's collation, in place of one of that name."""
        self.catalog.collations[collation.name.lower()] = collation
        self.expire()

    def remove_collation(self, name: str) -> None:
        """Take a user's collation away; nothing happens when there is none of that name."""
        self.catalog.collations.pop(name.lower(), None)
        self.expire()

    def set_progress(self, callback: Callable[[], object] | None) -> None:
        """Have `callback` called while statements run; a true answer interrupts them."""
        self.runtime.switch = Switch() if callback is None else ProgressSwitch(callback)
        self.expire()

    def set_authorizer(self, authorizer: Authorizer | None) -> None:
        """Have every statement's actions allowed or denied by `authorizer`."""
        self.runtime.authorizer = authorizer
        self.cache.clear()
        self.expire()

    def set_busy_timeout(self, milliseconds: int) -> None:
        """How long to wait for locks of other connections."""
        self.runtime.settings["busy_timeout"] = milliseconds
        handler = BusyTimeout(milliseconds)
        for schema in self.files.schemas:
            schema.store.set_busy_handler(handler)

    def replace_store(self, schema: Schema, store: Store) -> None:
        """Make `store`, which is read when it is first used, the content of `schema`."""
        schema.store = store
        schema.schema_table.store = store
        schema.cookie = -1
        schema.clear()
        self.files.remove(schema)
        self.files.add(schema)
        self.expire()

    def close(self) -> None:
        """Roll back what is open, and close the files."""
        if not self.transactions.autocommit:
            self.transactions.rollback()
        self.cache.clear()
        for schema in self.files.schemas:
            schema.store.close()
        self.files.schemas = []

    # For statements

    def bind_context(self, sql: str, parameters: Parameters) -> BindContext:
        """A context to bind one statement in."""
        return self.runtime.bind_context(sql, parameters)

    def plan_select(self, select: ast.Select, context: BindContext) -> QueryPlan:
        """The executable plan of a SELECT."""
        return plan_select(select, context)

    def make_program(self, node: ast.Statement, sql: str, parameters: Parameters) -> Program:
        """The program of any other statement."""
        return make_program(self.runtime, node, sql, parameters)

    def begin_read(self) -> None:
        """A statement starts to read."""
        if self.files.schemas:
            self.files.enter()
        self.runtime.readers += 1

    def end_read(self) -> None:
        """It has ended."""
        self.runtime.readers -= 1
        if self.files.schemas:
            self.files.leave(self.runtime.readers > 0)

    def start_execution(self, execution: Execution) -> None:
        """A run of a statement starts."""
        if self.runtime.readers == 1:
            self.runtime.switch.interrupted = False
        self.check_progress()
        execution.begin()

    def check_progress(self) -> None:
        """A statement starts: ask the progress handler. Raises SqlError (INTERRUPT)."""
        switch = self.runtime.switch
        switch.report_progress()
        if switch.interrupted:
            raise SqlError("interrupted", INTERRUPT)

    def run_program(self, program: Program) -> None:
        """Run a program as one atomic statement. Raises SqlError."""
        if self.runtime.readers == 0:
            self.runtime.switch.interrupted = False
        if self.runtime.query_only and not (program.is_readonly or program.manages_transaction):
            if program.changed >= 0:
                self.runtime.counters.changes = 0
            raise SqlError("attempt to write a readonly database", READONLY)
        self.check_progress()
        transactions = self.transactions
        level = 0
        if not transactions.autocommit and program.needs_undo and not program.manages_transaction:
            level = transactions.open_statement()
        try:
            program.run()
            if transactions.statement_violations:
                self.uncount(program)
                raise ConstraintError("FOREIGN KEY constraint failed", CONSTRAINT_FOREIGNKEY)
        except BaseException as error:
            fault = self.explain_fault(error)
            if transactions.statement_violations and action_after(fault) == CONFLICT_FAIL:
                # What FAIL would keep breaks a foreign key.
                fault = ConstraintError("FOREIGN KEY constraint failed", CONSTRAINT_FOREIGNKEY)
            self.undo(program, level, fault)
            raise fault from error
        if program.manages_transaction:
            pass
        elif level:
            transactions.close_statement(level)
        elif transactions.autocommit and transactions.writers:
            self.end_autocommit(program)
        if transactions.schema_is_stale:
            self.reload_schema()

    def end_autocommit(self, program: Program) -> None:
        """Commit what the program did. Raises SqlError for a broken deferred foreign key."""
        try:
            self.transactions.end_autocommit()
        except SqlError:
            self.uncount(program)
            raise

    def uncount(self, program: Program) -> None:
        """Take back what a program counted, which failed at its very end."""
        if program.changed >= 0:
            counters = self.runtime.counters
            counters.changes = 0
            counters.total_changes -= program.changed

    def undo(self, program: Program, level: int, fault: BaseException) -> None:
        """Put back what a failed program did, as its conflict clause says."""
        transactions = self.transactions
        transactions.statement_violations = 0
        self.runtime.trigger_depth = 0
        if program.manages_transaction:
            return
        action = action_after(fault)
        if program.changed >= 0:
            self.runtime.counters.changes = 0
        if action == CONFLICT_FAIL:
            if level:
                transactions.close_statement(level)
            elif transactions.autocommit:
                transactions.end_autocommit()
            if program.changed >= 0:
                self.runtime.count(program.changed)
        elif transactions.autocommit or action == CONFLICT_ROLLBACK:
            transactions.rollback()
        elif level:
            transactions.undo_statement(level)
        if transactions.schema_is_stale:
            self.reload_schema()

    def reload_schema(self) -> None:
        """Read the schemas again after a rollback that undid changes to them."""
        self.transactions.schema_is_stale = False
        self.files.enter()
        for schema in self.catalog.schemas():
            load_schema(self.catalog, schema)
        self.catalog.version += 1
        self.transactions.catalog_version = self.catalog.version

    def explain_fault(self, error: BaseException) -> BaseException:
        """The error that a user sees for any exception inside the engine."""
        if isinstance(error, (SqlError, KeyboardInterrupt, SystemExit, GeneratorExit)):
            return error
        if isinstance(error, MemoryError):
            fault = SqlError("out of memory", NOMEM)
        elif isinstance(error, RecursionError):
            fault = SqlError("statement nested too deeply", INTERNAL)
        else:
            fault = SqlError(f"internal error: {type(error).__name__}: {error}", INTERNAL)
        fault.__cause__ = error  # compiled code drops the `from` of a raise
        return fault


def action_after(fault: BaseException) -> int:
    """What is to be undone because of a fault: CONFLICT_ABORT, _FAIL or _ROLLBACK."""
    if isinstance(fault, (ConstraintError, RaiseError)):
        return fault.action
    return CONFLICT_ABORT
