"""A command wrapped so that it sees little, reaches nothing, and leaves nothing running."""

import functools
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from builder.errors import BuildUsageError

BUBBLEWRAP, UNSHARE, NONE = "bubblewrap", "unshare", "none"

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache",
          "/etc/alternatives", "/etc/ssl")  # fmt: skip
REFERENCE_FILES = ("bin/sqlite3", "bin/duckdb", "lib/**/libsqlite3*", "lib/**/_sqlite3*",
                   "lib/**/libduckdb*")  # fmt: skip
"""Files below /usr and Python's own folder that are a reference engine: hidden in the jail."""
PACKAGE_FOLDERS = ("lib/python3*/site-packages", "lib/python3/dist-packages")

INSIDE = "/engine"


@dataclass(frozen=True)
class Limits:
    """What a jailed command may use: seconds of processor time, bytes of memory and of a file,
    processes. The harness's worker has a memory limit of its own, which is the larger."""

    cpu_seconds: int = 600
    memory: int = 1 << 30
    file_size: int = 64 << 20
    processes: int = 64


@dataclass(frozen=True)
class Jail:
    """How commands are wrapped. `kind` is BUBBLEWRAP, UNSHARE or NONE."""

    kind: str
    limits: Limits = field(default_factory=Limits)

    def wrap(
        self, command: Sequence[str], folder: Path, *, writable: bool = False,
        readable: Sequence[tuple[Path, str]] = (),
    ) -> list[str]:  # fmt: skip
        """The argument list that runs `command` with `folder` as /engine and working folder.

        `readable` are further (path outside, path inside) pairs. Without bubblewrap, paths
        inside are those outside: use `inside` to name them.
        """
        limits = self.limits
        limited = [
            "prlimit", f"--cpu={limits.cpu_seconds}", f"--data={limits.memory}",
            f"--fsize={limits.file_size}", f"--nproc={limits.processes}", "--core=0", "--",
            *command,
        ]  # fmt: skip
        if self.kind == BUBBLEWRAP:
            bind = "--bind" if writable else "--ro-bind"
            seen = [part for path, name in readable for part in ("--ro-bind", str(path), name)]
            return [
                *_bubblewrap(), bind, str(folder.resolve()), INSIDE, *seen, "--chdir", INSIDE,
                "--", *limited,
            ]  # fmt: skip
        if self.kind == UNSHARE:
            return [
                "env", "-i", "PATH=/usr/bin:/bin", "HOME=/nonexistent", "LANG=C.UTF-8",
                f"--chdir={folder.resolve()}", "unshare", "--user", "--map-root-user", "--net",
                "--pid", "--fork", "--kill-child", "--mount-proc", "--ipc", "--uts", *limited,
            ]  # fmt: skip
        return ["env", f"--chdir={folder.resolve()}", *command]

    def inside(self, path: Path, name: str) -> str:
        """What a path outside, bound as `name`, is called inside."""
        return name if self.kind == BUBBLEWRAP else str(path.resolve())

    def run(
        self, command: Sequence[str], folder: Path, seconds: float, *, writable: bool = False,
        readable: Sequence[tuple[Path, str]] = (), text: str = "",
    ) -> "subprocess.CompletedProcess[str]":  # fmt: skip
        """Run a command to its end, or kill it and all its children after `seconds`.

        A command that was killed has the return code -9. `readable` is as in `wrap`.
        """
        process = subprocess.Popen(
            self.wrap(command, folder, writable=writable, readable=readable),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", start_new_session=True,
        )  # fmt: skip
        try:
            output, _ = process.communicate(text, timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
        return subprocess.CompletedProcess(list(command), process.returncode, output, "")


@functools.cache
def _bubblewrap() -> tuple[str, ...]:
    """bwrap and what every jail has in common."""
    arguments = [
        "bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv",
        "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", "/tmp",
        "--setenv", "LANG", "C.UTF-8", "--setenv", "PYTHONDONTWRITEBYTECODE", "1",
        "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
    ]  # fmt: skip
    for path in SYSTEM:
        if os.path.islink(path):
            arguments += ["--symlink", os.readlink(path), path]
        elif os.path.exists(path):
            arguments += ["--ro-bind", path, path]
    roots = ["/usr"]
    if not sys.base_prefix.startswith("/usr"):
        roots.append(sys.base_prefix)
        arguments += ["--ro-bind", sys.base_prefix, sys.base_prefix]
    for root in map(Path, roots):
        for pattern in PACKAGE_FOLDERS:
            for place in sorted(root.glob(pattern)):
                if place.is_dir():
                    arguments += ["--tmpfs", str(place)]
        for pattern in REFERENCE_FILES:
            for file in sorted(root.glob(pattern)):
                if file.is_file() and not file.is_symlink() and _is_shown(file, root):
                    arguments += ["--ro-bind", "/dev/null", str(file)]
    return tuple(arguments)


def _is_shown(path: Path, root: Path) -> bool:
    """Whether a path below `root` is not hidden already, with its folder of packages."""
    return not any(
        part in ("site-packages", "dist-packages") for part in path.relative_to(root).parts
    )


def python() -> str:
    """The interpreter that exists inside every jail: not the virtual environment's."""
    return os.path.realpath(sys.executable)


def best_jail(insist: bool = False) -> Jail:
    """The strongest jail that works here.

    Raises BuildUsageError when none does, unless the user insists on running without.
    """
    for kind, tool in ((BUBBLEWRAP, "bwrap"), (UNSHARE, "unshare")):
        if shutil.which(tool) and _works(Jail(kind)):
            return Jail(kind)
    if insist:
        return Jail(NONE)
    raise BuildUsageError(
        "no sandbox works here: neither bubblewrap nor unshare",
        "install bubblewrap (apt install bubblewrap), or insist with --no-sandbox",
    )


def _works(jail: Jail) -> bool:
    try:
        done = subprocess.run(
            jail.wrap([python(), "-I", "-S", "-c", "print(1)"], Path("/tmp")),
            capture_output=True, check=False, timeout=20,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and done.stdout.strip() == b"1"
