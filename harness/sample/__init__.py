"""The sample suite that ships: what `dbwright run` runs when no suite is named.

About 20,000 records in the manner of every family of the official suite, made by
`dbwright suite generate --seed 1` with answers from SQLite.
"""

from pathlib import Path

SAMPLE = "sample.tar.xz"


def sample_suite() -> Path:
    """Where the packed sample lies."""
    return Path(__file__).with_name(SAMPLE)
