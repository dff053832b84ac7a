"""The operations whose growth is measured, as SQL over a table of `n` rows."""

from collections.abc import Callable
from dataclasses import dataclass

SCHEMA = (
    "CREATE TABLE t(id INTEGER PRIMARY KEY, key INT, part INT, value REAL, name TEXT);"
    "CREATE TABLE other(key INTEGER PRIMARY KEY, note INT)"
)
FILL = (
    "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {n}) "
    "INSERT INTO t SELECT i, (i * 7919) % {n}, i % 100, i * 0.5, 'name' || (i % 1000) FROM c"
)
INDEX = "CREATE UNIQUE INDEX t_key ON t(key)"
FILL_OTHER = "INSERT INTO other SELECT id, part FROM t"
POINTS = 200
"""How many point queries make one measurement."""


@dataclass(frozen=True)
class Task:
    """One operation. `statements(n)` are run and timed together; `changes` when they write, so
    that they run in a transaction that is rolled back outside of the timing."""

    name: str
    statements: Callable[[int], list[str]]
    changes: bool = False


def spread(n: int, count: int) -> list[int]:
    """`count` numbers from 1 to n, far apart."""
    return [1 + (place * 104_729) % n for place in range(count)]


TASKS = (
    Task(
        "point query by rowid",
        lambda n: [f"SELECT value FROM t WHERE id = {i}" for i in spread(n, POINTS)],
    ),
    Task(
        "point query by unique index",
        lambda n: [f"SELECT value FROM t WHERE key = {i - 1}" for i in spread(n, POINTS)],
    ),
    Task(
        "range of 100 rows",
        lambda n: [
            f"SELECT value FROM t WHERE id BETWEEN {i} AND {i + 99}"
            for i in spread(n, POINTS // 10)
        ],
    ),
    Task(
        "full scan with filter",
        lambda n: ["SELECT count(*) FROM t WHERE value > 10.5 AND part < 50"],
    ),
    Task("group by", lambda n: ["SELECT part, count(*), sum(value) FROM t GROUP BY part"]),
    Task("sort", lambda n: ["SELECT id FROM t ORDER BY name, value DESC"]),
    Task(
        "join on a key",
        lambda n: ["SELECT count(*), sum(note) FROM t JOIN other ON other.key = t.key"],
    ),
    Task(
        "insert",
        lambda n: [
            f"INSERT INTO t VALUES ({n + i}, {n + i}, 1, 0.5, 'new')" for i in range(1, POINTS)
        ],
        changes=True,
    ),
    Task(
        "delete",
        lambda n: [f"DELETE FROM t WHERE id = {i}" for i in spread(n, POINTS)],
        changes=True,
    ),
)
