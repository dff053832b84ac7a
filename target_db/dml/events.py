"""Choosing and making the `RowEvents` of a statement."""

from __future__ import annotations

from typing import Final

from target_db.catalog.objects import Table
from target_db.dml.foreign_keys import ForeignKeyRules, foreign_key_rules
from target_db.dml.row_events import Row, RowEvents
from target_db.dml.runtime import Runtime
from target_db.dml.triggers import TriggerSet
from target_db.dml.writer import TableWriter
from target_db.sql.codes import ON_DELETE

NOTHING: Final = RowEvents()


class TableEvents(RowEvents):
    """Triggers and foreign keys of one table, for one statement.

    `changed`: of an UPDATE, the columns it assigns (-1: the rowid). `conflict` is the
    statement's clause.
    """

    def __init__(
        self,
        runtime: Runtime,
        table: Table,
        event: int,
        changed: set[int] | None,
        conflict: int,
        rules: ForeignKeyRules | None,
    ) -> None:
        super().__init__()
        self.runtime = runtime
        self.table = table
        self.changed = changed
        self.rules = rules
        self.triggers = TriggerSet(runtime, table, table.triggers, event, changed, conflict)
        # REPLACE deletes rows, which fires DELETE triggers only when they may recurse.
        self.conflict = conflict
        self.replacing: TriggerSet | None = None
        self.has_before = bool(self.triggers.before)
        self.is_active = not self.triggers.is_empty() or rules is not None

    def prepare_replace(self) -> None:
        if self.runtime.recursive_triggers:
            table = self.table
            self.replacing = TriggerSet(
                self.runtime, table, table.triggers, ON_DELETE, None, self.conflict
            )

    def replace(self, writer: TableWriter, rowid: int, row: Row) -> None:
        replacing = self.replacing
        if replacing is not None:
            if not replacing.fire(replacing.before, rowid, row, 0, ()):
                return
            if not writer.find_again(rowid, row):
                return
        writer.delete_row(rowid, row)
        if self.rules is not None:
            self.rules.after_delete(row)
        if replacing is not None:
            replacing.fire(replacing.after, rowid, row, 0, ())

    def before_insert(self, rowid: int, row: Row) -> bool:
        before = self.triggers.before
        return not before or self.triggers.fire(before, 0, (), rowid, row)

    def storing(self, row: Row) -> None:
        if self.rules is not None:
            self.rules.before_insert(row)

    def after_insert(self, rowid: int, row: Row) -> None:
        if self.rules is not None:
            self.rules.after_insert(row)
        if self.triggers.after:
            self.triggers.fire(self.triggers.after, 0, (), rowid, row)

    def before_delete(self, rowid: int, row: Row) -> bool:
        before = self.triggers.before
        return not before or self.triggers.fire(before, rowid, row, 0, ())

    def after_delete(self, rowid: int, row: Row) -> None:
        if self.rules is not None:
            self.rules.after_delete(row)
        if self.triggers.after:
            self.triggers.fire(self.triggers.after, rowid, row, 0, ())

    def before_update(self, old_rowid: int, old_row: Row, rowid: int, row: Row) -> bool:
        before = self.triggers.before
        return not before or self.triggers.fire(before, old_rowid, old_row, rowid, row)

    def after_update(self, old_rowid: int, old_row: Row, rowid: int, row: Row) -> None:
        if self.rules is not None:
            self.rules.after_update(old_row, row)
        if self.triggers.after:
            self.triggers.fire(self.triggers.after, old_rowid, old_row, rowid, row)


def events_for(
    runtime: Runtime,
    table: Table,
    event: int,
    changed: set[int] | None,
    conflict: int,
    is_single: bool,
) -> RowEvents:
    """The events of one statement on `table`: nothing at all for most.

    `is_single`: it inserts one row and does nothing else.
    """
    rules: ForeignKeyRules | None = None
    if runtime.foreign_keys:
        rules = foreign_key_rules(runtime, table, event, changed, is_single)
    if rules is None and not table.triggers:
        return NOTHING
    events = TableEvents(runtime, table, event, changed, conflict, rules)
    if events.is_active or runtime.recursive_triggers:
        return events
    return NOTHING
