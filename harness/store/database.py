"""Opening the store, so that several runs and readers at once do each other no harm.

DuckDB lets one process write a file, or several read it. A lock file beside the store makes
the processes of dbwright wait their turn: writers hold it alone, readers share it, and both
hold it only as long as one transaction or one answer takes.
"""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from harness.errors import InternalFault, UsageError
from harness.store.schema import CURRENT_VERSION, MIGRATIONS

DEFAULT_STORE = Path(".dbwright") / "results.duckdb"
SETTINGS = {"memory_limit": "1GB", "threads": "2", "preserve_insertion_order": "false"}
"""What is larger is spilled to disk beside the store."""
LONGEST_WAIT = 120.0
"""Seconds to wait for other processes before giving up."""


@contextmanager
def open_for_writing(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The store at `path`, made or migrated if need be; one transaction, committed at the end.

    Raises InternalFault when it can't be opened, is of a newer version, or the disk is full.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _locked(path, fcntl.LOCK_EX):
        connection = _connect(path, read_only=False)
        try:
            _migrate(connection, path)
            connection.begin()
            yield connection
            connection.commit()
        except (duckdb.IOException, duckdb.OutOfMemoryException) as error:
            raise InternalFault(f"{path}: the results can't be written: {error}") from error
        finally:
            connection.close()


@contextmanager
def open_for_reading(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The store at `path`, to read from. Raises UsageError when there is none yet."""
    if not path.is_file():
        raise UsageError(f"{path}: no results yet", "run `dbwright run` first, or name --store")
    with _locked(path, fcntl.LOCK_SH), _connect(path, read_only=True) as connection:
        current = _version(connection) == CURRENT_VERSION
    if not current:
        with open_for_writing(path):
            pass
    with _locked(path, fcntl.LOCK_SH), _connect(path, read_only=True) as connection:
        yield connection


@contextmanager
def _locked(path: Path, mode: int) -> Iterator[None]:
    deadline = time.monotonic() + LONGEST_WAIT
    with path.with_name(path.name + ".lock").open("a") as lock:
        while True:
            try:
                fcntl.flock(lock, mode | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise InternalFault(
                        f"{path}: another process has held the results for {LONGEST_WAIT:.0f} s",
                        "end it, or give this run a --store of its own",
                    ) from None
                time.sleep(0.05)
        yield


def _connect(path: Path, read_only: bool) -> duckdb.DuckDBPyConnection:
    """Open the file, waiting for a process that is not ours (a DuckDB shell) to let go."""
    deadline = time.monotonic() + LONGEST_WAIT
    while True:
        try:
            return duckdb.connect(str(path), read_only=read_only, config=dict(SETTINGS))
        except duckdb.IOException as error:
            if "lock" not in str(error).lower() or time.monotonic() > deadline:
                raise InternalFault(f"{path}: the results can't be opened: {error}") from error
            time.sleep(0.2)
        except duckdb.Error as error:
            raise InternalFault(
                f"{path}: this is not a results store: {error}", "move it away, or name --store"
            ) from error


def _version(connection: duckdb.DuckDBPyConnection) -> int:
    row = connection.execute(
        "SELECT count(*) FROM duckdb_tables() WHERE table_name = 'schema_version'"
    ).fetchone()
    if row is None or row[0] == 0:
        return 0
    stored = connection.execute("SELECT max(version) FROM schema_version").fetchone()
    return int(stored[0]) if stored else 0


def _migrate(connection: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Bring the schema to the current version, each step in a transaction of its own."""
    version = _version(connection)
    if version > CURRENT_VERSION:
        raise InternalFault(
            f"{path}: schema version {version} is newer than this dbwright knows "
            f"({CURRENT_VERSION})", "install a newer dbwright, or name another --store",
        )  # fmt: skip
    for number in range(version, CURRENT_VERSION):
        connection.begin()
        if number == 0:
            connection.execute("CREATE TABLE schema_version (version INTEGER, applied TIMESTAMP)")
        connection.execute(MIGRATIONS[number])
        connection.execute("INSERT INTO schema_version VALUES (?, now()::TIMESTAMP)", [number + 1])
        connection.commit()
