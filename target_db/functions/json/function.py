"""What the scalar functions of JSON share."""

from __future__ import annotations

from typing import Final

from target_db.functions.base import ScalarFunction
from target_db.functions.json.document import Document
from target_db.functions.json.jsonb import to_jsonb
from target_db.functions.json.render import to_json


def finished(document: Document, binary: bool) -> object:
    """A document as the result of json_... or jsonb_..."""
    return to_jsonb(document) if binary else to_json(document)


class JsonFunction(ScalarFunction):
    """A JSON function; `binary` ones give JSONB."""

    def __init__(self, name: str, min_args: int, max_args: int) -> None:
        super().__init__(name, min_args, max_args)
        self.binary: Final = name.startswith("jsonb")
