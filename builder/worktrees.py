"""Git, as the builder uses it: one repository, a worktree for each attempt, one ref moved."""

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from builder.errors import BuildError, BuildUsageError

_TURN = threading.Lock()
"""Git's own locks make parallel `worktree add` fail: one at a time."""

IDENTITY = {
    "GIT_AUTHOR_NAME": "dbwright", "GIT_AUTHOR_EMAIL": "dbwright@localhost",
    "GIT_COMMITTER_NAME": "dbwright", "GIT_COMMITTER_EMAIL": "dbwright@localhost",
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
}  # fmt: skip
SAFE = ("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "gc.auto=0",
        "-c", "core.autocrlf=false", "-c", "commit.gpgsign=false")  # fmt: skip
"""Nothing that lies in the repository is run."""

ORDER_TRAILER = "Dbwright-Order"


class GitFault(BuildError):
    """A git command failed."""


def git(folder: Path, *arguments: str, text: str | None = None) -> str:
    """Run git in `folder`; returns its output. Raises GitFault with git's own message."""
    done = subprocess.run(
        ["git", *SAFE, *arguments], cwd=folder, input=text, capture_output=True, text=True,
        errors="surrogateescape", check=False, env={**os.environ, **IDENTITY},
    )  # fmt: skip
    if done.returncode != 0:
        raise GitFault(f"git {' '.join(arguments[:3])} in {folder}: {done.stderr.strip()}")
    return done.stdout


class Repository:
    """The engine's repository, and the folder where worktrees lie while they are needed."""

    def __init__(self, folder: Path, worktrees: Path) -> None:
        self.folder = folder.resolve()
        self.worktrees = worktrees.resolve()

    @classmethod
    def create(cls, folder: Path, worktrees: Path) -> "Repository":
        """A new repository in an empty folder, or the one that is there, which must be clean."""
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / ".git").exists():
            if any(folder.iterdir()):
                raise BuildUsageError(
                    f"{folder}: neither empty nor a git repository", "git init and commit it first"
                )
            git(folder, "init", "--quiet", "--initial-branch=main")
            git(folder, "commit", "--quiet", "--allow-empty", "-m", "Begin")
        elif git(folder, "status", "--porcelain", "--untracked-files=no").strip():
            raise BuildUsageError(
                f"{folder}: has changes that are not committed",
                "take them out (git stash), and work in a worktree: git worktree add ../mine",
            )
        return cls(folder, worktrees)

    def head(self) -> str:
        """The commit that everything builds on."""
        return git(self.folder, "rev-parse", "HEAD").strip()

    @contextmanager
    def worktree(self, name: str, commit: str) -> Iterator[Path]:
        """A worktree of its own at `commit`, removed at the end, whatever happens."""
        path = self.add_worktree(name, commit)
        try:
            yield path
        finally:
            self.remove_worktree(path)

    def add_worktree(self, name: str, commit: str) -> Path:
        path = self.worktrees / name
        with _TURN:
            self.worktrees.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(path, ignore_errors=True)
            git(self.folder, "worktree", "prune")
            git(self.folder, "worktree", "add", "--quiet", "--detach", str(path), commit)
        return path

    def remove_worktree(self, path: Path) -> None:
        with _TURN:
            shutil.rmtree(path, ignore_errors=True)
            git(self.folder, "worktree", "prune")

    def clean(self) -> None:
        """Remove what a kill left: worktrees, git's lock files, a half-moved checkout."""
        if self.worktrees.is_dir():
            for path in self.worktrees.iterdir():
                shutil.rmtree(path, ignore_errors=True)
        folder = Path(git(self.folder, "rev-parse", "--absolute-git-dir").strip())
        for lock in (*folder.glob("*.lock"), *folder.glob("refs/heads/**/*.lock")):
            lock.unlink(missing_ok=True)
        git(self.folder, "worktree", "prune")
        git(self.folder, "reset", "--quiet", "--hard")

    def advance(self, commit: str, expected: str) -> None:
        """Move the branch from `expected` to `commit`, its descendant; in one step."""
        with _TURN:
            git(self.folder, "update-ref", "-m", "dbwright: merge", "HEAD", commit, expected)
            git(self.folder, "reset", "--quiet", "--hard")

    def merged_orders(self) -> dict[int, str]:
        """Order -> commit, from the branch's trailers: what is merged, whatever the state says."""
        log = git(
            self.folder,
            "log",
            f"--format=%H %(trailers:key={ORDER_TRAILER},valueonly,separator=%x2C)",
        )
        found = {}
        for line in log.splitlines():
            commit, _, orders = line.partition(" ")
            for order in filter(None, orders.split(",")):
                found[int(order)] = commit
        return found
