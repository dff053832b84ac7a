"""The rows of json_each and json_tree ("JSON Functions And Operators", section 4.21).

`id` and `parent` are the places of elements in the JSONB of the document, as in SQLite; for a
member of an object it is the place of its label.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.errors import SqlError
from target_db.functions.json.document import ARRAY, OBJECT, Document
from target_db.functions.json.jsonb import offsets
from target_db.functions.json.path import MISSING, lookup
from target_db.functions.json.reading import read, tight
from target_db.functions.json.steps import path_of
from target_db.functions.json.strings import sql_value
from target_db.functions.json.tight import is_container
from target_db.functions.json.tight_path import find
from target_db.functions.json.tight_walk import ID, PARENT, TightWalk, label_step
from target_db.functions.json.values import node_value, type_name
from target_db.types.numeric import text_to_int, to_text

COLUMNS: Final = ("key", "value", "type", "atom", "id", "parent", "fullkey", "path")
HIDDEN_COLUMNS: Final = ("json", "root")  # the arguments

Row = tuple[object, ...]


class Walk:
    """One call: its document, where its elements are, and the rows so far."""

    def __init__(self, document: Document) -> None:
        self.document: Final = document
        self.places: Final = offsets(document)
        self.rows: Final[list[Row]] = []

    def add(
        self, key: object, node: int, place: int, parent: object, key_path: str, path: str
    ) -> None:
        """Append the row of a node."""
        kind = self.document.kinds[node]
        value = node_value(self.document, node)
        atom = None if kind >= ARRAY else value
        self.rows.append((key, value, type_name(kind), atom, place, parent, key_path, path))

    def below(self, node: int, place: int, path: str, recursive: bool) -> None:
        """Append the rows of what is in a container, or in those inside of it too."""
        document = self.document
        parents = [node]
        parent_places = [place]
        paths = [path]
        numbers = [0]
        at = node + 1
        while parents:
            if at >= document.ends[parents[-1]]:
                at = document.ends[parents.pop()]
                parent_places.pop()
                paths.pop()
                numbers.pop()
                continue
            path = paths[-1]
            here = self.places[at]
            key: object
            if document.kinds[parents[-1]] == OBJECT:
                key = sql_value(document.kinds[at], document.texts[at])
                key_path = path + label_step(document.texts[at])
                at += 1
            else:
                key = numbers[-1]
                numbers[-1] += 1
                key_path = f"{path}[{key}]"
            self.add(key, at, here, parent_places[-1] if recursive else None, key_path, path)
            if recursive and document.kinds[at] >= ARRAY:
                parents.append(at)
                parent_places.append(here)
                paths.append(key_path)
                numbers.append(0)
                at += 1
            else:
                at = document.ends[at]


def outer_path(walk: Walk, path: str, place: int) -> str:
    """What json_tree shows as the path around the element that `path` leads to.

    As in SQLite that is the longest part of the path to a container whose first element it is.
    """
    end = len(path) - 1
    while end > 1:
        if path[end] == "[" or path[end] == ".":
            try:
                node = lookup(walk.document, path_of(path[:end]))
            except SqlError:
                node = MISSING
            if node >= 0 and node + 1 < len(walk.places) and walk.places[node + 1] == place:
                break
        end -= 1
    return path[:end]


def key_of(step: str) -> object:
    """The key that a step, and what follows it, stands for."""
    if step.startswith("["):
        return text_to_int(step[1:])
    return step[2:-1] if step.startswith('."') else step[1:]


def json_each(args: list[object]) -> list[Row]:
    """The rows for the elements of a container, or the one for a scalar.

    `args` are the JSON and, perhaps, a path; NULL gives no rows. Raises SqlError (malformed
    JSON, bad JSON path).
    """
    return _rows(args, False)


def json_tree(args: list[object]) -> list[Row]:
    """The rows for the element and all that are below it, in document order. As `json_each`."""
    return _rows(args, True)


def tight_walk(args: list[object], recursive: bool, columns: i64) -> TightWalk | None:
    """The same rows for tight text, where neither `id` nor `parent` is among the `columns`.

    `columns` are bits in the order of COLUMNS. None where `json_each` and `json_tree` are to be
    used: these are needed, too, to start a json_tree, or at a scalar, at the end of a path.
    """
    if not args or args[0] is None or columns & (ID | PARENT):
        return None
    if len(args) > 1 and (recursive or args[1] is None):
        return None
    text = tight(args[0])
    if not text:
        return None
    path = to_text(args[1]) if len(args) > 1 else "$"
    start = find(text, path_of(path))
    if start < 0 or not (recursive or is_container(text, start)):
        return None
    return TightWalk(text, start, path, recursive, columns)


def _rows(args: list[object], recursive: bool) -> list[Row]:
    if not args or args[0] is None:
        return []
    walk = Walk(read(args[0]))
    path = "$"
    node = 0
    if len(args) > 1:
        if args[1] is None:
            return []
        path = to_text(args[1])
        node = lookup(walk.document, path_of(path))
        if node < 0:
            return []
    place = walk.places[node]
    if node > 0 and is_label_path(path):
        place = walk.places[node - 1]
    is_container = walk.document.kinds[node] >= ARRAY
    if recursive or not is_container:
        outer = path
        key: object = None
        if recursive and len(path) > 1:
            outer = outer_path(walk, path, place)
            key = key_of(path[len(outer) :])
        walk.add(key, node, place, None, path, outer)
    if is_container:
        walk.below(node, place, path, recursive)
    return walk.rows


def is_label_path(path: str) -> bool:
    """Whether the last step of a good path is a label."""
    steps = path_of(path).steps
    return len(steps) > 0 and steps[-1].is_label
