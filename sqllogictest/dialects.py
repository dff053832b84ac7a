"""The three dialects of the format, and how a file shows which one it is written in.

OFFICIAL is SQLite's own, RUST that of sqllogictest-rs, DUCKDB that of DuckDB's runner. A file
is official until it uses a word that only another dialect has; a `.slt` file that uses none
is sqllogictest-rs's, whose files bear that suffix.
"""

import re
from typing import Final

from sqllogictest.records import DUCKDB, OFFICIAL, RUST

RUST_WORDS: Final = frozenset(
    ("include", "control", "connection", "sleep", "let", "system", "subtest")
)
DUCKDB_WORDS: Final = frozenset(
    (
        "loop",
        "foreach",
        "concurrentloop",
        "concurrentforeach",
        "endloop",
        "require",
        "mode",
        "restart",
        "reconnect",
        "load",
    )
)

DURATION: Final = re.compile(r"([0-9]+)\s*([a-z]*)")
SECONDS_PER_UNIT: Final = {
    "ns": 1e-9,
    "nsec": 1e-9,
    "us": 1e-6,
    "usec": 1e-6,
    "ms": 1e-3,
    "msec": 1e-3,
    "milliseconds": 1e-3,
    "millisecond": 1e-3,
    "": 1.0,
    "s": 1.0,
    "sec": 1.0,
    "secs": 1.0,
    "second": 1.0,
    "seconds": 1.0,
    "m": 60.0,
    "min": 60.0,
    "mins": 60.0,
    "minute": 60.0,
    "minutes": 60.0,
    "h": 3600.0,
    "hr": 3600.0,
    "hour": 3600.0,
    "hours": 3600.0,
}


def default_dialect(name: str) -> str:
    """The dialect that a file of this name is taken to be written in at first."""
    return RUST if name.lower().endswith((".slt", ".slt.part")) else OFFICIAL


def dialect_of(word: str) -> str:
    """The dialect that has this directive and the official one has not; '' if none."""
    if word in RUST_WORDS:
        return RUST
    if word in DUCKDB_WORDS:
        return DUCKDB
    return ""


def parse_duration(text: str) -> float:
    """Seconds in `500ms`, `2s`, `1m 30s`; -1.0 if it cannot be read."""
    rest = text.strip()
    if not rest:
        return -1.0
    total = 0.0
    while rest:
        found = DURATION.match(rest)
        if found is None or found.group(2) not in SECONDS_PER_UNIT:
            return -1.0
        total += int(found.group(1)) * SECONDS_PER_UNIT[found.group(2)]
        rest = rest[found.end() :].lstrip()
    return total


def is_switch(dialect: str, other: str) -> bool:
    """Whether a file taken for `dialect` that uses a word of `other` is written in `other`.

    Officials switch to either; sqllogictest-rs's only to DuckDB's, so that no file can go
    back and forth.
    """
    return other != "" and other != dialect and dialect != DUCKDB
