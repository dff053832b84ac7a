"""json_group_array and json_group_object."""

from __future__ import annotations

from collections import deque
from typing import Final

from target_db.functions.base import Accumulator, AggregateFunction
from target_db.functions.json.document import JsonText
from target_db.functions.json.strings import escaped
from target_db.functions.json.tight_jsonb import jsonb_of
from target_db.functions.json.values import value_text
from target_db.types.arithmetic import check_length
from target_db.types.numeric import to_text


class GroupAccumulator(Accumulator):
    """Collects the texts of elements, or of members when `is_object`."""

    def __init__(self, is_object: bool, binary: bool) -> None:
        super().__init__()
        self.is_object: Final = is_object
        self.binary: Final = binary
        self.parts: deque[str] = deque()

    def step(self, args: list[object]) -> None:
        if not self.is_object:
            self.parts.append(value_text(args[0]))
        elif args[0] is not None:
            self.parts.append('"' + escaped(to_text(args[0])) + '":' + value_text(args[1]))

    def inverse(self, args: list[object]) -> None:
        if not self.is_object or args[0] is not None:
            self.parts.popleft()

    def final(self) -> object:
        inside = ",".join(self.parts)
        text = JsonText("{" + inside + "}" if self.is_object else "[" + inside + "]")
        check_length(text)
        return jsonb_of(text) if self.binary else text


class GroupFunction(AggregateFunction):
    """json_group_array, json_group_object and their binary forms."""

    def __init__(self, name: str, count: int) -> None:
        super().__init__(name, count, count)
        self.binary: Final = name.startswith("jsonb")

    def make(self) -> Accumulator:
        return GroupAccumulator(self.min_args == 2, self.binary)


JSON_AGGREGATES: Final[list[AggregateFunction]] = [
    GroupFunction("json_group_array", 1),
    GroupFunction("jsonb_group_array", 1),
    GroupFunction("json_group_object", 2),
    GroupFunction("jsonb_group_object", 2),
]
