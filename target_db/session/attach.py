"""ATTACH and DETACH."""

from __future__ import annotations

from typing import Final

from target_db.bind.expressions import bind_expr
from target_db.bind.scope import Parameters, Scope
from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.dml.virtual_columns import VirtualDescriber
from target_db.errors import CANTOPEN, SqlError
from target_db.session.open_store import locate, open_schema
from target_db.sql import ast
from target_db.storage.busy import BusyTimeout

MAX_ATTACHED: Final = 10


def text_of(runtime: Runtime, expr: ast.Expr, sql: str, parameters: Parameters) -> str:
    """The value of an ATTACH operand; a bare word means itself."""
    if isinstance(expr, ast.ColumnRef) and expr.table is None:
        return expr.name
    context = runtime.bind_context(sql, parameters)
    value = bind_expr(expr, Scope(context, None)).eval()
    return "" if value is None else str(value)


class AttachProgram(Program):
    """ATTACH of a database in a file or in memory."""

    def __init__(
        self, runtime: Runtime, node: ast.Attach, sql: str, parameters: Parameters
    ) -> None:
        super().__init__()
        self.runtime = runtime
        self.node = node
        self.sql = sql
        self.parameters = parameters
        self.manages_transaction = True

    def run(self) -> None:
        catalog = self.runtime.catalog
        file = text_of(self.runtime, self.node.file, self.sql, self.parameters)
        name = text_of(self.runtime, self.node.schema, self.sql, self.parameters)
        if len(catalog.attached) >= MAX_ATTACHED:
            raise SqlError(f"too many attached databases - max {MAX_ATTACHED}")
        if catalog.find_schema(name) is not None:
            raise SqlError(f"database {name} is already in use")
        try:
            schema = open_schema(name, locate(file, self.runtime.uri))
        except SqlError as error:
            if error.code != CANTOPEN:
                raise
            raise SqlError(f"unable to open database: {file}", CANTOPEN) from error
        catalog.attached.append(schema)
        schema.describer = VirtualDescriber(self.runtime)
        timeout = self.runtime.settings.get("busy_timeout", 0)
        schema.store.set_busy_handler(BusyTimeout(timeout))
        self.runtime.files.add(schema)
        self.runtime.files.enter()
        catalog.version += 1
        self.runtime.transactions.catalog_version = catalog.version


class DetachProgram(Program):
    """DETACH."""

    def __init__(self, runtime: Runtime, node: ast.Detach) -> None:
        super().__init__()
        self.runtime = runtime
        self.node = node
        self.manages_transaction = True

    def run(self) -> None:
        catalog = self.runtime.catalog
        name = text_of(self.runtime, self.node.schema, "", Parameters())
        schema = catalog.find_schema(name)
        if schema is None or (schema is catalog.temp and not schema.tables):
            raise SqlError(f"no such database: {name}")
        if schema is catalog.main or schema is catalog.temp:
            raise SqlError(f"cannot detach database {name}")
        if schema.store.in_write:
            raise SqlError(f"database {name} is locked")
        catalog.attached.remove(schema)
        self.runtime.files.remove(schema)
        schema.store.close()
        catalog.version += 1
        self.runtime.transactions.catalog_version = catalog.version
