"""PRAGMAs as table-valued functions: `pragma_table_info('t')`, with an optional schema.

Only those without side effects are there ("PRAGMA functions" in SQLite's documentation).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.exec.table_function import RowStream, TableFunction
from target_db.session.pragma_call import Pragma, PragmaCall, Rows
from target_db.session.pragma_program import PRAGMAS

WITH_VALUE: Final = {
    *("foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo"),
    *("integrity_check", "optimize", "quick_check", "table_info", "table_list", "table_xinfo"),
}
WITH_SCHEMA: Final = {
    *("foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo"),
    *("integrity_check", "quick_check", "table_info", "table_xinfo"),
    *("auto_vacuum", "cache_size", "cache_spill", "journal_mode", "journal_size_limit"),
    *("locking_mode", "max_page_count", "page_count", "page_size", "synchronous"),
}
NO_FUNCTION: Final = {
    "mmap_size",
    "optimizer",
    "temp_store_directory",
    "wal_autocheckpoint",
    "wal_checkpoint",
}


class PragmaRows(RowStream):
    """The rows of one call."""

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.rows = rows

    def step(self) -> bool:
        if self.rowid >= len(self.rows):
            return False
        self.row = self.rows[self.rowid]
        self.rowid += 1
        return True


class PragmaFunction(TableFunction):
    """A PRAGMA as a function of its value and a schema."""

    def __init__(self, runtime: Runtime, pragma: Pragma) -> None:
        arguments = []
        if pragma.name in WITH_VALUE:
            arguments.append("arg")
        if pragma.name in WITH_SCHEMA:
            arguments.append("schema")
        super().__init__(f"pragma_{pragma.name}", pragma.columns, arguments)
        self.runtime = runtime
        self.pragma = pragma

    def start(self, args: list[object], columns: i64) -> RowStream:
        given = dict(zip(self.arguments, args, strict=False))
        value = given.get("arg")
        schema = None
        named = given.get("schema")
        if named is not None:
            schema = self.runtime.catalog.find_schema(str(named))
            if schema is None:
                raise SqlError(f"unknown database '{named}'")
        text = None if value is None else str(value)
        call = PragmaCall(self.runtime, self.pragma.name, schema, text)
        return PragmaRows(self.pragma.function(call))


def pragma_functions(runtime: Runtime) -> dict[str, TableFunction]:
    """The functions of a connection, by name."""
    found: dict[str, TableFunction] = {}
    for pragma in PRAGMAS.values():
        if pragma.columns and pragma.name not in NO_FUNCTION:
            function = PragmaFunction(runtime, pragma)
            found[function.name] = function
    return found
