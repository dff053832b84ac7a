"""The scalar functions and operators of JSON."""

from __future__ import annotations

from typing import Final

from target_db.errors import SqlError
from target_db.functions.base import ANY, ScalarFunction
from target_db.functions.json.document import (
    ARRAY,
    FLOAT,
    INT,
    MALFORMED,
    NULL,
    TEXTRAW,
    Document,
    JsonText,
    malformed,
    plain,
    single,
)
from target_db.functions.json.jsonb import from_jsonb, looks_like_jsonb, to_jsonb
from target_db.functions.json.parse import Parser
from target_db.functions.json.patch import merge_patch
from target_db.functions.json.path import (
    ARRAY_INSERT,
    INSERT,
    REMOVE,
    REPLACE,
    SET,
    bad_path,
    check_start,
    edit,
    lookup,
)
from target_db.functions.json.render import to_json, to_pretty
from target_db.functions.json.strings import escaped, json_number, sql_value
from target_db.types.arithmetic import check_length
from target_db.types.numeric import decode, to_int64, to_text

SUBTYPE: Final = 74  # 'J'
CACHE_SIZE: Final = 4

_cache: dict[str, Document] = {}


def parse_text(text: str) -> Document:
    """The document in `text`; not to be changed, because the last few are kept.

    Raises SqlError (malformed JSON).
    """
    known = _cache.get(text)
    if known is not None:
        return known
    document = Parser(text).parse()
    if document is None:
        raise malformed()
    if len(_cache) >= CACHE_SIZE:
        _cache.clear()
    _cache[text] = document
    return document


def read(value: object) -> Document:
    """The document that an argument holds, as text or JSONB; not to be changed.

    Raises SqlError (malformed JSON). NULL is for the caller to look after.
    """
    if isinstance(value, bytes):
        if looks_like_jsonb(value):
            return from_jsonb(value)
        return parse_text(decode(value))
    return parse_text(to_text(value))


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
        return single(FLOAT, json_number(value, "9e999"))
    if isinstance(value, bytes) and looks_like_jsonb(value):
        return from_jsonb(value)
    raise SqlError("JSON cannot hold BLOB values")


def value_text(value: object) -> str:
    """The JSON text for a SQL value that becomes a part of JSON. Raises as `from_value`."""
    if isinstance(value, str):
        if isinstance(value, JsonText):
            return value
        return '"' + escaped(value) + '"'
    if isinstance(value, int):
        return str(value)
    if value is None:
        return "null"
    if isinstance(value, float):
        return json_number(value, "9.0e+999")
    return to_json(from_value(value))


def node_value(document: Document, node: int) -> object:
    """A node as a SQL value: arrays and objects as JSON text."""
    kind = document.kinds[node]
    if kind >= ARRAY:
        return to_json(document, node)
    return sql_value(kind, document.texts[node])


def finished(document: Document, binary: bool) -> object:
    """A document as the result of json_... or jsonb_..."""
    return to_jsonb(document) if binary else to_json(document)


def type_name(kind: int) -> str:
    """What json_type calls a kind."""
    return TYPE_NAMES[kind]


TYPE_NAMES: Final = (
    "null", "true", "false", "integer", "integer", "real", "real",
    "text", "text", "text", "text", "array", "object",
)  # fmt: skip


class JsonFunction(ScalarFunction):
    """A JSON function; `binary` ones give JSONB."""

    def __init__(self, name: str, min_args: int, max_args: int) -> None:
        super().__init__(name, min_args, max_args)
        self.binary: Final = name.startswith("jsonb")


class Json(JsonFunction):
    """json(X), jsonb(X)."""

    def call(self, args: list[object]) -> object:
        return None if args[0] is None else finished(read(args[0]), self.binary)


class JsonArray(JsonFunction):
    """json_array(...)."""

    def call(self, args: list[object]) -> object:
        text = JsonText("[" + ",".join([value_text(value) for value in args]) + "]")
        check_length(text)
        return to_jsonb(parse_text(text)) if self.binary else text


