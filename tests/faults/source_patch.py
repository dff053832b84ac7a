"""Small changes to Python source, found by the syntax tree and not by the text.

A patch names a function, a piece of code in it and what stands there instead. The piece is
compared as a syntax tree: formatting, comments and line numbers don't matter, and a function that
has moved to another module is found there.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


class DoesNotApply(Exception):
    """The code that a patch wants to change is not there, or is there more than once."""


@dataclass(frozen=True)
class Patch:
    """In `function` (`Class.method` or `name`; '' for the module) of `module`, `old` becomes
    `new`: an expression, or one or more statements."""

    module: str
    function: str
    old: str
    new: str


def dump(node: ast.AST) -> str:
    return ast.dump(node, annotate_fields=False)


def find_function(tree: ast.Module, name: str) -> ast.AST | None:
    """The function or class of that dotted name, the module itself for ''."""
    found: ast.AST = tree
    for part in filter(None, name.split(".")):
        for child in ast.iter_child_nodes(found):
            named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
            if isinstance(child, named) and child.name == part:
                found = child
                break
        else:
            return None
    return found


def apply(tree: ast.Module, patch: Patch) -> ast.Module:
    """Change `tree` in place. Raises DoesNotApply unless exactly one place fits."""
    function = find_function(tree, patch.function)
    if function is None:
        raise DoesNotApply(f"{patch.module} has no {patch.function}")
    old, new = ast.parse(patch.old).body, ast.parse(patch.new).body
    if len(old) == 1 and isinstance(old[0], ast.Expr) and isinstance(new[0], ast.Expr):
        places = list(_expressions(function, dump(old[0].value)))
        changed = [new[0].value]
    else:
        places = list(_statements(function, [dump(node) for node in old]))
        changed = list(new)
    if len(places) != 1:
        raise DoesNotApply(
            f"{patch.module}.{patch.function}: {len(places)} places fit {patch.old!r}"
        )
    parent, field, start, length = places[0]
    if start is None:
        setattr(parent, field, changed[0])
    else:
        getattr(parent, field)[start : start + length] = changed
    return ast.fix_missing_locations(tree)


Place = tuple[ast.AST, str, int | None, int]
"""A node, its field, and for a list where in it and how many items."""


def _expressions(function: ast.AST, wanted: str) -> Iterator[Place]:
    for parent in ast.walk(function):
        for field, value in ast.iter_fields(parent):
            if isinstance(value, ast.expr) and dump(value) == wanted:
                yield parent, field, None, 1
            elif isinstance(value, list):
                for at, item in enumerate(value):
                    if isinstance(item, ast.expr) and dump(item) == wanted:
                        yield parent, field, at, 1


def _statements(function: ast.AST, wanted: list[str]) -> Iterator[Place]:
    size = len(wanted)
    for parent in ast.walk(function):
        for field, value in ast.iter_fields(parent):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                for at in range(len(value) - size + 1):
                    if [dump(node) for node in value[at : at + size]] == wanted:
                        yield parent, field, at, size


def locate(package: Path, patch: Patch) -> str:
    """The module that the patch applies to: its own, or the only other one that it fits.

    `package` is the folder of the package that `patch.module` is relative to.
    """
    home = package / (patch.module.replace(".", "/") + ".py")
    candidates = [home] if home.is_file() else []
    candidates += [path for path in sorted(package.rglob("*.py")) if path != home]
    fitting = []
    for path in candidates:
        try:
            apply(ast.parse(path.read_text(encoding="utf-8")), patch)
        except DoesNotApply:
            continue
        if path == home:
            return patch.module
        fitting.append(".".join(path.relative_to(package).with_suffix("").parts))
    if len(fitting) != 1:
        raise DoesNotApply(f"no place in {package.name} fits {patch}")
    return fitting[0]
