"""STRICT tables: each value must have its column's type ("STRICT Tables", section 2)."""

from __future__ import annotations

from target_db.catalog.objects import Table
from target_db.errors import CONSTRAINT_DATATYPE, SqlError


def check_strict_types(table: Table, values: list[object]) -> None:
    """Check values to which affinity was applied. Raises SqlError (CONSTRAINT_DATATYPE)."""
    for i, value in enumerate(values):
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
