"""How wide rows are taken to be: whether reading an index instead of its table pays.

Widths are compared on a logarithmic scale in which about a tenth more is the same, as SQLite
does it: its choice shows in the order of rows where no ORDER BY asks for one.
"""

from typing import Final

from target_db.catalog.objects import Index, Table

STEPS: Final = (0, 2, 3, 5, 6, 7, 8, 9)  # tenths of log2 of 8/8, 9/8, ... 15/8


def table_width(table: Table) -> int:
    """The width of a table's row, its rowid included, in units of four bytes."""
    width = 0 if table.rowid_column >= 0 else 1
    for column in table.columns:
        width += column.width
    return width


def index_width(index: Index) -> int:
    """The width of an index entry; an expression counts as a number does."""
    width = 1
    columns = index.table.columns
    for part in index.columns:
        width += columns[part.column].width if part.column >= 0 else 1
    for part in index.suffix:
        width += columns[part.column].width
    return width


def log_width(width: int) -> int:
    """About ten times the binary logarithm of a width in bytes."""
    size = width * 4
    log = 30
    while size > 15:
        size >>= 1
        log += 10
    while size < 8:
        size <<= 1
        log -= 10
    return log + STEPS[size & 7]


def is_narrower(index: Index, other: Index | None = None) -> bool:
    """Whether an index's entries are narrower than those of `other`, or than its table's rows, so
    that it is read instead."""
    width = table_width(index.table) if other is None else index_width(other)
    return log_width(index_width(index)) < log_width(width)
