"""Times of an engine and of SQLite, in turn, in one process."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from harness.bench.growth import tasks
from harness.bench.growth.fit import exponent
from harness.bench.growth.tasks import TASKS, Task
from harness.engines.registry import find_engine
from sqllogictest.engine import Engine

EXPONENT_LIMIT = 0.15
RATIO_LIMIT = 3.0


@dataclass(frozen=True)
class Growth:
    """One operation: CPU seconds of both engines for each table size."""

    name: str
    sizes: list[int]
    seconds: list[float]
    reference_seconds: list[float]

    @property
    def exponent(self) -> float:
        return exponent(self.sizes, self.seconds)

    @property
    def reference_exponent(self) -> float:
        return exponent(self.sizes, self.reference_seconds)

    @property
    def ratio(self) -> float:
        """Of the times at the largest size."""
        return self.seconds[-1] / self.reference_seconds[-1]

    @property
    def is_within(self) -> bool:
        """It grows no faster than the reference does, and costs at most RATIO_LIMIT times as
        much at the largest size."""
        grows = self.exponent - self.reference_exponent
        return grows <= EXPONENT_LIMIT and self.ratio <= RATIO_LIMIT

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "sizes": self.sizes,
            "cpu_seconds": self.seconds,
            "reference_cpu_seconds": self.reference_seconds,
            "exponent": round(self.exponent, 3),
            "reference_exponent": round(self.reference_exponent, 3),
            "ratio": round(self.ratio, 3),
            "within": self.is_within,
        }


def measure(
    engine: str, reference: str, sizes: list[int], rounds: int, progress: Callable[[str], None]
) -> list[Growth]:
    """Every task at every size on both engines; the least of `rounds` CPU times counts."""
    times: dict[tuple[str, str], list[float]] = {}
    for size in sizes:
        progress(f"{size:,} rows")
        databases = {name: filled(name, size) for name in (engine, reference)}
        for task in TASKS:
            for name, database in databases.items():
                times.setdefault((task.name, name), []).append(best(database, task, size, rounds))
        for database in databases.values():
            database.close()
    return [
        Growth(task.name, sizes, times[task.name, engine], times[task.name, reference])
        for task in TASKS
    ]


def filled(engine: str, size: int) -> Engine:
    """A database with the tables of the tasks."""
    database = find_engine(engine).factory()()
    database.execute(tasks.SCHEMA)
    database.execute(tasks.FILL.format(n=size))
    database.execute(tasks.INDEX)
    database.execute(tasks.FILL_OTHER)
    return database


def best(database: Engine, task: Task, size: int, rounds: int) -> float:
    """The least CPU time of the task's statements."""
    statements = task.statements(size)
    least = float("inf")
    for _ in range(rounds):
        if task.changes:
            database.execute("BEGIN")
        started = time.process_time()
        for sql in statements:
            if task.changes:
                database.execute(sql)
            else:
                database.query(sql)
        least = min(least, time.process_time() - started)
        if task.changes:
            database.execute("ROLLBACK")
    return least
