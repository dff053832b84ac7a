"""The shell: reads lines, runs statements and dot commands, shows results and errors."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterable

from target_db.dbapi.connection import Connection
from target_db.dbapi.exceptions import Error
from target_db.errors import SqlError
from target_db.session.session import Session
from target_db.session.statement import Statement
from target_db.shell.modes import render
from target_db.shell.settings import Settings
from target_db.shell.tree import plan_tree
from target_db.sql import ast
from target_db.sql.complete import complete_statement

CONTEXT: int = 78


class QuitShell(Exception):
    """Leave the shell, with an exit code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Shell:
    """One shell on one database.

    errors: how many statements and commands failed. parameters: values by parameter name.
    """

    def __init__(self, file: str, *, interactive: bool = False, read_only: bool = False) -> None:
        self.settings = Settings()
        self.interactive = interactive
        self.parameters: dict[str, object] = {}
        self.errors = 0
        self.has_headers_set = False
        self.file = file
        self.connection = self.connect(file, read_only)

    def connect(self, file: str, read_only: bool = False) -> Connection:
        """A connection to a file, as the shell uses it. Raises Error."""
        name = f"file:{file}?mode=ro" if read_only else file
        return Connection(name, isolation_level=None, uri=True, timeout=0)

    def reopen(self, file: str, read_only: bool = False) -> None:
        """Close the database and open another. Raises Error; the old one stays open then."""
        made = self.connect(file, read_only)
        self.connection.close()
        self.connection = made
        self.file = file

    @property
    def session(self) -> Session:
        return self.connection._live_session()

    # Talking

    def write(self, text: str) -> None:
        """Put text where results go."""
        self.settings.out.write(text)

    def complain(self, message: str) -> None:
        """Show an error, and count it."""
        self.errors += 1
        sys.stdout.flush()
        print(message, file=sys.stderr, flush=True)

    # Input

    def run_lines(self, lines: Iterable[str], first: int = 1) -> int:
        """Run lines of SQL and dot commands; returns how many errors there were."""
        from target_db.shell.commands import run_command

        before = self.errors
        buffer = ""
        start = number = first - 1
        for line in lines:
            number += 1
            text = line.rstrip("\n")
            if not buffer.strip():
                buffer = ""
                if text.startswith("."):
                    if self.settings.echo:
                        self.write(text + "\n")
                    run_command(self, text)
                    if self.must_stop(before):
                        break
                    continue
                if text.startswith("#"):
                    continue
                start = number
            buffer += text + "\n"
            if is_end_word(text) and complete_statement(buffer + ";"):
                buffer = buffer.rstrip()[: -len(text.strip())] + ";"
            if complete_statement(buffer):
                self.run_sql(buffer, start)
                buffer = ""
                if self.must_stop(before):
                    break
        if buffer.strip() and not self.must_stop(before):
            self.run_sql(buffer.rstrip("\n"), start)
        return self.errors - before

    def must_stop(self, before: int) -> bool:
        return self.settings.bail and self.errors > before

    def run_sql(self, sql: str, line: int | None) -> bool:
        """Run every statement of a text; False after an error.

        line: the number of its first line where it comes from a file or a pipe; None for SQL
        from the command line.
        """
        if self.settings.echo and sql.strip():
            self.write(sql.strip() + "\n")
        offset = 0
        while offset < len(sql):
            start = offset
            try:
                statement, offset = self.session.prepare(sql, offset)
            except SqlError as error:
                self.show_error("Parse error", "in prepare, ", error, sql, line, start)
                return False
            if statement is None:
                break
            try:
                self.run_statement(statement, sql[start:offset])
            except SqlError as error:
                self.show_error("Runtime error", "stepping, ", error, sql, line, start)
                return False
            except KeyboardInterrupt:
                self.complain("Interrupted")
                return False
        self.end_once()
        return True

    def show_error(
        self, kind: str, place: str, error: SqlError, sql: str, line: int | None, start: int
    ) -> None:
        """Show what is wrong with a statement, with the text around it where that is known."""
        code = f" ({error.primary_code})" if error.primary_code > 1 else ""
        if line is None:
            message = f"Error: {place}{error.message}{code}"
        elif self.interactive:
            message = f"{kind}: {error.message}{code}"
        else:
            skipped = sql[start:].lstrip()
            lines = sql[: len(sql) - len(skipped)].count("\n")
            message = f"{kind} near line {line + lines}: {error.message}{code}"
        if error.offset >= 0 and kind == "Parse error":
            message += context_of(sql[start:], error.offset - start)
        self.complain(message)

    # Statements

    def run_statement(self, statement: Statement, text: str) -> None:
        """Run one statement and show its result. Raises SqlError."""
        settings = self.settings
        self.bind(statement)
        usage = resource.getrusage(resource.RUSAGE_SELF)
        started = time.perf_counter()
        is_plan = isinstance(statement.node, ast.Explain)
        if settings.query_plan and not is_plan:
            self.show_plan(text)
        rows: list[tuple[object, ...]] = []
        try:
            statement.fetch_all(rows)
        finally:
            if is_plan and settings.explain != "off":
                self.write(plan_tree(rows))
            elif statement.column_count:
                self.write(render(settings, statement.column_names, rows))
        if settings.changes:
            session = self.session
            self.write(f"changes: {session.changes}   total_changes: {session.total_changes}\n")
        if settings.timer:
            after = resource.getrusage(resource.RUSAGE_SELF)
            self.write(
                f"Run Time: real {time.perf_counter() - started:.3f} "
                f"user {after.ru_utime - usage.ru_utime:.6f} "
                f"sys {after.ru_stime - usage.ru_stime:.6f}\n"
            )

    def show_plan(self, text: str) -> None:
        """Show how a statement will run, where that can be told."""
        statement, _ = self.session.prepare(f"EXPLAIN QUERY PLAN {text}")
        if statement is not None:
            rows: list[tuple[object, ...]] = []
            statement.fetch_all(rows)
            if rows:
                self.write(plan_tree(rows))

    def bind(self, statement: Statement) -> None:
        """Give the statement's parameters the values that `.parameter set` gave them."""
        for index in range(1, statement.parameter_count + 1):
            name = statement.parameter_name(index) or f"?{index}"
            statement.bind(index, self.parameters.get(name))

    def rows(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """The rows of one statement of the shell's own. Raises SqlError."""
        statement, _ = self.session.prepare(sql)
        assert statement is not None
        for index, value in enumerate(values, 1):
            statement.bind(index, value)
        found: list[tuple[object, ...]] = []
        statement.fetch_all(found)
        return found

    # Output

    def end_once(self) -> None:
        """End the output of `.once`."""
        settings = self.settings
        if settings.once is not None:
            settings.once.close()
            settings.once = None

    def redirect(self, name: str | None) -> None:
        """Send results to a file, or (None) back to standard output. Raises OSError."""
        settings = self.settings
        if settings.output is not sys.stdout:
            settings.output.close()
        settings.output, settings.output_name = sys.stdout, "stdout"
        if name is not None:
            settings.output = open(name, "w", newline="")  # noqa: SIM115 - closed by the next
            settings.output_name = name

    def close(self) -> None:
        """Close outputs and the database."""
        self.end_once()
        self.redirect(None)
        try:
            self.connection.close()
        except Error as error:
            self.complain(f"Error: {error}")


def is_end_word(text: str) -> bool:
    """Whether a line is `go` or `/`, which end a statement too."""
    return text.strip().lower() in ("go", "/")


def context_of(sql: str, offset: int) -> str:
    """The line of the SQL that an error is in, and a mark below it."""
    begin = sql.rfind("\n", 0, offset) + 1
    end = sql.find("\n", offset)
    text = sql[begin : end if end >= 0 else len(sql)]
    place = offset - begin
    stripped = text.lstrip()
    place = max(0, place - (len(text) - len(stripped)))
    text = stripped
    if place > CONTEXT // 2:
        cut = place - CONTEXT // 2
        text, place = text[cut:], CONTEXT // 2
    text = text[:CONTEXT].rstrip()
    if place < 25:
        return f"\n  {text}\n  {' ' * place}^--- error here"
    return f"\n  {text}\n  {' ' * (place - 14)}error here ---^"
