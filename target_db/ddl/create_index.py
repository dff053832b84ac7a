"""CREATE INDEX, and filling an index with the entries of its table."""

from __future__ import annotations

from operator import itemgetter

from target_db.bind.expressions import bind_expr
from target_db.bind.scope import Scope, ScopeItem
from target_db.catalog.indexes import collation_of_term, column_name, order_indexes
from target_db.catalog.loader import build_index
from target_db.catalog.objects import Index, Table, View
from target_db.catalog.shapes import describe_index
from target_db.ddl.schema_rows import DdlProgram, add_row, check_name
from target_db.dml.index_writer import IndexWriter
from target_db.dml.runtime import Runtime
from target_db.dml.writer import TableWriter, open_writer
from target_db.errors import SqlError
from target_db.expr.base import Source
from target_db.sql import ast
from target_db.storage.keyinfo import KeyInfo
from target_db.types.collation import BINARY, Collation
from target_db.types.compare import sort_key


class CreateIndexProgram(DdlProgram):
    """CREATE [UNIQUE] INDEX."""

    def __init__(self, runtime: Runtime, node: ast.CreateIndex, sql: str) -> None:
        self.index: Index | None = None
        table = self.find_table(runtime, node)
        schema = runtime.catalog.find_schema(table.schema)
        assert schema is not None
        super().__init__(runtime, schema)
        name = node.index.name
        check_name(name)
        if name.lower() in schema.indexes:
            if node.if_not_exists:
                return
            raise SqlError(f"index {name} already exists")
        if name.lower() in schema.tables:
            raise SqlError(f"there is already a table named {name}")
        check_terms(runtime, node, table)
        self.index = build_index(node, table, runtime.catalog.collations)
        unique = " UNIQUE" if node.unique else ""
        self.index.sql = f"CREATE{unique} INDEX {text_to_end(sql, int(node.index.pos), node)}"

    def find_table(self, runtime: Runtime, node: ast.CreateIndex) -> Table:
        catalog = runtime.catalog
        name = node.table.name
        schema = node.index.schema
        if schema is None:
            found = catalog.temp.tables.get(name.lower())
            if found is None:
                schema = "main"
        elif catalog.find_schema(schema) is None:
            raise SqlError(f"unknown database {schema}")
        else:
            found = None
        if found is None:
            found = catalog.find_table(schema, name)
            if found is None and schema == "temp" and catalog.find_table(None, name) is not None:
                raise SqlError(f'cannot create a TEMP index on non-TEMP table "{name}"')
        if found is None:
            raise SqlError(f"no such table: {schema}.{name}")
        if isinstance(found, View):
            raise SqlError("views may not be indexed")
        if found.name.lower().startswith("sqlite_"):
            raise SqlError(f"table {found.name} may not be indexed")
        return found

    def run(self) -> None:
        index = self.index
        if index is None:
            return
        self.begin_change()
        table = index.table
        index.root = self.schema.store.create_index_tree()
        describe_index(index)
        schema_indexes = [*table.indexes[::-1], index]
        table.indexes = order_indexes(schema_indexes)
        self.schema.indexes[index.name.lower()] = index
        add_row(self.schema, "index", index.name, table.name, index.root, index.sql)
        fill_index(self.runtime, index)


def check_terms(runtime: Runtime, node: ast.CreateIndex, table: Table) -> None:
    """Bind what is not a plain column, to refuse what an index may not hold. Raises SqlError."""
    context = runtime.bind_context("", None)
    scope = Scope(context, None)
    source = Source(context.number_source(), table.name)
    scope.items.append(ScopeItem(source, table, table.name.lower(), table.schema))
    context.restricted_to = "index expressions"
    for term in node.columns:
        expr, _ = collation_of_term(table, term.expr, runtime.catalog.collations)
        name = column_name(expr)
        if name is None or name.lower() not in table.positions:
            bind_expr(expr, scope)
    if node.where is not None:
        context.restricted_to = "partial index WHERE clauses"
        bind_expr(node.where, scope)


def text_to_end(sql: str, start: int, node: ast.Statement) -> str:
    """The statement's text from `start` to its semicolon, spaces before that included."""
    end = int(node.end)
    while end < len(sql) and sql[end].isspace():
        end += 1
    return sql[start:end]


def fill_index(runtime: Runtime, index: Index) -> None:
    """Make the entries of all rows of the table. Raises ConstraintError for duplicates."""
    writer = open_writer(runtime, index.table)
    for index_writer in writer.indexes:
        if index_writer.index is index:
            entries = gather_entries(writer, index_writer)
            # Rows come in the order of their rowids, which so are sorted already.
            fields = index_writer.width if writer.has_rowid else int(index.key_info.key_columns)
            sort_entries(entries, index.key_info, fields)
            if index.is_unique:
                check_unique(writer, index_writer, entries)
            index_writer.cursor.build(entries)


def gather_entries(writer: TableWriter, index_writer: IndexWriter) -> list[tuple[object, ...]]:
    """The index's entry of every row."""
    entries: list[tuple[object, ...]] = []
    needs_source = index_writer.needs_source
    if writer.cursor is not None:
        table_cursor = writer.cursor
        more = table_cursor.first()
        while more:
            if needs_source:
                writer.stand_on(table_cursor.rowid, table_cursor.row)
            key = index_writer.make_key(table_cursor.rowid, table_cursor.row)
            if key is not None:
                entries.append(key)
            more = table_cursor.next()
        return entries
    cursor = writer.entries
    assert cursor is not None
    more = cursor.first()
    while more:
        row = writer.from_entry(cursor.key)
        if needs_source:
            writer.stand_on(0, row)
        key = index_writer.make_key(0, row)
        if key is not None:
            entries.append(key)
        more = cursor.next()
    return entries


def sort_entries(entries: list[tuple[object, ...]], info: KeyInfo, fields: int) -> None:
    """Sort entries in place by their first `fields` fields, in the index's order.

    One field after the other, the last first, since sorting is stable: entries that were in
    the order of the other fields stay so.
    """
    for field in range(fields - 1, -1, -1):
        collation = info.collations[field]
        descending = info.descending[field]
        if sorts_as_it_is([entry[field] for entry in entries], collation):
            entries.sort(key=itemgetter(field), reverse=descending)
            continue
        keys = [sort_key(entry[field], collation) for entry in entries]
        order = sorted(range(len(entries)), key=keys.__getitem__, reverse=descending)
        entries[:] = [entries[place] for place in order]


def sorts_as_it_is(values: list[object], collation: Collation) -> bool:
    """Whether Python's order of the values is the index's: all are numbers, or all ASCII text
    under BINARY."""
    if values and isinstance(values[0], str):
        return collation is BINARY and all(
            isinstance(value, str) and value.isascii() for value in values
        )
    return all(isinstance(value, (int, float)) for value in values)


def check_unique(
    writer: TableWriter, index_writer: IndexWriter, entries: list[tuple[object, ...]]
) -> None:
    """Refuse two neighbouring entries with the same key columns and no NULL in them."""
    info = index_writer.index.key_info
    width = index_writer.width
    for place in range(1, len(entries)):
        entry = entries[place]
        if info.compare(entry, entries[place - 1], width) == 0 and None not in entry[:width]:
            raise writer.unique_failed(index_writer, 0)
