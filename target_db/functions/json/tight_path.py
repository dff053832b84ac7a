"""Looking up and editing along a path in tight JSON, as `path` does it in a document."""

from __future__ import annotations

from mypy_extensions import i64

from target_db.errors import SqlError
from target_db.functions.json.document import TEXT5, TEXTJ, TEXTRAW
from target_db.functions.json.path import ARRAY_INSERT, INSERT, REMOVE, SET, check_element
from target_db.functions.json.steps import Path, Step, bad_path
from target_db.functions.json.strings import unescaped, written
from target_db.functions.json.tight import (
    BACKSLASH,
    CLOSE_BRACE,
    CLOSE_BRACKET,
    COMMA,
    OPEN_BRACE,
    OPEN_BRACKET,
    count_elements,
    string_end,
    value_end,
)


def find(text: str, path: Path) -> i64:
    """Where the value at `path` begins, or -1. Raises SqlError (bad JSON path)."""
    path.check_start()
    start: i64 = 0
    for step in path.steps:
        start = child(text, start, step)
        if start < 0:
            return -1
    return start if path.ends_at(ord(text[start]) == OPEN_BRACKET) else -1


def child(text: str, start: i64, step: Step) -> i64:
    """Where the value one step below the one at `start` begins, or -1."""
    code: i64 = ord(text[start])
    if step.is_label:
        if code != OPEN_BRACE:
            return -1
        label = find_member(text, start, step.wanted())
        return string_end(text, label) + 1 if label >= 0 else -1
    if code != OPEN_BRACKET:
        return -1
    place: i64 = step.place(count_elements(text, start) if step.from_end else 0)
    i = start + 1
    if place < 0 or ord(text[i]) == CLOSE_BRACKET:
        return -1
    while place > 0:
        i = value_end(text, i)
        if ord(text[i]) != COMMA:
            return -1
        i += 1
        place -= 1
    return i


def find_member(text: str, start: i64, name: str) -> i64:
    """Where the label of that name begins in the object at `start`, or -1: the first one."""
    i = start + 1
    if ord(text[i]) == CLOSE_BRACE:
        return -1
    while True:
        end = string_end(text, i)
        if is_label(text, i + 1, end - 1, name):
            return i
        i = value_end(text, end + 1)
        if ord(text[i]) != COMMA:
            return -1
        i += 1


def is_label(text: str, start: i64, end: i64, name: str) -> bool:
    """Whether the inside of a string, from `start` to `end`, stands for `name`."""
    size: i64 = len(name)
    i = start
    j: i64 = 0
    while i < end:
        code: i64 = ord(text[i])
        if code == BACKSLASH:
            return unescaped(TEXTJ, text[start:end]) == name
        if j >= size or code != ord(name[j]):
            return False
        i += 1
        j += 1
    return j == size


def edit(text: str, path: Path, mode: int, value: str) -> str:
    """`text` changed at `path`; `value` is tight JSON, and "" to remove.

    Raises SqlError (bad JSON path, not an array element).
    """
    path.check_start()
    outer: i64 = 0
    start: i64 = 0
    for number in range(len(path.steps)):
        outer = start
        start = child(text, outer, path.steps[number])
        if start < 0:
            if mode in (INSERT, SET, ARRAY_INSERT):
                return create(text, outer, path, number, mode, value)
            return text
    if not path.ends_at(ord(text[start]) == OPEN_BRACKET) or mode == INSERT:
        return text
    if not path.steps:
        return text if mode == ARRAY_INSERT else value
    last = path.steps[-1]
    if mode == ARRAY_INSERT:
        if last.is_label:
            raise SqlError(f"not an array element: '{path.text}'")
        return text[:start] + value + "," + text[start:]
    end = value_end(text, start)
    if mode == REMOVE:
        return without(
            text, find_member(text, outer, last.wanted()) if last.is_label else start, end
        )
    return text[:start] + value + text[end:]


def without(text: str, start: i64, end: i64) -> str:
    """`text` without an element or a member, and without one of the commas around it."""
    if ord(text[end]) == COMMA:
        end += 1
    elif ord(text[start - 1]) == COMMA:
        start -= 1
    return text[:start] + text[end:]


def create(text: str, start: i64, path: Path, number: int, mode: int, value: str) -> str:
    """`text` with what the steps from `number` on ask for, of which there is nothing.

    `start` is the container it goes into, at its end; if it cannot be, nothing changes.
    """
    step = path.steps[number]
    is_object = ord(text[start]) == OPEN_BRACE
    label = ""
    if step.is_label:
        if not is_object:
            return text
        check_element(path.text, step, mode)
        label = label_text(step)
    else:
        if ord(text[start]) != OPEN_BRACKET:
            return text
        length = count_elements(text, start)
        if step.place(length) != length:
            return text
    inner = substructure(path, number + 1, mode, value)
    if not inner:
        return text
    end = value_end(text, start) - 1
    return text[:end] + ("," if end > start + 1 else "") + label + inner + text[end:]


def label_text(step: Step) -> str:
    """The label of a new member, with its colon."""
    return written(TEXTRAW if step.is_raw else TEXT5, step.label) + ":"


def substructure(path: Path, number: int, mode: int, value: str) -> str:
    """What the steps from `number` on build out of nothing around `value`; "" if they cannot."""
    found = value
    for step in path.steps[number:]:
        if step.is_label:
            check_element(path.text, step, mode)
        elif step.index != 0:
            return ""
    if path.rest:
        raise bad_path(path.text)
    for i in range(len(path.steps) - 1, number - 1, -1):
        step = path.steps[i]
        found = "{" + label_text(step) + found + "}" if step.is_label else "[" + found + "]"
    return found
