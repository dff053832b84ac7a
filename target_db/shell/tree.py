"""EXPLAIN QUERY PLAN as a tree."""

from __future__ import annotations


def plan_tree(rows: list[tuple[object, ...]]) -> str:
    """The tree of rows (id, parent, unused, detail), with its heading."""
    children: dict[object, list[tuple[object, object]]] = {}
    for number, parent, _, detail in rows:
        children.setdefault(parent, []).append((number, detail))
    out = ["QUERY PLAN"]

    def add(parent: object, indent: str) -> None:
        below = children.get(parent, [])
        for place, (number, detail) in enumerate(below):
            is_last = place == len(below) - 1
            out.append(f"{indent}{'`--' if is_last else '|--'}{detail}")
            add(number, indent + ("   " if is_last else "|  "))

    add(0, "")
    return "".join(line + "\n" for line in out)
