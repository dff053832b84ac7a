"""What SQLite's documentation says of the language holds for target_db."""

from __future__ import annotations

from pathlib import Path

import pytest
from complete import sqlite
from doc_pages import PAGES, Group, Run, answer, read

from target_db.errors import SqlError
from target_db.session.session import Session

ALL = [(page, group) for page in sorted(PAGES.iterdir()) for group in read(page)]
LEAST = 1000
"""Cases that the pages have together, those not counted that answer nothing."""


def target_db() -> Run:
    """A fresh database of target_db in memory."""
    session = Session(":memory:")

    def run(sql: str) -> tuple[list[tuple[object, ...]], str | None]:
        rows: list[tuple[object, ...]] = []
        try:
            statement = session.prepare(sql)[0]
            if statement is not None:
                statement.fetch_all(rows)
        except SqlError as error:
            return rows, error.message
        return rows, None

    return run


@pytest.mark.parametrize(
    "group", [group for _, group in ALL], ids=[f"{page.stem}: {g.title}" for page, g in ALL]
)
def test_group(group: Group) -> None:
    run = target_db()
    for case in group.cases:
        assert answer(run, case.sql) == case.answer, case.sql


@pytest.mark.parametrize("page", sorted(PAGES.iterdir()), ids=lambda page: page.stem)
def test_the_answers_are_sqlites(page: Path) -> None:
    for group in read(page):
        run = sqlite()
        for case in group.cases:
            assert answer(run, case.sql) == case.answer, case.sql


def test_there_are_enough_cases() -> None:
    assert sum(bool(case.answer) for _, group in ALL for case in group.cases) >= LEAST
