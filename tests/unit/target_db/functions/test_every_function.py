"""Every function that SQLite lists, called in SQL with values of every kind and in every number.

The values are drawn from a pool by the name of the function, so that each run draws the same.
Values, types and error texts are SQLite's.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import apsw
import pytest

from target_db.errors import SqlError
from target_db.session.session import Session

POOL = (
    *(
        "NULL",
        "0",
        "1",
        "-1",
        "2",
        "5",
        "12",
        "1000",
        "9223372036854775807",
        "-9223372036854775808",
    ),
    *("0.0", "0.5", "-2.5", "3.999", "1e15", "1e300", "9e999", "2460000.5", "1700000000"),
    *("''", "'a'", "'abc'", "'ABC'", "'12'", "'-3.5'", "' 7 '", "'1e5'", "'éa€'", "'0x1F'"),
    *("x''", "x'616263'", "x'3132'", "x'ff00'", "'%d|%5.2f|%s'", "'%Y-%m-%d %H:%M'"),
    *("'2024-02-29'", "'2024-01-31 23:59:59.5'", "'12:30'", "'now'", "'+1 month'", "'-3 days'"),
    *("'start of year'", "'weekday 2'", "'unixepoch'", "'auto'", "'subsec'", "'a%'", "'_b*'"),
    *("""'{"a":[1,2.5,"x",null,{"b":true}]}'""", "'[3,1,[2]]'", "'{a:1,}'", "'[1,'", "'\"q\"'"),
    *("'$'", "'$.a'", "'$.a[1]'", "'$[#-1]'", "'$.x.y'", "'$['", 'jsonb(\'[1,{"k":"v"}]\')'),
    *("json('[7]')", "'\\u0041'", "-0.0", "'-'", "','"),
)
CALLS = 18
"""Calls for each number of arguments: a function has 15 at the least."""

# Functions of the extensions that are not here, of SQLite's own inside, and those whose answer is
# another each time.
OTHERS = re.compile(
    r"fts\d|geopoly|rtree|bm25|highlight|snippet|matchinfo|offsets$|optimize$|sqlite_|load_ext"
    r"|random|match$|regexp$|changes|total_changes|last_insert|current_|fts5"
)
# Of lengths that would be the test of memory; and of times, one clock cannot be read twice.
HUGE = re.compile(r"9223372036854775807|1e15|1e300|1700000000|2460000")
ROWS = "(VALUES (1, 5, 'x'), (2, NULL, 'y'), (3, 2.5, 'z'), (4, 'a', '1'), (5, 5, NULL)) AS t"


def listed() -> list[tuple[str, str]]:
    connection = apsw.Connection(":memory:")
    rows = connection.execute("SELECT DISTINCT name, type FROM pragma_function_list")
    return sorted((name, kind) for name, kind in rows if not OTHERS.match(name))


FUNCTIONS = listed()


@pytest.fixture(scope="module")
def ask() -> Callable[[str], tuple[object, object]]:
    """The answers of both engines to one statement."""
    session = Session(":memory:")
    sqlite = apsw.Connection(":memory:")

    def answers(sql: str) -> tuple[object, object]:
        rows: list[tuple[object, ...]] = []
        here: object = rows
        try:
            statement = session.prepare(sql)[0]
            assert statement is not None
            statement.fetch_all(rows)
        except SqlError as error:
            here = error.message
        there: object
        try:
            there = sqlite.execute(sql).fetchall()
        except apsw.Error as error:
            there = str(error)
        except UnicodeDecodeError:
            return None, None
        return plain(here), plain(there)

    return answers


def plain(answer: object) -> object:
    """The answer with its types; of REALs the digits that every C library agrees on."""
    if isinstance(answer, str):
        return answer
    assert isinstance(answer, list)
    return [tuple(f"{v:.13g}" if isinstance(v, float) else repr(v) for v in row) for row in answer]


def draw(name: str, count: int) -> list[str]:
    """Lists of so many arguments, as SQL."""
    rnd = random.Random(f"{name} {count}")
    pool = POOL
    if name in ("zeroblob", "printf", "format"):
        pool = tuple(value for value in POOL if HUGE.search(value) is None)
    if name in ("date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff"):
        pool = tuple(value for value in POOL if value not in ("'now'", "'subsec'"))
    calls = 1 if count == 0 else CALLS
    return [", ".join(rnd.choice(pool) for _ in range(count)) for _ in range(calls)]


@pytest.mark.parametrize("name", [name for name, kind in FUNCTIONS if kind == "s"])
def test_scalars(name: str, ask: Callable[[str], tuple[object, object]]) -> None:
    timeless = name in ("date", "time", "datetime", "julianday", "unixepoch", "strftime")
    for count in range(1 if timeless else 0, 5):
        for args in draw(name, count):
            sql = f'SELECT "{name}"({args})'
            if name == "strftime" and count == 1:
                continue  # of the time now
            here, there = ask(f"{sql}, typeof({sql.removeprefix('SELECT ')})")
            if "bad JSON path" not in str(there):  # it quotes a path up to its first NUL
                assert here == there, sql


@pytest.mark.parametrize("name", sorted({name for name, kind in FUNCTIONS if kind != "s"}))
def test_aggregates_and_windows(name: str, ask: Callable[[str], tuple[object, object]]) -> None:
    columns = ("column1", "column2", "column3", "column1 % 2", "column2 || ''", *POOL[:19])
    for count in range(1 if name in ("max", "min") else 0, 4):
        rnd = random.Random(f"{name} {count}")
        for _ in range(1 if count == 0 else CALLS):
            args = ", ".join(rnd.choice(columns) for _ in range(count))
            over = rnd.choice(
                ("", "", "FILTER (WHERE column1 > 2)")
                if rnd.random() < 0.5
                else (
                    "OVER ()",
                    "OVER (ORDER BY column1)",
                    "OVER (ORDER BY column1 ROWS 1 PRECEDING)",
                )
            )
            sql = f'SELECT "{name}"({args}) {over} FROM {ROWS}'
            here, there = ask(sql)
            assert here == there, sql
