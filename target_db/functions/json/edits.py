"""The functions that change JSON: json_set and its like, json_remove, json_patch."""

from __future__ import annotations

from typing import Final

from target_db.errors import SqlError
from target_db.functions.base import ANY
from target_db.functions.json import patch, path, tight_patch, tight_path
from target_db.functions.json.document import Document, JsonText
from target_db.functions.json.function import JsonFunction, finished
from target_db.functions.json.path import REMOVE
from target_db.functions.json.reading import read, tight
from target_db.functions.json.steps import path_of
from target_db.functions.json.values import ENDLESS, from_value, value_text
from target_db.types.arithmetic import check_length
from target_db.types.numeric import to_text


def json_text(text: str) -> JsonText:
    """The result in tight text. Raises SqlError (string or blob too big)."""
    check_length(text)
    return JsonText(text)


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
        text = "" if self.binary else tight(args[0])
        if text:
            return json_text(self.edited(text, args))
        document = read(args[0]).copy()
        for i in range(1, len(args), 2):
            if args[i] is None:
                continue
            place = path_of(to_text(args[i]))
            place.check_start()
            path.edit(document, place, self.mode, from_value(args[i + 1]))
        return finished(document, self.binary)

    def edited(self, text: str, args: list[object]) -> str:
        """Tight text with all the changes that `args` tell."""
        for i in range(1, len(args), 2):
            if args[i] is None:
                continue
            place = path_of(to_text(args[i]))
            place.check_start()
            text = tight_path.edit(text, place, self.mode, value_text(args[i + 1], ENDLESS))
        return text


class JsonRemove(JsonFunction):
    """json_remove(X, path, ...)."""

    def call(self, args: list[object]) -> object:
        if not args or args[0] is None:
            return None
        text = "" if self.binary else tight(args[0])
        if text:
            for place in args[1:]:
                if place is None:
                    return None
                text = tight_path.edit(text, path_of(to_text(place)), REMOVE, "")
                if not text:
                    return None
            return json_text(text)
        document = read(args[0]).copy()
        nothing = Document()
        for place in args[1:]:
            if place is None:
                return None
            document = path.edit(document, path_of(to_text(place)), REMOVE, nothing)
            if not document.kinds:
                return None
        return finished(document, self.binary)


class JsonPatch(JsonFunction):
    """json_patch(target, patch)."""

    def call(self, args: list[object]) -> object:
        if args[0] is None:
            return None
        text = "" if self.binary else tight(args[0])
        change = tight(args[1]) if text and args[1] is not None else ""
        if change:
            return json_text(tight_patch.merge_patch(text, change))
        target = read(args[0]).copy()
        if args[1] is None:
            return None
        return finished(patch.merge_patch(target, read(args[1])), self.binary)
