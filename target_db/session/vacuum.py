"""VACUUM and VACUUM INTO. Source: "VACUUM" in SQLite's documentation."""

from __future__ import annotations

from target_db.bind.expressions import bind_expr
from target_db.bind.scope import Parameters, Scope
from target_db.catalog.catalog import Schema
from target_db.catalog.loader import load_schema
from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.errors import CANTOPEN, READONLY, SqlError
from target_db.session.open_store import locate, open_schema
from target_db.sql import ast
from target_db.storage.copying import vacuum, vacuum_into
from target_db.storage.database import Store
from target_db.storage.file_pager import FilePager


class VacuumProgram(Program):
    """VACUUM of one database, in place or into a new file. Of temp it does nothing."""

    def __init__(
        self, runtime: Runtime, node: ast.Vacuum, sql: str, parameters: Parameters
    ) -> None:
        super().__init__()
        self.runtime = runtime
        self.manages_transaction = True
        self.schema: Schema = runtime.catalog.main
        if node.schema is not None:
            found = runtime.catalog.find_schema(node.schema)
            if found is None:
                raise SqlError(f"unknown database {node.schema}")
            self.schema = found
        self.into = None
        if node.into is not None:
            context = runtime.bind_context(sql, parameters)
            self.into = bind_expr(node.into, Scope(context, None))

    def run(self) -> None:
        runtime = self.runtime
        if self.schema is runtime.catalog.temp:
            return
        if not runtime.transactions.autocommit:
            raise SqlError("cannot VACUUM from within a transaction")
        if runtime.readers > 0:
            raise SqlError("cannot VACUUM - SQL statements in progress")
        if runtime.query_only:
            raise SqlError("attempt to write a readonly database", READONLY)
        store = self.schema.store
        if self.into is not None:
            name = self.into.eval()
            if not isinstance(name, str):
                raise SqlError("non-text filename")
            self.write_into(store, name)
            return
        let_go(store)
        vacuum(store, runtime.wanted_page_size, runtime.wanted_auto_vacuum)
        self.read_again()

    def write_into(self, store: Store, name: str) -> None:
        """Write the packed copy into a file that is not there yet, or empty."""
        try:
            target = open_schema("vacuum", locate(name, self.runtime.uri)).store
        except SqlError as error:
            if error.code != CANTOPEN:
                raise
            raise SqlError(f"unable to open database: {name}", CANTOPEN) from error
        try:
            pager = target.pager
            if isinstance(pager, FilePager) and pager.file.size() > 0:
                raise SqlError("output file already exists")
            let_go(store)
            wanted = self.runtime.wanted_page_size
            vacuum_into(store, target, wanted, self.runtime.wanted_auto_vacuum)
        finally:
            target.close()

    def read_again(self) -> None:
        """Read the schema anew: every tree has another root."""
        runtime = self.runtime
        if self.schema in runtime.files.schemas:
            self.schema.cookie = -1
            runtime.files.enter()
            return
        load_schema(runtime.catalog, self.schema)
        runtime.catalog.version += 1
        runtime.transactions.catalog_version = runtime.catalog.version


def let_go(store: Store) -> None:
    """End the read transaction that the statement began."""
    if store.in_transaction and not store.in_write:
        store.commit()
