"""The entries of an index for many rows at once: gathered, sorted, checked for duplicates."""

from __future__ import annotations

from operator import itemgetter

from target_db.dml.index_writer import IndexWriter
from target_db.dml.writer import TableWriter
from target_db.storage.keyinfo import KeyInfo
from target_db.types.collation import BINARY, Collation
from target_db.types.compare import sort_key


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


def check_unique(index_writer: IndexWriter, entries: list[tuple[object, ...]]) -> bool:
    """Whether no two neighbouring entries have the same key columns without a NULL in them."""
    info = index_writer.index.key_info
    width = index_writer.width
    for place in range(1, len(entries)):
        entry = entries[place]
        if info.compare(entry, entries[place - 1], width) == 0 and None not in entry[:width]:
            return False
    return True


def entries_of(
    writer: TableWriter,
    index_writer: IndexWriter,
    rowids: list[int],
    rows: list[tuple[object, ...]],
) -> list[tuple[object, ...]]:
    """The index's entries of some rows of a rowid table, in the index's order."""
    entries: list[tuple[object, ...]] = []
    needs_source = index_writer.needs_source
    for place, rowid in enumerate(rowids):
        row = rows[place]
        if needs_source:
            writer.stand_on(rowid, row)
        key = index_writer.make_key(rowid, row)
        if key is not None:
            entries.append(key)
    info = index_writer.index.key_info
    sort_entries(entries, info, int(info.key_columns))
    return entries
