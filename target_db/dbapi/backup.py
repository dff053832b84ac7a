"""Copying databases between connections: backup, serialize, deserialize."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from target_db.catalog.catalog import Schema
from target_db.dbapi.constants import PRIMARY_CODES
from target_db.dbapi.exceptions import OperationalError, from_sql_error
from target_db.errors import SqlError
from target_db.session.session import Session
from target_db.storage.copying import copy_trees, image_of, open_image, replace_content
from target_db.storage.database import Store
from target_db.storage.memory import MemoryPager

if TYPE_CHECKING:
    from target_db.dbapi.connection import Connection

OK: Final = PRIMARY_CODES["OK"]
DONE: Final = PRIMARY_CODES["DONE"]
PAGE_SIZE_AT: Final = 16

Progress = Callable[[int, int, int], object]


def find_schema(session: Session, name: str) -> Schema:
    """The schema of that name. Raises OperationalError."""
    schema = session.catalog.find_schema(name)
    if schema is None:
        raise OperationalError(f"unknown database {name}")
    return schema


def image(session: Session, schema: Schema) -> bytes:
    """The database file with the content of a schema, also inside its transaction."""
    store = schema.store
    try:
        session.files.enter()
        if not store.in_transaction:
            return image_of(store)
        copy = open_image(b"")
        copy.begin(True)
        copy_trees(store, copy)
        copy.commit()
        return image_of(copy)
    except SqlError as error:
        raise from_sql_error(error) from None
    finally:
        session.files.leave(session.readers > 0)


def page_size(data: bytes) -> int:
    """The page size that a database file's header names; 1 stands for 65536."""
    size = int.from_bytes(data[PAGE_SIZE_AT : PAGE_SIZE_AT + 2], "big")
    return 65536 if size == 1 else max(size, 1)


def put(session: Session, schema: Schema, data: bytes) -> None:
    """Make the content of a database file that of a schema."""
    try:
        if isinstance(schema.store.pager, MemoryPager):
            session.replace_store(schema, open_image(data))
        else:
            session.files.leave(False)
            replace_content(schema.store, open_image(data))
            schema.cookie = -1
            session.expire()
    except SqlError as error:
        raise from_sql_error(error) from None


def state(session: Session, store: Store) -> tuple[int, int]:
    """What differs once the database was changed through its connection."""
    return session.total_changes, session.catalog.version


def backup(
    source: Connection,
    target: Connection,
    pages: int,
    progress: Progress | None,
    name: str,
    sleep: float,
) -> None:
    """Copy schema `name` of `source` over the main schema of `target`.

    The copy is made at once at the end; `progress` sees it as `pages` pages at a time, and
    from the start again where it changes the source.
    """
    session = source._live_session()
    other = target._live_session()
    schema = find_schema(session, name)
    if not other.autocommit:
        raise OperationalError("target is in transaction")
    data = image(session, schema)
    total = len(data) // page_size(data)
    step = total if pages <= 0 else pages
    remaining = total
    while True:
        remaining = max(0, remaining - step)
        if remaining == 0:
            put(other, other.catalog.main, data)
        before = state(session, schema.store)
        if progress is not None:
            progress(OK if remaining else DONE, remaining, total)
        if remaining == 0:
            return
        if state(session, schema.store) != before:
            data = image(session, schema)
            total = len(data) // page_size(data)
            remaining = total
        elif progress is None:
            time.sleep(min(sleep, 0))
