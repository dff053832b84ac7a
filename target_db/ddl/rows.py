"""Rewriting every row of a table, when its columns change."""

from __future__ import annotations

from target_db.catalog.objects import Table
from target_db.dml.runtime import Runtime
from target_db.dml.writer import open_writer

Row = tuple[object, ...]


class RowChange:
    """What becomes of the values of a row, in the declared order of the columns."""

    def apply(self, values: list[object]) -> None:
        """Change the values in place."""
        raise NotImplementedError


class Append(RowChange):
    """A new last column."""

    def __init__(self, value: object) -> None:
        self.value = value

    def apply(self, values: list[object]) -> None:
        values.append(self.value)


class Remove(RowChange):
    """A column less."""

    def __init__(self, position: int) -> None:
        self.position = position

    def apply(self, values: list[object]) -> None:
        del values[self.position]


def table_rows(table: Table) -> list[tuple[int, Row]]:
    """Every row as it is stored, with its rowid (0 in a WITHOUT ROWID table)."""
    store = table.store
    assert store is not None
    found: list[tuple[int, Row]] = []
    if table.has_rowid:
        cursor = store.table_cursor(table.root)
        more = cursor.first()
        while more:
            found.append((cursor.rowid, cursor.row))
            more = cursor.next()
        return found
    entries = store.index_cursor(table.root, table.key_info)
    more = entries.first()
    while more:
        found.append((0, tuple([entries.key[place] for place in table.entry_positions])))
        more = entries.next()
    return found


def rewrite_rows(
    runtime: Runtime, rows: list[tuple[int, Row]], new: Table, change: RowChange
) -> None:
    """Store `rows`, which were read before the schema changed, in the shape of `new`."""
    if not rows:
        return
    writer = open_writer(runtime, new)
    store = writer.store
    if not new.has_rowid:
        store.clear_tree(new.root)
    for rowid, row in rows:
        values = list(row)
        change.apply(values)
        writer.compute_generated(rowid, values)
        if writer.is_strict:
            writer.check_types(tuple(values))
        changed = tuple(values)
        if writer.cursor is not None:
            writer.cursor.insert(rowid, changed)
        else:
            assert writer.entries is not None
            writer.entries.insert(writer.to_entry(changed))
