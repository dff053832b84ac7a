"""The design's rules that a gate can check, read from the TOML block in DESIGN.md.

```toml
[engine]                     # how the engine is reached: module (or dbapi) or command
module = "engine"
[paths]
editable = ["engine/"]       # what coders may touch; the page is the architect's
[layers]                     # upper may import lower only
order = ["engine.session", "engine.executor", "engine.parser"]
[budgets]
file_lines = 400
slower = 1.5
```
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder.errors import BuildUsageError

DESIGN_PAGE = "DESIGN.md"
_BLOCK = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class EngineEntry:
    """How the engine is reached: a Python module (PEP 249 if `dbapi`), or a command."""

    module: str = ""
    dbapi: bool = False
    command: tuple[str, ...] = ()


@dataclass(frozen=True)
class Budgets:
    """`file_lines` a source file, `patch_lines` a patch may add, `patch_bytes` in all;
    `slower`: the factor by which cases may get slower; `build_seconds` for the build."""

    file_lines: int = 600
    patch_lines: int = 1500
    patch_bytes: int = 200_000
    slower: float = 2.0
    build_seconds: float = 300.0


@dataclass(frozen=True)
class Rules:
    """All that the page fixes."""

    engine: EngineEntry
    editable: tuple[str, ...]
    build: tuple[tuple[str, ...], ...] = ()
    layers: tuple[str, ...] = ()
    budgets: Budgets = field(default_factory=Budgets)

    def may_edit(self, path: str, role: str) -> bool:
        """Whether `role` may change the file at `path` (relative, with forward slashes)."""
        if role == "architect" and path == DESIGN_PAGE:
            return True
        return any(
            path == place or (place.endswith("/") and path.startswith(place))
            for place in self.editable
        )


def read_rules(folder: Path) -> Rules:
    """The rules of the design page in `folder`; raises BuildUsageError where it has none."""
    page = folder / DESIGN_PAGE
    if not page.is_file():
        raise BuildUsageError(f"{page}: no design page", "the architect writes it, or you do")
    return parse_rules(page.read_text(encoding="utf-8"), str(page))


def parse_rules(text: str, name: str = DESIGN_PAGE) -> Rules:
    """The rules in a design page's text."""
    block = _BLOCK.search(text)
    if block is None:
        raise BuildUsageError(f"{name}: holds no ```toml block with the rules", "see builder.rules")
    try:
        stored: dict[str, Any] = tomllib.loads(block[1])
        engine = stored["engine"]
        kinds = [kind for kind in ("module", "dbapi", "command") if kind in engine]
        if len(kinds) != 1:
            raise BuildUsageError(f"{name}: [engine] names one of module, dbapi, command")
        entry = EngineEntry(
            engine.get("module", engine.get("dbapi", "")),
            "dbapi" in engine,
            tuple(engine.get("command", ())),
        )
        return Rules(
            entry,
            tuple(stored["paths"]["editable"]),
            tuple(tuple(command) for command in engine.get("build", ())),
            tuple(stored.get("layers", {}).get("order", ())),
            Budgets(**stored.get("budgets", {})),
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise BuildUsageError(f"{name}: the rules can't be read: {error}") from error


@dataclass(frozen=True)
class Breach:
    """One rule that a source file breaks."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def breaches(rules: Rules, folder: Path) -> list[Breach]:
    """Where the sources in `folder` break the design's layers and sizes."""
    found = []
    for path in editable_files(rules, folder):
        name = path.relative_to(folder).as_posix()
        try:
            text = path.read_text(encoding="utf-8")
        except (UnicodeDecodeError, OSError) as error:
            found.append(Breach(name, 0, f"can't be read: {error}"))
            continue
        lines = text.count("\n") + 1
        if lines > rules.budgets.file_lines:
            what = f"{lines} lines; the design allows {rules.budgets.file_lines} a file"
            found.append(Breach(name, lines, what))
        if path.suffix == ".py" and rules.layers:
            found += layer_breaches(rules.layers, name, text)
    return found


def editable_files(rules: Rules, folder: Path) -> Iterator[Path]:
    """The files that coders may change, in order."""
    for place in rules.editable:
        path = folder / place
        if path.is_file():
            yield path
        elif path.is_dir():
            yield from (
                file
                for file in sorted(path.rglob("*"))
                if file.is_file() and "__pycache__" not in file.parts
            )


def layer_breaches(layers: tuple[str, ...], name: str, text: str) -> list[Breach]:
    """Imports of an upper layer by a lower one. `layers` lists the uppermost first."""
    module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    own = _level(layers, module)
    if own is None:
        return []
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        return [Breach(name, error.lineno or 0, f"does not parse: {error.msg}")]
    found = []
    for node in ast.walk(tree):
        for target in _imported(node, module, name.endswith("__init__.py")):
            level = _level(layers, target)
            if level is not None and level < own:
                what = f"imports {target}: {layers[own]} lies below {layers[level]} in the design"
                found.append(Breach(name, getattr(node, "lineno", 0), what))
                break
    return found


def _level(layers: tuple[str, ...], module: str) -> int | None:
    """The number of the layer that `module` belongs to: of the longest name that fits."""
    fitting = [
        (len(layer), level)
        for level, layer in enumerate(layers)
        if module == layer or module.startswith(layer + ".")
    ]
    return max(fitting)[1] if fitting else None


def _imported(node: ast.AST, module: str, is_package: bool) -> list[str]:
    """Full names of what an import statement may import."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    base = node.module or ""
    if node.level:
        parts = module.split(".")
        keep = len(parts) - node.level + int(is_package)
        base = ".".join([*parts[:keep], *([node.module] if node.module else [])])
    return [base, *(f"{base}.{alias.name}" for alias in node.names)]
