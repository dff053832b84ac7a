"""CREATE VIEW and CREATE TRIGGER."""

from __future__ import annotations

from target_db.catalog.catalog import Schema
from target_db.catalog.loader import add_trigger, add_view
from target_db.catalog.objects import View
from target_db.ddl.create_table import is_taken
from target_db.ddl.one_schema import OneSchema
from target_db.ddl.schema_rows import DdlProgram, add_row, check_name, choose_schema
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.sql import ast
from target_db.sql.codes import TRIGGER_BEFORE, TRIGGER_INSTEAD
from target_db.sql.parser import parse_one


class CreateViewProgram(DdlProgram):
    """CREATE VIEW: only its text is kept; its SELECT is bound where the view is used."""

    def __init__(self, runtime: Runtime, node: ast.CreateView, sql: str) -> None:
        schema = choose_schema(runtime, node.view.schema, node.temporary, "view")
        super().__init__(runtime, schema)
        if node.parameter_count:
            raise SqlError("parameters are not allowed in views")
        if schema.name != "temp":
            OneSchema(f"view {node.view.name}", schema.name).select(node.select)
        check_name(node.view.name)
        self.is_noop = is_taken(schema, node.view, node.if_not_exists)
        self.name = node.view.name
        self.text = "CREATE VIEW " + sql[node.view.pos : node.end]

    def run(self) -> None:
        if self.is_noop:
            return
        self.begin_change()
        view = add_view(self.schema, self.name, self.text)
        add_row(self.schema, "view", view.name, view.name, 0, self.text)


class CreateTriggerProgram(DdlProgram):
    """CREATE TRIGGER: its statements are bound when it first fires."""

    def __init__(self, runtime: Runtime, node: ast.CreateTrigger, sql: str) -> None:
        catalog = runtime.catalog
        home = node.trigger.schema
        if home is not None and catalog.find_schema(home) is None:
            raise SqlError(f"unknown database {home}")
        if node.temporary and home is not None:
            raise SqlError("temporary trigger may not have qualified name")
        is_temporary = node.temporary or (home is not None and home.lower() == "temp")
        target_schema = node.table.schema
        if home is not None and not is_temporary:
            if target_schema is not None and target_schema.lower() != home.lower():
                raise SqlError(
                    f"trigger {node.trigger.name} cannot reference objects"
                    f" in database {target_schema}"
                )
            target_schema = home
        table = catalog.find_table(target_schema, node.table.name)
        is_elsewhere = target_schema is None and not is_temporary
        if table is None or (is_elsewhere and table.schema not in ("main", "temp")):
            where = target_schema or ("" if is_temporary else "main")
            shown = f"{where}.{node.table.name}" if where else node.table.name
            raise SqlError(f"no such table: {shown}")
        owner = "temp" if is_temporary else table.schema
        schema = catalog.find_schema(owner)
        assert schema is not None
        super().__init__(runtime, schema)
        self.check(node, schema, isinstance(table, View), table.name)
        if owner != "temp":
            walk = OneSchema(f"trigger {node.trigger.name}", owner)
            walk.optional(node.when)
            for step in node.body:
                walk.statement(step)
        self.node = node
        self.is_noop = False
        check_name(node.trigger.name)
        if node.trigger.name.lower() in schema.triggers:
            if not node.if_not_exists:
                raise SqlError(f"trigger {node.trigger.name} already exists")
            self.is_noop = True
        self.text = "CREATE TRIGGER " + sql[node.trigger.pos : node.end]
        self.table_name = table.name

    def check(
        self, node: ast.CreateTrigger, schema: Schema, is_view: bool, table_name: str
    ) -> None:
        if node.parameter_count:
            raise SqlError("trigger cannot use variables")
        if table_name.lower().startswith("sqlite_"):
            raise SqlError("cannot create trigger on system table")
        if is_view and node.timing != TRIGGER_INSTEAD:
            word = "BEFORE" if node.timing == TRIGGER_BEFORE else "AFTER"
            raise SqlError(f"cannot create {word} trigger on view: {table_name}")
        if not is_view and node.timing == TRIGGER_INSTEAD:
            raise SqlError(f"cannot create INSTEAD OF trigger on table: {table_name}")

    def run(self) -> None:
        if self.is_noop:
            return
        self.begin_change()
        node = parse_one(self.text, 0)[0]
        assert isinstance(node, ast.CreateTrigger)
        trigger = add_trigger(self.catalog, self.schema, node, self.text)
        assert trigger is not None
        add_row(self.schema, "trigger", trigger.name, self.table_name, 0, self.text)
