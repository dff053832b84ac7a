"""`Connection.iterdump`: a database as a script that makes it again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from target_db.dbapi.connection import Connection


def quote_name(name: str) -> str:
    """A name in double quotes."""
    return '"' + name.replace('"', '""') + '"'


def quote_text(text: str) -> str:
    """A text in single quotes."""
    return "'" + text.replace("'", "''") + "'"


def iterdump(connection: Connection, filter: str | None) -> Iterator[str]:
    """The statements that make the database of `connection` again, one at a time.

    filter: a LIKE pattern for the names of the tables and other objects that are wanted.
    """
    cursor = connection.cursor()
    cursor.row_factory = None

    def rows(sql: str, *parameters: Any) -> list[Any]:
        found: list[Any] = cursor.execute(sql, parameters).fetchall()
        return found

    condition = "" if filter is None else " AND name LIKE ?"
    given = () if filter is None else (filter,)
    if sys.version_info >= (3, 13) and rows("PRAGMA foreign_key_check"):
        yield "PRAGMA foreign_keys=OFF;"
    yield "BEGIN TRANSACTION;"
    tables = rows(
        "SELECT name, sql FROM sqlite_master WHERE sql NOT NULL AND type == 'table'"
        f"{condition} ORDER BY name",
        *given,
    )
    sequence = []
    for name, sql in tables:
        if name == "sqlite_sequence":
            sequence = ['DELETE FROM "sqlite_sequence";', *inserts(connection, name)]
        elif name == "sqlite_stat1":
            yield 'ANALYZE "sqlite_master";'
        elif not name.startswith("sqlite_"):
            yield f"{sql};"
            yield from inserts(connection, name)
    for _, sql in rows(
        "SELECT name, sql FROM sqlite_master WHERE sql NOT NULL"
        f" AND type IN ('index', 'trigger', 'view'){condition}",
        *given,
    ):
        yield f"{sql};"
    yield from sequence
    yield "COMMIT;"


def inserts(connection: Connection, table: str) -> Iterator[str]:
    """An INSERT for each row of a table."""
    cursor = connection.cursor()
    cursor.row_factory = None
    shown = quote_name(table)
    columns = [row[1] for row in cursor.execute(f"PRAGMA table_info({shown})").fetchall()]
    values = ",".join(f"quote({quote_name(column)})" for column in columns)
    for row in cursor.execute(f"SELECT {values} FROM {shown}").fetchall():
        yield f"INSERT INTO {shown} VALUES({','.join(row)});"
