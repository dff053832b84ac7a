"""One connection of target_db and one of SQLite, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import apsw
import pytest

from target_db.catalog.objects import Table
from target_db.errors import SqlError
from target_db.session.session import Session

Result = tuple[object, ...]


def typed(rows: list[Any]) -> list[tuple[tuple[str, object], ...]]:
    """Rows whose values carry their types: 1 and 1.0 are different here."""
    return [tuple((type(value).__name__, value) for value in row) for row in rows]


class Pair:
    """Runs the same SQL on both engines."""

    def __init__(self, runs_scripts: bool = False) -> None:
        self.runs_scripts = runs_scripts
        self.session = Session(":memory:")
        self.sqlite = apsw.Connection(":memory:")

    def drops_rows(self, sql: str) -> bool:
        """Whether the statement is run as a script."""
        return self.runs_scripts and sql.lower().startswith("insert") and "returning" not in sql

    def run_here(self, sql: str) -> Result:
        """Rows, or the error with its extended code, of target_db."""
        rows: list[tuple[object, ...]] = []
        offset = 0
        try:
            if self.drops_rows(sql):
                self.session.run_script(sql)
                return ("ok", [])
            while offset < len(sql):
                statement, offset = self.session.prepare(sql, offset)
                if statement is not None:
                    statement.fetch_all(rows)
        except SqlError as error:
            return ("error", error.message, error.code)
        return ("ok", typed(rows))

    def run_sqlite(self, sql: str) -> Result:
        """The same of SQLite."""
        try:
            rows = self.sqlite.execute(sql).fetchall()
            return ("ok", [] if self.drops_rows(sql) else typed(rows))
        except apsw.Error as error:
            return ("error", str(error), error.extendedresult)

    def state_here(self) -> Result:
        """Counters, and the content of every table, read from the trees."""
        session = self.session
        tables = {}
        for schema in session.catalog.schemas():
            for table in [*schema.user_tables(), schema.schema_table]:
                if isinstance(table, Table):
                    rows = stored_rows(table)
                    if table is schema.schema_table:
                        rows = [(*row[1:4], row[5]) for row in rows]
                    else:
                        rows.sort(key=repr)
                    tables[f"{schema.name}.{table.name}"] = typed(rows)
        counters = (session.changes, session.total_changes, session.last_insert_rowid)
        return (counters, session.autocommit, tables)

    def state_sqlite(self) -> Result:
        """The same of SQLite."""
        connection = self.sqlite
        counters = (
            connection.changes(),
            connection.total_changes(),
            connection.last_insert_rowid(),
        )
        tables = {}
        names = [row[1] for row in connection.execute("PRAGMA database_list")]
        for schema in dict.fromkeys(["main", "temp", *names]):
            listed = connection.execute(
                "SELECT name, wr FROM pragma_table_list WHERE schema = ? AND type = 'table'",
                (schema,),
            ).fetchall()
            for name, without_rowid in listed:
                if name in ("sqlite_schema", "sqlite_temp_schema"):
                    continue
                info = connection.execute(f'PRAGMA "{schema}".table_xinfo("{name}")').fetchall()
                columns = [] if without_rowid else ["rowid"]
                columns += [f'"{row[1]}"' for row in info]
                rows = connection.execute(
                    f'SELECT {", ".join(columns)} FROM "{schema}"."{name}" NOT INDEXED'
                ).fetchall()
                tables[f"{schema}.{name}"] = typed(sorted(rows, key=repr))
            master = "sqlite_temp_master" if schema == "temp" else "sqlite_master"
            rows = connection.execute(
                f'SELECT type, name, tbl_name, sql FROM "{schema}".sqlite_master'
            ).fetchall()
            tables[f"{schema}.{master}"] = typed(rows)
        return (counters, not connection.in_transaction, tables)

    def check(self, sql: str) -> None:
        """Both give the same, are left in the same state, and our indexes are whole."""
        assert self.run_here(sql) == self.run_sqlite(sql), sql
        assert self.state_here() == self.state_sqlite(), sql
        assert self.run_here("PRAGMA integrity_check") == ("ok", typed([("ok",)])), sql


def stored_rows(table: Table) -> list[tuple[object, ...]]:
    """The rows of a table as they stand in its tree, with the rowid first if it has one."""
    assert table.store is not None
    rows: list[tuple[object, ...]] = []
    if table.has_rowid:
        cursor = table.store.table_cursor(table.root)
        more = cursor.first()
        while more:
            rows.append((cursor.rowid, *cursor.row))
            more = cursor.next()
        return rows
    entries = table.store.index_cursor(table.root, table.key_info)
    more = entries.first()
    while more:
        rows.append(tuple(entries.key[place] for place in table.entry_positions))
        more = entries.next()
    return rows


def read_scripts(file: Path) -> list[tuple[str, list[str]]]:
    """The scripts of a file: `-- title`, then one statement a line; empty lines between."""
    scripts = []
    for block in file.read_text().strip().split("\n\n"):
        title, *statements = block.split("\n")
        scripts.append((title.removeprefix("-- "), statements))
    return scripts


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `script` runs once for each script beside it in `scripts/`."""
    if "script" not in metafunc.fixturenames:
        return
    folder = Path(metafunc.module.__file__).parent / "scripts"
    name = Path(metafunc.module.__file__).stem.removeprefix("test_")
    scripts = read_scripts(folder / f"{name}.sql")
    metafunc.parametrize("script", [s for _, s in scripts], ids=[t for t, _ in scripts])


@pytest.fixture(params=["prepared", "script"])
def pair(request: pytest.FixtureRequest) -> Pair:
    """Two fresh connections; INSERTs here are prepared, or run as scripts, which has a path of
    its own."""
    return Pair(request.param == "script")
