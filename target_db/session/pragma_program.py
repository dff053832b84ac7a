"""PRAGMA as a program: find it in the table of pragmas, run it, keep its rows."""

from __future__ import annotations

from target_db.catalog.catalog import Schema
from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.session.file_pragmas import FILE_PRAGMAS
from target_db.session.pragma_call import Pragma, PragmaCall
from target_db.session.schema_pragmas import SCHEMA_PRAGMAS
from target_db.session.setting_pragmas import SETTING_PRAGMAS
from target_db.sql import ast

PRAGMAS: dict[str, Pragma] = {p.name: p for p in [*SCHEMA_PRAGMAS, *SETTING_PRAGMAS, *FILE_PRAGMAS]}


class PragmaProgram(Program):
    """One PRAGMA. A name that is not known does nothing, as in SQLite."""

    def __init__(self, runtime: Runtime, node: ast.Pragma) -> None:
        super().__init__()
        self.manages_transaction = True
        self.is_readonly = node.value is None
        schema: Schema | None = None
        if node.name.schema is not None:
            schema = runtime.catalog.find_schema(node.name.schema)
            if schema is None:
                raise SqlError(f"unknown database {node.name.schema}")
        name = node.name.name.lower()
        self.call = PragmaCall(runtime, name, schema, node.value)
        self.pragma = PRAGMAS.get(name)
        if self.pragma is not None and (node.value is None or self.pragma.answers_setting):
            self.column_names = list(self.pragma.columns)
            self.column_types = [None] * len(self.column_names)

    def run(self) -> None:
        self.rows = []
        if self.pragma is not None:
            self.rows = self.pragma.function(self.call)
            if not self.column_names:
                self.rows = []
