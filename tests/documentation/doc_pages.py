"""Pages of SQLite's documentation as cases: statements, and what SQLite answers.

A file of `pages/` is a page. `# title` begins a group, which has a database of its own;
`> statement` is one statement, on one line; what follows is its answer: a line for each row,
with the values as SQL literals, or `! message` for an error.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

PAGES = Path(__file__).parent / "pages"

Run = Callable[[str], tuple[list[tuple[object, ...]], str | None]]
"""Runs one statement: its rows, and the message of the error that ended it."""


class Case:
    """A statement, and the lines of its answer."""

    def __init__(self, sql: str) -> None:
        self.sql = sql
        self.answer: list[str] = []


class Group:
    """Cases that share a database."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.cases: list[Case] = []


def read(page: Path) -> list[Group]:
    """The groups of a page."""
    groups: list[Group] = []
    for line in page.read_text().splitlines():
        if line.startswith("# "):
            groups.append(Group(line[2:]))
        elif line.startswith("> "):
            groups[-1].cases.append(Case(line[2:]))
        elif line:
            groups[-1].cases[-1].answer.append(line)
    return groups


def write(page: Path, groups: list[Group]) -> None:
    """Make the page say what the groups do."""
    blocks = []
    for group in groups:
        lines = [f"# {group.title}"]
        for case in group.cases:
            lines += [f"> {case.sql}", *case.answer]
        blocks.append("\n".join(lines))
    page.write_text("\n\n".join(blocks) + "\n")


def answer(run: Run, sql: str) -> list[str]:
    """The lines of the answer that `run` gives."""
    rows, error = run(sql)
    lines = [" | ".join(literal(value) for value in row) for row in rows]
    return lines if error is None else [*lines, "! " + escaped(error)]


def literal(value: object) -> str:
    """A value as it would be written in SQL, on one line."""
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"x'{value.hex()}'"
    if isinstance(value, str):
        return "'" + escaped(value).replace("'", "''") + "'"
    return repr(value)


def escaped(text: str) -> str:
    """Text without control characters; a backslash stands for itself."""
    return "".join(c if c >= " " and c != "\x7f" else f"\\x{ord(c):02x}" for c in text)
