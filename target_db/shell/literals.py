"""Values as text: for reading, and as literals of SQL, JSON, TCL and HTML."""

from __future__ import annotations

import html
import json
from typing import Final

from target_db.types.numeric import to_text

TCL_ESCAPES: Final = {"\\": "\\\\", '"': '\\"', "\t": "\\t", "\n": "\\n", "\r": "\\r"}


def decoded(value: object) -> str:
    """A value as text; a BLOB as the text that its bytes are."""
    if isinstance(value, bytes):
        return value.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")
    return to_text(value)


def sql_literal(value: object) -> str:
    """A value as it stands in SQL."""
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"X'{value.hex()}'"
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "1e999" if value > 0 else "-1e999"
    return to_text(value)


def insert_literal(value: object) -> str:
    """The same on one line: line ends become calls of replace()."""
    text = sql_literal(value)
    if isinstance(value, str):
        for char, escape in (("\n", "\\n"), ("\r", "\\r")):
            if char in text:
                marker = unused_marker(text, escape)
                code = ord(char)
                text = f"replace({text.replace(char, marker)},'{marker}',char({code}))"
    return text


def unused_marker(text: str, escape: str) -> str:
    """`escape`, or what stands for it where the text contains that."""
    number = 0
    marker = escape
    while marker in text:
        marker = f"({escape}{number})"
        number += 1
    return marker


def json_value(value: object) -> str:
    """A value in JSON."""
    if value is None:
        return "null"
    if isinstance(value, float):
        if value in (float("inf"), float("-inf")):
            return "1e999" if value > 0 else "-1e999"
        return to_text(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, bytes):
        value = value.decode("utf-8", "surrogateescape")
    return json.dumps(value, ensure_ascii=False)


def tcl_string(value: str) -> str:
    """A text in double quotes with C's escapes; bytes beyond ASCII in octal."""
    parts = ['"']
    for byte in value.encode("utf-8", "surrogateescape"):
        char = chr(byte)
        if char in TCL_ESCAPES:
            parts.append(TCL_ESCAPES[char])
        elif 32 <= byte < 127:
            parts.append(char)
        else:
            parts.append(f"\\{byte:03o}")
    return "".join(parts) + '"'


def html_text(value: str) -> str:
    """A text with the characters that HTML gives a meaning escaped."""
    return html.escape(value, quote=False).replace('"', "&quot;").replace("'", "&#39;")


def csv_field(value: str, separator: str) -> str:
    """A text as a CSV field, in quotes where it needs them."""
    plain = value and all(" " < char < "\x7f" and char not in "\"'" for char in value)
    if plain and separator not in value:
        return value
    return '"' + value.replace('"', '""') + '"'
