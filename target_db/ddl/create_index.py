"""CREATE INDEX, and filling an index with the entries of its table."""

from __future__ import annotations

from target_db.bind.expressions import bind_expr
from target_db.bind.scope import Scope, ScopeItem
from target_db.catalog.indexes import collation_of_term, column_name, order_indexes
from target_db.catalog.loader import build_index
from target_db.catalog.objects import Index, Table, View
from target_db.catalog.shapes import describe_index
from target_db.ddl.schema_rows import DdlProgram, add_row, check_name
from target_db.dml.index_build import check_unique, gather_entries, sort_entries
from target_db.dml.runtime import Runtime
from target_db.dml.writer import open_writer
from target_db.errors import SqlError
from target_db.expr.base import Source
from target_db.sql import ast


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
        self.begin_local_change()
        table = index.table
        table.writer = None
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
    table = index.table
    assert table.store is not None
    if table.has_rowid and not table.store.table_cursor(table.root).first():
        return
    writer = open_writer(runtime, table)
    for index_writer in writer.indexes:
        if index_writer.index is index:
            entries = gather_entries(writer, index_writer)
            # Rows come in the order of their rowids, which so are sorted already.
            fields = index_writer.width if writer.has_rowid else int(index.key_info.key_columns)
            sort_entries(entries, index.key_info, fields)
            if index.is_unique and not check_unique(index_writer, entries):
                raise writer.unique_failed(index_writer, 0)
            index_writer.cursor.build(entries)
