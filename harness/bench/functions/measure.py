"""CPU times of each part of the language on an engine and on SQLite, in turn, in one process."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from harness.bench.functions import tasks
from harness.bench.functions.tasks import TASKS
from harness.bench.growth.measure import best
from harness.engines.registry import find_engine
from sqllogictest.engine import Engine

RATIO_LIMIT = 5.0


@dataclass(frozen=True)
class PartCost:
    """One part of the language: CPU seconds of both engines."""

    name: str
    seconds: float
    reference_seconds: float

    @property
    def ratio(self) -> float:
        return self.seconds / self.reference_seconds

    @property
    def is_within(self) -> bool:
        """It costs at most RATIO_LIMIT times as much as the reference."""
        return self.ratio <= RATIO_LIMIT

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "cpu_seconds": self.seconds,
            "reference_cpu_seconds": self.reference_seconds,
            "ratio": round(self.ratio, 3),
            "within": self.is_within,
        }


def measure(
    engine: str, reference: str, size: int, rounds: int, progress: Callable[[str], None]
) -> list[PartCost]:
    """Every task over tables of `size` rows; the least of `rounds` CPU times counts."""
    ours, theirs = filled(engine, size), filled(reference, size)
    parts = []
    for task in TASKS:
        progress(task.name)
        parts.append(
            PartCost(task.name, best(ours, task, size, rounds), best(theirs, task, size, rounds))
        )
    ours.close()
    theirs.close()
    return parts


def filled(engine: str, size: int) -> Engine:
    """A database with the tables of the tasks."""
    database = find_engine(engine).factory()()
    database.execute(tasks.SCHEMA)
    database.execute(tasks.FILL.format(n=size))
    database.execute(tasks.FILL_PARENT)
    return database
