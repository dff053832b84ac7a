"""What all programs of one session share: the catalogue, transactions, counters, switches."""

from __future__ import annotations

from typing import Final

from target_db.bind.scope import (
    NO_HIDDEN_COLUMNS,
    Authorizer,
    BindContext,
    Parameters,
    Scope,
    ScopeItem,
)
from target_db.catalog.catalog import Catalog
from target_db.dml.files import FileSchemas
from target_db.dml.program import Program
from target_db.dml.transactions import Transactions
from target_db.errors import SqlError
from target_db.exec.execution import Switch
from target_db.exec.table_function import TableFunction
from target_db.functions.base import FunctionContext
from target_db.functions.registry import FunctionTable
from target_db.sql import ast
from target_db.storage.database import Store

MAX_TRIGGER_DEPTH: Final = 1000


class ProgramCompiler:
    """Compiles the statements inside triggers; `session.programs` provides it."""

    def compile(
        self, node: ast.Statement, context: BindContext, parent: Scope | None, conflict: int
    ) -> Program:
        """The program of a statement; names not its own are looked for in `parent`. `conflict`,
        where it is not CONFLICT_DEFAULT, takes the place of the statement's own clause."""
        raise NotImplementedError


class Runtime:
    """The connection as programs see it.

    counters: what changes(), total_changes() and last_insert_rowid() give. `changes` is of the
        last INSERT, UPDATE or DELETE without its triggers and foreign key actions.
    uri: names of databases that begin with `file:` are URIs.
    readers: SELECTs that have been started and not ended.
    wanted_page_size, wanted_auto_vacuum: what VACUUM makes of a file; 0 and -1 for what it is.
    trigger_depth: 0 in a statement, 1 in its triggers, and so on.
    """

    def __init__(
        self, catalog: Catalog, functions: FunctionTable, transactions: Transactions
    ) -> None:
        self.catalog = catalog
        self.functions = functions
        self.transactions = transactions
        self.files = FileSchemas(catalog, transactions)
        self.uri = False
        self.readers = 0
        self.wanted_page_size = 0
        self.wanted_auto_vacuum = -1
        self.authorizer: Authorizer | None = None
        self.tables_read: list[ScopeItem] = []
        self.hidden_columns = NO_HIDDEN_COLUMNS
        self.counters: FunctionContext = functions.context
        self.trigger_depth = 0
        self.recursive_triggers = False
        self.foreign_keys = False
        self.ignore_checks = False
        self.count_changes = False
        self.switch = Switch()
        self.optimizer_off = False
        self.query_only = False
        # PRAGMAs that are remembered and do nothing else, by name.
        self.settings: dict[str, int] = {}
        self.table_functions: dict[str, TableFunction] = {}
        self.compiler = ProgramCompiler()

    def bind_context(self, sql: str, parameters: Parameters | None) -> BindContext:
        """A context to bind one statement in."""
        context = BindContext(self.catalog, self.functions, sql, parameters)
        context.execution.switch = self.switch
        context.optimizer_off = self.optimizer_off
        if self.authorizer is not None:
            context.tables_read = self.tables_read
            context.hidden_columns = self.hidden_columns
        context.table_functions = self.table_functions
        return context

    def join(self, store: Store) -> None:
        """Make sure that `store` can be written now."""
        if not store.in_write:
            self.transactions.join(store)

    def count(self, changed: int) -> None:
        """A statement changed so many rows."""
        self.counters.changes = changed
        self.counters.total_changes += changed

    def enter_trigger(self) -> None:
        """Count one level of trigger programs more. Raises SqlError at the limit."""
        if self.trigger_depth >= MAX_TRIGGER_DEPTH:
            raise SqlError("triggers nested too deep")
        self.trigger_depth += 1

    def leave_trigger(self) -> None:
        self.trigger_depth -= 1
