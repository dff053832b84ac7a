"""What `python -m sqlite3` is: a small shell over the module (the real one is `shell`)."""

from __future__ import annotations

import argparse
import code
import sys
from typing import Any

from target_db import dbapi


def show(source: Any, sql: str, stop_on_error: bool) -> None:
    """Print the rows of one statement, or its error to standard error."""
    try:
        for row in source.execute(sql):
            print(row)
    except dbapi.Error as error:
        name = getattr(error, "sqlite_errorname", None)
        kind = type(error).__name__ if name is None else f"{type(error).__name__} ({name})"
        print(f"{kind}: {error}", file=sys.stderr)
        if stop_on_error:
            sys.exit(1)


class Console(code.InteractiveConsole):
    """Reads statements and a few dot commands."""

    def __init__(self, connection: Any) -> None:
        super().__init__()
        self.cursor = connection.cursor()

    def runsource(self, source: str, filename: str = "<input>", symbol: str = "single") -> bool:
        """Run what was read; True when a statement is not complete yet."""
        if source == ".version":
            print(dbapi.sqlite_version)
        elif source == ".help":
            print("Enter SQL code and press enter.")
        elif source == ".quit":
            sys.exit(0)
        elif not dbapi.complete_statement(source):
            return True
        else:
            show(self.cursor, source, False)
        return False


def main(*given: Any) -> None:
    """Run with `sys.argv`, or with the arguments given."""
    parser = argparse.ArgumentParser(description="Python sqlite3 CLI", prog="python -m sqlite3")
    parser.add_argument(
        "filename", nargs="?", default=":memory:",
        help="SQLite database to open (defaults to ':memory:'). "
        "A new database is created if the file does not previously exist.",
    )  # fmt: skip
    parser.add_argument(
        "sql", nargs="?", help="An SQL query to execute. Any returned rows are printed to stdout."
    )
    parser.add_argument(
        "-v", "--version", action="version", version=f"SQLite version {dbapi.sqlite_version}",
        help="Print underlying SQLite library version",
    )  # fmt: skip
    options = parser.parse_args(*given)
    memory = options.filename == ":memory:"
    place = "a transient in-memory database" if memory else repr(options.filename)
    connection = dbapi.connect(options.filename, isolation_level=None)
    try:
        if options.sql:
            show(connection, options.sql, True)
        else:
            sys.ps1 = "sqlite> "
            sys.ps2 = "    ... "
            banner = (
                f"sqlite3 shell, running on SQLite version {dbapi.sqlite_version}\n"
                f"Connected to {place}\n\n"
                "Each command will be run using execute() on the cursor.\n"
                'Type ".help" for more information; type ".quit" or CTRL-D to quit.'
            )
            Console(connection).interact(banner, exitmsg="")
    finally:
        connection.close()
    sys.exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
