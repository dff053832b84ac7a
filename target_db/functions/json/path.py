"""Looking up and editing along a path in a document."""

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
from target_db.functions.json.steps import Path, Step, bad_path
from target_db.functions.json.strings import unescaped

MISSING: Final = -1

INSERT: Final = 1
REPLACE: Final = 2
SET: Final = 3
REMOVE: Final = 4
ARRAY_INSERT: Final = 5


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


def lookup(document: Document, path: Path) -> int:
    """The node at `path`, or MISSING. Raises SqlError (bad JSON path)."""
    path.check_start()
    node = 0
    for step in path.steps:
        node = child(document, node, step)
        if node < 0:
            return MISSING
    return node if path.ends_at(document.kinds[node] == ARRAY) else MISSING


def edit(document: Document, path: Path, mode: int, value: Document) -> Document:
    """Change `document` at `path`, in place; the document, empty when all of it was removed.

    Raises SqlError (bad JSON path, not an array element).
    """
    path.check_start()
    ancestors: list[int] = []
    node = 0
    for number in range(len(path.steps)):
        found = child(document, node, path.steps[number])
        ancestors.append(node)
        if found < 0:
            if mode in (INSERT, SET, ARRAY_INSERT):
                create(document, node, path, number, mode, value, ancestors)
            return document
        node = found
    if not path.ends_at(document.kinds[node] == ARRAY):
        return document
    step = path.steps[-1] if path.steps else None
    if mode in (REPLACE, SET):
        document.splice(node, document.ends[node], value, ancestors)
    elif mode == ARRAY_INSERT:
        if step is not None:
            if step.is_label:
                raise SqlError(f"not an array element: '{path.text}'")
            document.splice(node, node, value, ancestors)
    elif mode == REMOVE:
        start = node - 1 if step is not None and step.is_label else node
        document.splice(start, document.ends[node], Document(), ancestors)
    return document


def create(
    document: Document,
    node: int,
    path: Path,
    number: int,
    mode: int,
    value: Document,
    ancestors: list[int],
) -> None:
    """Append below `node` what the steps from `number` on ask for, of which there is nothing."""
    step = path.steps[number]
    if step.is_label:
        if document.kinds[node] != OBJECT:
            return
        check_element(path.text, step, mode)
        new = label_node(step)
    else:
        if document.kinds[node] != ARRAY:
            return
        length = len(document.children(node))
        if step.place(length) != length:
            return
        new = Document()
    inner = substructure(path, number + 1, mode, value)
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


def substructure(path: Path, number: int, mode: int, value: Document) -> Document | None:
    """What the steps from `number` on build out of nothing around `value`; None if they cannot."""
    for step in path.steps[number:]:
        if step.is_label:
            check_element(path.text, step, mode)
        elif step.index != 0:
            return None
    if path.rest:
        raise bad_path(path.text)
    found = value
    for i in range(len(path.steps) - 1, number - 1, -1):
        step = path.steps[i]
        outer = Document()
        outer.add(OBJECT if step.is_label else ARRAY, "")
        if step.is_label:
            outer.extend(label_node(step), 0, 1)
        outer.extend(found, 0, len(found.kinds))
        outer.ends[0] = len(outer.kinds)
        found = outer
    return found
