"""SQL values as parts of JSON, and parts of JSON as SQL values."""

from __future__ import annotations

from typing import Final

from target_db.errors import SqlError
from target_db.functions.json.document import (
    ARRAY,
    FLOAT,
    INT,
    NULL,
    TEXTRAW,
    Document,
    JsonText,
    single,
)
from target_db.functions.json.jsonb import from_jsonb, looks_like_jsonb
from target_db.functions.json.reading import parse_text
from target_db.functions.json.render import to_json
from target_db.functions.json.strings import escaped, json_number, sql_value

ENDLESS: Final = "9e999"  # how infinity is written, and by functions that make JSON of values:
ENDLESS_ELEMENT: Final = "9.0e+999"


def from_value(value: object) -> Document:
    """The document for a SQL value that becomes a part of JSON.

    Raises SqlError (JSON cannot hold BLOB values; malformed JSON).
    """
    if isinstance(value, str):
        if isinstance(value, JsonText):
            return parse_text(value)
        return single(TEXTRAW, value)
    if value is None:
        return single(NULL, "")
    if isinstance(value, int):
        return single(INT, str(value))
    if isinstance(value, float):
        return single(FLOAT, json_number(value, ENDLESS))
    if isinstance(value, bytes) and looks_like_jsonb(value):
        return from_jsonb(value)
    raise SqlError("JSON cannot hold BLOB values")


def value_text(value: object, infinity: str = ENDLESS_ELEMENT) -> str:
    """The JSON text for a SQL value that becomes a part of JSON. Raises as `from_value`."""
    if isinstance(value, str):
        if type(value) is not str and isinstance(value, JsonText):
            return value
        return '"' + escaped(value) + '"'
    if isinstance(value, int):
        return str(value)
    if value is None:
        return "null"
    if isinstance(value, float):
        return json_number(value, infinity)
    return to_json(from_value(value))


def node_value(document: Document, node: int) -> object:
    """A node as a SQL value: arrays and objects as JSON text."""
    kind = document.kinds[node]
    if kind >= ARRAY:
        return to_json(document, node)
    return sql_value(kind, document.texts[node])


def type_name(kind: int) -> str:
    """What json_type calls a kind."""
    return TYPE_NAMES[kind]


TYPE_NAMES: Final = (
    "null", "true", "false", "integer", "integer", "real", "real",
    "text", "text", "text", "text", "array", "object",
)  # fmt: skip
