"""ANALYZE: statistics of tables and indexes, kept in `sqlite_stat1`.

Source: "The ANALYZE command" and section 2.6.3 of the file format. For an index of N rows the
text has N and, for each number of leading columns, the average number of rows with the same
values, rounded up; for a table without indexes it is N alone.
"""

from __future__ import annotations

from typing import Final

from target_db.catalog.builder import build_table
from target_db.catalog.catalog import Schema
from target_db.catalog.objects import Index, Table
from target_db.catalog.statistics import load_statistics
from target_db.ddl.create_table import add_table
from target_db.ddl.schema_rows import begin_change
from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.sql import ast
from target_db.sql.parser import parse_one
from target_db.storage.index_cursor import IndexCursor
from target_db.storage.keyinfo import KeyInfo

STAT1: Final = "sqlite_stat1"
STAT1_SQL: Final = "CREATE TABLE sqlite_stat1(tbl,idx,stat)"


class AnalyzeProgram(Program):
    """ANALYZE of all schemas, one schema, one table, or one index."""

    def __init__(self, runtime: Runtime, node: ast.Analyze) -> None:
        super().__init__()
        self.runtime = runtime
        # For each schema the tables to look at, and for one index only that.
        self.work: list[tuple[Schema, list[Table]]] = []
        self.only: Index | None = None
        self.choose(node.name)

    def choose(self, name: ast.QualifiedName | None) -> None:
        catalog = self.runtime.catalog
        if name is None:
            for schema in catalog.schemas():
                if schema is not catalog.temp:
                    self.work.append((schema, analyzable(schema)))
            return
        if name.schema is None:
            named = catalog.find_schema(name.name)
            if named is not None:
                self.work.append((named, analyzable(named)))
                return
        elif catalog.find_schema(name.schema) is None:
            raise SqlError(f"unknown database {name.schema}")
        found = catalog.find_table(name.schema, name.name)
        index = catalog.find_index(name.schema, name.name)
        table: Table | None = None
        if index is not None:
            self.only = index
            table = index.table
        elif isinstance(found, Table):
            table = found
        elif found is None:
            shown = name.name if name.schema is None else f"{name.schema}.{name.name}"
            raise SqlError(f"no such table: {shown}")
        if table is not None:
            home = catalog.find_schema(table.schema)
            assert home is not None
            self.work.append((home, [table]))

    def run(self) -> None:
        for schema, tables in self.work:
            begin_change(self.runtime, schema)
            stat = self.stat_table(schema)
            if self.only is not None:
                remove(schema, stat, 1, self.only.name)
            elif len(self.work) == 1 and len(tables) == 1:
                remove(schema, stat, 0, tables[0].name)
            else:
                schema.store.clear_tree(stat.root)
            cursor = schema.store.table_cursor(stat.root)
            for table in tables:
                for row in statistics(table, self.only):
                    cursor.insert(cursor.max_rowid() + 1, row)
            load_statistics(schema)

    def stat_table(self, schema: Schema) -> Table:
        known = schema.tables.get(STAT1)
        if isinstance(known, Table):
            return known
        node = parse_one(STAT1_SQL, 0)[0]
        assert isinstance(node, ast.CreateTable)
        collations = self.runtime.catalog.collations
        table = build_table(node, schema.name, STAT1_SQL, collations)
        table.sql = STAT1_SQL
        add_table(schema, table)
        return table


def analyzable(schema: Schema) -> list[Table]:
    """The tables that ANALYZE looks at, the newest first."""
    return [
        table
        for table in reversed(schema.user_tables())
        if isinstance(table, Table) and not table.name.lower().startswith("sqlite_")
    ]


def remove(schema: Schema, stat: Table, column: int, name: str) -> None:
    """Remove the statistics of one table or index."""
    cursor = schema.store.table_cursor(stat.root)
    gone = []
    more = cursor.first()
    while more:
        value = cursor.row[column]
        if isinstance(value, str) and value.lower() == name.lower():
            gone.append(cursor.rowid)
        more = cursor.next()
    for rowid in gone:
        cursor.tree.delete(rowid)


def statistics(table: Table, only: Index | None) -> list[tuple[object, ...]]:
    """The rows of `sqlite_stat1` for a table, or for one of its indexes."""
    store = table.store
    assert store is not None
    rows: list[tuple[object, ...]] = []
    covers_table = False
    for index in table.indexes:
        if only is not None and index is not only:
            continue
        cursor = store.index_cursor(index.root, index.key_info)
        text = prefix_counts(cursor_entries(cursor), index.key_info, len(index.columns))
        if text is not None:
            rows.append((table.name, index.name, text))
        covers_table = covers_table or index.where is None
    if not table.has_rowid:
        primary = store.index_cursor(table.root, table.key_info)
        width = len(table.primary_key)
        text = prefix_counts(cursor_entries(primary), table.key_info, width)
        if text is not None and only is None:
            rows.append((table.name, table.name, text))
        covers_table = True
    if not covers_table and only is None:
        count = store.table_cursor(table.root).count()
        if count > 0:
            rows.append((table.name, None, str(count)))
    return rows


def cursor_entries(cursor: IndexCursor) -> list[tuple[object, ...]]:
    """Every entry of an index."""
    found: list[tuple[object, ...]] = []
    more = cursor.first()
    while more:
        found.append(cursor.key)
        more = cursor.next()
    return found


def prefix_counts(entries: list[tuple[object, ...]], info: KeyInfo, width: int) -> str | None:
    """The `stat` text of an index; None when it is empty."""
    count = len(entries)
    if count == 0:
        return None
    distinct = [1] * width
    for place in range(1, count):
        entry = entries[place]
        before = entries[place - 1]
        for fields in range(width):
            if info.compare(entry, before, fields + 1) != 0:
                for longer in range(fields, width):
                    distinct[longer] += 1
                break
    return " ".join([str(count), *[str((count + d - 1) // d) for d in distinct]])
