"""From what the user names on the command line to the sources that hold the cases."""

import glob
import os
import re
from dataclasses import dataclass, replace
from pathlib import Path

from harness.errors import UsageError

SUITE_SUFFIXES = (".test", ".slt")
ARCHIVE_SUFFIXES = (
    ".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst",
)  # fmt: skip


@dataclass(frozen=True)
class Source:
    """A suite file, or an archive of them.

    `path` is what is opened. `name` is the file's name in the results: relative to the suite
    it was found in, so that it stays the same wherever the suite lies. For an archive `name`
    is its own, and `member` is the one member wanted ('' for all). `line` is that of
    FILE:LINE, or 0 for the whole file. `size` is in bytes.
    """

    path: Path
    name: str
    size: int
    member: str = ""
    line: int = 0

    @property
    def is_archive(self) -> bool:
        return is_archive(self.path.name)


def is_archive(name: str) -> bool:
    """Whether a file's name is that of an archive that can be read."""
    return name.lower().endswith(ARCHIVE_SUFFIXES)


def is_suite_file(name: str) -> bool:
    """Whether a file's name is that of a suite file."""
    return name.lower().endswith(SUITE_SUFFIXES)


def find_sources(named: list[str]) -> list[Source]:
    """The sources that `named` mean, in a fixed order and each once.

    Each is a file, a folder, an archive, ARCHIVE/MEMBER, any of these with `:LINE`, or a
    glob. Raises UsageError for what is not there, or holds no suite file.
    """
    found: dict[tuple[Path, str, int], Source] = {}
    owner: dict[str, Path] = {}
    for text in named:
        for source in _sources_of(text):
            path = source.path.resolve()
            if owner.setdefault(source.name, path) != path:
                source = replace(source, name=source.path.as_posix().lstrip("/"))
            found.setdefault((path, source.member, source.line), source)
    return list(found.values())


def _sources_of(text: str) -> list[Source]:
    path = Path(text)
    if path.is_dir():
        return _folder(path)
    if path.is_file():
        return [_file(path, path)]
    before, line = _split_line(text)
    if line and Path(before).is_dir():
        raise UsageError(f"{text}: a folder has no line {line}", "name a file: FILE:LINE")
    if line and Path(before).is_file():
        if is_archive(before):
            raise UsageError(f"{text}: an archive has no line {line}", "ARCHIVE/MEMBER:LINE")
        return [replace(_file(Path(before), Path(before)), line=line)]
    member = _archive_member(before, line)
    if member is not None:
        return [member]
    matches = sorted(glob.glob(text, recursive=True)) if glob.has_magic(text) else []
    if not matches:
        raise UsageError(
            f"{text}: no such suite",
            "a SUITE is a .test or .slt file, a folder, an archive, FILE:LINE, a glob, "
            "or a name that `dbwright suite list` shows",
        )
    return [source for match in matches for source in _sources_of(match)]


def _split_line(text: str) -> tuple[str, int]:
    """`FILE:LINE` as (FILE, LINE); LINE is 0 where there is none."""
    match = re.fullmatch(r"(.+):(\d+)", text, re.DOTALL)
    return (match[1], int(match[2])) if match else (text, 0)


def _file(path: Path, shown: Path) -> Source:
    """A file named by itself keeps the name it was given, but not where it lies."""
    if not (is_suite_file(path.name) or is_archive(path.name)):
        raise UsageError(
            f"{path}: not a suite file",
            f"its name must end in {', '.join(SUITE_SUFFIXES)} or {', '.join(ARCHIVE_SUFFIXES)}",
        )
    outside = shown.is_absolute() or ".." in shown.parts
    name = shown.name if outside else shown.as_posix()
    return Source(path, name, path.stat().st_size)


def _folder(folder: Path) -> list[Source]:
    found = []
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = Path(where, name)
            if (is_suite_file(name) or is_archive(name)) and path.is_file():
                relative = path.relative_to(folder).as_posix()
                found.append(Source(path, relative, path.stat().st_size))
    if not found:
        raise UsageError(f"{folder}: holds no suite file", "looked for .test, .slt and archives")
    return found


def _archive_member(text: str, line: int) -> Source | None:
    """`ARCHIVE/MEMBER`, if some leading part of the text is an archive that exists."""
    path = Path(text)
    for parent in path.parents:
        if is_archive(parent.name) and parent.is_file():
            member = path.relative_to(parent).as_posix()
            return Source(parent, parent.name, parent.stat().st_size, member, line)
    return None
