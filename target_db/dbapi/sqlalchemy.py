"""The SQLAlchemy dialect `target_db`: `create_engine("target_db:///file.db")`.

It is SQLAlchemy's own dialect for SQLite on this package's connections. It is registered as an
entry point; SQLAlchemy itself is no dependency.
"""

from __future__ import annotations

from types import ModuleType

from sqlalchemy.dialects.sqlite.pysqlite import (  # type: ignore[import-not-found, unused-ignore]
    SQLiteDialect_pysqlite,
)

from target_db import dbapi


class TargetDbDialect(SQLiteDialect_pysqlite):  # type: ignore[misc, unused-ignore]
    """SQLite's dialect, with target_db as the driver."""

    driver = "target_db"
    supports_statement_cache = True

    @classmethod
    def import_dbapi(cls) -> ModuleType:
        """The module with PEP 249's names."""
        return dbapi
