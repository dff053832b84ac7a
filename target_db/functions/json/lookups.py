"""The functions and operators that look into JSON: json_extract, `->`, json_type and the like."""

from __future__ import annotations

from typing import Final

from target_db.errors import SqlError
from target_db.functions.base import ScalarFunction
from target_db.functions.json.document import ARRAY, MALFORMED, NULL, JsonText, plain, single
from target_db.functions.json.function import JsonFunction, finished
from target_db.functions.json.jsonb import to_jsonb
from target_db.functions.json.path import lookup
from target_db.functions.json.reading import read, tight
from target_db.functions.json.render import to_json
from target_db.functions.json.steps import CACHED_PATHS, Path, bad_path, path_of
from target_db.functions.json.tight import (
    count_elements,
    is_container,
    type_at,
    value_at,
    value_end,
)
from target_db.functions.json.tight_jsonb import from_tight
from target_db.functions.json.tight_path import find
from target_db.functions.json.values import node_value, type_name
from target_db.types.numeric import to_text

ROOT: Final = "$"


class JsonArrayLength(JsonFunction):
    """json_array_length(X [, path])."""

    def call(self, args: list[object]) -> object:
        path = args[1] if len(args) > 1 else ROOT
        if args[0] is None:
            return None
        text = tight(args[0])
        if text:
            if path is None:
                return None
            start = find(text, path_of(to_text(path)))
            return count_elements(text, start) if start >= 0 else None
        document = read(args[0])
        if path is None:
            return None
        node = lookup(document, path_of(to_text(path)))
        if node < 0:
            return None
        return len(document.children(node)) if document.kinds[node] == ARRAY else 0


class JsonType(JsonFunction):
    """json_type(X [, path])."""

    def call(self, args: list[object]) -> object:
        path = args[1] if len(args) > 1 else ROOT
        if args[0] is None:
            return None
        text = tight(args[0])
        if text:
            if path is None:
                return None
            start = find(text, path_of(to_text(path)))
            return type_at(text, start) if start >= 0 else None
        document = read(args[0])
        if path is None:
            return None
        node = lookup(document, path_of(to_text(path)))
        return type_name(document.kinds[node]) if node >= 0 else None


class JsonExtract(JsonFunction):
    """json_extract(X, path, ...): one path gives a SQL value, several an array."""

    def call(self, args: list[object]) -> object:
        if len(args) < 2 or args[0] is None:
            return None
        if len(args) > 2:
            return self.several(args)
        text = tight(args[0])
        if text:
            if args[1] is None:
                return None
            start = find(text, path_of(to_text(args[1])))
            if start < 0:
                return None
            end = value_end(text, start)
            if self.binary and is_container(text, start):
                return from_tight(text[start:end])
            return value_at(text, start, end)
        document = read(args[0])
        if args[1] is None:
            return None
        node = lookup(document, path_of(to_text(args[1])))
        if node < 0:
            return None
        if self.binary and document.kinds[node] >= ARRAY:
            return to_jsonb(document.part(node))
        return node_value(document, node)

    def several(self, args: list[object]) -> object:
        """An array of what is at each path."""
        document = read(args[0])
        found = single(ARRAY, "")
        for path in args[1:]:
            if path is None:
                return None
            node = lookup(document, path_of(to_text(path)))
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
        text = tight(args[0])
        document = None if text else read(args[0])
        if args[1] is None:
            return None
        path = arrow_path(args[1])
        try:
            if document is None:
                return self.part_of(text, path)
            node = lookup(document, path)
        except SqlError as error:
            if error.message == MALFORMED:
                raise
            raise bad_path(to_text(args[1])) from None
        if node < 0:
            return None
        if self.as_value:
            return plain(node_value(document, node))
        return to_json(document, node)

    def part_of(self, text: str, path: Path) -> object:
        """What is at `path` in tight text."""
        start = find(text, path)
        if start < 0:
            return None
        end = value_end(text, start)
        if not self.as_value:
            return JsonText(text[start:end])
        return text[start:end] if is_container(text, start) else value_at(text, start, end)


_arrows: dict[str, Path] = {}


def arrow_path(value: object) -> Path:
    """The path that the right side of an arrow stands for; the last few are kept."""
    if isinstance(value, int):
        return path_of(f"$[{value}]" if value >= 0 else f"$[#{value}]")
    text = to_text(value)
    known = _arrows.get(text)
    if known is None:
        known = path_of(written_out(text))
        if len(_arrows) >= CACHED_PATHS:
            _arrows.clear()
        _arrows[text] = known
    return known


def written_out(text: str) -> str:
    """The path that a text on the right side of an arrow stands for."""
    if text.startswith("$"):
        return text
    if text.startswith("[") and text.endswith("]") and len(text) >= 3:
        return "$" + text
    if text.isascii() and text.isalnum():
        return "$." + text
    return '$."' + text + '"' if text else "$."
