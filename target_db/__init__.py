"""target_db: a SQLite-compatible database engine, from nothing, in typed Python."""

from pathlib import Path

from target_db._build import choose_build

BUILD = choose_build("target_db", Path(__file__).parent)
