"""json_patch: RFC 7396, the JSON Merge Patch."""

from __future__ import annotations

from target_db.functions.json.document import NULL, OBJECT, Document, single
from target_db.functions.json.strings import unescaped


def find_member(document: Document, node: int, name: str) -> int:
    """The label of the object's first member of that name, or -1."""
    label = node + 1
    end = document.ends[node]
    while label < end:
        if unescaped(document.kinds[label], document.texts[label]) == name:
            return label
        label = document.ends[label + 1]
    return -1


def merge_patch(target: Document, patch: Document) -> Document:
    """`target`, changed in place by `patch`, or what replaces it."""
    if patch.kinds[0] != OBJECT:
        return patch.copy()
    if target.kinds[0] != OBJECT:
        target = single(OBJECT, "")
    # the objects that are being merged, from the outermost: target node, patch node, next label
    nodes = [0]
    patches = [0]
    labels = [1]
    while nodes:
        label = labels[-1]
        if label >= patch.ends[patches[-1]]:
            nodes.pop()
            patches.pop()
            labels.pop()
            continue
        value = label + 1
        labels[-1] = patch.ends[value]
        node = nodes[-1]
        name = unescaped(patch.kinds[label], patch.texts[label])
        member = find_member(target, node, name)
        if patch.kinds[value] == NULL:
            if member >= 0:
                target.splice(member, target.ends[member + 1], Document(), nodes)
            continue
        if member < 0:
            new = Document()
            new.extend(patch, label, value)
            if patch.kinds[value] == OBJECT:
                new.add(OBJECT, "")
            else:
                new.extend(patch, value, patch.ends[value])
            member = target.ends[node]
            target.splice(member, member, new, nodes)
        elif patch.kinds[value] != OBJECT or target.kinds[member + 1] != OBJECT:
            if patch.kinds[value] == OBJECT:
                new = single(OBJECT, "")
            else:
                new = patch.part(value)
            target.splice(member + 1, target.ends[member + 1], new, nodes)
        if patch.kinds[value] == OBJECT:
            nodes.append(member + 1)
            patches.append(value)
            labels.append(value + 1)
    return target
