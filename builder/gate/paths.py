"""Which files a patch may touch, and of what kind they may be."""

from pathlib import PurePosixPath

from builder.gate.verdict import EMPTY, KIND, PATHS, SIZE, Verdict, refused
from builder.patch import REGULAR_MODES, Patch
from builder.rules import Rules

GIT_FILES = frozenset((".git", ".gitattributes", ".gitmodules", ".gitignore"))
START_FILES = frozenset(("sitecustomize.py", "usercustomize.py", "conftest.py"))
"""Files that Python or pytest run by themselves."""
BINARY_SUFFIXES = frozenset(
    (".so", ".pyc", ".pyd", ".pth", ".dll", ".o", ".a", ".exe", ".db", ".sqlite", ".pkl",
     ".pickle", ".npy", ".zip", ".gz", ".xz")
)  # fmt: skip


def check_paths(patch: Patch, rules: Rules, role: str) -> Verdict | None:
    """The first path that is out of bounds, or None."""
    if patch.empty:
        return refused(EMPTY, "the patch changes nothing")
    for change in patch.changes:
        parts = PurePosixPath(change.path).parts
        if ".." in parts or change.path.startswith("/"):
            return refused(PATHS, f"{change.path} leads out of the repository")
        if GIT_FILES.intersection(parts):
            return refused(KIND, f"{change.path} steers git; patches may not touch it")
        if not rules.may_edit(change.path, role):
            allowed = ", ".join(rules.editable)
            return refused(PATHS, f"{change.path} is not the {role}'s to change, only {allowed}")
        if change.status != "D" and change.new_mode not in REGULAR_MODES:
            return refused(KIND, f"{change.path} is a link or a submodule, not a file")
        if parts[-1] in START_FILES:
            return refused(KIND, f"{change.path} would be run without being imported")
        if PurePosixPath(change.path).suffix.lower() in BINARY_SUFFIXES:
            return refused(KIND, f"{change.path} is not source text")
    if "\nGIT binary patch\n" in patch.text:
        return refused(KIND, "the patch has binary content")
    return _check_size(patch, rules)


def _check_size(patch: Patch, rules: Rules) -> Verdict | None:
    added, budgets = len(patch.added_lines), rules.budgets
    if added > budgets.patch_lines:
        return refused(SIZE, f"{added} lines added; the design allows {budgets.patch_lines}")
    if len(patch.text) > budgets.patch_bytes:
        return refused(SIZE, f"{len(patch.text)} bytes; the design allows {budgets.patch_bytes}")
    return None
