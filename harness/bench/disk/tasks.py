"""What `dbwright bench disk` times: one table of `rows` rows, made, indexed and read."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from sqllogictest.engine import Engine

SMALL_TRANSACTIONS = 300
OPENINGS = 100
SEED = 20260101

CREATE = "CREATE TABLE t(a INTEGER PRIMARY KEY, b INTEGER, c TEXT)"
FILL = (
    "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {rows}) "
    "INSERT INTO t SELECT i, i * 7919 % 1000003, 'this is the text of row ' || i FROM n"
)

Open = Callable[[], Engine]


@dataclass(frozen=True)
class Task:
    """`run` gets how to open the file, an open engine, the table's rows and the point reads.

    `limit` is the most that its time may be of SQLite's. A `fresh` one begins on a connection that
    has read nothing yet.
    """

    name: str
    run: Callable[[Open, Engine, int, int], None]
    limit: float = 10.0
    fresh: bool = False


def bulk_insert(open_file: Open, engine: Engine, rows: int, points: int) -> None:
    engine.execute(CREATE)
    engine.execute(FILL.format(rows=rows))


def create_index(open_file: Open, engine: Engine, rows: int, points: int) -> None:
    engine.execute("CREATE INDEX t_b ON t(b)")


def point_reads(open_file: Open, engine: Engine, rows: int, points: int) -> None:
    chosen = random.Random(SEED)
    for _ in range(points):
        found = engine.query(f"SELECT c FROM t WHERE a = {chosen.randint(1, rows)}").rows
        if len(found) != 1:
            raise AssertionError(f"{len(found)} rows by a primary key")


def scan(open_file: Open, engine: Engine, rows: int, points: int) -> None:
    found = engine.query("SELECT count(*), sum(b), max(c) FROM t WHERE b >= 0").rows
    if found[0][0] != rows:
        raise AssertionError(f"{found[0][0]} of {rows} rows")


def group_by(open_file: Open, engine: Engine, rows: int, points: int) -> None:
    engine.query("SELECT b % 100, count(*), sum(a) FROM t GROUP BY b % 100")


def small_transactions(open_file: Open, engine: Engine, rows: int, points: int) -> None:
    for number in range(SMALL_TRANSACTIONS):
        engine.execute(f"INSERT INTO t(b, c) VALUES ({number}, 'small')")


def open_and_close(open_file: Open, engine: Engine, rows: int, points: int) -> None:
    for _ in range(OPENINGS):
        other = open_file()
        other.query("SELECT c FROM t WHERE a = 1")
        other.close()


TASKS = (
    Task("bulk insert", bulk_insert),
    Task("create index", create_index),
    Task("point reads, warm", point_reads),
    Task("point reads, cold", point_reads, fresh=True),
    Task("scan", scan, limit=2.0),
    Task("group by", group_by, limit=2.0),
    Task("300 small transactions", small_transactions),
    Task("open and close, 100 times", open_and_close),
)
