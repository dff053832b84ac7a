"""UPDATE of a table."""

from __future__ import annotations

from target_db.bind.scope import BindContext, Scope
from target_db.catalog.objects import Table
from target_db.catalog.references import has_subquery
from target_db.dml.assignments import Assignments
from target_db.dml.bulk_insert import FEWEST
from target_db.dml.conflicts import GO_ON, ConflictResolver
from target_db.dml.index_build import entries_of
from target_db.dml.index_writer import IndexWriter
from target_db.dml.program import Program
from target_db.dml.returning import Returning
from target_db.dml.row_events import RowEvents
from target_db.dml.runtime import Runtime
from target_db.dml.scopes import table_scope
from target_db.dml.writer import TableWriter, open_writer
from target_db.errors import MISMATCH, SqlError
from target_db.expr.base import Operator, Source
from target_db.physical.planner import plan_where
from target_db.sql import ast
from target_db.sql.codes import CONFLICT_REPLACE
from target_db.types.affinity import BLOB, apply_affinity


class RowUpdater:
    """Changes one row after another by the same assignments: of an UPDATE, or of an UPSERT.

    `source` is what the assignments read; the caller has put it on the row.
    """

    def __init__(
        self,
        runtime: Runtime,
        writer: TableWriter,
        assignments: Assignments,
        conflict: int,
        events: RowEvents,
    ) -> None:
        self.runtime = runtime
        self.writer = writer
        self.assignments = assignments
        self.conflict = conflict
        self.events = events
        table = writer.table
        self.changes_rowid = assignments.changes_rowid(table)
        changed = assignments.changed
        if writer.generated:
            changed = changed | {position for position, _ in writer.generated}
        self.indexes: list[IndexWriter] = []
        self.unique_indexes: list[IndexWriter] = []
        for index in writer.indexes:
            if self.changes_rowid or index.reads(changed):
                self.indexes.append(index)
                if index.is_unique:
                    self.unique_indexes.append(index)
        self.changes_primary = self.changes_rowid
        for column in writer.primary_columns:
            if column in changed:
                self.changes_primary = True
        self.resolver = ConflictResolver(writer, conflict, events)
        self.resolver.prepare(self.unique_indexes, self.changes_primary)
        self.new_rowid = 0
        self.new_row: tuple[object, ...] = ()

    def assign(self, rowid: int, row: tuple[object, ...]) -> list[object]:
        """The new values of the row; `new_rowid` is its new rowid."""
        values = list(row)
        assignments = self.assignments
        new_rowid: object = rowid
        columns = assignments.columns
        for place, expr in enumerate(assignments.values):
            position = columns[place]
            if position >= 0:
                self.assign_column(values, position, expr.eval())
            else:
                new_rowid = expr.eval()
        for assignment in assignments.rows:
            given = assignment.subquery.eval_row()
            for place, position in enumerate(assignment.columns):
                if position >= 0:
                    self.assign_column(values, position, given[place])
                else:
                    new_rowid = given[place]
        return self.settle(values, new_rowid)

    def assign_column(self, values: list[object], position: int, value: object) -> None:
        """Put a new value, converted to the column's affinity, among the others."""
        writer = self.writer
        affinity = writer.affinities[position]
        if affinity != BLOB and value is not None:
            value = apply_affinity(value, affinity)
        values[position] = value

    def settle(self, values: list[object], new_rowid: object) -> list[object]:
        """Find the new rowid among the new values."""
        writer = self.writer
        if self.changes_rowid and writer.has_rowid:
            if writer.rowid_column >= 0:
                new_rowid = values[writer.rowid_column]
            if not isinstance(new_rowid, int):
                raise SqlError("datatype mismatch", MISMATCH)
        assert isinstance(new_rowid, int)
        self.new_rowid = new_rowid
        return values

    def can_fail(self) -> bool:
        """Whether `update` may refuse a row, or do more than change it."""
        writer = self.writer
        return (
            self.events.is_active
            or bool(self.unique_indexes)
            or self.changes_primary
            or self.changes_rowid
            or bool(writer.has_value_checks or writer.checks or writer.generated)
            or writer.needs_source
        )

    def update(self, old_rowid: int, old_row: tuple[object, ...], values: list[object]) -> bool:
        """Write `values`, which `assign` made of the row. False when the row stays as it is."""
        writer = self.writer
        rowid = self.new_rowid
        events = self.events
        if writer.generated:
            writer.compute_generated(rowid, values)
        if events.is_active:
            if events.has_before:
                writer.check_new_types(values)
            if not events.before_update(old_rowid, old_row, rowid, tuple(values)):
                return False
            if not writer.find_again(old_rowid, old_row):
                return False
            if writer.found_row is not old_row:
                old_row = self.reread(writer.found_row, old_row, values)
        if writer.has_value_checks and not writer.check_values(values, self.conflict):
            return False
        row = tuple(values)
        if writer.checks and not writer.check_expressions(rowid, row, self.conflict):
            return False
        if self.indexes:
            if writer.needs_source:
                writer.stand_on(rowid, row)
            for index in self.indexes:
                index.key = index.make_key(rowid, row)
        if self.unique_indexes or self.changes_primary or writer.is_strict:
            check_primary = self.changes_primary and not self.is_same(
                old_rowid, old_row, rowid, row
            )
            verdict = self.resolver.resolve(
                rowid, row, old_rowid, old_row, self.unique_indexes, check_primary
            )
            if verdict != GO_ON:
                return False
        writer.update_row(old_rowid, old_row, rowid, row, self.indexes)
        self.new_row = row
        return True

    def reread(
        self,
        found: tuple[object, ...],
        old_row: tuple[object, ...],
        values: list[object],
    ) -> tuple[object, ...]:
        """Take over what BEFORE triggers changed in columns that are not assigned."""
        changed = self.assignments.changed
        for position, value in enumerate(found):
            if position not in changed and self.writer.table.columns[position].generated is None:
                values[position] = value
        self.writer.compute_generated(self.new_rowid, values)
        return found

    def is_same(
        self, old_rowid: int, old_row: tuple[object, ...], rowid: int, row: tuple[object, ...]
    ) -> bool:
        """Whether the new row has the old one's rowid or primary key."""
        writer = self.writer
        if writer.has_rowid:
            return old_rowid == rowid
        info = writer.table.key_info
        old_key = writer.primary_key(old_row)
        return info.compare(old_key, writer.primary_key(row), info.key_columns) == 0


