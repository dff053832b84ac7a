"""Patches: what changed in a worktree, as a git diff, and what must never be in one."""

import re
from dataclasses import dataclass
from pathlib import Path

from builder.worktrees import GitFault, git

REGULAR_MODES = ("100644", "100755")


@dataclass(frozen=True)
class Change:
    """One changed path: git's status letter, and the file's modes before and after."""

    path: str
    status: str
    old_mode: str
    new_mode: str


@dataclass(frozen=True)
class Patch:
    """A patch against commit `base`. `text` is a git diff with full binary content."""

    base: str
    text: str
    changes: tuple[Change, ...]

    @property
    def empty(self) -> bool:
        return not self.changes

    @property
    def added_lines(self) -> list[str]:
        """The lines that the patch adds, without their plus."""
        return [
            line[1:]
            for line in self.text.splitlines()
            if line.startswith("+") and not line.startswith("+++ ")
        ]


def take_patch(worktree: Path, base: str) -> Patch:
    """What was changed in a worktree since `base`, committed or not, ignored or not."""
    git(worktree, "add", "--all", "--force", "--", ".", ":(exclude,glob)**/__pycache__/**")
    return _of_index(worktree, base)


def _of_index(worktree: Path, base: str) -> Patch:
    text = git(worktree, "diff", "--cached", "--binary", "--no-renames", "--full-index",
               "--no-ext-diff", "--no-textconv", base)  # fmt: skip
    raw = git(worktree, "diff", "--cached", "--raw", "--no-renames", "--no-abbrev", "-z", base)
    return Patch(base, text, tuple(_changes(raw)))


def _changes(raw: str) -> list[Change]:
    fields = raw.split("\0")
    found = []
    for head, path in zip(fields[0::2], fields[1::2], strict=False):
        if head:
            old, new, _, _, status = head.removeprefix(":").split(" ")
            found.append(Change(path, status[0], old, new))
    return found


def apply_patch(worktree: Path, text: str) -> str:
    """Apply a patch's text to a worktree and its index; returns '' or why it does not apply."""
    if not text.strip():
        return "the patch is empty"
    try:
        git(worktree, "apply", "--index", "--3way", "--whitespace=nowarn", "-", text=_ended(text))
    except GitFault as fault:
        git(worktree, "reset", "--quiet", "--hard")
        git(worktree, "clean", "-fdq")
        return _why_not(fault.message)
    return ""


def _why_not(told: str) -> str:
    """What `git apply` said, in one line: the files in conflict, or else its errors."""
    conflicts = re.findall(r"^U (.+)$", told, re.MULTILINE)
    if conflicts:
        return f"conflicts in {', '.join(conflicts)}"
    errors = re.findall(r"error: (.+)$", told, re.MULTILINE)
    return "; ".join(errors or told.splitlines())[:400]


def read_patch(worktree: Path, base: str, text: str) -> tuple[Patch | None, str]:
    """A patch from its text, applied to a clean worktree at `base`: the patch, or why not."""
    fault = apply_patch(worktree, text)
    return (None, fault) if fault else (_of_index(worktree, base), "")


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"
