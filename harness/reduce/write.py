"""The reduced case as a suite file that fails by itself."""

from harness.reduce.candidate import Candidate
from harness.reduce.reducer import Reduced
from sqllogictest.records import HashThreshold, Record
from sqllogictest.writer import write

MOST_UNHASHED = 8
"""The runner's own threshold: only longer results need the line that turns hashing off."""


def suite_text(reduced: Reduced, where: str, engine: str, reason: str) -> str:
    """The file: comments that say where it comes from, the setup, the failing record."""
    comments = [
        f"# Reduced by dbwright from {where}",
        f"# fails with {engine}: {reason}",
    ]
    return (
        "\n".join(_one_line(comment) for comment in comments)
        + "\n\n"
        + write(file_records(reduced.candidate, reduced.expected))
    )


def file_records(candidate: Candidate, expected: list[str]) -> list[Record]:
    """The records of the file."""
    records = candidate.records(expected)
    if len(expected) <= MOST_UNHASHED:
        records = [record for record in records if not isinstance(record, HashThreshold)]
    return records


def _one_line(text: str) -> str:
    return " ".join(text.split())
