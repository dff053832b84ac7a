"""A document as JSON text, tight or indented."""

from __future__ import annotations

from target_db.errors import SqlError
from target_db.functions.json.document import (
    ARRAY,
    MAX_DEPTH,
    OBJECT,
    TEXT,
    TEXTJ,
    Document,
    JsonText,
)
from target_db.functions.json.strings import written
from target_db.types.arithmetic import check_length


def to_json(document: Document, index: int = 0) -> JsonText:
    """The minified text of the node at `index`."""
    kinds = document.kinds
    texts = document.texts
    if kinds[index] < ARRAY:
        return JsonText(written(kinds[index], texts[index]))
    pieces: list[str] = []
    closes: list[str] = []
    ends: list[int] = []
    in_object: list[bool] = []
    separator = ""
    is_label = False
    i = index
    while True:
        kind = kinds[i]
        i += 1
        if kind >= ARRAY:
            pieces.append(separator + ("{" if kind == OBJECT else "["))
            closes.append("}" if kind == OBJECT else "]")
            in_object.append(kind == OBJECT)
            ends.append(document.ends[i - 1])
            is_label = kind == OBJECT
            separator = ""
        else:
            if kind in (TEXT, TEXTJ):
                pieces.append(f'{separator}"{texts[i - 1]}"')
            else:
                pieces.append(separator + written(kind, texts[i - 1]))
            if is_label:
                separator = ":"
                is_label = False
                continue
            separator = ","
            is_label = in_object[-1]
        while ends[-1] <= i:
            pieces.append(closes.pop())
            ends.pop()
            in_object.pop()
            if not ends:
                text = JsonText("".join(pieces))
                check_length(text)
                return text
            separator = ","
            is_label = in_object[-1]


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
    text = "".join(pieces)
    check_length(text)
    return text
