"""Which part of a suite a run takes: globs and fixed samples, recorded with the run.

A selection changes what is run, never what counts as passed among it.
"""

import hashlib
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from typing import Any

from harness.errors import UsageError
from sqllogictest.records import Query, Record


@dataclass(frozen=True)
class Sample:
    """A fixed fraction, the same for the same seed on every machine."""

    fraction: float
    seed: str

    def takes(self, key: str) -> bool:
        """Whether the thing called `key` belongs to the sample."""
        digest = hashlib.blake2b(f"{self.seed}\0{key}".encode(), digest_size=8).digest()
        return int.from_bytes(digest) < self.fraction * 2.0**64

    @classmethod
    def parse(cls, text: str) -> "Sample":
        """`FRACTION[:SEED]`; raises UsageError when the fraction is not in (0, 1]."""
        fraction, _, seed = text.partition(":")
        try:
            value = float(fraction)
        except ValueError:
            value = 0.0
        if not 0.0 < value <= 1.0:
            raise UsageError(f"{text!r} is no sample", "FRACTION:SEED, such as 0.05:1")
        return cls(value, seed)


@dataclass(frozen=True)
class Selection:
    """`include` and `exclude` are globs on file names (`*` matches `/` too).

    `files` samples whole files; `queries` samples the queries of each file and keeps its
    statements, so that the data they need is there.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    files: Sample | None = None
    queries: Sample | None = None

    def takes_file(self, name: str) -> bool:
        """Whether the file called `name` is run."""
        if self.include and not any(fnmatchcase(name, glob) for glob in self.include):
            return False
        if any(fnmatchcase(name, glob) for glob in self.exclude):
            return False
        return self.files is None or self.files.takes(name)

    def take_records(self, name: str, records: list[Record]) -> list[Record]:
        """The records of the file called `name` that are run."""
        sample = self.queries
        if sample is None:
            return records
        return [
            record
            for record in records
            if not isinstance(record, Query) or sample.takes(f"{name}:{record.line}")
        ]

    def as_json(self) -> dict[str, Any]:
        """What the run records about its selection."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Selection":
        """The selection that `as_json` described."""
        return cls(
            tuple(stored["include"]),
            tuple(stored["exclude"]),
            Sample(**stored["files"]) if stored["files"] else None,
            Sample(**stored["queries"]) if stored["queries"] else None,
        )
