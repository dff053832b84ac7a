"""Dropping trees: where auto_vacuum moves the root of another tree, the schema must follow.

Source: "Database File Format", 1.8: in such a database root pages stand in one block, so the
last one moves to the place of one that is dropped.
"""

from __future__ import annotations

from typing import Final

from target_db.catalog.catalog import Schema
from target_db.catalog.objects import Table
from target_db.catalog.shapes import describe_index
from target_db.ddl.schema_rows import all_rows, replace_row

ROOT_COLUMN: Final = 3


def drop_trees(schema: Schema, roots: list[int]) -> None:
    """Free the trees at `roots`, the last one in the file first: none of them moves then."""
    for root in sorted(roots, reverse=True):
        moved = schema.store.drop_tree(root)
        if moved != 0:
            follow(schema, moved, root)


def follow(schema: Schema, source: int, target: int) -> None:
    """Note that the tree whose root was on page `source` has it on page `target`."""
    for rowid, row in all_rows(schema):
        if row[ROOT_COLUMN] == source:
            replace_row(schema, rowid, (*row[:ROOT_COLUMN], target, *row[ROOT_COLUMN + 1 :]))
    for table in schema.tables.values():
        if not isinstance(table, Table):
            continue
        if table.root == source:
            table.root = target
            table.writer = None
            schema.describer.describe(table)
        for index in table.indexes:
            if index.root == source:
                index.root = target
                table.writer = None
                describe_index(index)
