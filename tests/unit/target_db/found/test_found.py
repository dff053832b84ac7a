"""What fuzzing found, as rules: rows, names, types, errors and counts are SQLite's."""

from __future__ import annotations

from harness.engines.sqlite_observer import SqliteObserver
from harness.engines.target_db_observer import TargetDbObserver
from harness.fuzz.sameness import difference


def test_same_as_sqlite(script: list[str]) -> None:
    ours, theirs = TargetDbObserver(), SqliteObserver()
    for sql in script:
        here, there = ours.run(sql), theirs.run(sql)
        assert difference(here, there) == "", f"{sql}\nours {here}\nSQLite {there}"
