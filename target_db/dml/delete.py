"""DELETE from a table."""

from __future__ import annotations

from target_db.bind.scope import BindContext, Scope
from target_db.catalog.objects import Table
from target_db.dml.bulk_insert import FEWEST
from target_db.dml.index_build import entries_of
from target_db.dml.program import Program
from target_db.dml.returning import Returning
from target_db.dml.row_events import RowEvents
from target_db.dml.runtime import Runtime
from target_db.dml.scopes import table_scope
from target_db.dml.writer import open_writer
from target_db.expr.base import Operator, Source
from target_db.physical.planner import plan_where
from target_db.sql import ast


class DeleteProgram(Program):
    """DELETE FROM table WHERE ...: gathers the rows first, then removes them."""

    def __init__(
        self,
        runtime: Runtime,
        node: ast.Delete,
        table: Table,
        context: BindContext,
        parent: Scope | None,
        events: RowEvents,
    ) -> None:
        super().__init__()
        self.changed = 0
        self.runtime = runtime
        self.writer = open_writer(runtime, table)
        self.events = events
        self.is_active = events.is_active
        self.execution = context.execution
        self.source = Source(context.number_source(), table.name)
        scope = table_scope(context, parent, self.source, table, node.table.alias)
        self.operator: Operator | None = None
        self.returning: Returning | None = None
        if node.returning is not None:
            self.returning = Returning(node.returning, table, None, context, parent)
            self.column_names = self.returning.names
            self.column_types = self.returning.types
        self.clears = node.where is None and not self.is_active and self.returning is None
        self.needs_undo = self.is_active or self.returning is not None
        if not self.clears:
            self.operator = plan_where(
                scope, node.where, node.table.indexed_by, node.table.not_indexed
            )

    def run(self) -> None:
        runtime = self.runtime
        if self.needs_undo or self.clears:
            runtime.join(self.writer.store)
        else:
            runtime.transactions.join_unlogged(self.writer.store)
        if self.clears:
            self.changed = self.clear()
            runtime.count(self.changed)
            return
        self.execution.begin()
        self.changed = 0
        self.rows = []
        rowids: list[int] = []
        rows: list[tuple[object, ...]] = []
        source = self.source
        operator = self.operator
        assert operator is not None
        operator.open()
        while operator.step():
            rowids.append(source.rowid)
            rows.append(source.row)
        operator.close()
        writer = self.writer
        if not self.is_active and self.returning is None:
            if writer.cursor is not None and len(rows) >= FEWEST:
                for index in writer.indexes:
                    for entry in entries_of(writer, index, rowids, rows):
                        index.tree.delete(entry)
                for rowid in rowids:
                    writer.cursor.tree.delete(rowid)
            else:
                for place, row in enumerate(rows):
                    writer.delete_row(rowids[place], row)
            self.changed = len(rows)
            runtime.count(self.changed)
            return
        for place, row in enumerate(rows):
            self.execution.tick()
            self.delete_one(rowids[place], row)
        runtime.count(self.changed)

    def clear(self) -> int:
        """Remove every row at once ("The Truncate Optimization")."""
        writer = self.writer
        for index in writer.indexes:
            writer.store.clear_tree(index.index.root)
        return writer.store.clear_tree(writer.table.root)

    def delete_one(self, rowid: int, row: tuple[object, ...]) -> None:
        """Remove one row that may be gone or changed by now, with its triggers."""
        writer = self.writer
        if not writer.find_again(rowid, row):
            return
        row = writer.found_row
        events = self.events
        if self.is_active:
            if not events.before_delete(rowid, row):
                return
            if not writer.find_again(rowid, row):
                return
        # The row as it is now goes; triggers and RETURNING see what it was.
        writer.delete_row(rowid, writer.found_row)
        self.changed += 1
        if self.returning is not None:
            self.rows.append(self.returning.make(rowid, row))
        if self.is_active:
            events.after_delete(rowid, row)
