"""The rows of `sqlite_schema`, and what else must change with them."""

from __future__ import annotations

from typing import Final

from target_db.catalog.catalog import SCHEMA_ROOT, Schema
from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError

COOKIE: Final = 1  # the meta value that counts changes of the schema

Row = tuple[object, ...]


class DdlProgram(Program):
    """A statement that changes the schema `self.schema`."""

    def __init__(self, runtime: Runtime, schema: Schema) -> None:
        super().__init__()
        self.runtime = runtime
        self.catalog = runtime.catalog
        self.schema = schema

    def begin_change(self) -> None:
        """Begin to write; call it first in `run`."""
        begin_change(self.runtime, self.schema)

    def begin_local_change(self) -> None:
        """`begin_change` for a table or index made or dropped, which concerns no other table."""
        begin_change(self.runtime, self.schema)
        if not self.runtime.files.schemas:
            self.catalog.local_changes += 1


def begin_change(runtime: Runtime, schema: Schema) -> None:
    """Open the store for writing, and make plans and cookies of the old schema stale."""
    runtime.join(schema.store)
    schema.store.set_meta(COOKIE, (schema.store.meta(COOKIE) + 1) & 0x7FFF_FFFF)
    runtime.catalog.version += 1
    runtime.transactions.catalog_version = runtime.catalog.version


def add_row(
    schema: Schema, kind: str, name: str, table_name: str, root: int, sql: str | None
) -> None:
    """Add the row of a new object."""
    cursor = schema.store.table_cursor(SCHEMA_ROOT)
    cursor.insert(cursor.max_rowid() + 1, (kind, name, table_name, root, sql))


def all_rows(schema: Schema) -> list[tuple[int, Row]]:
    """Every row with its rowid."""
    found: list[tuple[int, Row]] = []
    cursor = schema.store.table_cursor(SCHEMA_ROOT)
    more = cursor.first()
    while more:
        found.append((cursor.rowid, cursor.row))
        more = cursor.next()
    return found


def remove_rows(schema: Schema, rowids: list[int]) -> None:
    """Remove rows by rowid."""
    cursor = schema.store.table_cursor(SCHEMA_ROOT)
    for rowid in rowids:
        cursor.tree.delete(rowid)


def replace_row(schema: Schema, rowid: int, row: Row) -> None:
    """Write a row over the one with its rowid."""
    schema.store.table_cursor(SCHEMA_ROOT).insert(rowid, row)


def choose_schema(runtime: Runtime, name: str | None, temporary: bool, what: str) -> Schema:
    """The schema a new object goes to. Raises SqlError."""
    if name is None:
        return runtime.catalog.temp if temporary else runtime.catalog.main
    found = runtime.catalog.find_schema(name)
    if found is None:
        raise SqlError(f"unknown database {name}")
    if temporary and found is not runtime.catalog.temp:
        raise SqlError(f"temporary {what} name must be unqualified")
    return found


def check_name(name: str) -> None:
    """Refuse names that begin with `sqlite_`. Raises SqlError."""
    if name.lower().startswith("sqlite_"):
        raise SqlError(f"object name reserved for internal use: {name}")
