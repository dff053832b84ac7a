"""PRAGMAs as table-valued functions: `pragma_table_info('t')`, with an optional schema.

Only those without side effects are there ("PRAGMA functions" in SQLite's documentation).
"""

from __future__ import annotations

from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.exec.table_function import RowStream, TableFunction
from target_db.session.pragma_call import Pragma, PragmaCall, Rows
from target_db.session.schema_pragmas import SCHEMA_PRAGMAS
from target_db.session.setting_pragmas import SETTING_PRAGMAS


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
        arguments = ["arg", "schema"] if pragma.answers_setting else ["schema"]
        super().__init__(f"pragma_{pragma.name}", pragma.columns, arguments)
        self.runtime = runtime
        self.pragma = pragma

    def start(self, args: list[object]) -> RowStream:
        value: object = None
        if self.pragma.answers_setting and args:
            value = args[0]
        schema = None
        named = args[len(self.arguments) - 1] if len(args) == len(self.arguments) else None
        if named is not None:
            schema = self.runtime.catalog.find_schema(str(named))
            if schema is None:
                raise SqlError(f"unknown database {named}")
        text = None if value is None else str(value)
        call = PragmaCall(self.runtime, self.pragma.name, schema, text)
        return PragmaRows(self.pragma.function(call))


def pragma_functions(runtime: Runtime) -> dict[str, TableFunction]:
    """The functions of a connection, by name."""
    found: dict[str, TableFunction] = {}
    for pragma in [*SCHEMA_PRAGMAS, *SETTING_PRAGMAS]:
        if pragma.columns:
            function = PragmaFunction(runtime, pragma)
            found[function.name] = function
    return found
