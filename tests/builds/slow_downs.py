"""Six ways to make the engine slow without changing an answer, and a suite that shows each.

Each family of the suite is slow by one of them. The orders on speed are to find all six.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from source_patch import Patch

from harness.engines.registry import find_engine
from sqllogictest.completion import complete

INSERTION_SORT = """
ordered: list[int] = []
for position in positions:
    at = len(ordered)
    if term.descending:
        while at and keys[ordered[at - 1]] < keys[position]:
            at -= 1
    else:
        while at and keys[ordered[at - 1]] > keys[position]:
            at -= 1
    ordered.insert(at, position)
positions[:] = ordered
"""


@dataclass(frozen=True)
class SlowDown:
    """`family` is the suite's folder that it makes slow, `queries` what is in it."""

    family: str
    patches: tuple[Patch, ...]
    setup: tuple[str, ...]
    queries: tuple[str, ...]


def table(name: str, columns: str, row: str, count: int) -> tuple[str, ...]:
    """A table with `count` rows of expressions over n, from 0 on, and m, the same in disorder."""
    return (
        f"CREATE TABLE {name}({columns})",
        f"INSERT INTO {name} WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL "
        f"SELECT n + 1 FROM numbers WHERE n < {count - 1}) "
        f"SELECT {row} FROM (SELECT n, n * 7919 % {count} AS m FROM numbers)",
    )


SLOW_DOWNS = (
    SlowDown(
        "lookup",
        (Patch("physical.access_path", "index_path",
               "place == 0 and path.low is None and path.high is None", "True"),),
        (*table("big", "k INTEGER, v INTEGER", "m, n", 1500), "CREATE INDEX bk ON big(k)",
         *table("few", "a INTEGER", "n", 40)),
        tuple(f"SELECT sum((SELECT max(v) FROM big WHERE k BETWEEN a * {n} AND a * {n} + 2)) "
              "FROM few" for n in (3, 5, 7)),
    ),
    SlowDown(
        "rowid",
        (Patch("physical.access_path", "rowid_path",
               "best is None and low is None and high is None", "True"),),
        (*table("big", "k INTEGER PRIMARY KEY, v INTEGER", "n, m", 1500),
         *table("few", "a INTEGER", "n", 40)),
        tuple(f"SELECT sum((SELECT max(v) FROM big WHERE k BETWEEN a * {n} AND a * {n} + 2)) "
              "FROM few" for n in (3, 5, 7)),
    ),
    SlowDown(
        "sort",
        (Patch("exec.sort", "sort_positions",
               "positions.sort(key=keys.__getitem__, reverse=term.descending)", INSERTION_SORT),),
        table("t", "a INTEGER, b INTEGER", "m, n", 4000),
        tuple(f"SELECT group_concat(a) FROM (SELECT a FROM t WHERE b >= {n} ORDER BY a)"
              for n in (1, 9, 17)),
    ),
    SlowDown(
        "distinct",
        (Patch("exec.distinct", "Distinct.step", "key not in seen", "key not in list(seen)"),
         Patch("exec.distinct", "Distinct.fetch_all", "key not in seen", "key not in list(seen)")),
        table("t", "a INTEGER, b INTEGER", "m, n", 9000),
        tuple(f"SELECT count(*), sum(a) FROM (SELECT DISTINCT a FROM t WHERE b >= {n})"
              for n in (1, 9, 17)),
    ),
    SlowDown(
        "join",
        (Patch("physical.hash_path", "hash_keys",
               "not isinstance(condition, Comparison) or condition.op != EQ", "True"),),
        (*table("p", "a INTEGER, b INTEGER", "m, n", 400),
         *table("q", "c INTEGER, d INTEGER", "n, m", 400)),
        tuple(f"SELECT count(*), sum(b + d) FROM p, q WHERE a = c AND b >= {n}"
              for n in (1, 9, 17)),
    ),
    SlowDown(
        "subquery",
        (Patch("exec.subqueries", "SubqueryExpr.is_cached", "self.cached_in == number", "False"),),
        table("t", "a INTEGER, b INTEGER", "m, n", 250),
        tuple(f"SELECT count(*) FROM t WHERE a > (SELECT avg(a) FROM t WHERE b >= {n})"
              for n in (1, 9, 17)),
    ),
)  # fmt: skip


def write_suite(folder: Path, chosen: Iterable[SlowDown]) -> None:
    """A file for each family, with SQLite's answers."""
    connect = find_engine("sqlite").factory()
    for slow in chosen:
        lines = [line for sql in slow.setup for line in ("statement ok", sql, "")]
        for sql in slow.queries:
            columns = "T" if "concat" in sql else "I" * sql.split(" FROM ")[0].count("(")
            columns = "I" if slow.family in ("lookup", "rowid") else columns
            lines += [f"query {columns} nosort", sql, "----", ""]
        file = folder / slow.family / "a.test"
        file.parent.mkdir(parents=True)
        file.write_text(complete("\n".join(lines), "a.test", connect), encoding="utf-8")
