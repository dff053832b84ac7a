"""Before and after ALTER TABLE: does everything in the schema make sense?"""

from __future__ import annotations

import re
from typing import Final

from target_db.catalog.catalog import Schema
from target_db.catalog.objects import Table, View
from target_db.ddl.alter import reload
from target_db.ddl.create_index import check_terms
from target_db.ddl.create_table import check_expressions
from target_db.ddl.trigger_names import TriggerNames
from target_db.dml.instead import view_shape
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.physical.planner import plan_select
from target_db.sql import ast
from target_db.sql.parser import parse_one

FOUND_LATER: Final = re.compile(
    "DISTINCT aggregates must|ESCAPE expression must|RANGE with offset|hex literal too big"
    "|misuse of|no such (collation sequence|function|window)|sub-select returns"
    "|wrong number of arguments|.* may not be used as a window function"
    r"|RAISE\(\) may only"
)
"""Errors that SQLite meets where it makes a program of a view, and not where ALTER TABLE looks up
its names."""


def check_schema_before(runtime: Runtime, schema: Schema) -> None:
    """Bind everything in the schema before it is changed.

    Raises SqlError "error in view v: ...", or without a reason under PRAGMA legacy_alter_table.
    """
    try:
        recheck_schema(runtime, schema, "")
    except SqlError:
        if runtime.settings.get("legacy_alter_table"):
            raise SqlError("SQL logic error") from None
        raise


def recheck_schema(runtime: Runtime, schema: Schema, when: str) -> None:
    """Read the schema again and bind every table, index, view and trigger of it.

    Raises SqlError "error in view v after drop column: ...".
    """
    suffix = f" {when}" if when else ""
    if when:
        reload_named(runtime, schema, suffix)
    for table in schema.user_tables():
        if isinstance(table, Table):
            check_one("table", table.name, suffix, TableCheck(runtime, table))
    if when:
        check_indexes(runtime, schema, suffix)
    for table in schema.user_tables():
        if isinstance(table, View):
            check_one("view", table.name, suffix, ViewCheck(runtime, table))
    for trigger in schema.triggers.values():
        target = runtime.catalog.find_table(trigger.table_schema, trigger.table)
        if isinstance(target, View):
            target = view_shape(runtime, target)
        if target is not None:
            check = TriggerCheck(runtime, trigger.name, target)
            check_one("trigger", trigger.name, suffix, check)


class Check:
    """Something to bind."""

    def run(self) -> None:
        """Bind it. Raises SqlError."""
        raise NotImplementedError


class TableCheck(Check):
    """The CHECKs and generated columns of a table."""

    def __init__(self, runtime: Runtime, table: Table) -> None:
        self.runtime = runtime
        self.table = table

    def run(self) -> None:
        check_expressions(self.runtime, self.table)


class IndexCheck(Check):
    """The terms of an index."""

    def __init__(self, runtime: Runtime, node: ast.CreateIndex, table: Table) -> None:
        self.runtime = runtime
        self.node = node
        self.table = table

    def run(self) -> None:
        check_terms(self.runtime, self.node, self.table)


class ViewCheck(Check):
    """The SELECT of a view."""

    def __init__(self, runtime: Runtime, view: View) -> None:
        self.runtime = runtime
        self.view = view

    def run(self) -> None:
        context = self.runtime.bind_context(self.view.sql, None)
        context.home_schema = self.view.schema
        context.names_only = True
        node = parse_one(self.view.sql, 0, True)[0]
        assert isinstance(node, ast.CreateView)
        try:
            plan_select(node.select, context, None)
        except SqlError as error:
            if not FOUND_LATER.match(error.message):
                raise


class TriggerCheck(Check):
    """The WHEN and the statements of a trigger."""

    def __init__(self, runtime: Runtime, name: str, table: Table) -> None:
        self.runtime = runtime
        self.name = name
        self.table = table

    def run(self) -> None:
        for trigger in self.table.triggers:
            if trigger.name == self.name:
                TriggerNames(self.runtime, trigger, self.table).check()


def check_one(kind: str, name: str, suffix: str, check: Check) -> None:
    """Run a check, and say in what it failed."""
    try:
        check.run()
    except SqlError as error:
        raise SqlError(f"error in {kind} {name}{suffix}: {error.message}") from error


def reload_named(runtime: Runtime, schema: Schema, suffix: str) -> None:
    """Read the schema again, naming the object that cannot be read."""
    old = {t.name.lower(): t.sql for t in schema.user_tables()}
    try:
        reload(runtime, schema)
    except SqlError as error:
        for name, text in old.items():
            node = parse_one(text, 0, True)[0]
            if isinstance(node, ast.CreateTable):
                raise SqlError(f"error in table {name}{suffix}: {error.message}") from error
        raise


def check_indexes(runtime: Runtime, schema: Schema, suffix: str) -> None:
    """Bind the terms of every index that has a text."""
    for index in schema.indexes.values():
        if index.sql is not None:
            node = parse_one(index.sql, 0, True)[0]
            assert isinstance(node, ast.CreateIndex)
            check_one("index", index.name, suffix, IndexCheck(runtime, node, index.table))
