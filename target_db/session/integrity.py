"""PRAGMA integrity_check: does every index hold just what its table's rows say?"""

from __future__ import annotations

from target_db.catalog.objects import Table
from target_db.dml.index_build import gather_entries, sort_entries
from target_db.dml.runtime import Runtime
from target_db.dml.writer import open_writer


def find_problems(runtime: Runtime, table: Table, problems: list[str]) -> None:
    """Append a line for each index that does not agree with the table."""
    writer = open_writer(runtime, table)
    for index_writer in writer.indexes:
        index = index_writer.index
        expected = gather_entries(writer, index_writer)
        sort_entries(expected, index.key_info, int(index.key_info.key_columns))
        cursor = index_writer.cursor
        found: list[tuple[object, ...]] = []
        more = cursor.first()
        while more:
            found.append(cursor.key)
            more = cursor.next()
        if len(found) != len(expected):
            problems.append(f"wrong # of entries in index {index.name}")
        elif found != expected:
            problems.append(f"entries of index {index.name} differ from the rows of {table.name}")
