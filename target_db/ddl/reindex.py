"""REINDEX: make the entries of indexes anew."""

from __future__ import annotations

from target_db.catalog.objects import Index, Table
from target_db.ddl.create_index import fill_index
from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.sql import ast


class ReindexProgram(Program):
    """REINDEX of everything, of the indexes that use a collation, of a table, or of an index."""

    def __init__(self, runtime: Runtime, node: ast.Reindex) -> None:
        super().__init__()
        self.runtime = runtime
        self.indexes = self.choose(node.name)

    def choose(self, name: ast.QualifiedName | None) -> list[Index]:
        catalog = self.runtime.catalog
        every = [
            index
            for schema in catalog.schemas()
            for table in schema.user_tables()
            if isinstance(table, Table)
            for index in table.indexes
        ]
        if name is None:
            return every
        if name.schema is None and name.name.lower() in catalog.collations:
            collation = catalog.collations[name.name.lower()]
            return [i for i in every if any(part.collation is collation for part in i.columns)]
        if name.schema is not None and catalog.find_schema(name.schema) is None:
            raise SqlError(f"unknown database {name.schema}")
        table = catalog.find_table(name.schema, name.name)
        if isinstance(table, Table):
            return table.indexes[:]
        index = catalog.find_index(name.schema, name.name)
        if index is None:
            raise SqlError("unable to identify the object to be reindexed")
        return [index]

    def run(self) -> None:
        for index in self.indexes:
            store = index.table.store
            assert store is not None
            self.runtime.join(store)
            store.clear_tree(index.root)
            fill_index(self.runtime, index)
