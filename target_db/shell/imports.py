"""`.import`: rows of a text file into a table."""

from __future__ import annotations

import csv
import subprocess
from collections.abc import Iterator
from typing import IO, Final

from target_db.ddl.quoting import quote_always
from target_db.errors import SqlError
from target_db.shell.shell import Shell

ASCII: Final = ("\x1f", "\x1e")


class ImportOptions:
    """What the words of an `.import` say."""

    def __init__(self) -> None:
        self.file = ""
        self.table = ""
        self.schema: str | None = None
        self.columns = ""
        self.rows = ""
        self.skip = 0


def open_input(name: str) -> IO[str]:
    """A file, or with a leading `|` the output of a command. Raises OSError."""
    if name.startswith("|"):
        done = subprocess.run(name[1:], shell=True, capture_output=True, text=True, check=False)
        from io import StringIO

        return StringIO(done.stdout, newline="")
    return open(name, newline="", errors="surrogateescape")


def read_rows(source: IO[str], columns: str, rows: str) -> Iterator[list[str]]:
    """The rows of a text: CSV, or with other separators plain fields."""
    if (columns, rows) == ASCII:
        for line in source.read().split(rows):
            if line:
                yield line.split(columns)
        return
    for row in csv.reader(source, delimiter=columns):
        yield row or [""]


def import_file(shell: Shell, options: ImportOptions) -> None:
    """Import a file; a table that is not there is made, named by the first row.

    Raises SqlError and OSError.
    """
    prefix = "" if options.schema is None else quote_always(options.schema) + "."
    target = prefix + quote_always(options.table)
    with open_input(options.file) as source:
        rows = read_rows(source, options.columns, options.rows)
        number = 0
        for _ in range(options.skip):
            number += 1
            next(rows, None)
        if shell.session.catalog.find_table(options.schema, options.table) is None:
            number += 1
            names = next(rows, None)
            if names is None:
                shell.complain(f'Error: empty file: "{options.file}"')
                return
            listed = ", ".join(f"{quote_always(name)} TEXT" for name in unique(names))
            shell.rows(f"CREATE TABLE {target}(\n{listed})")
        width = len(shell.rows(f"PRAGMA {prefix}table_info({quote_always(options.table)})"))
        insert = f"INSERT INTO {target} VALUES({','.join('?' * width)})"
        add_rows(shell, options.file, insert, width, rows, number)


def add_rows(
    shell: Shell, file: str, insert: str, width: int, rows: Iterator[list[str]], number: int
) -> None:
    """Insert the rows in one transaction; a row that fails is told, and left out."""
    statement, _ = shell.session.prepare(insert)
    assert statement is not None
    owns = shell.session.autocommit
    if owns:
        shell.session.run_script("BEGIN")
    for row in rows:
        number += 1
        if len(row) != width:
            what = "filling the rest with NULL" if len(row) < width else "extras ignored"
            shell.complain(
                f"{file}:{number}: expected {width} columns but found {len(row)} - {what}"
            )
            shell.errors -= 1
        for place in range(width):
            statement.bind(place + 1, row[place] if place < len(row) else None)
        try:
            statement.run()
        except SqlError as error:
            shell.complain(f"{file}:{number}: INSERT failed: {error.message}")
            shell.errors -= 1
    if owns:
        shell.session.run_script("COMMIT")


def unique(names: list[str]) -> list[str]:
    """Column names with a number added to those that are there already."""
    found: list[str] = []
    for name in names:
        chosen = name or "?"
        number = 0
        while chosen.lower() in (other.lower() for other in found):
            number += 1
            chosen = f"{name}_{number}"
        found.append(chosen)
    return found
