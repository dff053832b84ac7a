"""What all programs of one session share: the catalogue, transactions, counters, switches."""

from __future__ import annotations

from target_db.bind.scope import BindContext, Parameters
from target_db.catalog.catalog import Catalog
from target_db.dml.transactions import Transactions
from target_db.errors import SqlError
from target_db.functions.registry import FunctionTable
from target_db.storage.database import Store

MAX_TRIGGER_DEPTH = 1000


class Runtime:
    """The connection as programs see it.

    changes: rows that the last top-level INSERT, UPDATE or DELETE changed, those of triggers
        and foreign key actions left out; total_changes counts all since the connection began.
    trigger_depth: 0 in a statement, 1 in its triggers, and so on.
    """

    def __init__(
        self, catalog: Catalog, functions: FunctionTable, transactions: Transactions
    ) -> None:
        self.catalog = catalog
        self.functions = functions
        self.transactions = transactions
        self.changes = 0
        self.total_changes = 0
        self.last_insert_rowid = 0
        self.trigger_depth = 0
        self.recursive_triggers = False
        self.foreign_keys = False
        self.ignore_checks = False
        self.count_changes = False
        self.optimizer_off = False
        self.reverse_unordered = False

    def bind_context(self, sql: str, parameters: Parameters | None) -> BindContext:
        """A context to bind one statement in."""
        context = BindContext(self.catalog, self.functions, sql)
        if parameters is not None:
            context.parameters = parameters
        return context

    def join(self, store: Store) -> None:
        """Make sure that `store` can be written now."""
        if not store.in_write:
            self.transactions.join(store)

    def count(self, changed: int) -> None:
        """A statement changed so many rows."""
        self.changes = changed
        self.total_changes += changed

    def enter_trigger(self) -> None:
        """Count one level of trigger programs more. Raises SqlError at the limit."""
        if self.trigger_depth >= MAX_TRIGGER_DEPTH:
            raise SqlError("too many levels of trigger recursion")
        self.trigger_depth += 1

    def leave_trigger(self) -> None:
        self.trigger_depth -= 1