class JsonObject(JsonFunction):
    """json_object(label, value, ...)."""

    def call(self, args: list[object]) -> object:
        if len(args) % 2:
            raise SqlError("json_object() requires an even number of arguments")
        members: list[str] = []
        for i in range(0, len(args), 2):
            if not isinstance(args[i], str):
                raise SqlError("json_object() labels must be TEXT")
        for i in range(0, len(args), 2):
            label = args[i]
            assert isinstance(label, str)
            members.append('"' + escaped(label) + '":' + value_text(args[i + 1]))
        text = JsonText("{" + ",".join(members) + "}")
        check_length(text)
        return to_jsonb(parse_text(text)) if self.binary else text


class JsonArrayLength(JsonFunction):
    """json_array_length(X [, path])."""

    def call(self, args: list[object]) -> object:
        if args[0] is None:
            return None
        document = read(args[0])
        node = 0
        if len(args) > 1:
            if args[1] is None:
                return None
            node = lookup(document, to_text(args[1]))
            if node < 0:
                return None
        return len(document.children(node)) if document.kinds[node] == ARRAY else 0


class JsonType(JsonFunction):
    """json_type(X [, path])."""

    def call(self, args: list[object]) -> object:
        if args[0] is None:
            return None
        document = read(args[0])
        node = 0
        if len(args) > 1:
            if args[1] is None:
                return None
            node = lookup(document, to_text(args[1]))
            if node < 0:
                return None
        return type_name(document.kinds[node])


class JsonExtract(JsonFunction):
    """json_extract(X, path, ...): one path gives a SQL value, several an array."""

    def call(self, args: list[object]) -> object:
        if len(args) < 2 or args[0] is None:
            return None
        document = read(args[0])
        if len(args) == 2:
            if args[1] is None:
                return None
            node = lookup(document, to_text(args[1]))
            if node < 0:
                return None
            if self.binary and document.kinds[node] >= ARRAY:
                return to_jsonb(document.part(node))
            return node_value(document, node)
        found = single(ARRAY, "")
        for path in args[1:]:
            if path is None:
                return None
            node = lookup(document, to_text(path))
            if node < 0:
                found.add(NULL, "")
            else:
                found.extend(document, node, document.ends[node])
        found.ends[0] = len(found.kinds)
        return finished(found, self.binary)


class Arrow(ScalarFunction):
    """`X -> path` gives JSON text, `X ->> path` a SQL value; a bare label or index will do."""

    def __init__(self, name: str) -> None:
        super().__init__(name, 2, 2)
        self.as_value: Final = name == "->>"

    def call(self, args: list[object]) -> object:
        if args[0] is None:
            return None
        document = read(args[0])
        if args[1] is None:
            return None
        try:
            node = lookup(document, arrow_path(args[1]))
        except SqlError as error:
            if error.message == MALFORMED:
                raise
            raise bad_path(to_text(args[1])) from None
        if node < 0:
            return None
        if self.as_value:
            return plain(node_value(document, node))
        return to_json(document, node)


def arrow_path(value: object) -> str:
    """The path that the right side of an arrow stands for."""
    if isinstance(value, int):
        return f"$[{value}]" if value >= 0 else f"$[#{value}]"
    text = to_text(value)
    if text.startswith("$"):
        return text
    if text.startswith("[") and text.endswith("]") and len(text) >= 3:
        return "$" + text
    if text.isascii() and text.isalnum():
        return "$." + text
    return '$."' + text + '"' if text else "$."


class JsonEdit(JsonFunction):
    """json_insert, json_replace, json_set and json_array_insert of (X, path, value, ...)."""

    def __init__(self, name: str, mode: int) -> None:
        super().__init__(name, 0, ANY)
        self.mode: Final = mode

    def call(self, args: list[object]) -> object:
        if not args:
            return None
        if len(args) % 2 == 0:
            name = self.name.replace("jsonb", "json")
            raise SqlError(f"{name}() needs an odd number of arguments")
        if args[0] is None:
            return None
        document = read(args[0]).copy()
        for i in range(1, len(args), 2):
            if args[i] is None:
                continue
            path = to_text(args[i])
            check_start(path)
            edit(document, path, self.mode, from_value(args[i + 1]))
        return finished(document, self.binary)


