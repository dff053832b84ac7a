"""The command line of the shell: `python -m target_db [OPTIONS] [FILE [SQL...]]`."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Final

from target_db.dbapi import sqlite_version
from target_db.dbapi.exceptions import Error
from target_db.shell.settings import MODES
from target_db.shell.shell import QuitShell, Shell
from target_db.shell.words import unescaped

USAGE: Final = """\
Usage: python -m target_db [OPTIONS] [FILENAME [SQL...]]
FILENAME is the name of a database in SQLite's format. A new one is created
if the file does not exist; without a name, the database is in memory.
OPTIONS include:
   -ascii -box -column -csv -html -json -line -list -markdown -quote -table -tabs
                        set the output mode
   -bail                stop after hitting an error
   -batch               force batch I/O
   -cmd COMMAND         run "COMMAND" before reading stdin
   -echo                print inputs before execution
   -init FILENAME       read/process named file
   -[no]header          turn headers on or off
   -help                show this message
   -interactive         force interactive I/O
   -newline SEP         set output row separator. Default: '\\n'
   -nullvalue TEXT      set text string for NULL values. Default ''
   -readonly            open the database read-only
   -separator SEP       set output column separator. Default: '|'
   -version             show the version of SQLite it is compatible with
Example:
   python -m target_db -json test.db "SELECT * FROM t"
Exit codes: 0 no errors; 1 some statement or command failed, or wrong usage.
"""
WITH_VALUE: Final = ("cmd", "init", "newline", "nullvalue", "separator")


class Options:
    """What the command line says."""

    def __init__(self) -> None:
        self.given: list[tuple[str, str]] = []
        self.flags: set[str] = set()
        self.arguments: list[str] = []


def parse(arguments: list[str]) -> Options:
    """The options and arguments. Raises ValueError for what is unknown."""
    options = Options()
    rest = iter(arguments)
    for word in rest:
        if not word.startswith("-") or word == "-":
            options.arguments.append(word)
            continue
        name = word.lstrip("-")
        if name in WITH_VALUE:
            value = next(rest, None)
            if value is None:
                raise ValueError(f"Error: missing argument to -{name}")
            options.given.append((name, value))
        elif name in MODES:
            options.given.append(("mode", name))
        elif name in ("bail", "echo", "header", "noheader"):
            options.given.append((name, ""))
        elif name in ("batch", "interactive", "readonly", "help", "version"):
            options.flags.add(name)
        else:
            raise ValueError(f'Error: unknown option: "{word}"\nUse -help for a list of options.')
    return options


def apply(shell: Shell, options: Options) -> None:
    """Set what the options set, in their order."""
    settings = shell.settings
    for name, value in options.given:
        if name == "mode":
            settings.set_mode(value)
            if value == "column":
                settings.headers = True
        elif name == "header" or name == "noheader":
            settings.headers = name == "header"
            shell.has_headers_set = True
        elif name == "bail":
            settings.bail = True
        elif name == "echo":
            settings.echo = True
        elif name == "separator":
            settings.column_separator = unescaped(value)
        elif name == "newline":
            settings.row_separator = unescaped(value)
        elif name == "nullvalue":
            settings.null = value


def run(shell: Shell, options: Options) -> int:
    """Run what was asked for; returns the exit code."""
    apply(shell, options)
    for name, value in options.given:
        if name == "init":
            with open(value, errors="surrogateescape") as lines:
                shell.run_lines(lines)
        elif name == "cmd":
            run_argument(shell, value)
    if len(options.arguments) > 1:
        for sql in options.arguments[1:]:
            if not run_argument(shell, sql):
                return 1
        return 0
    if shell.interactive:
        from target_db.shell.interactive import run_interactive

        where = "a transient in-memory database" if shell.file == ":memory:" else shell.file
        print(f"target_db, after SQLite {sqlite_version}: connected to {where}.")
        print('Enter ".help" for usage hints.')
        run_interactive(shell)
        return 0
    return 1 if shell.run_lines(sys.stdin) else 0


def run_argument(shell: Shell, text: str) -> bool:
    """Run a dot command or SQL from the command line; False after an error."""
    if text.startswith("."):
        return shell.run_lines([text]) == 0
    return shell.run_sql(text, None)


def main(arguments: list[str] | None = None) -> int:
    """Run the shell with these arguments (those of the process by default)."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="surrogateescape")
    try:
        options = parse(sys.argv[1:] if arguments is None else arguments)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    if "help" in options.flags:
        print(USAGE, end="")
        return 0
    if "version" in options.flags:
        print(sqlite_version)
        return 0
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and "batch" not in options.flags
    interactive = (terminal or "interactive" in options.flags) and len(options.arguments) < 2
    file = options.arguments[0] if options.arguments else ":memory:"
    try:
        shell = Shell(file, interactive=interactive, read_only="readonly" in options.flags)
    except Error as error:
        print(f'Error: unable to open database "{file}": {error}', file=sys.stderr)
        return 1
    try:
        return run(shell, options)
    except QuitShell as quitting:
        return quitting.code
    except OSError as error:
        print(f'Error: cannot open "{error.filename}"', file=sys.stderr)
        return 1
    finally:
        shell.close()
        sys.stdout.flush()
