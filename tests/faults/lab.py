"""Runs of the suite with faults, and what came of them."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

from catalogue import FAULTS
from scoring import adjusted_mutual_information

from harness import runs
from harness.clusters.find import find_clusters
from harness.coordinator import Observer
from harness.store import causes, queries
from harness.store.database import open_for_reading

AT_ONCE = 12
RECORD_TIMEOUT = 3.0
Case = tuple[str, int]


def engine(*names: str) -> str:
    """The engine with these faults."""
    return f"dbapi:faulty_target:{','.join(names) or 'none'}"


def draw(seed: int) -> list[str]:
    """Twelve faults at random."""
    return sorted(Random(seed).sample(sorted(FAULTS), AT_ONCE))


class Lab:
    """A suite, a store, and the truth: which cases each fault alone makes fail."""

    def __init__(self, suite: Path, folder: Path) -> None:
        self.suite = suite
        self.store = folder / "store" / "results.duckdb"
        self.truth: dict[str, set[Case]] = {}

    def run(self, *names: str) -> str:
        request = runs.RunRequest(
            engine(*names), [str(self.suite)], workers=2, record_timeout=RECORD_TIMEOUT,
            store=self.store,
        )  # fmt: skip
        return runs.start(request, Observer()).run_id

    def failures(self, run_id: str) -> dict[Case, queries.Failure]:
        with open_for_reading(self.store) as connection:
            run = queries.find_run(connection, run_id)
            return {(f.name, f.record): f for f in queries.failures(connection, run)}

    def fails_alone(self, name: str) -> set[Case]:
        if name not in self.truth:
            self.truth[name] = set(self.failures(self.run(name)))
        return self.truth[name]

    def score(self, names: list[str]) -> "Score":
        """Run with all of these faults, and hold the clusters against the truth."""
        for name in names:
            self.fails_alone(name)
        run_id = self.run(*names)
        failures = self.failures(run_id)
        run, clusters = find_clusters(self.store, run_id)
        home: dict[Case, str] = {}
        owners: set[str] = set()
        with open_for_reading(self.store) as connection:
            for cluster in clusters:
                members = causes.members(connection, run, cluster.cluster)
                cases = [(member.name, member.record) for member in members]
                home.update(dict.fromkeys(cases, cluster.cluster))
                counts = Counter(
                    name for name in names for case in cases if case in self.fails_alone(name)
                )
                most = max(counts.values(), default=0)
                owners |= {name for name, count in counts.items() if count == most}
        causes_of = {
            case: [name for name in names if case in self.fails_alone(name)] for case in failures
        }
        clear = sorted(case for case, found in causes_of.items() if len(found) == 1)
        truth = [causes_of[case][0] for case in clear]
        return Score(
            adjusted_mutual_information(truth, [home[case] for case in clear]),
            adjusted_mutual_information(truth, [failures[case].message for case in clear]),
            len(clusters),
            len(failures),
            [name for name in names if name not in owners],
        )


@dataclass
class Score:
    """How well clusters match causes, from 0 to 1, and how well messages alone do.

    Only cases that exactly one fault breaks are scored. `lacking` are the faults that are the main
    cause of no cluster.
    """

    clusters_ami: float
    messages_ami: float
    clusters: int
    failures: int
    lacking: list[str]

    def __str__(self) -> str:
        return (
            f"AMI {self.clusters_ami:.3f} (messages alone {self.messages_ami:.3f}), "
            f"{self.clusters} clusters of {self.failures} failures, lacking {self.lacking}"
        )
