"""What the dot commands set."""

from __future__ import annotations

import sys
from typing import IO, Final

MODES: Final = (
    "ascii", "box", "column", "csv", "html", "insert", "json", "line", "list", "markdown", "quote",
    "table", "tabs", "tcl",
)  # fmt: skip
# The separators that a mode sets: columns, rows (None: as they were).
SEPARATORS: Final[dict[str, tuple[str, str | None]]] = {
    "ascii": ("\x1f", "\x1e"), "csv": (",", "\r\n"), "list": ("|", "\n"), "quote": (",", "\n"),
    "tabs": ("\t", None), "tcl": (" ", "\n"),
}  # fmt: skip


class Settings:
    """The state of one shell's output, as `.show` tells it."""

    def __init__(self) -> None:
        self.mode = "list"
        self.headers = False
        self.column_separator = "|"
        self.row_separator = "\n"
        self.null = ""
        self.widths: list[int] = []
        self.wrap = 60
        self.quote = False
        self.table = "table"
        self.echo = False
        self.explain = "auto"
        self.query_plan = False
        self.bail = False
        self.changes = False
        self.stats = False
        self.timer = False
        self.prompt = "sqlite> "
        self.continuation = "   ...> "
        self.output: IO[str] = sys.stdout
        self.output_name = "stdout"
        self.once: IO[str] | None = None

    def set_mode(self, mode: str) -> None:
        """Choose a mode, and the separators that go with it."""
        self.mode = mode
        if mode in SEPARATORS:
            self.column_separator, rows = SEPARATORS[mode]
            if rows is not None:
                self.row_separator = rows

    @property
    def out(self) -> IO[str]:
        """Where results go now."""
        return self.output if self.once is None else self.once
