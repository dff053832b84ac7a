"""The modes that show rows as a grid: column, table, box, markdown."""

from __future__ import annotations

from typing import Final

from prompt_toolkit.utils import get_cwidth

from target_db.shell.literals import decoded, sql_literal
from target_db.shell.settings import Settings

# Corners and lines: (left, between, right) of the top, the middle and the bottom, the line.
FRAMES: Final = {
    "table": (("+", "+", "+"), ("+", "+", "+"), ("+", "+", "+"), "-", "|"),
    "box": (("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"), "─", "│"),
    "markdown": (("", "", ""), ("|", "|", "|"), ("", "", ""), "-", "|"),
}


def width_of(text: str) -> int:
    """How many cells a text takes on a terminal."""
    return len(text) if text.isascii() else get_cwidth(text)


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a text, none wider than `width` cells (0: any width)."""
    lines: list[str] = []
    for line in expand_tabs(text).split("\n"):
        line = line.rstrip("\r")
        if width <= 0 or width_of(line) <= width:
            lines.append(line)
            continue
        part = ""
        size = 0
        for char in line:
            step = width_of(char)
            if size + step > width:
                lines.append(part)
                part, size = "", 0
            part += char
            size += step
        lines.append(part)
    return lines[:-1] if len(lines) > 1 and lines[-1] == "" else lines


def expand_tabs(text: str) -> str:
    return text.expandtabs(8) if "\t" in text else text


def padded(text: str, width: int, right: bool) -> str:
    """A text filled with spaces to `width` cells."""
    space = " " * (width - width_of(text))
    return space + text if right else text + space


def centered(text: str, width: int) -> str:
    space = width - width_of(text)
    return " " * (space // 2) + text + " " * (space - space // 2)


class Grid:
    """The cells of a result, and how wide the columns are."""

    def __init__(
        self, settings: Settings, names: list[str], rows: list[tuple[object, ...]]
    ) -> None:
        given = settings.widths + [0] * max(0, len(names) - len(settings.widths))
        settings.widths = given
        limits = [abs(w) or settings.wrap for w in given]
        self.right = [w < 0 for w in given]
        null = settings.null

        def shown(value: object) -> str:
            if settings.quote:
                return sql_literal(value)
            return null if value is None else decoded(value)

        # Of a name only the first line is shown, as in sqlite3.
        self.heads = [wrapped(n, w)[:1] for n, w in zip(names, limits, strict=False)]
        self.rows = [
            [wrapped(shown(v), w) for v, w in zip(row, limits, strict=False)] for row in rows
        ]
        self.widths = [abs(w) for w in given[: len(names)]]
        for cells in [self.heads, *self.rows]:
            for place, lines in enumerate(cells):
                widest = max(width_of(line) for line in lines)
                self.widths[place] = max(self.widths[place], widest)
        self.is_tall = any(len(lines) > 1 for row in self.rows for lines in row)

    def lines(self, cells: list[list[str]]) -> list[list[str]]:
        """The lines of one row, cell by cell."""
        height = max((len(lines) for lines in cells), default=0)
        return [[lines[i] if i < len(lines) else "" for lines in cells] for i in range(height)]


def column_text(settings: Settings, names: list[str], rows: list[tuple[object, ...]]) -> str:
    """Columns two spaces apart."""
    grid = Grid(settings, names, rows)
    out: list[str] = []
    if settings.headers:
        for line in grid.lines(grid.heads):
            out.append(join_columns(grid, line))
        out.append("  ".join("-" * width for width in grid.widths))
    for number, row in enumerate(grid.rows):
        if number and grid.is_tall:
            out.append("")
        out.extend(join_columns(grid, line) for line in grid.lines(row))
    return "".join(line + "\n" for line in out)


def join_columns(grid: Grid, line: list[str]) -> str:
    cells = zip(line, grid.widths, grid.right, strict=False)
    return "  ".join(padded(text, width, right) for text, width, right in cells)


def framed_text(settings: Settings, names: list[str], rows: list[tuple[object, ...]]) -> str:
    """A table with lines around it."""
    grid = Grid(settings, names, rows)
    top, middle, bottom, line, bar = FRAMES[settings.mode]
    is_markdown = settings.mode == "markdown"

    def rule(ends: tuple[str, str, str]) -> str:
        return ends[0] + ends[1].join(line * (width + 2) for width in grid.widths) + ends[2]

    def framed(cells: list[str]) -> str:
        return bar + bar.join(f" {cell} " for cell in cells) + bar

    out = [] if is_markdown else [rule(top)]
    for head in grid.lines(grid.heads):
        cells = zip(head, grid.widths, strict=False)
        out.append(framed([centered(text, width) for text, width in cells]))
    out.append(rule(middle))
    for number, row in enumerate(grid.rows):
        if number and grid.is_tall and not is_markdown:
            out.append(rule(middle))
        for parts in grid.lines(row):
            placed = zip(parts, grid.widths, grid.right, strict=False)
            out.append(framed([padded(text, width, right) for text, width, right in placed]))
    if not is_markdown:
        out.append(rule(bottom))
    return "".join(part + "\n" for part in out)
