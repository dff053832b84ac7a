"""Finding what an INSERT, UPDATE or DELETE names, and refusing what cannot be written."""

from __future__ import annotations

from typing import Final

from target_db.bind.scope import BindContext
from target_db.catalog.objects import Table, View
from target_db.errors import SqlError
from target_db.sql import ast

ROWID_NAMES: Final = ("rowid", "oid", "_rowid_")


def find_target(context: BindContext, schema: str | None, name: str) -> Table | View:
    """The table or view to be changed. Raises SqlError."""
    if schema is None:
        schema = context.name_schema()
    found = context.catalog.find_table(schema, name)
    if found is None:
        shown = name if schema is None else f"{schema}.{name}"
        raise SqlError(f"no such table: {shown}")
    if isinstance(found, Table):
        if found.root == 1 and found.name in ("sqlite_master", "sqlite_temp_master"):
            raise SqlError(f"table {found.name} may not be modified")
        if found.store is None:
            raise SqlError(f"table {found.name} may not be modified")
    return found


def require_column(table: Table, name: str) -> int:
    """The position of a column of an INSERT's column list; -1 for the rowid by one of its
    names. Raises SqlError."""
    position = table.positions.get(name.lower())
    if position is not None:
        return position
    if table.has_rowid and name.lower() in ROWID_NAMES:
        return -1
    raise SqlError(f"table {table.name} has no column named {name}")


def assigned_columns(nodes: list[ast.Assignment], table: Table) -> set[int]:
    """The positions of the columns that a SET clause names; -1 for the rowid. Names that do not
    exist are left out: binding the assignments reports them."""
    found: set[int] = set()
    for node in nodes:
        for name in node.columns:
            key = name.name.lower()
            position = table.positions.get(key)
            if position is not None:
                found.add(position)
            elif table.has_rowid and key in ROWID_NAMES:
                found.add(table.rowid_column)
    return found
