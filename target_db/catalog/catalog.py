"""The schemas of a connection (main, temp, attached), and objects in them by name."""

from __future__ import annotations

from typing import Final

from target_db.catalog.objects import Column, Index, Table, Trigger, View
from target_db.catalog.shapes import TableDescriber
from target_db.errors import SqlError
from target_db.storage.database import Store
from target_db.types.affinity import INTEGER, TEXT
from target_db.types.collation import (
    BINARY,
    BUILTIN,
    Collation,
    Utf16Collation,
    binary_of,
)

SCHEMA_ROOT: Final = 1
SCHEMA_TABLE_SQL: Final = "CREATE TABLE x(type text,name text,tbl_name text,rootpage int,sql text)"


def make_schema_table(schema: str, store: Store) -> Table:
    """The shape of `sqlite_schema` (temp: `sqlite_temp_schema`), which is the tree at page 1."""
    name = "sqlite_temp_master" if schema == "temp" else "sqlite_master"
    columns = [
        Column("type", "TEXT", TEXT),
        Column("name", "TEXT", TEXT),
        Column("tbl_name", "TEXT", TEXT),
        Column("rootpage", "INT", INTEGER),
        Column("sql", "TEXT", TEXT),
    ]
    table = Table(name, schema, columns)
    table.store = store
    table.root = SCHEMA_ROOT
    table.sql = SCHEMA_TABLE_SQL
    return table


class Schema:
    """One database of the connection: its store and its objects, keyed by lower-case name."""

    def __init__(self, name: str, store: Store, file: str) -> None:
        self.name = name
        self.store = store
        self.file = file
        self.cookie = -1  # of a file: the schema cookie under which the objects were read
        self.tables: dict[str, Table | View] = {}
        self.indexes: dict[str, Index] = {}
        self.triggers: dict[str, Trigger] = {}
        self.describer = TableDescriber()
        self.schema_table = make_schema_table(name, store)
        self.clear()

    def clear(self) -> None:
        """Forget every object but the schema table itself."""
        self.tables = {}
        self.indexes = {}
        self.triggers = {}
        if self.name == "temp":
            self.tables["sqlite_temp_master"] = self.schema_table
            self.tables["sqlite_temp_schema"] = self.schema_table
        else:
            self.tables["sqlite_master"] = self.schema_table
            self.tables["sqlite_schema"] = self.schema_table

    def user_tables(self) -> list[Table | View]:
        """Tables and views in the order they were made, without the schema table."""
        return [t for t in self.tables.values() if t is not self.schema_table]


class Catalog:
    """All schemas of one connection.

    `version` grows whenever any object changes: a plan made under another version is stale.
    `local_changes` counts how often it grew for one table or index that was made or dropped, and
    all other tables stayed as they were.
    """

    def __init__(self, main: Schema, temp: Schema) -> None:
        self.main = main
        self.temp = temp
        self.attached: list[Schema] = []
        self.collations: dict[str, Collation] = BUILTIN.copy()
        self.version = 0
        self.local_changes = 0
        # Row shapes of the PRAGMA functions and other table-valued functions live elsewhere.

    def use_encoding(self, encoding: int) -> None:
        """Order text by its bytes in the main database: 1 UTF-8, 2 and 3 UTF-16 LE and BE."""
        known = self.collations["binary"]
        if known is BINARY or isinstance(known, Utf16Collation):
            self.collations["binary"] = binary_of(encoding)

    def schemas(self) -> list[Schema]:
        """Every schema in the order of PRAGMA database_list: main, temp, the attached ones."""
        return [self.main, self.temp, *self.attached]

    def find_schema(self, name: str) -> Schema | None:
        """The schema of that name, in any case."""
        key = name.lower()
        if key == "main":
            return self.main
        if key == "temp":
            return self.temp
        for schema in self.attached:
            if schema.name.lower() == key:
                return schema
        return None

    def find_table(self, schema: str | None, name: str) -> Table | View | None:
        """The table or view; without a schema temp is searched first, then main, then the
        attached ones in order ("Database Object Name Resolution")."""
        if schema is None:
            found = self.temp.tables.get(name)
            if found is None:
                found = self.main.tables.get(name)
            if found is not None:
                return found
        key = name.lower()
        if schema is None:
            found = self.temp.tables.get(key)
            if found is None:
                found = self.main.tables.get(key)
                if found is None:
                    for attached in self.attached:
                        found = attached.tables.get(key)
                        if found is not None:
                            break
            return found
        where = self.find_schema(schema)
        if where is None:
            return None
        found = where.tables.get(key)
        if found is None and where is self.temp and key in ("sqlite_master", "sqlite_schema"):
            return where.schema_table
        return found

    def find_index(self, schema: str | None, name: str) -> Index | None:
        """The index, searched for like a table."""
        key = name.lower()
        for where in self.search_path(schema):
            found = where.indexes.get(key)
            if found is not None:
                return found
        return None

    def find_trigger(self, schema: str | None, name: str) -> Trigger | None:
        """The trigger, searched for like a table."""
        key = name.lower()
        for where in self.search_path(schema):
            found = where.triggers.get(key)
            if found is not None:
                return found
        return None

    def search_path(self, schema: str | None) -> list[Schema]:
        """The schemas a name may be in: the named one, or temp, main, attached."""
        if schema is None:
            return [self.temp, self.main, *self.attached]
        named = self.find_schema(schema)
        return [] if named is None else [named]

    def collation(self, name: str) -> Collation:
        """The collation of that name, in any case. Raises SqlError."""
        found = self.collations.get(name.lower())
        if found is None:
            raise SqlError(f"no such collation sequence: {name}", 257)
        return found
