"""ALTER TABLE: the table's CREATE text is edited, and the schema read again.

Source: "ALTER TABLE", and SQLite's own texts and messages. What each command does:
`add_column.py`, `drop_column.py`, `rename_table.py`, `rename_column.py`, `constraints.py`.
"""

from __future__ import annotations

from target_db.catalog.catalog import Schema
from target_db.catalog.loader import load_schema
from target_db.catalog.objects import Table, View
from target_db.ddl.schema_rows import DdlProgram, all_rows, replace_row
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.sql import ast
from target_db.sql.parser import parse_one


class AlterProgram(DdlProgram):
    """An ALTER TABLE of `self.table`. Subclasses say in `run` what changes."""

    def __init__(self, runtime: Runtime, table: Table) -> None:
        schema = runtime.catalog.find_schema(table.schema)
        assert schema is not None
        super().__init__(runtime, schema)
        self.table = table

    def parsed(self) -> ast.CreateTable:
        """The syntax tree of the table's CREATE text."""
        node = parse_one(self.table.sql, 0)[0]
        assert isinstance(node, ast.CreateTable)
        return node

    def write_sql(self, text: str) -> None:
        """Make `text` the table's CREATE text in the schema table."""
        name = self.table.name.lower()
        for rowid, row in all_rows(self.schema):
            if row[0] == "table" and isinstance(row[1], str) and row[1].lower() == name:
                replace_row(self.schema, rowid, (*row[:4], text))

    def reload(self) -> None:
        """Make the objects of the schema (and the triggers of temp) anew from their texts."""
        reload(self.runtime, self.schema)


def reload(runtime: Runtime, schema: Schema) -> None:
    """Read a schema again, and the temporary triggers on its tables."""
    load_schema(runtime.catalog, schema)
    if schema is not runtime.catalog.temp and runtime.catalog.temp.triggers:
        load_schema(runtime.catalog, runtime.catalog.temp)


def find_alterable(runtime: Runtime, name: ast.QualifiedName, view_message: str) -> Table:
    """The table to be altered. `view_message` (with a place for the name) refuses a view."""
    found = runtime.catalog.find_table(name.schema, name.name)
    if found is None:
        shown = name.name if name.schema is None else f"{name.schema}.{name.name}"
        raise SqlError(f"no such table: {shown}")
    if isinstance(found, View):
        raise SqlError(view_message.format(found.name))
    if found.name.lower().startswith("sqlite_"):
        raise SqlError(f"table {found.name} may not be altered")
    return found


def find_column(table: Table, name: str) -> int:
    """The position of a column. Raises SqlError."""
    position = table.positions.get(name.lower())
    if position is None:
        raise SqlError(f'no such column: "{name}"')
    return position
