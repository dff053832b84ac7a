"""DROP TABLE, VIEW, INDEX and TRIGGER."""

from __future__ import annotations

from target_db.catalog.catalog import Schema
from target_db.catalog.objects import Index, Table, Trigger, View
from target_db.ddl.roots import drop_trees
from target_db.ddl.schema_rows import (
    DdlProgram,
    all_rows,
    begin_change,
    remove_rows,
)
from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.sql import ast


def shown_name(name: ast.QualifiedName) -> str:
    """A name as messages show it."""
    return name.name if name.schema is None else f"{name.schema}.{name.name}"


class DropTableProgram(DdlProgram):
    """DROP TABLE, or DROP VIEW (`is_view`)."""

    def __init__(
        self, runtime: Runtime, name: ast.QualifiedName, if_exists: bool, is_view: bool
    ) -> None:
        found = runtime.catalog.find_table(name.schema, name.name)
        kind = "view" if is_view else "table"
        if found is None and not if_exists:
            raise SqlError(f"no such {kind}: {shown_name(name)}")
        schema = runtime.catalog.main
        if found is not None:
            if (
                not is_view
                and found.name.lower().startswith("sqlite_")
                and (not found.name.lower().startswith("sqlite_stat"))
            ):
                raise SqlError(f"table {found.name} may not be dropped")
            if is_view and isinstance(found, Table):
                raise SqlError(f"use DROP TABLE to delete table {found.name}")
            if not is_view and isinstance(found, View):
                raise SqlError(f"use DROP VIEW to delete view {found.name}")
            where = runtime.catalog.find_schema(found.schema)
            assert where is not None
            schema = where
        super().__init__(runtime, schema)
        self.target = found
        self.clearing = None
        if isinstance(found, Table) and runtime.foreign_keys and self.is_parent(found):
            self.clearing = clearing_program(runtime, found)

    def is_parent(self, table: Table) -> bool:
        """Whether a foreign key refers to the table."""
        name = table.name.lower()
        for other in self.schema.tables.values():
            if isinstance(other, Table):
                for key in other.foreign_keys:
                    if key.parent.lower() == name:
                        return True
        return False

    def run(self) -> None:
        target = self.target
        if target is None:
            return
        self.runtime.join(self.schema.store)
        if self.clearing is not None:
            triggers = target.triggers
            target.triggers = []
            self.clearing.run()
            target.triggers = triggers
        self.begin_local_change()
        for trigger in target.triggers[:]:
            drop_trigger(self.runtime, trigger)
        if isinstance(target, Table):
            drop_table(self.schema, target)
        else:
            remove_named(self.schema, "view", target.name)
            del self.schema.tables[target.name.lower()]


def clearing_program(runtime: Runtime, table: Table) -> Program | None:
    """The implicit DELETE of a table that foreign keys refer to.

    None where one of them does not fit the table: "foreign key mismatch" errors are ignored
    here ("SQLite Foreign Key Support", 5).
    """
    ref = ast.TableRef(table.name, -1, table.schema, -1, None, None, False)
    delete = ast.Delete(None, ref, None, None)
    try:
        return runtime.compiler.compile(delete, runtime.bind_context("", None), None, 0)
    except SqlError as error:
        if not error.message.startswith("foreign key mismatch"):
            raise
        return None


def drop_table(schema: Schema, table: Table) -> None:
    """Remove a table's trees, schema rows, sequence and statistics."""
    roots = [table.root, *[index.root for index in table.indexes]]
    for index in table.indexes:
        schema.indexes.pop(index.name.lower(), None)
    name = table.name.lower()
    del schema.tables[name]
    gone = [
        rowid
        for rowid, row in all_rows(schema)
        if row[0] != "trigger" and isinstance(row[2], str) and row[2].lower() == name
    ]
    remove_rows(schema, gone)
    drop_trees(schema, roots)
    delete_where(schema, "sqlite_sequence", 0, table.name)
    delete_where(schema, "sqlite_stat1", 0, table.name)
    delete_where(schema, "sqlite_stat4", 0, table.name)
    # What knows the table is let go of here, and the rows with it at once.
    table.writer = None
    table.indexes = []


def delete_where(schema: Schema, table_name: str, column: int, value: str) -> None:
    """Delete the rows of an internal table that have `value` in a column, if it exists."""
    table = schema.tables.get(table_name)
    if not isinstance(table, Table) or table.name.lower() == value.lower():
        return
    cursor = schema.store.table_cursor(table.root)
    gone = []
    more = cursor.first()
    while more:
        found = cursor.row[column]
        if isinstance(found, str) and found.lower() == value.lower():
            gone.append(cursor.rowid)
        more = cursor.next()
    for rowid in gone:
        cursor.tree.delete(rowid)


def remove_named(schema: Schema, kind: str, name: str) -> None:
    """Remove the schema row of one object."""
    key = name.lower()
    gone = [
        rowid
        for rowid, row in all_rows(schema)
        if row[0] == kind and isinstance(row[1], str) and row[1].lower() == key
    ]
    remove_rows(schema, gone)


class DropIndexProgram(DdlProgram):
    """DROP INDEX."""

    def __init__(self, runtime: Runtime, node: ast.DropIndex) -> None:
        index = runtime.catalog.find_index(node.name.schema, node.name.name)
        schema = runtime.catalog.main
        if index is None:
            if not node.if_exists:
                raise SqlError(f"no such index: {shown_name(node.name)}")
        else:
            if index.origin != "c":
                raise SqlError(
                    "index associated with UNIQUE or PRIMARY KEY constraint cannot be dropped"
                )
            where = runtime.catalog.find_schema(index.table.schema)
            assert where is not None
            schema = where
        super().__init__(runtime, schema)
        self.index: Index | None = index

    def run(self) -> None:
        index = self.index
        if index is None:
            return
        self.begin_local_change()
        index.table.writer = None
        index.table.indexes.remove(index)
        del self.schema.indexes[index.name.lower()]
        remove_named(self.schema, "index", index.name)
        drop_trees(self.schema, [index.root])
        delete_where(self.schema, "sqlite_stat1", 1, index.name)


class DropTriggerProgram(DdlProgram):
    """DROP TRIGGER."""

    def __init__(self, runtime: Runtime, node: ast.DropTrigger) -> None:
        trigger = runtime.catalog.find_trigger(node.name.schema, node.name.name)
        schema = runtime.catalog.main
        if trigger is None:
            if not node.if_exists:
                raise SqlError(f"no such trigger: {shown_name(node.name)}")
        else:
            where = runtime.catalog.find_schema(trigger.schema)
            assert where is not None
            schema = where
        super().__init__(runtime, schema)
        self.trigger: Trigger | None = trigger

    def run(self) -> None:
        if self.trigger is not None:
            drop_trigger(self.runtime, self.trigger)


def drop_trigger(runtime: Runtime, trigger: Trigger) -> None:
    """Remove a trigger from its table, its schema and the schema's rows."""
    schema = runtime.catalog.find_schema(trigger.schema)
    assert schema is not None
    begin_change(runtime, schema)
    table = runtime.catalog.find_table(trigger.table_schema, trigger.table)
    if table is not None and trigger in table.triggers:
        table.triggers.remove(trigger)
    del schema.triggers[trigger.name.lower()]
    remove_named(schema, "trigger", trigger.name)
