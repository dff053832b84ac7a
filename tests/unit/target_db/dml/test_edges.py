"""Scripts that must leave target_db and SQLite in the same state after every statement."""

from __future__ import annotations

from typing import Any


def test_same_as_sqlite(pair: Any, script: list[str]) -> None:
    for sql in script:
        pair.check(sql)
