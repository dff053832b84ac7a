"""One engine's CPU time over another's, by family, through the same harness and workers."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness import runs
from harness.coordinator import Observer
from harness.store import queries
from harness.store.database import open_for_reading


@dataclass(frozen=True)
class FamilyCost:
    """A family's CPU seconds with both engines, parsing and judging included in both."""

    family: str
    records: int
    passed: int
    seconds: float
    reference_seconds: float

    @property
    def ratio(self) -> float:
        return self.seconds / self.reference_seconds if self.reference_seconds else math.nan


@dataclass(frozen=True)
class EngineCost:
    """The comparison: one row for each family, and all of it together."""

    engine: str
    reference: str
    names: list[str]
    families: list[FamilyCost]

    @property
    def total(self) -> FamilyCost:
        return FamilyCost(
            "all",
            sum(family.records for family in self.families),
            sum(family.passed for family in self.families),
            sum(family.seconds for family in self.families),
            sum(family.reference_seconds for family in self.families),
        )

    def as_json(self) -> dict[str, Any]:
        rows = [
            {
                "family": row.family,
                "records": row.records,
                "passed": row.passed,
                "cpu_seconds": round(row.seconds, 3),
                "reference_cpu_seconds": round(row.reference_seconds, 3),
                "ratio": None if math.isnan(row.ratio) else round(row.ratio, 3),
            }
            for row in (*self.families, self.total)
        ]
        return {
            "schema": 1,
            "engine": self.engine,
            "reference": self.reference,
            "files": self.names,
            "families": rows[:-1],
            "total": rows[-1],
        }


def measure(
    folder: Path, names: list[str], engine: str, reference: str, workers: int, rounds: int
) -> EngineCost:
    """Run the unpacked files `names` below `folder` on both engines in turn, `rounds` times.

    The least CPU time of each family counts: what is over it is the machine's noise.
    """
    best: dict[tuple[str, str], queries.FamilyTotals] = {}
    for number in range(rounds):
        for name in (engine, reference):
            store = folder.parent / f"engine{number}" / "results.duckdb"
            request = runs.RunRequest(name, [str(folder)], workers=workers, store=store)
            result = runs.start(request, Observer())
            with open_for_reading(store) as connection:
                run = queries.find_run(connection, result.run_id)
                for row in queries.families(connection, run):
                    kept = best.get((name, row.family))
                    if kept is None or row.cpu_seconds < kept.cpu_seconds:
                        best[name, row.family] = row
    families = [
        FamilyCost(
            row.family,
            row.records,
            row.passed,
            row.cpu_seconds,
            best[reference, row.family].cpu_seconds,
        )
        for (name, _), row in sorted(best.items())
        if name == engine
    ]
    return EngineCost(engine, reference, names, families)
