"""Write SQLite's answers into pages: `python tests/documentation/complete.py [PAGE...]`.

SQLite is the one that apsw brings. Without a PAGE (a file of `pages/`), all of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

import apsw
from doc_pages import PAGES, Run, answer, read, write


def sqlite() -> Run:
    """A fresh database of SQLite in memory."""
    connection = apsw.Connection(":memory:")

    def run(sql: str) -> tuple[list[tuple[object, ...]], str | None]:
        rows: list[tuple[object, ...]] = []
        try:
            rows.extend(connection.execute(sql))
        except apsw.Error as error:
            return rows, str(error)
        return rows, None

    return run


def complete(page: Path) -> None:
    """Replace every answer of a page by SQLite's."""
    groups = read(page)
    for group in groups:
        run = sqlite()
        for case in group.cases:
            case.answer = answer(run, case.sql)
    write(page, groups)


if __name__ == "__main__":
    for page in [Path(name) for name in sys.argv[1:]] or sorted(PAGES.iterdir()):
        complete(page)
