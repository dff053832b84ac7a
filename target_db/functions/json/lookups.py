"""The functions and operators that look into JSON: json_extract, `->`, json_type and the like."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.errors import SqlError
from target_db.functions.base import ScalarFunction
from target_db.functions.json.document import (
    ARRAY,
    MALFORMED,
    NULL,
    Document,
    JsonText,
    plain,
    single,
)
from target_db.functions.json.function import JsonFunction, finished
from target_db.functions.json.jsonb import to_jsonb
from target_db.functions.json.path import lookup
from target_db.functions.json.reading import read, tight
from target_db.functions.json.render import to_json
from target_db.functions.json.steps import Path, bad_path, path_of
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
from target_db.functions.kept import keep
from target_db.types.numeric import to_text

ROOT: Final = "$"


class JsonLookup(JsonFunction):
    """A function of what is at one path of a document: f(X [, path])."""

    def call(self, args: list[object]) -> object:
        if args[0] is None:
            return None
        path = args[1] if len(args) > 1 else ROOT
        text = tight(args[0])
        document = None if text else read(args[0])
        if path is None:
            return None
        steps = path_of(to_text(path))
        if document is None:
            start = find(text, steps)
            return self.in_text(text, start) if start >= 0 else None
        node = lookup(document, steps)
        return self.in_document(document, node) if node >= 0 else None

    def in_text(self, text: str, start: i64) -> object:
        """The answer about the value at `start` in tight text."""
        raise NotImplementedError

    def in_document(self, document: Document, node: int) -> object:
        """The answer about a node of a document."""
        raise NotImplementedError


class JsonArrayLength(JsonLookup):
    """json_array_length(X [, path])."""

    def in_text(self, text: str, start: i64) -> object:
        return count_elements(text, start)

    def in_document(self, document: Document, node: int) -> object:
        return len(document.children(node)) if document.kinds[node] == ARRAY else 0


class JsonType(JsonLookup):
    """json_type(X [, path])."""

    def in_text(self, text: str, start: i64) -> object:
        return type_at(text, start)

    def in_document(self, document: Document, node: int) -> object:
        return type_name(document.kinds[node])


class JsonExtract(JsonLookup):
    """json_extract(X, path, ...): one path gives a SQL value, several an array."""

    def call(self, args: list[object]) -> object:
        if len(args) < 2 or args[0] is None:
            return None
        return super().call(args) if len(args) == 2 else self.several(args)

    def in_text(self, text: str, start: i64) -> object:
        end = value_end(text, start)
        if self.binary and is_container(text, start):
            return from_tight(text[start:end])
        return value_at(text, start, end)

    def in_document(self, document: Document, node: int) -> object:
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
    return keep(_arrows, text, path_of(written_out(text))) if known is None else known


def written_out(text: str) -> str:
    """The path that a text on the right side of an arrow stands for."""
    if text.startswith("$"):
        return text
    if text.startswith("[") and text.endswith("]") and len(text) >= 3:
        return "$" + text
    if text.isascii() and text.isalnum():
        return "$." + text
    return '$."' + text + '"' if text else "$."
