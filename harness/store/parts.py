"""Parts: what a run writes while it goes on, so that nothing is lost when it is killed.

A run keeps a folder `runs/RUN_ID/` beside the store. Each writer appends whole lines of JSON
to three files of its own there, in this order for every suite file:

- `details-WRITER.jsonl`: a line for each case that did not pass, as soon as it is known;
- `cases-WRITER.jsonl`: the line, verdict and microseconds of all its cases, many to a line;
- `files-WRITER.jsonl`: one line that says the file is done, with its totals.

Each line bears the number of the attempt at the suite file. An attempt without a `files` line
never finished: its other lines are not taken in, and `--resume` runs the file again.
"""

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

KINDS = ("details", "cases", "files")
CASES_A_LINE = 5_000
"""DuckDB reads 2,048 lines at a time: that many cases must fit in memory."""


@dataclass
class FileTotals:
    """One finished suite file: which it is, what it was, and its cases by verdict.

    `seconds` and `cpu_seconds` are what it took, parsing and judging included.
    """

    attempt: int
    container: str
    name: str
    family: str
    line: int
    sha256: str
    bytes: int
    seconds: float
    cpu_seconds: float
    passed: int = 0
    failed: int = 0
    crashed: int = 0
    timed_out: int = 0
    not_applicable: int = 0

    @property
    def records(self) -> int:
        """The cases that had to be executed."""
        return self.passed + self.failed + self.crashed + self.timed_out


@dataclass
class Detail:
    """What is known about one case that did not pass; every text may be empty.

    `expected` and `got` are lines joined by newlines, None where there was nothing to compare.
    `output` is the last that the engine wrote to its standard output and error.
    """

    attempt: int
    record: int
    line: int
    verdict: str
    kind: str
    sql: str
    reason: str = ""
    expected: str | None = None
    got: str | None = None
    error_class: str = ""
    error_code: str = ""
    message: str = ""
    traceback: str = ""
    output: str = ""


class PartWriter:
    """Appends to one writer's parts. Raises OSError when the disk is full or the like."""

    def __init__(self, folder: Path, writer: str) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self.files = {
            kind: os.open(folder / f"{kind}-{writer}.jsonl", flags, 0o644) for kind in KINDS
        }

    def detail(self, detail: Detail) -> None:
        self._append("details", asdict(detail))

    def cases(
        self,
        attempt: int,
        records: Sequence[int],
        lines: Sequence[int],
        verdicts: Sequence[int],
        micros: Sequence[int],
    ) -> None:
        """The cases of a file: number of the record, line, verdict's number, microseconds."""
        for start in range(0, len(records), CASES_A_LINE):
            part = slice(start, start + CASES_A_LINE)
            self._append(
                "cases",
                {
                    "attempt": attempt,
                    "records": records[part],
                    "lines": lines[part],
                    "verdicts": verdicts[part],
                    "micros": micros[part],
                },
            )

    def done(self, totals: FileTotals) -> None:
        self._append("files", asdict(totals))

    def copy(self, parts: dict[str, bytes]) -> None:
        """Append what another writer wrote: whole lines by kind. `files` lines come last."""
        for kind in KINDS:
            self._write(kind, parts[kind])

    def _append(self, kind: str, value: dict[str, Any]) -> None:
        self._write(kind, json.dumps(value, separators=(",", ":")).encode() + b"\n")

    def _write(self, kind: str, text: bytes) -> None:
        while text:
            text = text[os.write(self.files[kind], text) :]

    def close(self) -> None:
        while self.files:
            os.close(self.files.popitem()[1])


def trim(folder: Path) -> None:
    """Cut off the half-written line that a killed writer or a full disk may have left."""
    for part in part_files(folder, *KINDS):
        with part.open("rb+") as file:
            end = file.seek(0, os.SEEK_END)
            keep = end
            while keep > 0:
                start = max(0, keep - 65536)
                file.seek(start)
                newline = file.read(keep - start).rfind(b"\n")
                keep = start + newline + 1 if newline >= 0 else start
                if newline >= 0:
                    break
            if keep != end:
                file.truncate(keep)


def longest_line(paths: list[Path]) -> int:
    """Bytes of the longest line in these parts."""
    longest = 0
    for path in paths:
        with path.open("rb") as lines:
            longest = max(longest, max(map(len, lines), default=0))
    return longest


def part_files(folder: Path, *kinds: str) -> list[Path]:
    """The parts of these kinds, in a fixed order."""
    return [path for kind in kinds for path in sorted(folder.glob(f"{kind}-*.jsonl"))]


def finished_files(folder: Path) -> Iterator[FileTotals]:
    """Every file that is done; a half-written last line is passed over."""
    for part in part_files(folder, "files"):
        with part.open("rb") as lines:
            for line in lines:
                if line.endswith(b"\n"):
                    yield FileTotals(**json.loads(line))


def remove(folder: Path) -> None:
    """Drop a run's parts, once the store has them."""
    shutil.rmtree(folder, ignore_errors=True)
