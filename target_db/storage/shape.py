"""What a stored row lacks: from the record of a row to the row of all its columns, and back.

Sources: "Database File Format" 2.3 (an INTEGER PRIMARY KEY is stored as NULL; its value is the
rowid), "ALTER TABLE" (rows older than an added column end before it and have its default),
"Generated Columns" (a VIRTUAL one is not stored).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from target_db.storage.failure import corrupt


@mypyc_attr(allow_interpreted_subclasses=True)
class RowShape:
    """The columns of one table, for decoding and encoding. `dml` has one for VIRTUAL columns.

    rowid_column: the place of the INTEGER PRIMARY KEY, or -1.
    reals: the places of columns of REAL affinity, whose whole numbers are stored as integers.
    defaults: for each column the value that a row which ends before it has.

    Of a WITHOUT ROWID table the columns are those of its entries, the key first.
    """

    def __init__(self, rowid_column: int, reals: list[int], defaults: list[object]) -> None:
        self.rowid_column: Final = rowid_column
        self.reals: Final = reals
        self.defaults: Final = defaults
        self.in_force = True  # until the tree is given another shape, or is dropped

    def complete(self, values: tuple[object, ...], rowid: int) -> tuple[object, ...]:
        """The row whose record holds `values`."""
        column = self.rowid_column
        is_whole = not self.reals and len(values) == len(self.defaults)
        if is_whole and (column < 0 or values[column] is not None):
            return values
        row = list(values)
        if len(row) < len(self.defaults):
            row += self.defaults[len(row) :]
        elif len(row) > len(self.defaults):
            del row[len(self.defaults) :]
        for place in self.reals:
            value = row[place]
            if isinstance(value, int):
                row[place] = float(value)
        if column >= 0:
            row[column] = rowid
        return tuple(row)

    def to_store(self, row: tuple[object, ...]) -> tuple[object, ...]:
        """The values that the record of `row` holds."""
        column = self.rowid_column
        if column < 0:
            return row
        return (*row[:column], None, *row[column + 1 :])


class EntryShape(RowShape):
    """The entries of an index: that they are whole.

    fields: how many values an entry has.
    has_rowid: the last one is a rowid.
    """

    def __init__(self, fields: int, has_rowid: bool) -> None:
        super().__init__(-1, [], [])
        self.fields: Final = fields
        self.has_rowid: Final = has_rowid

    def complete(self, values: tuple[object, ...], rowid: int) -> tuple[object, ...]:
        """The entry itself. Raises SqlError (CORRUPT) for one that lacks something."""
        if len(values) < self.fields or (self.has_rowid and not isinstance(values[-1], int)):
            raise corrupt()
        return values
