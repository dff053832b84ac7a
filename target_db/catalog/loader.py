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

    Raises SqlError (CORRUPT) where a row's SQL does not say what its other columns do, or two
    have one root.
    """
    schema.clear()
    indexes: list[tuple[str, str, int, str | None]] = []
    triggers: list[tuple[str, str, str]] = []
    roots = {SCHEMA_ROOT}
    pages = schema.store.page_count()
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
            if root > pages:
                raise malformed(name, "invalid rootpage")
            roots.add(root)
        if kind == "index":
            indexes.append((name, table_name, as_int(root), sql if isinstance(sql, str) else None))
        elif not isinstance(sql, str):
            raise malformed(name)
        elif kind == "table":
            load_table(catalog, schema, name, table_name, as_int(root), sql)
        elif kind == "view":
            if as_int(root) != 0:
                raise malformed(name)
            view = add_view(schema, name, sql)
            check_names((name, table_name), view.name, view.name)
        elif kind == "trigger":
            triggers.append((name, table_name, sql))
        else:
            raise malformed(name)
        more = cursor.next()
    for name, table_name, root_page, text in indexes:
        load_index(catalog, schema, name, table_name, root_page, text)
    for table in schema.tables.values():
        if isinstance(table, Table):
            table.indexes = order_indexes(table.indexes)
            schema.describer.describe(table)
            for index in table.indexes:
                describe_index(index)
    for name, table_name, text in triggers:
        load_trigger(catalog, schema, name, table_name, text)
    load_statistics(schema)


def malformed(name: str, detail: str = "") -> SqlError:
    """The error for a schema row that makes no sense."""
    suffix = f" - {detail}" if detail else ""
    return SqlError(f"malformed database schema ({name}){suffix}", CORRUPT)


def parse_row(name: str, sql: str) -> ast.Statement | None:
    """The statement in the `sql` column of the row of `name`. Raises SqlError (CORRUPT)."""
    try:
        return parse_one(sql, 0)[0]
    except SqlError as error:
        raise malformed(name, error.message) from error


def check_names(row: tuple[str, str], name: str, table_name: str) -> None:
    """Raises SqlError (CORRUPT) when the statement in a schema row names another object or
    table than the row's own columns, `row`, do."""
    if row[0].lower() != name.lower() or row[1].lower() != table_name.lower():
        raise malformed(row[0])


def as_int(value: object) -> int:
    return value if isinstance(value, int) else 0


def load_table(
    catalog: Catalog, schema: Schema, name: str, table_name: str, root: int, sql: str
) -> None:
    node = parse_row(name, sql)
    if not isinstance(node, ast.CreateTable) or node.select is not None:
        raise malformed(name)
    check_names((name, table_name), node.table.name, node.table.name)
    table = build_table(node, schema.name, sql, catalog.collations)
    table.store = schema.store
    table.root = root
    table.sql = sql
    schema.tables[name.lower()] = table


def load_index(
    catalog: Catalog, schema: Schema, name: str, table_name: str, root: int, sql: str | None
) -> None:
    table = schema.tables.get(table_name.lower())
    key = name.lower()
    if sql is None:
        for index in table.indexes if isinstance(table, Table) else []:
            if index.name.lower() == key:
                index.root = root
                schema.indexes[key] = index
                return
        raise malformed(name, "orphan index")
    node = parse_row(name, sql)
    if not isinstance(node, ast.CreateIndex):
        raise malformed(name)
    check_names((name, table_name), node.index.name, node.table.name)
    if not isinstance(table, Table):
        raise malformed(name, f"no such table: {schema.name}.{node.table.name}")
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


def add_view(schema: Schema, name: str, sql: str) -> View:
    """Make the view of a CREATE VIEW text, and add it to the schema.

    Raises SqlError (CORRUPT) about `name` when it is none.
    """
    node = parse_row(name, sql)
    if not isinstance(node, ast.CreateView):
        raise malformed(name)
    columns = [c.name for c in node.columns] if node.columns is not None else []
    view = View(node.view.name, schema.name, columns, node.select)
    view.sql = sql
    schema.tables[view.name.lower()] = view
    return view


def load_trigger(catalog: Catalog, schema: Schema, name: str, table_name: str, sql: str) -> None:
    node = parse_row(name, sql)
    if not isinstance(node, ast.CreateTrigger):
        raise malformed(name)
    found = add_trigger(catalog, schema, node, sql)
    if schema.name == "temp":  # its table may lie elsewhere, and be renamed or gone
        return
    check_names((name, table_name), node.trigger.name, node.table.name)
    if found is None:
        raise malformed(name, f"no such table: {schema.name}.{node.table.name}")


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
