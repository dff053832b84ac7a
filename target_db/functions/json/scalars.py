"""The scalar functions that make, check and rewrite JSON, and the list of all of them."""

from __future__ import annotations

from typing import Final

from target_db.errors import SqlError
from target_db.functions.base import ANY, ScalarFunction
from target_db.functions.json.document import JsonText
from target_db.functions.json.edits import JsonEdit, JsonPatch, JsonRemove
from target_db.functions.json.function import JsonFunction, finished
from target_db.functions.json.jsonb import jsonb_error, looks_like_jsonb
from target_db.functions.json.lookups import Arrow, JsonArrayLength, JsonExtract, JsonType
from target_db.functions.json.parse import Parser
from target_db.functions.json.path import ARRAY_INSERT, INSERT, REPLACE, SET
from target_db.functions.json.reading import read, tight
from target_db.functions.json.render import to_pretty
from target_db.functions.json.strings import escaped
from target_db.functions.json.tight_jsonb import from_tight, jsonb_of
from target_db.functions.json.values import value_text
from target_db.types.arithmetic import check_length
from target_db.types.numeric import to_int64, to_text

SUBTYPE: Final = 74  # 'J'


class Json(JsonFunction):
    """json(X), jsonb(X)."""

    def call(self, args: list[object]) -> object:
        if args[0] is None:
            return None
        text = tight(args[0])
        if text:
            return from_tight(text) if self.binary else JsonText(text)
        if self.binary and isinstance(args[0], bytes) and looks_like_jsonb(args[0]):
            return args[0]
        return finished(read(args[0]), self.binary)


class JsonArray(JsonFunction):
    """json_array(...)."""

    def call(self, args: list[object]) -> object:
        text = JsonText("[" + ",".join([value_text(value) for value in args]) + "]")
        check_length(text)
        return jsonb_of(text) if self.binary else text


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
        return jsonb_of(text) if self.binary else text


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
                return 1 if jsonb_error(value) == 0 else 0
            return 0
        if not flags & 3:
            return 0
        if tight(value):
            return 1
        parser = Parser(to_text(value))
        if parser.parse() is None:
            return 0
        return 1 if flags & 2 or not parser.is_extended else 0


class JsonErrorPosition(JsonFunction):
    """json_error_position(X): 0, or the position from 1 of what is wrong."""

    def call(self, args: list[object]) -> object:
        value = args[0]
        if value is None:
            return None
        if isinstance(value, bytes) and looks_like_jsonb(value):
            return jsonb_error(value)
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
