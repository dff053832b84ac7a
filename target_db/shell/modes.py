"""Results as text, in each output mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from target_db.ddl.quoting import quote_identifier
from target_db.shell.grids import column_text, framed_text
from target_db.shell.literals import (
    csv_field,
    decoded,
    html_text,
    insert_literal,
    json_value,
    sql_literal,
    tcl_string,
)
from target_db.shell.settings import Settings

Rows = list[tuple[object, ...]]
LINE_NAME: Final = 5


def delimited(
    settings: Settings, names: list[str], rows: Rows, shown: Callable[[object], str]
) -> str:
    """Values between separators, the header first where it is on."""
    lines = [[shown(name) for name in names]] if settings.headers else []
    lines += [[shown(value) for value in row] for row in rows]
    between = settings.column_separator
    return "".join(between.join(line) + settings.row_separator for line in lines)


def plain_text(settings: Settings, names: list[str], rows: Rows) -> str:
    """list, tabs and ascii."""
    null = settings.null
    return delimited(settings, names, rows, lambda v: null if v is None else decoded(v))


def csv_text(settings: Settings, names: list[str], rows: Rows) -> str:
    """Comma-separated values (RFC 4180)."""

    def shown(value: object) -> str:
        if value is None:
            return settings.null
        return csv_field(decoded(value), settings.column_separator)

    return delimited(settings, names, rows, shown)


def tcl_text(settings: Settings, names: list[str], rows: Rows) -> str:
    """Lists of TCL strings."""
    null = settings.null
    return delimited(settings, names, rows, lambda v: tcl_string(null if v is None else decoded(v)))


def quote_text(settings: Settings, names: list[str], rows: Rows) -> str:
    """SQL literals."""
    return delimited(settings, names, rows, sql_literal)


def line_text(settings: Settings, names: list[str], rows: Rows) -> str:
    """One value a line."""
    width = max([LINE_NAME, *(len(name) for name in names)])
    parts = []
    for row in rows:
        values = [settings.null if value is None else decoded(value) for value in row]
        pairs = zip(names, values, strict=False)
        parts.append("".join(f"{name:>{width}} = {value}\n" for name, value in pairs))
    return "\n".join(parts)


def html_rows(settings: Settings, names: list[str], rows: Rows) -> str:
    """Rows of an HTML table."""
    out = []
    if settings.headers:
        out.append("<TR>" + "".join(f"<TH>{html_text(n)}</TH>\n" for n in names) + "</TR>\n")
    for row in rows:
        values = [settings.null if value is None else decoded(value) for value in row]
        out.append("<TR>" + "".join(f"<TD>{html_text(v)}</TD>\n" for v in values) + "</TR>\n")
    return "".join(out)


def json_text(settings: Settings, names: list[str], rows: Rows) -> str:
    """An array of objects, one a line."""
    keys = [json_value(name) for name in names]
    objects = [
        "{" + ",".join(f"{k}:{json_value(v)}" for k, v in zip(keys, row, strict=False)) + "}"
        for row in rows
    ]
    return "[" + ",\n".join(objects) + "]\n" if objects else ""


def insert_text(settings: Settings, names: list[str], rows: Rows) -> str:
    """INSERT statements; with headers, the columns are named."""
    start = f"INSERT INTO {quote_identifier(settings.table)}"
    if settings.headers:
        start += "(" + ",".join(quote_identifier(name) for name in names) + ")"
    return "".join(f"{start} VALUES({','.join(map(insert_literal, row))});\n" for row in rows)


MAKERS: Final[dict[str, Callable[[Settings, list[str], Rows], str]]] = {
    "ascii": plain_text, "box": framed_text, "column": column_text, "csv": csv_text,
    "html": html_rows, "insert": insert_text, "json": json_text, "line": line_text,
    "list": plain_text, "markdown": framed_text, "quote": quote_text, "table": framed_text,
    "tabs": plain_text, "tcl": tcl_text,
}  # fmt: skip


def render(settings: Settings, names: list[str], rows: Rows) -> str:
    """The text of a result. Without rows there is none, whatever the mode."""
    return MAKERS[settings.mode](settings, names, rows) if rows else ""
