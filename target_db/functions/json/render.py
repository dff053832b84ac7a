"""A document as JSON text, tight or indented."""

from __future__ import annotations

from target_db.errors import SqlError
from target_db.functions.json.document import ARRAY, MAX_DEPTH, OBJECT, Document, JsonText
from target_db.functions.json.strings import written


def to_json(document: Document, index: int = 0) -> JsonText:
    """The minified text of the node at `index`."""
    pieces: list[str] = []
    open_nodes: list[int] = []
    open_ends: list[int] = []
    member = 0
    members: list[int] = []
    end = document.ends[index]
    kinds = document.kinds
    i = index
    while i < end:
        kind = kinds[i]
        if open_nodes:
            if member:
                pieces.append(":" if member % 2 and kinds[open_nodes[-1]] == OBJECT else ",")
            member += 1
        i += 1
        if kind < ARRAY:
            pieces.append(written(kind, document.texts[i - 1]))
        else:
            pieces.append("{" if kind == OBJECT else "[")
            open_nodes.append(i - 1)
            open_ends.append(document.ends[i - 1])
            members.append(member)
            member = 0
        while open_ends and open_ends[-1] <= i:
            open_ends.pop()
            member = members.pop()
            pieces.append("}" if kinds[open_nodes.pop()] == OBJECT else "]")
    return JsonText("".join(pieces))


def to_pretty(document: Document, indent: str) -> str:
    """The text with a line for each element, indented by its depth.

    Raises SqlError (JSON nested too deep).
    """
    pieces: list[str] = []
    open_nodes: list[int] = []
    members: list[int] = []
    member = 0
    kinds = document.kinds
    i = 0
    while i < len(kinds):
        kind = kinds[i]
        if open_nodes:
            if member % 2 and kinds[open_nodes[-1]] == OBJECT:
                pieces.append(": ")
            else:
                pieces.append(",\n" if member else "\n")
                pieces.append(indent * len(open_nodes))
            member += 1
        i += 1
        if kind < ARRAY:
            pieces.append(written(kind, document.texts[i - 1]))
        elif document.ends[i - 1] == i:
            pieces.append("{}" if kind == OBJECT else "[]")
        else:
            if len(open_nodes) >= MAX_DEPTH - 1:
                raise SqlError("JSON nested too deep")
            pieces.append("{" if kind == OBJECT else "[")
            open_nodes.append(i - 1)
            members.append(member)
            member = 0
        while open_nodes and document.ends[open_nodes[-1]] <= i:
            node = open_nodes.pop()
            member = members.pop()
            pieces.append("\n" + indent * len(open_nodes))
            pieces.append("}" if kinds[node] == OBJECT else "]")
    return "".join(pieces)
