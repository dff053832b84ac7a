"""JSON paths ("JSON Functions And Operators", section 3.3): looking up, and editing.

A path is read as it is walked: what comes after a step that leads nowhere is not looked at.
"""

from __future__ import annotations

from typing import Final

from target_db.errors import SqlError
from target_db.functions.json.document import (
    ARRAY,
    OBJECT,
    TEXT5,
    TEXTRAW,
    Document,
    single,
)
from target_db.functions.json.strings import unescaped

MISSING: Final = -1

INSERT: Final = 1
REPLACE: Final = 2
SET: Final = 3
REMOVE: Final = 4
ARRAY_INSERT: Final = 5


def bad_path(path: str) -> SqlError:
    """The error for what is no path."""
    return SqlError(f"bad JSON path: '{path.replace(chr(39), chr(39) * 2)}'")


class Step:
    """One step of a path: a label, or a place in an array."""

    def __init__(self, path: str, start: int) -> None:
        self.end = start
        self.is_label = path[start : start + 1] == "."
        self.label = ""
        self.is_raw = True  # the label is written without escapes
        self.index = 0
        self.from_end = False
        if self.is_label:
            self.read_label(path, start + 1)
        elif path[start : start + 1] == "[":
            self.read_index(path, start + 1)
        else:
            raise bad_path(path)

    def read_label(self, path: str, i: int) -> None:
        """Read a label, with or without quotes."""
        n = len(path)
        start = i
        if path[i : i + 1] == '"':
            start = i + 1
            i = start
            while i < n and path[i] != '"':
                i += 2 if path[i] == "\\" and i + 1 < n else 1
            if i >= n:
                raise bad_path(path)
            self.label = path[start:i]
            self.is_raw = "\\" not in self.label
            self.end = i + 1
            return
        while i < n and path[i] != "." and path[i] != "[":
            i += 1
        if i == start:
            raise bad_path(path)
        self.label = path[start:i]
        self.end = i

    def read_index(self, path: str, i: int) -> None:
        """Read N], #] or #-N]."""
        if path[i : i + 1] == "#":
            self.from_end = True
            i += 1
            if path[i : i + 1] == "-":
                i += 1
            elif path[i : i + 1] == "]":
                self.end = i + 1
                return
            else:
                raise bad_path(path)
        start = i
        while path[i : i + 1] >= "0" and path[i : i + 1] <= "9":
            i += 1
        if i == start or path[i : i + 1] != "]":
            raise bad_path(path)
        self.index = int(path[start:i][-18:])
        self.end = i + 1

    def place(self, length: int) -> int:
        """The index meant in an array of `length`; it may lie outside."""
        return length - self.index if self.from_end else self.index


def find_label(document: Document, node: int, step: Step) -> int:
    """The value of the object's first member with the label of `step`, or MISSING."""
    wanted = step.label if step.is_raw else unescaped(TEXT5, step.label)
    label = node + 1
    end = document.ends[node]
    while label < end:
        if unescaped(document.kinds[label], document.texts[label]) == wanted:
            return label + 1
        label = document.ends[label + 1]
    return MISSING


def child(document: Document, node: int, step: Step) -> int:
    """The node one step below `node`, or MISSING."""
    if step.is_label:
        return find_label(document, node, step) if document.kinds[node] == OBJECT else MISSING
    if document.kinds[node] != ARRAY:
        return MISSING
    if step.from_end:
        elements = document.children(node)
        place = step.place(len(elements))
        return elements[place] if 0 <= place < len(elements) else MISSING
    element = node + 1
    end = document.ends[node]
    for _ in range(step.index):
        if element >= end:
            return MISSING
        element = document.ends[element]
    return element if element < end else MISSING


def check_start(path: str) -> None:
    """Raise SqlError (bad JSON path) unless `path` begins with `$`."""
    if not path.startswith("$"):
        raise bad_path(path)


def lookup(document: Document, path: str) -> int:
    """The node at `path`, or MISSING. Raises SqlError (bad JSON path)."""
    check_start(path)
    node = 0
    i = 1
    while i < len(path):
        if path[i] == "[" and document.kinds[node] != ARRAY:
            return MISSING
        step = Step(path, i)
        node = child(document, node, step)
        if node < 0:
            return MISSING
        i = step.end
    return node


def edit(document: Document, path: str, mode: int, value: Document) -> Document:
    """Change `document` at `path`, in place; the document, empty when all of it was removed.

    Raises SqlError (bad JSON path, not an array element).
    """
    check_start(path)
    ancestors: list[int] = []
    node = 0
    i = 1
    step: Step | None = None
    while i < len(path):
        if path[i] == "[" and document.kinds[node] != ARRAY:
            return document
        step = Step(path, i)
        i = step.end
        found = child(document, node, step)
        ancestors.append(node)
        if found < 0:
            if mode in (INSERT, SET, ARRAY_INSERT):
                create(document, node, step, path, i, mode, value, ancestors)
            return document
        node = found
    if mode in (REPLACE, SET):
        document.splice(node, document.ends[node], value, ancestors)
    elif mode == ARRAY_INSERT:
        if step is not None:
            if step.is_label:
                raise SqlError(f"not an array element: '{path}'")
            document.splice(node, node, value, ancestors)
    elif mode == REMOVE:
        start = node - 1 if step is not None and step.is_label else node
        document.splice(start, document.ends[node], Document(), ancestors)
    return document


def create(
    document: Document,
    node: int,
    step: Step,
    path: str,
    rest: int,
    mode: int,
    value: Document,
    ancestors: list[int],
) -> None:
    """Append below `node` what `step` did not find, with all that the rest of the path asks for."""
    if step.is_label:
        if document.kinds[node] != OBJECT:
            return
        check_element(path, step, mode)
        new = label_node(step)
    else:
        if document.kinds[node] != ARRAY:
            return
        length = len(document.children(node))
        if step.place(length) != length:
            return
        new = Document()
    inner = substructure(path, rest, mode, value)
    if inner is not None:
        new.extend(inner, 0, len(inner.kinds))
        end = document.ends[node]
        document.splice(end, end, new, ancestors)


def label_node(step: Step) -> Document:
    """The label of a new member."""
    return single(TEXTRAW if step.is_raw else TEXT5, step.label)


def check_element(path: str, step: Step, mode: int) -> None:
    """Raise SqlError when an array element must be named and a path ends in a new label."""
    if mode == ARRAY_INSERT and not path[step.end :].endswith("]"):
        raise SqlError(f"not an array element: '{path}'")


def substructure(path: str, i: int, mode: int, value: Document) -> Document | None:
    """What a path from `i` on builds out of nothing around `value`; None if it cannot."""
    labels: list[Step] = []
    while i < len(path):
        step = Step(path, i)
        if step.is_label:
            check_element(path, step, mode)
        elif step.index != 0:
            return None
        labels.append(step)
        i = step.end
    found = value
    labels.reverse()
    for step in labels:
        outer = Document()
        outer.add(OBJECT if step.is_label else ARRAY, "")
        if step.is_label:
            outer.extend(label_node(step), 0, 1)
        outer.extend(found, 0, len(found.kinds))
        outer.ends[0] = len(outer.kinds)
        found = outer
    return found
