"""What can be seen of cheating in the text of a patch, before it is run."""

import ast
import re
from collections.abc import Iterable
from pathlib import Path

from builder.gate.verdict import (
    FORBIDDEN_IMPORT,
    HARD_CODED,
    REFERENCE,
    TAMPERING,
    Verdict,
    refused,
)
from builder.patch import Patch
from builder.sandbox.host import FOREIGN_MODULES, REFERENCE_MODULES

SHORTEST_CASE = 24
"""Characters of SQL from which on a text in the engine can only come from the suite."""
DIGEST = re.compile(r"^[0-9a-f]{32}([0-9a-f]{8}|[0-9a-f]{32})?$", re.IGNORECASE)
IMPORTERS = frozenset(("import_module", "__import__", "find_spec", "exec_module"))


def check_honesty(
    patch: Patch, worktree: Path, package: str, cases: Iterable[str]
) -> Verdict | None:
    """The first sign of cheating in the changed files, or None.

    `package` is the engine's own name, `cases` the SQL of the suite.
    """
    known: frozenset[str] | None = None
    for change in patch.changes:
        path = worktree / change.path
        if change.status == "D" or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        literals = [text] if path.suffix != ".py" else []
        if path.suffix == ".py":
            try:
                tree = ast.parse(text)
            except (SyntaxError, ValueError):
                continue
            found = _imports(tree, package, change.path) or _tampering(tree, change.path)
            if found:
                return found
            literals = _strings(tree)
        if known is None:
            known = frozenset(filter(lambda sql: len(sql) >= SHORTEST_CASE, map(normal, cases)))
        found = _hard_coded(literals, known, change.path, is_source=path.suffix == ".py")
        if found:
            return found
    return None


def normal(sql: str) -> str:
    """A text without differences in blanks and case."""
    return " ".join(sql.split()).lower().rstrip("; ")


def _imports(tree: ast.AST, package: str, path: str) -> Verdict | None:
    for node in ast.walk(tree):
        for name in _imported(node):
            top = name.partition(".")[0]
            where = f"{path}:{getattr(node, 'lineno', 0)} imports {name}"
            if top in REFERENCE_MODULES and top != package:
                return refused(REFERENCE, f"{where}: an engine answers by itself")
            if name in FOREIGN_MODULES or top in FOREIGN_MODULES:
                return refused(FORBIDDEN_IMPORT, where)
    return None


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level:
        return [node.module or ""]
    if isinstance(node, ast.Call) and _called(node) in IMPORTERS and node.args:
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            return [first.value]
    return []


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return node.func.id
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""


def _tampering(tree: ast.Module, path: str) -> Verdict | None:
    """Assignments to attributes of modules that are not the engine's."""
    imported = {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    for node in ast.walk(tree):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign):
            targets = [node.target]
        elif isinstance(node, ast.Call) and _called(node) == "setattr" and node.args:
            targets = [ast.Attribute(node.args[0], "attribute")]
        for target in targets:
            if (
                isinstance(target, ast.Attribute)
                and isinstance(target.value, ast.Name)
                and target.value.id in imported
            ):
                line = getattr(node, "lineno", 0)
                what = f"{path}:{line} changes {target.value.id}, which is not the engine's"
                return refused(TAMPERING, what)
    return None


def _strings(tree: ast.AST) -> list[str]:
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in documentation
    ]


def _hard_coded(
    literals: list[str], known: frozenset[str], path: str, is_source: bool
) -> Verdict | None:
    for literal in literals:
        if is_source and DIGEST.match(literal):
            return refused(HARD_CODED, f"{path} holds the digest {literal[:12]}...")
        text = normal(literal)
        if len(text) < SHORTEST_CASE:
            continue
        if text in known or (not is_source and any(sql in text for sql in known)):
            return refused(HARD_CODED, f"{path} holds the text of a case of the suite")
    return None
