"""The suite files of one source: what the coordinator hands to the workers."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harness.errors import SuiteFault
from harness.suites.archives import read_members
from harness.suites.discover import Source


@dataclass(frozen=True)
class SuiteFile:
    """One file of cases.

    `name` identifies it in the results, together with `container`, the archive it lies in
    ('' for a file of its own). Its content is `text` if it came out of an archive; else the
    worker reads it from `path`. `line` is that of FILE:LINE, 0 for the whole file.
    """

    name: str
    container: str
    size: int
    line: int = 0
    path: Path | None = None
    text: bytes | None = None


def open_source(source: Source) -> Iterator[SuiteFile | SuiteFault]:
    """The suite files of `source` one after the other; what can't be read is a SuiteFault."""
    if not source.is_archive:
        yield SuiteFile(source.name, "", source.size, source.line, path=source.path)
        return
    found = False
    for item in read_members(source.path, source.name):
        if isinstance(item, SuiteFault):
            yield item
            continue
        name, text = item
        if not source.member or name == source.member:
            found = True
            yield SuiteFile(name, source.name, len(text), source.line, text=text)
    if source.member and not found:
        yield SuiteFault(f"{source.name}/{source.member}", 0, "the archive has no such file")