class JsonRemove(JsonFunction):
    """json_remove(X, path, ...)."""

    def call(self, args: list[object]) -> object:
        if not args or args[0] is None:
            return None
        document = read(args[0]).copy()
        nothing = Document()
        for path in args[1:]:
            if path is None:
                return None
            document = edit(document, to_text(path), REMOVE, nothing)
            if not document.kinds:
                return None
        return finished(document, self.binary)


class JsonPatch(JsonFunction):
    """json_patch(target, patch)."""

    def call(self, args: list[object]) -> object:
        if args[0] is None:
            return None
        target = read(args[0]).copy()
        if args[1] is None:
            return None
        return finished(merge_patch(target, read(args[1])), self.binary)


class JsonPretty(JsonFunction):
    """json_pretty(X [, indent])."""

    def call(self, args: list[object]) -> object:
        if args[0] is None:
            return None
        indent = "    " if len(args) < 2 or args[1] is None else to_text(args[1])
        return to_pretty(read(args[0]), indent)


class JsonQuote(JsonFunction):
    """json_quote(X): a SQL value as JSON."""

    def call(self, args: list[object]) -> object:
        return JsonText(value_text(args[0]))


class JsonValid(JsonFunction):
    """json_valid(X [, flags]): 1 RFC 8259, 2 JSON5, 4 looks like JSONB, 8 is JSONB."""

    def call(self, args: list[object]) -> object:
        flags = 1
        if len(args) > 1:
            flags = to_int64(args[1])
            if not 1 <= flags <= 15:
                raise SqlError("FLAGS parameter to json_valid() must be between 1 and 15")
        value = args[0]
        if value is None:
            return None
        if isinstance(value, bytes) and looks_like_jsonb(value):
            if flags & 4:
                return 1
            if flags & 8:
                return 1 if is_strict(value) else 0
            return 0
        if not flags & 3:
            return 0
        parser = Parser(to_text(value))
        if parser.parse() is None:
            return 0
        return 1 if flags & 2 or not parser.is_extended else 0


def is_strict(blob: bytes) -> bool:
    """Whether `blob` is JSONB through and through."""
    try:
        from_jsonb(blob, strict=True)
    except SqlError:
        return False
    return True


class JsonErrorPosition(JsonFunction):
    """json_error_position(X): 0, or the position from 1 of what is wrong."""

    def call(self, args: list[object]) -> object:
        value = args[0]
        if value is None:
            return None
        if isinstance(value, bytes) and looks_like_jsonb(value):
            return 0 if is_strict(value) else 1
        parser = Parser(to_text(value))
        return 0 if parser.parse() is not None else parser.error + 1


class Subtype(ScalarFunction):
    """subtype(X): 74 for JSON, otherwise 0."""

    def call(self, args: list[object]) -> object:
        return SUBTYPE if isinstance(args[0], JsonText) else 0


JSON_FUNCTIONS: Final[list[ScalarFunction]] = [
    Json("json", 1, 1),
    Json("jsonb", 1, 1),
    JsonArray("json_array", 0, ANY),
    JsonArray("jsonb_array", 0, ANY),
    JsonObject("json_object", 0, ANY),
    JsonObject("jsonb_object", 0, ANY),
    JsonArrayLength("json_array_length", 1, 2),
    JsonType("json_type", 1, 2),
    JsonExtract("json_extract", 0, ANY),
    JsonExtract("jsonb_extract", 0, ANY),
    Arrow("->"),
    Arrow("->>"),
    JsonEdit("json_insert", INSERT),
    JsonEdit("jsonb_insert", INSERT),
    JsonEdit("json_replace", REPLACE),
    JsonEdit("jsonb_replace", REPLACE),
    JsonEdit("json_set", SET),
    JsonEdit("jsonb_set", SET),
    JsonEdit("json_array_insert", ARRAY_INSERT),
    JsonEdit("jsonb_array_insert", ARRAY_INSERT),
    JsonRemove("json_remove", 0, ANY),
    JsonRemove("jsonb_remove", 0, ANY),
    JsonPatch("json_patch", 2, 2),
    JsonPatch("jsonb_patch", 2, 2),
    JsonPretty("json_pretty", 1, 2),
    JsonQuote("json_quote", 1, 1),
    JsonValid("json_valid", 1, 2),
    JsonErrorPosition("json_error_position", 1, 1),
    Subtype("subtype", 1, 1),
]
