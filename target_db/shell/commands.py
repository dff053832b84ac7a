"""The dot commands: a table of names, usages and functions."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Final

from target_db import dbapi
from target_db.dbapi.constants import LIMITS
from target_db.dbapi.exceptions import Error
from target_db.errors import SqlError
from target_db.shell.dump import dump, name_test, schema
from target_db.shell.imports import ImportOptions, import_file
from target_db.shell.literals import sql_literal
from target_db.shell.settings import MODES
from target_db.shell.shell import QuitShell, Shell
from target_db.shell.words import split, switch

Words = list[str]
COLUMNAR: Final = ("column", "table", "box", "markdown")
SCREEN: Final = 80


class Command:
    """A dot command: what follows its name, what it does, and the function that does it."""

    def __init__(
        self, name: str, usage: str, help_text: str, function: Callable[[Shell, Words], None],
        least: int = 0, most: int = 99,
    ) -> None:  # fmt: skip
        self.name = name
        self.usage = usage
        self.help = help_text
        self.function = function
        self.least = least
        self.most = most

    def line(self) -> str:
        """Its line in `.help`."""
        return f"{'.' + self.name + ' ' + self.usage:<24} {self.help}\n"


def run_command(shell: Shell, line: str) -> None:
    """Run one dot command; what goes wrong is shown."""
    words = split(line[1:])
    name = words[0].lower() if words else ""
    command = find_command(name)
    if command is None:
        shell.complain(
            f'Error: unknown command or invalid arguments:  "{name}". Enter ".help" for help'
        )
        return
    if not command.least <= len(words) - 1 <= command.most:
        shell.complain(f"Usage: .{command.name} {command.usage}".rstrip())
        return
    try:
        command.function(shell, words[1:])
    except SqlError as error:
        shell.complain(f"Error: {error.message}")
    except Error as error:
        shell.complain(f"Error: {error}")
    except OSError as error:
        shell.complain(f'Error: cannot open "{error.filename or words[-1]}"')
    if command.name in OUTPUT_COMMANDS:
        shell.end_once()


def find_command(name: str) -> Command | None:
    """The command of that name, or the first that begins so."""
    if not name:
        return None
    for command in COMMANDS:
        if command.name == name:
            return command
    for command in COMMANDS:
        if command.name.startswith(name):
            return command
    return None


# What the database holds


def show_names(shell: Shell, names: list[str]) -> None:
    """Names in columns, as many as fit on the screen."""
    if not names:
        return
    widest = max(len(name) for name in names)
    columns = max(1, SCREEN // (widest + 2))
    height = -(-len(names) // columns)
    for row in range(height):
        shell.write("  ".join(name.ljust(widest) for name in names[row::height]) + "\n")


def tables(shell: Shell, words: Words) -> None:
    wanted = name_test(words[0] if words else None)
    names = []
    for database in shell.session.catalog.schemas():
        prefix = "" if database.name in ("main", "temp") else f"{database.name}."
        rows = shell.rows(
            f'SELECT name FROM "{database.name}".sqlite_schema '
            "WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        )
        names += [prefix + str(row[0]) for row in rows if wanted(str(row[0]))]
    show_names(shell, sorted(names))


def indexes(shell: Shell, words: Words) -> None:
    wanted = name_test(words[0] if words else None)
    rows = shell.rows("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index'")
    show_names(shell, sorted(str(name) for name, table in rows if wanted(str(table))))


def databases(shell: Shell, words: Words) -> None:
    for _, name, file in shell.rows("PRAGMA database_list"):
        place = file or '""'
        shell.write(f"{name}: {place} r/w\n")


def show_schema(shell: Shell, words: Words) -> None:
    names = [word for word in words if not word.startswith("-")]
    shell.write(schema(shell, names[0] if names else None))


def fullschema(shell: Shell, words: Words) -> None:
    shell.write(schema(shell, None, full=True))
    statistics = shell.session.catalog.find_table("main", "sqlite_stat1")
    if statistics is None:
        shell.write("/* No STAT tables available */\n")
        return
    shell.write("ANALYZE sqlite_schema;\n")
    for row in shell.rows("SELECT * FROM sqlite_stat1"):
        shell.write(f"INSERT INTO sqlite_stat1 VALUES({','.join(map(sql_literal, row))});\n")
    shell.write("ANALYZE sqlite_schema;\n")


def show_dump(shell: Shell, words: Words) -> None:
    names = [word for word in words if not word.startswith("-")]
    shell.write(dump(shell, names[0] if names else None))


# Whole databases


def split_database(words: Words) -> tuple[str, str]:
    """The schema (main by default) and the file that the words name."""
    given = [word for word in words if not word.startswith("--")]
    return (given[0], given[1]) if len(given) > 1 else ("main", given[0])


def backup(shell: Shell, words: Words) -> None:
    name, file = split_database(words)
    target = dbapi.connect(file)
    try:
        shell.connection.backup(target, name=name)
    finally:
        target.close()


def restore(shell: Shell, words: Words) -> None:
    _, file = split_database(words)
    if not os.path.exists(file):
        raise SqlError(f'cannot open "{file}"')
    source = dbapi.connect(file)
    try:
        source.backup(shell.connection)
    finally:
        source.close()


def open_file(shell: Shell, words: Words) -> None:
    options = [word.lstrip("-") for word in words if word.startswith("-")]
    files = [word for word in words if not word.startswith("-")]
    file = files[0] if files else ":memory:"
    if "new" in options and os.path.exists(file):
        os.unlink(file)
    shell.reopen(file, "readonly" in options)


def import_rows(shell: Shell, words: Words) -> None:
    options = ImportOptions()
    settings = shell.settings
    options.columns = settings.column_separator
    options.rows = settings.row_separator
    given: Words = []
    rest = iter(words)
    for word in rest:
        name = word.lstrip("-") if word.startswith("-") else ""
        if name == "csv":
            options.columns, options.rows = ",", "\n"
        elif name == "ascii":
            options.columns, options.rows = "\x1f", "\x1e"
        elif name == "skip":
            options.skip = int(next(rest, "0"))
        elif name == "schema":
            options.schema = next(rest, None)
        elif name != "v":
            given.append(word)
    if len(given) != 2:
        what = "FILE" if not given else "TABLE"
        usage = COMMAND["import"].line().rstrip()
        shell.complain(f"ERROR: missing {what} argument. Usage:\n{usage}")
        return
    if settings.mode == "csv" and settings.row_separator == "\r\n":
        settings.row_separator = "\n"  # as the sqlite3 shell does, for what follows too
    options.file, options.table = given
    import_file(shell, options)


# Output


def set_mode(shell: Shell, words: Words) -> None:
    settings = shell.settings
    if words:
        settings.wrap, settings.quote = 60, False
    rest = iter(words)
    for word in rest:
        option = word.lstrip("-") if word.startswith("-") else ""
        if option == "wrap":
            settings.wrap = int(next(rest, "0"))
        elif option == "quote":
            settings.quote = True
        elif option == "noquote":
            settings.quote = False
        elif option in ("wordwrap", "ww"):
            if option == "wordwrap":
                next(rest, None)
        elif word == "qbox":
            settings.set_mode("box")
            settings.quote = True
        elif len(word) > 1 and any(mode.startswith(word) for mode in MODES):
            mode = next(mode for mode in MODES if mode.startswith(word))
            settings.set_mode("column" if word.startswith("col") else mode)
            if mode == "column" and not shell.has_headers_set:
                settings.headers = True
            if mode == "insert":
                settings.table = next(rest, "table")
        elif settings.mode == "insert" and not option:
            settings.table = word
        else:
            listed = " ".join(sorted([*MODES, "qbox"]))
            shell.complain(f"Error: mode should be one of: {listed}")
            return
    if not words:
        shell.write(f"current output mode: {mode_text(shell)}\n")


def mode_text(shell: Shell) -> str:
    settings = shell.settings
    if settings.mode not in COLUMNAR:
        return settings.mode
    quote = "quote" if settings.quote else "noquote"
    return f"{settings.mode} --wrap {settings.wrap} --wordwrap off --{quote}"


def headers(shell: Shell, words: Words) -> None:
    shell.settings.headers = switch(words[0])
    shell.has_headers_set = True


def separator(shell: Shell, words: Words) -> None:
    shell.settings.column_separator = words[0]
    if len(words) > 1:
        shell.settings.row_separator = words[1]


def nullvalue(shell: Shell, words: Words) -> None:
    shell.settings.null = words[0]


def width(shell: Shell, words: Words) -> None:
    shell.settings.widths = [int(word) for word in words if word.lstrip("+-").isdigit()]


def output(shell: Shell, words: Words) -> None:
    name = words[0] if words and words[0] != "stdout" else None
    shell.redirect(None if name == "off" else name)


def once(shell: Shell, words: Words) -> None:
    shell.end_once()
    shell.settings.once = open(words[-1], "w", newline="")  # noqa: SIM115 - end_once closes it


def show_print(shell: Shell, words: Words) -> None:
    shell.write(" ".join(words) + "\n")


def read(shell: Shell, words: Words) -> None:
    name = words[0]
    if name.startswith("|"):
        done = subprocess.run(name[1:], shell=True, capture_output=True, text=True, check=False)
        shell.run_lines(done.stdout.splitlines(keepends=True))
        return
    with open(name, errors="surrogateescape") as lines:
        shell.run_lines(lines)


# Settings


def flag(attribute: str) -> Callable[[Shell, Words], None]:
    """A command that turns a setting on or off."""

    def function(shell: Shell, words: Words) -> None:
        setattr(shell.settings, attribute, switch(words[0]))

    return function


def explain(shell: Shell, words: Words) -> None:
    word = words[0] if words else "on"
    shell.settings.explain = word if word == "auto" else ("on" if switch(word) else "off")


def prompt(shell: Shell, words: Words) -> None:
    if words:
        shell.settings.prompt = words[0]
    if len(words) > 1:
        shell.settings.continuation = words[1]


def timeout(shell: Shell, words: Words) -> None:
    shell.session.set_busy_timeout(int(words[0]))


def quoted(text: str) -> str:
    """A text in double quotes, with escapes, as `.show` tells it."""
    return '"' + text.encode("unicode_escape").decode().replace('"', '\\"') + '"'


def show(shell: Shell, words: Words) -> None:
    settings = shell.settings
    lines = [
        ("echo", "on" if settings.echo else "off"),
        ("eqp", "on" if settings.query_plan else "off"),
        ("explain", settings.explain),
        ("headers", "on" if settings.headers else "off"),
        ("mode", mode_text(shell)),
        ("nullvalue", quoted(settings.null)),
        ("output", settings.output_name),
        ("colseparator", quoted(settings.column_separator)),
        ("rowseparator", quoted(settings.row_separator)),
        ("stats", "on" if settings.stats else "off"),
        ("width", "".join(f"{width} " for width in settings.widths)),
        ("filename", shell.file),
    ]
    shell.write("".join(f"{name:>12}: {value}\n" for name, value in lines))


def limit(shell: Shell, words: Words) -> None:
    connection = shell.connection
    names = [name.lower() for name in LIMITS]
    if words:
        found = [place for place, name in enumerate(names) if name.startswith(words[0].lower())]
        if len(found) != 1:
            what = "unknown" if not found else "ambiguous"
            shell.complain(f'{what} limit: "{words[0]}"')
            return
        if len(words) > 1:
            connection.setlimit(found[0], int(words[1]))
        names = [names[found[0]]]
    for name in names:
        value = connection.getlimit([n.lower() for n in LIMITS].index(name))
        shell.write(f"{name:>20} {value}\n")


def parameter(shell: Shell, words: Words) -> None:
    action = words[0] if words else ""
    if action == "clear":
        shell.parameters.clear()
    elif action == "list":
        widest = max((len(name) for name in shell.parameters), default=0)
        for name, value in sorted(shell.parameters.items()):
            shell.write(f"{name:<{widest}} {sql_literal(value)}\n")
    elif action == "set" and len(words) == 3:
        try:
            shell.parameters[words[1]] = shell.rows(f"SELECT {words[2]}")[0][0]
        except SqlError:
            shell.parameters[words[1]] = words[2]
    elif action == "unset" and len(words) == 2:
        shell.parameters.pop(words[1], None)
    elif action != "init":
        shell.complain("Usage: .parameter clear | init | list | set NAME VALUE | unset NAME")


# The system


def change_folder(shell: Shell, words: Words) -> None:
    try:
        os.chdir(words[0])
    except OSError:
        shell.complain(f'Cannot change to directory "{words[0]}"')


def system(shell: Shell, words: Words) -> None:
    sys.stdout.flush()
    code = subprocess.run(" ".join(words), shell=True, check=False).returncode
    if code:
        shell.complain(f"System command returns {code}")


def quit_shell(shell: Shell, words: Words) -> None:
    raise QuitShell(int(words[0]) if words and words[0].lstrip("-").isdigit() else 0)


def version(shell: Shell, words: Words) -> None:
    shell.write(f"target_db, after SQLite {dbapi.sqlite_version}\n")


def show_help(shell: Shell, words: Words) -> None:
    wanted = [word.lstrip(".") for word in words if not word.startswith("-")]
    found = [c for c in COMMANDS if not wanted or c.name.startswith(wanted[0])]
    if not found:
        shell.write(f"Nothing matches '{wanted[0]}'\n")
    for command in found:
        shell.write(command.line())


COMMANDS: Final = [
    Command("backup", "?DB? FILE", 'Backup DB (default "main") to FILE', backup, 1, 3),
    Command("bail", "on|off", "Stop after hitting an error.  Default OFF", flag("bail"), 1, 1),
    Command("cd", "DIRECTORY", "Change the working directory to DIRECTORY", change_folder, 1, 1),
    Command("changes", "on|off", "Show number of rows changed by SQL", flag("changes"), 1, 1),
    Command("databases", "", "List names and files of attached databases", databases),
    Command("dump", "?OBJECTS?", "Render database content as SQL", show_dump),
    Command("echo", "on|off", "Turn command echo on or off", flag("echo"), 1, 1),
    Command("eqp", "on|off", "Enable or disable automatic EXPLAIN QUERY PLAN",
            flag("query_plan"), 1, 1),
    Command("exit", "?CODE?", "Exit this program with return-code CODE", quit_shell, 0, 1),
    Command("explain", "?on|off|auto?", "Change the EXPLAIN formatting mode.  Default: auto",
            explain, 0, 1),
    Command("fullschema", "", "Show schema and the content of sqlite_stat tables", fullschema),
    Command("headers", "on|off", "Turn display of headers on or off", headers, 1, 1),
    Command("help", "?PATTERN?", "Show help text for PATTERN", show_help),
    Command("import", "FILE TABLE", "Import data from FILE into TABLE", import_rows),
    Command("indexes", "?TABLE?", "Show names of indexes", indexes, 0, 1),
    Command("limit", "?LIMIT? ?VAL?", "Display or change the value of a limit", limit, 0, 2),
    Command("mode", "MODE ?OPTIONS?", "Set output mode", set_mode),
    Command("nullvalue", "STRING", "Use STRING in place of NULL values", nullvalue, 1, 1),
    Command("once", "FILE", "Output for the next SQL command only to FILE", once, 1, 2),
    Command("open", "?OPTIONS? ?FILE?", "Close existing database and reopen FILE", open_file),
    Command("output", "?FILE?", "Send output to FILE or stdout if FILE is omitted", output, 0, 1),
    Command("parameter", "CMD ...", "Manage SQL parameter bindings", parameter),
    Command("print", "STRING...", "Print literal STRING", show_print),
    Command("prompt", "MAIN CONTINUE", "Replace the standard prompts", prompt, 1, 2),
    Command("quit", "", "Exit this program", quit_shell),
    Command("read", "FILE", "Read input from FILE or command output", read, 1, 1),
    Command("restore", "?DB? FILE", "Restore content of DB from FILE", restore, 1, 2),
    Command("save", "FILE", "Write database to FILE (an alias for .backup)", backup, 1, 3),
    Command("schema", "?PATTERN?", "Show the CREATE statements matching PATTERN", show_schema),
    Command("separator", "COL ?ROW?", "Change the column and row separators", separator, 1, 2),
    Command("shell", "CMD ARGS...", "Run CMD ARGS... in a system shell", system, 1),
    Command("show", "", "Show the current values for various settings", show),
    Command("stats", "on|off", "Remember whether statistics are wanted", flag("stats"), 1, 1),
    Command("system", "CMD ARGS...", "Run CMD ARGS... in a system shell", system, 1),
    Command("tables", "?TABLE?", "List names of tables matching LIKE pattern TABLE", tables, 0, 1),
    Command("timeout", "MS", "Try opening locked tables for MS milliseconds", timeout, 1, 1),
    Command("timer", "on|off", "Turn SQL timer on or off", flag("timer"), 1, 1),
    Command("version", "", "Show the version", version),
    Command("width", "NUM1 NUM2 ...", "Set minimum column widths for columnar output", width),
]  # fmt: skip
"""Every dot command, in the order of `.help`."""

COMMAND: Final = {command.name: command for command in COMMANDS}
# Commands whose output `.once` takes.
OUTPUT_COMMANDS: Final = frozenset(
    {"databases", "dump", "fullschema", "indexes", "print", "schema", "show", "tables"}
)
