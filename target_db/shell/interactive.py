"""The shell at a terminal: prompts, history, completion, highlighting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.lexers import PygmentsLexer
from pygments.lexers.sql import SqlLexer

from target_db.shell.commands import COMMANDS
from target_db.shell.shell import Shell
from target_db.sql.complete import complete_statement
from target_db.sql.tokens import KEYWORDS

HISTORY = ".target_db_history"


class SqlCompleter(Completer):
    """Completes dot commands, keywords, and the names of tables and columns."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell

    def words(self) -> Iterator[str]:
        yield from KEYWORDS
        for database in self.shell.session.catalog.schemas():
            for table in database.user_tables():
                yield table.name
                for column in getattr(table, "columns", []):
                    yield column if isinstance(column, str) else column.name

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What may stand at the cursor."""
        before = document.text_before_cursor
        if before.startswith(".") and " " not in before:
            for command in COMMANDS:
                if command.name.startswith(before[1:]):
                    yield Completion("." + command.name, -len(before), display_meta=command.help)
            return
        word = document.get_word_before_cursor()
        if not word:
            return
        lower = word.lower()
        for name in sorted(set(self.words())):
            if name.lower().startswith(lower):
                yield Completion(name, -len(word))


def open_history() -> History:
    """The history in the home folder, or one that is forgotten where that cannot be written."""
    path = Path.home() / HISTORY
    try:
        path.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))


def run_interactive(shell: Shell) -> None:
    """Read and run until the end of input; errors do not end it."""
    session: PromptSession[str] = PromptSession(
        history=open_history(),
        completer=SqlCompleter(shell),
        complete_while_typing=False,
        lexer=PygmentsLexer(SqlLexer),
    )
    buffer = ""
    while True:
        settings = shell.settings
        try:
            line = session.prompt(settings.continuation if buffer else settings.prompt)
        except KeyboardInterrupt:
            buffer = ""
            continue
        except EOFError:
            if buffer.strip():
                shell.run_lines([buffer])
            return
        if not buffer and line.startswith("."):
            shell.run_lines([line])
            continue
        buffer += line + "\n"
        if complete_statement(buffer) or not buffer.strip():
            shell.run_lines(buffer.splitlines(keepends=True))
            buffer = ""
