"""What the parts of an unfinished run say so far: families, and the latest failures."""

import json
import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from harness.store.parts import finished_files, part_files

TAIL = 96 * 1024
"""Bytes read of the end of each worker's details."""
LONGEST = 2_000
"""Characters kept of each text of a failure."""


@dataclass
class FamilySoFar:
    """One family's finished files."""

    family: str
    files: int = 0
    records: int = 0
    passed: int = 0


@dataclass(frozen=True)
class LatestFailure:
    """A case that did not pass, as it was written down; its file is not known before it is done."""

    line: int
    verdict: str
    sql: str
    what: str


def families_so_far(folder: Path) -> list[FamilySoFar]:
    """The families of the run in `folder`, by name."""
    found: dict[str, FamilySoFar] = {}
    for totals in finished_files(folder):
        family = found.setdefault(totals.family, FamilySoFar(totals.family))
        family.files += 1
        family.records += totals.records
        family.passed += totals.passed
    return [found[name] for name in sorted(found)]


def latest_failures(folder: Path, limit: int) -> tuple[list[LatestFailure], list[tuple[str, int]]]:
    """The latest failures, and what the latest are about: a text and how many say it."""
    found: list[tuple[int, int, LatestFailure]] = []
    for path in part_files(folder, "details"):
        for line in _last_lines(path):
            try:
                detail = json.loads(line)
            except ValueError:
                continue
            found.append((detail["attempt"], detail["record"], _failure(detail)))
    found.sort(key=lambda item: item[:2], reverse=True)
    counted = Counter(failure.what for _, _, failure in found)
    return [failure for _, _, failure in found[:limit]], counted.most_common(limit)


def _failure(detail: dict[str, object]) -> LatestFailure:
    words = [str(detail["error_class"]), str(detail["message"]).split("\n", 1)[0]]
    what = ": ".join(filter(None, words)) or str(detail["reason"]) or str(detail["verdict"])
    return LatestFailure(
        int(str(detail["line"])),
        str(detail["verdict"]),
        str(detail["sql"])[:LONGEST],
        what[:LONGEST],
    )


def _last_lines(path: Path) -> list[bytes]:
    """The whole lines at the end of a part that may be written to meanwhile."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            start = max(0, size - TAIL)
            file.seek(start)
            lines = file.read(TAIL).split(b"\n")
    except OSError:
        return []
    return lines[1 if start else 0 : -1]
