"""Opening the state, and transactions on it."""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from builder.errors import BuildError
from builder.state.schema import MIGRATIONS

Value = str | int | float | None


class State:
    """The SQLite file at `path`, made or migrated if need be. Threads take turns.

    Other processes (`dbwright build status`, `note`, `pause`) may open it at the same time.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.turn = threading.RLock()
        try:
            self.connection = apsw.Connection(str(path))
            self.connection.set_busy_timeout(30_000)
            self.connection.execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL")
            self._migrate()
        except apsw.Error as error:
            raise BuildError(f"{path}: the build's state can't be opened: {error}") from error

    def _migrate(self) -> None:
        with self.transaction():
            version = int(self.value("PRAGMA user_version") or 0)
            if version > len(MIGRATIONS):
                raise BuildError(
                    f"{self.path}: made by a newer dbwright (schema {version})", "update dbwright"
                )
            for script in MIGRATIONS[version:]:
                self.connection.execute(script)
            self.connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, even when the process is killed in the middle."""
        with self.turn:
            if self.connection.in_transaction:
                yield
                return
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.connection.execute("ROLLBACK")
                raise
            self.connection.execute("COMMIT")

    def run(self, sql: str, *values: Value) -> int:
        """Execute one statement; returns the rowid that it inserted last."""
        with self.turn:
            self.connection.execute(sql, values)
            return self.connection.last_insert_rowid()

    def rows(self, sql: str, *values: Value) -> Sequence[tuple[Any, ...]]:
        with self.turn:
            return list(self.connection.execute(sql, values))

    def value(self, sql: str, *values: Value) -> Any:
        """The first column of the first row, or None."""
        rows = self.rows(sql, *values)
        return rows[0][0] if rows else None

    def setting(self, name: str, default: Any = None) -> Any:
        """A setting as JSON."""
        stored = self.value("SELECT value FROM settings WHERE name = ?", name)
        return default if stored is None else json.loads(stored)

    def set(self, name: str, value: Any) -> None:
        self.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", name, json.dumps(value))

    def close(self) -> None:
        with self.turn:
            self.connection.close()
