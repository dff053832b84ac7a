"""Times of both engines on files with the same settings.

`python -m harness.bench.disk.measure ENGINE ROWS POINTS` prints one engine's as JSON.
"""

import json
import os
import resource
import subprocess
import sys
import time
from dataclasses import dataclass

from harness.bench.disk.tasks import TASKS
from harness.engines.registry import find_engine


@dataclass(frozen=True)
class Row:
    """One task: processor seconds of the engine and of the reference."""

    name: str
    seconds: float
    reference_seconds: float
    limit: float

    @property
    def ratio(self) -> float:
        return self.seconds / max(self.reference_seconds, 1e-9)

    @property
    def is_within(self) -> bool:
        return self.ratio <= self.limit

    def as_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "seconds": self.seconds,
            "reference_seconds": self.reference_seconds,
            "ratio": self.ratio,
            "limit": self.limit,
        }


@dataclass(frozen=True)
class Times:
    """One engine's processor seconds by task, and the most memory that it took, in MB."""

    seconds: dict[str, float]
    megabytes: float


def run_tasks(engine: str, rows: int, points: int) -> Times:
    """Run every task on the file that `engine` names."""
    open_file = find_engine(engine).factory()
    seconds: dict[str, float] = {}
    opened = open_file()
    for task in TASKS:
        if task.fresh:
            opened.close()
            opened = open_file()
        began = time.process_time()
        task.run(open_file, opened, rows, points)
        seconds[task.name] = time.process_time() - began
    opened.close()
    return Times(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def run_apart(engine: str, rows: int, points: int) -> Times:
    """The same in a process of its own. Raises CalledProcessError."""
    command = [sys.executable, "-P", "-m", "harness.bench.disk.measure"]
    environment = {**os.environ, **find_engine(engine).environment}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    output = subprocess.run(
        [*command, engine, str(rows), str(points)],
        stdout=subprocess.PIPE, check=True, text=True, env=environment,
    ).stdout  # fmt: skip
    found = json.loads(output)
    return Times(found["seconds"], found["megabytes"])


def compare(times: Times, reference: Times) -> list[Row]:
    """One engine's times beside another's."""
    return [
        Row(task.name, times.seconds[task.name], reference.seconds[task.name], task.limit)
        for task in TASKS
    ]


if __name__ == "__main__":
    measured = run_tasks(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    print(json.dumps({"seconds": measured.seconds, "megabytes": measured.megabytes}))
