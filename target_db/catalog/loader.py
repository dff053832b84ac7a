"""Reading a schema: from the rows of `sqlite_schema` to tables, indexes, views, triggers."""

from __future__ import annotations

from typing import Final

from target_db.catalog.builder import build_table
from target_db.catalog.catalog import SCHEMA_ROOT, Catalog, Schema
from target_db.catalog.indexes import finish_index, order_indexes
from target_db.catalog.objects import Index, IndexColumn, Table, Trigger, View
from target_db.catalog.shapes import describe_index
from target_db.catalog.statistics import load_statistics
from target_db.errors import CORRUPT, SqlError
from target_db.sql import ast
from target_db.sql.parser import parse_one
from target_db.types.collation import Collation

SCHEMA_COLUMNS: Final = 5


def load_schema(catalog: Catalog, schema: Schema) -> None:
    """Make the objects of `schema` anew from its schema table.

    Raises SqlError (CORRUPT) where a row's SQL does not say what it must, or two have one root.
    """
    schema.clear()
    indexes: list[tuple[str, str, int, str | None]] = []
    triggers: list[tuple[str, str]] = []
    roots = {SCHEMA_ROOT}
    cursor = schema.store.table_cursor(SCHEMA_ROOT)
    more = cursor.first()
    while more:
        if len(cursor.row) < SCHEMA_COLUMNS:
            raise malformed("?")
        kind, name, table_name, root, sql = cursor.row[:SCHEMA_COLUMNS]
        if not isinstance(name, str) or not isinstance(table_name, str):
            raise malformed(str(name))
        if isinstance(root, int) and root > 0:
            if root in roots:
                raise malformed(name)
            roots.add(root)
        if kind == "index":
            indexes.append((name, table_name, as_int(root), sql if isinstance(sql, str) else None))
        elif not isinstance(sql, str):
            raise malformed(name)
        elif kind == "table":
            load_table(catalog, schema, name, as_int(root), sql)
        elif kind == "view":
            add_view(schema, sql)
        elif kind == "trigger":
            triggers.append((name, sql))
        more = cursor.next()
    for name, table_name, root_page, text in indexes:
        load_index(catalog, schema, name, table_name, root_page, text)
    for table in schema.tables.values():
        if isinstance(table, Table):
            table.indexes = order_indexes(table.indexes)
            schema.describer.describe(table)
            for index in table.indexes:
                describe_index(index)
    for _, text in triggers:
        node = parse_one(text, 0)[0]
        if isinstance(node, ast.CreateTrigger):
            add_trigger(catalog, schema, node, text)
    load_statistics(schema)


def malformed(name: str) -> SqlError:
    """The error for a schema row that makes no sense."""
    return SqlError(f"malformed database schema ({name})", CORRUPT)


def as_int(value: object) -> int:
    return value if isinstance(value, int) else 0


def load_table(catalog: Catalog, schema: Schema, name: str, root: int, sql: str) -> None:
    node = parse_one(sql, 0)[0]
    if not isinstance(node, ast.CreateTable):
        raise malformed(name)
    table = build_table(node, schema.name, sql, catalog.collations)
    table.store = schema.store
    table.root = root
    table.sql = sql
    schema.tables[name.lower()] = table


def load_index(
    catalog: Catalog, schema: Schema, name: str, table_name: str, root: int, sql: str | None
) -> None:
    table = schema.tables.get(table_name.lower())
    if not isinstance(table, Table):
        raise malformed(name)
    key = name.lower()
    if sql is None:
        for index in table.indexes:
            if index.name.lower() == key:
                index.root = root
                schema.indexes[key] = index
                return
        raise malformed(name)
    node = parse_one(sql, 0)[0]
    if not isinstance(node, ast.CreateIndex):
        raise malformed(name)
    index = build_index(node, table, catalog.collations)
    index.root = root
    index.sql = sql
    table.indexes.append(index)
    schema.indexes[key] = index


def build_index(node: ast.CreateIndex, table: Table, collations: dict[str, Collation]) -> Index:
    """The `Index` of a CREATE INDEX on `table`, without a root. Raises SqlError for a collation
    that does not exist; column names are the caller's to check (an unknown one counts as an
    expression)."""
    from target_db.catalog.indexes import collation_of_term, column_name
    from target_db.types.collation import default_collation

    parts = []
    for term in node.columns:
        expr, collation = collation_of_term(table, term.expr, collations)
        name = column_name(expr)
        position = -2
        if name is not None:
            position = table.positions.get(name.lower(), -2)
        if position >= 0:
            own = table.columns[position].collation
            parts.append(IndexColumn(position, collation or own, term.descending))
        else:
            part = IndexColumn(-2, collation or default_collation(collations), term.descending)
            part.expression = expr
            parts.append(part)
    index = Index(node.index.name, table, parts, 0)
    index.is_unique = node.unique
    index.where = node.where
    finish_index(index)
    return index


def add_view(schema: Schema, sql: str) -> View:
    """Make the view of a CREATE VIEW text, and add it to the schema."""
    node = parse_one(sql, 0)[0]
    if not isinstance(node, ast.CreateView):
        raise malformed(sql)
    columns = [c.name for c in node.columns] if node.columns is not None else []
    view = View(node.view.name, schema.name, columns, node.select)
    view.sql = sql
    schema.tables[view.name.lower()] = view
    return view


def add_trigger(
    catalog: Catalog, schema: Schema, node: ast.CreateTrigger, sql: str
) -> Trigger | None:
    """Make the trigger, and hang it on its table or view; None when that is not there."""
    home = node.table.schema if node.table.schema is not None else None
    if home is None and schema.name != "temp":
        home = schema.name
    table = catalog.find_table(home, node.table.name)
    if table is None:
        return None
    trigger = Trigger(node.trigger.name, schema.name, table.schema, table.name, node)
    trigger.sql = sql
    table.triggers.insert(0, trigger)
    schema.triggers[trigger.name.lower()] = trigger
    return trigger
