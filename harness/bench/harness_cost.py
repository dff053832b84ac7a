"""What judging costs: CPU time of a whole run against that of the bare loop."""

import json
import resource
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.errors import InternalFault

ENGINE = "sqlite"
LIMIT = 2.0
"""The most that the ratio may be."""


@dataclass(frozen=True)
class HarnessCost:
    """CPU seconds of each round, and the ratio of the medians."""

    names: list[str]
    records: int
    harness: list[float]
    bare: list[float]

    @property
    def ratio(self) -> float:
        return statistics.median(self.harness) / statistics.median(self.bare)

    def as_json(self) -> dict[str, Any]:
        return {
            "schema": 1,
            "files": self.names,
            "records": self.records,
            "harness_cpu_seconds": self.harness,
            "bare_cpu_seconds": self.bare,
            "ratio": round(self.ratio, 3),
            "limit": LIMIT,
        }


def measure(folder: Path, names: list[str], workers: int, rounds: int) -> HarnessCost:
    """Measure both in turn, `rounds` times, on the unpacked files `names` below `folder`."""
    harness, bare = [], []
    records = 0
    for number in range(rounds):
        seconds, records = _run_harness(folder, workers, folder.parent / f"round{number}")
        harness.append(seconds)
        bare.append(_run_bare(folder, names))
    return HarnessCost(names, records, harness, bare)


def _run_harness(folder: Path, workers: int, scratch: Path) -> tuple[float, int]:
    """CPU seconds of `dbwright run` as a whole (start, workers, ingest), and its records."""
    before = _children_cpu()
    finished = subprocess.run(
        [
            sys.executable, "-P", "-m", "harness", "run", str(folder), "--engine", ENGINE,
            "--workers", str(workers), "--store", str(scratch / "results.duckdb"), "--json",
        ],
        stdout=subprocess.PIPE,
        check=False,
    )  # fmt: skip
    seconds = _children_cpu() - before
    if finished.returncode not in (0, 1):
        raise InternalFault("the run that was to be measured failed; see above")
    return seconds, json.loads(finished.stdout)["records"]


def _run_bare(folder: Path, names: list[str]) -> float:
    finished = subprocess.run(
        [sys.executable, "-P", "-m", "harness.bench.bare", str(folder), *names],
        stdout=subprocess.PIPE,
        check=True,
    )
    seconds: float = json.loads(finished.stdout)["cpu_seconds"]
    return seconds


def _children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