def assigns_subquery(nodes: list[ast.Assignment]) -> bool:
    """Whether a new value reads tables."""
    for node in nodes:
        value = node.value
        if not isinstance(value, (ast.Literal, ast.ColumnRef)) and has_subquery(value):
            return True
    return False


class UpdateProgram(Program):
    """UPDATE table SET ... WHERE ...: gathers the rows first, then changes them."""

    def __init__(
        self,
        runtime: Runtime,
        node: ast.Update,
        table: Table,
        context: BindContext,
        parent: Scope | None,
        events: RowEvents,
        conflict: int,
    ) -> None:
        super().__init__()
        self.changed = 0
        self.runtime = runtime
        self.writer = open_writer(runtime, table)
        self.events = events
        self.execution = context.execution
        self.source = Source(context.number_source(), table.name)
        scope = table_scope(context, parent, self.source, table, node.table.alias)
        assignments = Assignments(node.assignments, table, scope)
        self.updater = RowUpdater(runtime, self.writer, assignments, conflict, events)
        self.operator: Operator = plan_where(
            scope, node.where, node.table.indexed_by, node.table.not_indexed
        )
        self.returning: Returning | None = None
        if node.returning is not None:
            self.returning = Returning(node.returning, table, None, context, parent)
            self.column_names = self.returning.names
            self.column_types = self.returning.types
        # Nothing can fail once a row is changed, and no new value depends on rows changed
        # before: then all values are computed first.
        self.is_plain = (
            not self.updater.can_fail()
            and conflict == 0
            and self.returning is None
            and not assigns_subquery(node.assignments)
        )
        self.needs_undo = not self.is_plain
        self.takes_all = node.where is None
        # Whether a row may be gone or changed when its turn comes.
        self.rereads = events.is_active or conflict == CONFLICT_REPLACE or self.writer.replaces

    def gather(self) -> tuple[list[int], list[tuple[object, ...]]]:
        """The rows that the WHERE clause selects."""
        rowids: list[int] = []
        rows: list[tuple[object, ...]] = []
        source = self.source
        operator = self.operator
        operator.open()
        while operator.step():
            rowids.append(source.rowid)
            rows.append(source.row)
        operator.close()
        return rowids, rows

    def run_plainly(self) -> None:
        """Compute every new row, then write them."""
        runtime = self.runtime
        writer = self.writer
        runtime.transactions.join_unlogged(writer.store)
        self.execution.begin()
        self.changed = 0
        rowids: list[int] = []
        old_rows: list[tuple[object, ...]] = []
        rows: list[tuple[object, ...]] = []
        source = self.source
        updater = self.updater
        operator = self.operator
        operator.open()
        while operator.step():
            rowid = source.rowid
            row = source.row
            rowids.append(rowid)
            old_rows.append(row)
            rows.append(tuple(updater.assign(rowid, row)))
        operator.close()
        if writer.cursor is not None and len(rows) >= FEWEST:
            for index in updater.indexes:
                self.update_index(index, rowids, old_rows, rows)
            writer.cursor.tree.replace_all(rowids, rows)
        else:
            self.update_rows(rowids, old_rows, rows)
        self.changed = len(rows)
        runtime.count(self.changed)

    def update_index(
        self,
        index: IndexWriter,
        rowids: list[int],
        old_rows: list[tuple[object, ...]],
        rows: list[tuple[object, ...]],
    ) -> None:
        """Bring one index up to date; it is built anew where every row has changed."""
        entries = entries_of(self.writer, index, rowids, rows)
        if self.takes_all:
            self.writer.store.clear_tree(index.index.root)
            index.cursor.build(entries)
            return
        for entry in entries_of(self.writer, index, rowids, old_rows):
            index.tree.delete(entry)
        for entry in entries:
            index.tree.insert(entry)

    def update_rows(
        self,
        rowids: list[int],
        old_rows: list[tuple[object, ...]],
        rows: list[tuple[object, ...]],
    ) -> None:
        """Write the new rows one by one."""
        writer = self.writer
        indexes = self.updater.indexes
        for place, row in enumerate(rows):
            rowid = rowids[place]
            if indexes:
                if writer.needs_source:
                    writer.stand_on(rowid, row)
                for index in indexes:
                    index.key = index.make_key(rowid, row)
            writer.update_row(rowid, old_rows[place], rowid, row, indexes)

    def run(self) -> None:
        if self.is_plain:
            self.run_plainly()
            return
        runtime = self.runtime
        writer = self.writer
        runtime.join(writer.store)
        self.execution.begin()
        self.changed = 0
        self.rows = []
        rowids, rows = self.gather()
        source = self.source
        updater = self.updater
        for place, row in enumerate(rows):
            self.execution.tick()
            rowid = rowids[place]
            if self.rereads:
                if not writer.find_again(rowid, row):
                    continue
                row = writer.found_row
            source.rowid = rowid
            source.row = row
            self.update_one(updater, rowid, row)
        runtime.count(self.changed)

    def update_one(self, updater: RowUpdater, rowid: int, row: tuple[object, ...]) -> None:
        values = updater.assign(rowid, row)
        if not updater.update(rowid, row, values):
            return
        self.changed += 1
        if self.returning is not None:
            self.rows.append(self.returning.make(updater.new_rowid, updater.new_row))
        if self.events.is_active:
            self.events.after_update(rowid, row, updater.new_rowid, updater.new_row)
