"""What ANALYZE found, from `sqlite_stat1` to the tables and indexes it is about."""

from __future__ import annotations

from target_db.catalog.catalog import Schema
from target_db.catalog.objects import Table


def load_statistics(schema: Schema) -> None:
    """Read `sqlite_stat1`, if there is one: columns tbl, idx, stat ("The ANALYZE table")."""
    for table in schema.tables.values():
        if isinstance(table, Table):
            table.statistics_rows = -1
            for index in table.indexes:
                index.statistics = None
    source = schema.tables.get("sqlite_stat1")
    if not isinstance(source, Table) or source.store is None:
        return
    cursor = source.store.table_cursor(source.root)
    more = cursor.first()
    while more:
        if len(cursor.row) >= 3:
            apply_statistics(schema, cursor.row[0], cursor.row[1], cursor.row[2])
        more = cursor.next()


def apply_statistics(schema: Schema, table_name: object, index_name: object, stat: object) -> None:
    if not isinstance(table_name, str) or not isinstance(stat, str):
        return
    table = schema.tables.get(table_name.lower())
    if not isinstance(table, Table):
        return
    numbers = [int(word) for word in stat.split() if word.isdecimal()]
    if not numbers:
        return
    table.statistics_rows = max(table.statistics_rows, numbers[0])
    if isinstance(index_name, str):
        index = schema.indexes.get(index_name.lower())
        if index is not None and index.table is table:
            index.statistics = numbers
