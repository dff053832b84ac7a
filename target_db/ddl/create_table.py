"""CREATE TABLE, also from a SELECT."""

from __future__ import annotations

from typing import Final

from target_db.bind.expressions import bind_expr
from target_db.bind.scope import BindContext, Scope, ScopeItem
from target_db.catalog.builder import build_table
from target_db.catalog.catalog import Schema
from target_db.catalog.indexes import order_indexes
from target_db.catalog.objects import Table, View
from target_db.catalog.references import columns_named, generation_order
from target_db.catalog.shapes import describe_index
from target_db.ddl.quoting import quote_identifier
from target_db.ddl.schema_rows import DdlProgram, add_row, check_name, choose_schema
from target_db.dml.runtime import Runtime
from target_db.dml.target import ROWID_NAMES
from target_db.errors import SqlError
from target_db.expr.base import RowPlan, Source
from target_db.physical.planner import plan_select
from target_db.sql import ast
from target_db.sql.parser import parse_one
from target_db.types.affinity import BLOB, INTEGER, NONE, NUMERIC, REAL, TEXT

SEQUENCE: Final = "sqlite_sequence"
SEQUENCE_SQL: Final = "CREATE TABLE sqlite_sequence(name,seq)"
TYPE_NAMES: Final = {
    NONE: "",
    BLOB: "",
    TEXT: " TEXT",
    NUMERIC: " NUM",
    INTEGER: " INT",
    REAL: " REAL",
}
ONE_LINE: Final = 50  # a made-up CREATE TABLE shorter than this stands on one line


def is_taken(schema: Schema, made: ast.QualifiedName, if_not_exists: bool) -> bool:
    """Whether a table or view has the name, which IF NOT EXISTS allows. Raises SqlError."""
    name = made.name
    known = schema.tables.get(name.lower())
    if known is not None:
        if if_not_exists:
            return True
        kind = "view" if isinstance(known, View) else "table"
        raise SqlError(f"{kind} {name} already exists", offset=int(made.pos))
    if name.lower() in schema.indexes:
        raise SqlError(f"there is already an index named {name}")
    return False


class CreateTableProgram(DdlProgram):
    """CREATE TABLE. Checks are made when it is compiled, as SQLite does."""

    def __init__(self, runtime: Runtime, node: ast.CreateTable, sql: str) -> None:
        schema = choose_schema(runtime, node.table.schema, node.temporary, "table")
        super().__init__(runtime, schema)
        self.name = node.table.name
        check_name(self.name)
        self.is_noop = is_taken(schema, node.table, node.if_not_exists)
        self.plan: RowPlan | None = None
        self.table: Table | None = None
        if self.is_noop:
            return
        if node.select is not None:
            self.prepare_select(node.select, sql)
            return
        text = "CREATE TABLE " + sql[node.table.pos : node.end]
        self.build(node, sql, text)

    def build(self, node: ast.CreateTable, sql: str, text: str) -> None:
        table = build_table(node, self.schema.name, sql, self.catalog.collations)
        table.sql = text
        check_expressions(self.runtime, table)
        self.table = table

    def prepare_select(self, select: ast.Select, sql: str) -> None:
        self.context = self.runtime.bind_context(sql, None)
        plan = plan_select(select, self.context, None)
        text = table_text(self.name, plan.stored_names, plan.column_affinities)
        made = parse_one(text, 0)[0]
        assert isinstance(made, ast.CreateTable)
        self.build(made, text, text)
        self.plan = plan

    def run(self) -> None:
        table = self.table
        if table is None:
            return
        rows: list[tuple[object, ...]] = []
        if self.plan is not None:
            self.context.execution.begin()
            self.plan.open()
            self.plan.fetch_all(rows)
            self.plan.close()
        self.begin_local_change()
        add_table(self.schema, table)
        if table.has_autoincrement and SEQUENCE not in self.schema.tables:
            node = parse_one(SEQUENCE_SQL, 0)[0]
            assert isinstance(node, ast.CreateTable)
            sequence = build_table(node, self.schema.name, SEQUENCE_SQL, self.catalog.collations)
            sequence.sql = SEQUENCE_SQL
            add_table(self.schema, sequence)
        if self.plan is not None:
            tree = self.schema.store.table_tree(table.root)
            tree.append_all(list(range(1, len(rows) + 1)), rows)


def add_table(schema: Schema, table: Table) -> None:
    """Give a new table and its indexes their trees and schema rows."""
    store = schema.store
    table.store = store
    table.root = store.create_table_tree() if table.has_rowid else store.create_index_tree()
    add_row(schema, "table", table.name, table.name, table.root, table.sql)
    for index in table.indexes:
        index.root = store.create_index_tree()
        schema.indexes[index.name.lower()] = index
        add_row(schema, "index", index.name, table.name, index.root, None)
        describe_index(index)
    table.indexes = order_indexes(table.indexes)
    schema.describer.describe(table)
    schema.tables[table.name.lower()] = table


def check_expressions(runtime: Runtime, table: Table) -> None:
    """Bind the CHECKs and generated columns of a new table once. Raises SqlError."""
    if not table.checks and not table.has_generated:
        return
    context: BindContext = runtime.bind_context(table.sql, None)
    scope = Scope(context, None)
    source = Source(context.number_source(), table.name)
    scope.items.append(ScopeItem(source, table, table.name.lower(), table.schema))
    context.restricted_to = "CHECK constraints"
    for check in table.checks:
        bind_expr(check.expr, scope)
    generation_order(table)
    context.restricted_to = "generated columns"
    for column in table.columns:
        if column.generated is not None:
            for name in sorted(columns_named(column.generated)):
                if name in ROWID_NAMES and name not in table.positions:
                    raise SqlError(f"no such column: {name}")
            bind_expr(column.generated, scope)


def table_text(name: str, columns: list[str], affinities: list[int]) -> str:
    """The CREATE TABLE text that SQLite keeps for CREATE TABLE ... AS."""
    shown = [quote_identifier(column) for column in columns]
    size = sum(len(column) + 5 for column in columns) + len(name)
    first, between, last = ("", ",", ")") if size < ONE_LINE else ("\n  ", ",\n  ", "\n)")
    parts = [c + TYPE_NAMES[a] for c, a in zip(shown, affinities, strict=True)]
    return f"CREATE TABLE {quote_identifier(name)}({first}{between.join(parts)}{last}"
