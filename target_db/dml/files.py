"""Databases in files: when their locks are taken and given back, when their schema is read.

A statement holds a read transaction on every file while it runs; outside BEGIN that ends with
the last statement that runs. Other processes may change a schema between two transactions:
the schema cookie in the header tells ("Database File Format", 1.3.9).
"""

from __future__ import annotations

from typing import Final

from target_db.catalog.catalog import Catalog, Schema
from target_db.catalog.loader import load_schema
from target_db.dml.transactions import Transactions
from target_db.errors import SqlError
from target_db.storage.database import Store
from target_db.storage.memory import MemoryPager

SCHEMA_COOKIE: Final = 1


class FileSchemas:
    """The schemas of one session whose stores are files (`schemas`; often none)."""

    def __init__(self, catalog: Catalog, transactions: Transactions) -> None:
        self.catalog: Final = catalog
        self.transactions: Final = transactions
        self.schemas: list[Schema] = []
        self.begun: list[Store] = []

    def add(self, schema: Schema) -> None:
        """Take in a schema; nothing happens when it is in memory."""
        if not isinstance(schema.store.pager, MemoryPager):
            self.schemas.append(schema)

    def remove(self, schema: Schema) -> None:
        """Let go of a schema; nothing happens when it is not of a file."""
        if schema in self.schemas:
            self.schemas.remove(schema)

    def enter(self) -> bool:
        """Begin to read every file; True when a schema had to be read, at first or anew.

        Raises SqlError (BUSY, NOTADB, CORRUPT, IOERR).
        """
        changed = False
        for schema in self.schemas:
            store = schema.store
            if store.in_transaction:
                continue
            store.begin(False)
            if schema.cookie != store.meta(SCHEMA_COOKIE):
                self.load(schema)
                changed = True
        return changed

    def load(self, schema: Schema) -> None:
        """Read one schema, inside a transaction of its store."""
        self.check_encoding(schema)
        try:
            load_schema(self.catalog, schema)
        except SqlError:
            schema.cookie = -1
            raise
        schema.cookie = schema.store.meta(SCHEMA_COOKIE)
        self.catalog.version += 1
        self.transactions.catalog_version = self.catalog.version

    def check_encoding(self, schema: Schema) -> None:
        """Take the encoding of main, and give it to a new database.

        Raises SqlError for another database that has not the same.
        """
        store = schema.store
        encoding = self.catalog.main.store.text_encoding()
        if schema is self.catalog.main:
            self.catalog.use_encoding(encoding)
        elif store.page_count() == 0:
            store.configure(store.page_size(), 0, encoding, store.auto_vacuum())
        elif encoding != store.text_encoding():
            raise SqlError("attached databases must use the same text encoding as main database")

    def enter_anew(self) -> bool:
        """`enter`, so that `give_up` can go back to what was before."""
        self.begun = [s.store for s in self.schemas if not s.store.in_transaction]
        return self.enter()

    def give_up(self) -> None:
        """Keep no lock that `enter_anew` took and nothing was written under.

        A statement that could not get the lock to write must not keep one to read: two that
        wait for each other would never end.
        """
        for store in self.begun:
            if store.in_transaction and not store.in_write:
                store.commit()

    def leave(self, still_reading: bool) -> None:
        """A statement has ended: give up what no open transaction and no other statement needs."""
        for schema in self.schemas:
            store = schema.store
            if store.in_transaction:
                if schema.cookie >= 0:
                    schema.cookie = store.meta(SCHEMA_COOKIE)
                if self.transactions.autocommit and not still_reading and not store.in_write:
                    store.commit()
            elif still_reading:
                store.begin(False)
