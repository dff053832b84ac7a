"""A git repository with target_db's source in it, changed by patches: what a build is to mend.

Every module that a patch touches is written anew from its syntax tree, in the changed and in the
sound version, so that the two differ in what the patch changes and in nothing else.
"""

import ast
import importlib.util
import shutil
from collections.abc import Iterable
from pathlib import Path

import source_patch
from source_patch import Patch

import target_db
from builder.worktrees import git

PACKAGE = Path(target_db.__file__).parent
DESIGN = """# target_db

```toml
[engine]
dbapi = "target_db"
[paths]
editable = ["target_db/"]
[budgets]
file_lines = 2000
slower = 4.0
```
"""


def module_file(module: str) -> str:
    return f"target_db/{module.replace('.', '/')}.py"


def sound_source(module: str) -> str:
    """The module as the repository has it when nothing is wrong with it."""
    path = PACKAGE.parent / module_file(module)
    return ast.unparse(ast.parse(path.read_text(encoding="utf-8"))) + "\n"


def patched(source: str, patches: Iterable[Patch]) -> str:
    """The source with patches to its syntax tree."""
    tree = ast.parse(source)
    for patch in patches:
        source_patch.apply(tree, patch)
    return ast.unparse(tree) + "\n"


def restored(source: str, function: str, sound: str) -> str:
    """The source with one function (`Class.method` or `name`) taken from the sound source."""
    tree, whole = ast.parse(source), ast.parse(sound)
    parent_name, _, name = function.rpartition(".")
    parent = source_patch.find_function(tree, parent_name)
    wanted = source_patch.find_function(whole, function)
    assert parent is not None and wanted is not None
    body = parent.body  # type: ignore[attr-defined]
    at = next(i for i, node in enumerate(body) if getattr(node, "name", "") == name)
    body[at] = wanted
    return ast.unparse(tree) + "\n"


def make_repository(folder: Path, patches: Iterable[Patch]) -> dict[str, str]:
    """The repository in `folder`; returns file -> sound source of what the patches touch."""
    left_out = shutil.ignore_patterns("__pycache__", "*.so", "_compiled.json", "dbapi/sqlalchemy*")
    shutil.copytree(PACKAGE, folder / "target_db", ignore=left_out)
    _bring_requirements(folder)
    (folder / "DESIGN.md").write_text(DESIGN)
    by_module: dict[str, list[Patch]] = {}
    for patch in patches:
        by_module.setdefault(source_patch.locate(PACKAGE, patch), []).append(patch)
    sound = {}
    for module, wanted in by_module.items():
        sound[module_file(module)] = sound_source(module)
        text = patched(sound_source(module), wanted)
        (folder / module_file(module)).write_text(text, encoding="utf-8")
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "-m", "The engine")
    return sound


def _bring_requirements(folder: Path) -> None:
    """What target_db imports: the jail hides installed packages."""
    for name in ("mypy_extensions", "librt"):
        found = importlib.util.find_spec(name)
        assert found is not None
        if found.submodule_search_locations:
            shutil.copytree(next(iter(found.submodule_search_locations)), folder / name)
        else:
            assert found.origin is not None
            shutil.copy(found.origin, folder / f"{name}.py")
