"""What a commit's engine passes: the harness's run of it, in the jail, as sets of cases."""

import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from builder.rules import EngineEntry
from builder.sandbox.engine import engine_name, violation
from builder.sandbox.jail import Jail
from harness import runs
from harness.coordinator import Observer
from harness.store import queries
from harness.store.database import open_for_reading
from harness.suites.selection import Selection
from sqllogictest.verdicts import PASSED

Case = tuple[str, str, int]
"""(container, file, record): what the results store knows a case by."""


@dataclass(frozen=True)
class Suite:
    """What a build is measured by. Times are in seconds."""

    paths: tuple[str, ...]
    selection: Selection = field(default_factory=Selection)
    workers: int = 1
    record_timeout: float = 20.0
    file_timeout: float = 120.0


@dataclass
class Measurement:
    """One run. `failures` are the cases that did not pass; `micros` the time of those that did."""

    run_id: str
    records: int
    passed: int
    seconds: float
    failures: dict[Case, queries.Failure]
    micros: dict[Case, int]
    files: dict[tuple[str, str], int]

    @property
    def all_passed(self) -> bool:
        return self.records > 0 and self.passed == self.records

    def violation(self) -> tuple[str, str] | None:
        """The first thing that the guard ended the engine for."""
        for failure in self.failures.values():
            found = violation(f"{failure.output}\n{failure.message}")
            if found:
                return found
        return None


def measure(
    suite: Suite, entry: EngineEntry, folder: Path, jail: Jail, store: Path,
    files: Iterable[str] = (),
) -> Measurement:  # fmt: skip
    """Run the suite (only these of its files, if any are named) on the engine in `folder`.

    The results go to `store`. Raises HarnessError.
    """
    selection = suite.selection
    chosen = tuple(sorted(set(files)))
    if chosen:
        selection = Selection(
            tuple(map(_literally, chosen)), selection.exclude, selection.files, selection.queries
        )
    request = runs.RunRequest(
        engine_name(entry, folder, jail), list(suite.paths), workers=suite.workers,
        record_timeout=suite.record_timeout, file_timeout=suite.file_timeout,
        selection=selection, store=store,
    )  # fmt: skip
    result = runs.start(request, Observer())
    return read_measurement(store, result.run_id)


def _literally(name: str) -> str:
    """A glob that matches this name only."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)


def read_measurement(store: Path, run_id: str) -> Measurement:
    """A run that is in the store."""
    with open_for_reading(store) as connection:
        run = queries.find_run(connection, run_id)
        failures = {
            (failure.container, failure.name, failure.record): failure
            for failure in queries.failures(connection, run)
        }
        micros = {
            (case.container, case.name, case.record): case.micros
            for case in queries.cases(connection, run)
            if case.verdict == PASSED
        }
        files = {
            (file.container, file.name): file.records
            for file in queries.file_totals(connection, run)
        }
    return Measurement(
        run.run_id, run.records, run.passed, run.seconds or 0.0, failures, micros, files
    )


@contextmanager
def scratch_store(folder: Path, name: str) -> Iterator[Path]:
    """A results store for one gate, gone afterwards."""
    place = folder / f"{name}-{time.monotonic_ns()}"
    try:
        yield place / "results.duckdb"
    finally:
        shutil.rmtree(place, ignore_errors=True)


def slowdown(before: Measurement, after: Measurement, cases: Iterable[Case]) -> float:
    """How many times slower `cases` are: the ratio of their summed times.

    Each case's own time is the wall time of its record. Times below the timer's noise
    count as 50 microseconds. 1.0 where no case passed in both.
    """
    both = [case for case in cases if case in before.micros and case in after.micros]
    if not both:
        return 1.0
    total_before = sum(max(before.micros[case], 50) for case in both)
    total_after = sum(max(after.micros[case], 50) for case in both)
    return total_after / total_before
