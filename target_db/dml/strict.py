"""STRICT tables: each value must have its column's type ("STRICT Tables", section 2).

When that is checked decides which of two errors a statement gives, and whether OR IGNORE passes
over the row: columns that are not generated, and VIRTUAL ones, at once where the table has
generated columns or BEFORE triggers; otherwise all columns before the CHECKs, and where there are
none, once the rowid is known to be free, before the first index is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from target_db.catalog.objects import Table
from target_db.errors import CONSTRAINT_DATATYPE, SqlError


def early_columns(table: Table) -> list[int]:
    """The columns that are checked at once where a table has more to it: not STORED ones."""
    columns = table.columns
    plain = [i for i, column in enumerate(columns) if column.generated is None]
    return plain + [i for i, column in enumerate(columns) if column.is_virtual()]


def check_strict_types(table: Table, values: Sequence[object], columns: list[int]) -> None:
    """Check the values of these columns, to which affinity was applied, in that order.

    Raises SqlError (CONSTRAINT_DATATYPE).
    """
    for i in columns:
        value = values[i]
        if value is None:
            continue
        column = table.columns[i]
        declared = (column.declared_type or "").upper()
        if declared == "ANY":
            continue
        if isinstance(value, int):
            fits = declared in ("INT", "INTEGER")
            kind = "INT"
        elif isinstance(value, float):
            fits = declared == "REAL"
            kind = "REAL"
        elif isinstance(value, str):
            fits = declared == "TEXT"
            kind = "TEXT"
        else:
            fits = declared == "BLOB"
            kind = "BLOB"
        if not fits:
            raise SqlError(
                f"cannot store {kind} value in {declared} column {table.name}.{column.name}",
                CONSTRAINT_DATATYPE,
            )
