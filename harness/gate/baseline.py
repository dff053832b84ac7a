"""The baseline: how a suite is run, what is in it, and which of its cases fail for now.

One JSON file (gzip when its name ends in `.gz`), meant to be committed and read in a diff.
It fixes the run's conditions too (label, limits, selection), so that a gate can't be
made green by asking for less.
"""

import base64
import gzip
import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness.errors import UsageError
from harness.store import queries

SCHEMA = 1
LIMITS = ("record_timeout", "file_timeout", "memory_limit")
LONGEST_RANGES = 240
"""Characters of ranges that a person may still want to read; beyond, a bitmap is smaller."""


@dataclass
class BaselineFile:
    """One suite file: its SHA-256, its cases, and the numbers of the records that fail."""

    sha256: str
    records: int
    not_applicable: int
    failing: set[int] = field(default_factory=set)


@dataclass
class Baseline:
    """What a gate holds a run to. `limits` has seconds and bytes, as in `dbwright run`."""

    engine: str
    label: str
    limits: dict[str, float]
    selection: dict[str, Any]
    files: dict[str, BaselineFile]

    @property
    def records(self) -> int:
        return sum(file.records for file in self.files.values())

    @property
    def failing(self) -> int:
        return sum(len(file.failing) for file in self.files.values())

    def save(self, path: Path) -> None:
        """Write the baseline, a line for each file of the suite. Raises OSError."""
        head = {
            "schema": SCHEMA,
            "engine": self.engine,
            "label": self.label,
            "limits": self.limits,
            "selection": self.selection,
        }
        files = {
            name: {
                "sha256": file.sha256,
                "records": file.records,
                "not_applicable": file.not_applicable,
                "failing": encode_numbers(file.failing),
            }
            for name, file in sorted(self.files.items())
        }
        lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
        rows = ",\n".join(f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in files.items())
        text = "{\n" + "\n".join(lines) + '\n "files": {\n' + rows + "\n }\n}\n"
        data = text.encode()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)

    @classmethod
    def load(cls, path: Path) -> "Baseline":
        """Read a baseline. Raises UsageError when it is missing, broken or of a newer schema."""
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            raise UsageError(
                f"{path}: there is no baseline", "`dbwright gate --update` makes one"
            ) from None
        try:
            stored = json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)
            if stored["schema"] > SCHEMA:
                raise UsageError(
                    f"{path}: baseline of schema {stored['schema']}; this dbwright knows {SCHEMA}",
                    "install a newer dbwright",
                )
            return cls(
                stored["engine"],
                stored["label"],
                stored["limits"],
                stored["selection"],
                {
                    name: BaselineFile(
                        row["sha256"],
                        row["records"],
                        row["not_applicable"],
                        decode_numbers(row["failing"]),
                    )
                    for name, row in stored["files"].items()
                },
            )
        except (ValueError, KeyError, TypeError, AttributeError, OSError, zlib.error) as error:
            raise UsageError(
                f"{path}: this is not a baseline: {type(error).__name__}: {error}",
                "restore it from version control, or make it anew with `dbwright gate --update`",
            ) from error

    @classmethod
    def of_run(cls, connection: queries.Connection, run: queries.Run) -> "Baseline":
        """The baseline that a finished run would pass, but for crashes and time-outs."""
        failing = failing_records(connection, run)
        return cls(
            run.engine,
            run.label,
            {name: run.options[name] for name in LIMITS},
            run.selection,
            {
                name: BaselineFile(
                    file.sha256, file.records, file.not_applicable, set(failing.get(name, ()))
                )
                for name, file in files_by_name(connection, run).items()
            },
        )


def files_by_name(
    connection: queries.Connection, run: queries.Run
) -> dict[str, queries.FileResult]:
    """The run's files; a name that two archives share is led by the archive's."""
    found: dict[str, queries.FileResult] = {}
    for file in queries.file_totals(connection, run):
        name = file.name if file.name not in found else f"{file.container}/{file.name}"
        found[name] = file
    return found


def failing_records(
    connection: queries.Connection, run: queries.Run
) -> dict[str, dict[int, queries.NotPassed]]:
    """What did not pass, by the file's name in the baseline and the record's number."""
    names = {
        (file.container, file.name): name for name, file in files_by_name(connection, run).items()
    }
    found: dict[str, dict[int, queries.NotPassed]] = {}
    for case in queries.not_passed(connection, run):
        found.setdefault(names[case.container, case.name], {})[case.record] = case
    return found


def encode_numbers(numbers: Iterable[int]) -> str:
    """Numbers as ranges, '3-5,9'; as a packed bitmap, 'z:...', where that is shorter."""
    ordered = sorted(numbers)
    parts: list[str] = []
    start = 0
    for i, number in enumerate(ordered):
        if i + 1 == len(ordered) or ordered[i + 1] != number + 1:
            first = ordered[start]
            parts.append(str(number) if first == number else f"{first}-{number}")
            start = i + 1
    ranges = ",".join(parts)
    if len(ranges) <= LONGEST_RANGES:
        return ranges
    bits = bytearray(ordered[-1] // 8 + 1)
    for number in ordered:
        bits[number >> 3] |= 1 << (number & 7)
    packed = "z:" + base64.b85encode(zlib.compress(bytes(bits), 9)).decode()
    return min(ranges, packed, key=len)


def decode_numbers(text: str) -> set[int]:
    """What `encode_numbers` wrote. Raises ValueError or zlib.error."""
    if text.startswith("z:"):
        bits = zlib.decompress(base64.b85decode(text[2:]))
        return {
            (i << 3) + bit for i, byte in enumerate(bits) if byte for bit in range(8)
            if byte >> bit & 1
        }  # fmt: skip
    found: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        found.update(range(int(first), int(last or first) + 1))
    return found
