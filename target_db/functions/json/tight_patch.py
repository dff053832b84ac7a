"""json_patch (RFC 7396) of tight JSON by tight JSON, as `patch` does it with documents."""

from __future__ import annotations

from mypy_extensions import i64

from target_db.functions.json.document import TEXTJ
from target_db.functions.json.strings import unescaped
from target_db.functions.json.tight import (
    CLOSE_BRACE,
    COMMA,
    LETTER_N,
    OPEN_BRACE,
    string_end,
    value_end,
)
from target_db.functions.json.tight_path import find_member, without


def merge_patch(target: str, patch: str) -> str:
    """`target`, changed by `patch`, or what replaces it."""
    if ord(patch[0]) != OPEN_BRACE:
        return patch
    if ord(target[0]) != OPEN_BRACE:
        target = "{}"
    # the objects that are being merged, from the outermost: where each begins in the target, and
    # how far it has been read in the patch
    starts: list[int] = [0]
    places: list[int] = [1]
    while starts:
        label: i64 = places[-1]
        code: i64 = ord(patch[label])
        if code == CLOSE_BRACE:
            starts.pop()
            places.pop()
            continue
        if code == COMMA:
            label += 1
        value = string_end(patch, label) + 1
        end = value_end(patch, value)
        places[-1] = int(end)
        code = ord(patch[value])
        start: i64 = starts[-1]
        member = find_member(target, start, unescaped(TEXTJ, patch[label + 1 : value - 2]))
        at: i64 = -1 if member < 0 else string_end(target, member) + 1
        if code == LETTER_N:
            if member >= 0:
                target = without(target, member, value_end(target, at))
            continue
        new = "{}" if code == OPEN_BRACE else patch[value:end]
        if member < 0:
            close = value_end(target, start) - 1
            comma = "," if close > start + 1 else ""
            at = close + len(comma) + value - label
            target = target[:close] + comma + patch[label:value] + new + target[close:]
        elif code != OPEN_BRACE or ord(target[at]) != OPEN_BRACE:
            target = target[:at] + new + target[value_end(target, at) :]
        if code == OPEN_BRACE:
            starts.append(int(at))
            places.append(int(value + 1))
    return target
