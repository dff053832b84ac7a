"""sqllogictest: the test format of SQLite's own suite, as a typed library."""

from pathlib import Path

from sqllogictest._build import choose_build

BUILD = choose_build("sqllogictest", Path(__file__).parent)
