"""Members of an archive, one after the other, decompressed once and never onto the disk."""

import bz2
import gzip
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path, PurePosixPath
from typing import IO, cast

import zstandard

from harness.errors import SuiteFault
from harness.suites.discover import is_suite_file

LARGEST_MEMBER = 512 * 1024 * 1024
READ_AHEAD = 1024 * 1024

BROKEN = (
    tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, zstandard.ZstdError,
    EOFError, OSError, NotImplementedError, RuntimeError,
)  # fmt: skip
"""What the decompressors raise for an archive that is cut short, damaged or encrypted."""


def read_members(path: Path, shown: str) -> Iterator[tuple[str, bytes] | SuiteFault]:
    """(name, content) of every suite file in the archive, in the order they lie in it.

    A member that must not or cannot be read is yielded as a SuiteFault, and so is the rest of
    an archive that breaks off. `shown` is the archive's name in messages.
    """
    seen: set[str] = set()
    try:
        members = _zip_members if path.name.lower().endswith(".zip") else _tar_members
        for item in members(path, shown):
            name = item.file if isinstance(item, SuiteFault) else item[0]
            if name in seen:
                item = SuiteFault(f"{shown}/{name}", 0, "the archive holds this file twice")
            seen.add(name)
            yield item
    except BROKEN as error:
        text = str(error) or type(error).__name__
        yield SuiteFault(
            shown, 0, f"the archive can't be read further: {text}",
            "files before the break were run; get a complete copy of the archive",
        )  # fmt: skip


def _tar_members(path: Path, shown: str) -> Iterator[tuple[str, bytes] | SuiteFault]:
    with ExitStack() as stack:
        plain = _decompressed(path, stack)
        archive = stack.enter_context(tarfile.open(fileobj=plain, mode="r|", bufsize=READ_AHEAD))
        for member in archive:
            if member.isdir() or not is_suite_file(member.name):
                continue
            fault = refusal(member.name, member.size, shown)
            if fault is None and not member.isfile():
                fault = SuiteFault(f"{shown}/{member.name}", 0, "a link in an archive is refused")
            if fault is not None:
                yield fault
                continue
            content = cast("IO[bytes]", archive.extractfile(member)).read()
            if len(content) != member.size:
                raise EOFError("it ends in the middle of a file")
            yield _normal(member.name), content


def _decompressed(path: Path, stack: ExitStack) -> IO[bytes]:
    name = path.name.lower()
    raw = stack.enter_context(path.open("rb"))
    if name.endswith((".gz", ".tgz")):
        return cast("IO[bytes]", gzip.GzipFile(fileobj=raw))
    if name.endswith((".bz2", ".tbz2")):
        return bz2.BZ2File(raw)
    if name.endswith((".xz", ".txz")):
        return lzma.LZMAFile(raw)
    if name.endswith(".zst"):
        reader = zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True)
        return stack.enter_context(cast("IO[bytes]", reader))
    return raw


def _zip_members(path: Path, shown: str) -> Iterator[tuple[str, bytes] | SuiteFault]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if member.is_dir() or not is_suite_file(member.filename):
                continue
            fault = refusal(member.filename, member.file_size, shown)
            if fault is None and (member.external_attr >> 16) & 0o170000 == 0o120000:
                fault = SuiteFault(
                    f"{shown}/{member.filename}", 0, "a link in an archive is refused"
                )
            if fault is not None:
                yield fault
                continue
            try:
                content = archive.read(member)
            except BROKEN as error:
                yield SuiteFault(f"{shown}/{member.filename}", 0, f"can't be read: {error}")
                continue
            yield _normal(member.filename), content


def refusal(name: str, size: int, shown: str) -> SuiteFault | None:
    """Why a member may not be read: its path leaves the archive, or it is too large."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if name.startswith(("/", "\\")) or ".." in parts or (parts and parts[0].endswith(":")):
        return SuiteFault(f"{shown}/{name}", 0, "the path leads out of the archive: refused")
    if size > LARGEST_MEMBER:
        limit = LARGEST_MEMBER >> 20
        return SuiteFault(f"{shown}/{name}", 0, f"larger than {limit} MB: refused")
    return None


def _normal(name: str) -> str:
    return PurePosixPath(name).as_posix()
