"""flaky: failures run again in a fresh process; a verdict that changes is marked.

A mark never makes a case pass. The run keeps the first verdict, the store keeps the second beside
it (`reruns`), and the commands say so.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.errors import EngineStartError, HarnessError
from harness.reduce.source import from_failure
from harness.replay.replayer import Replayed, Replayer
from harness.store import marks, queries
from harness.store.database import open_for_reading, open_for_writing
from harness.store.marks import Mark
from harness.store.queries import Failure, Run
from sqllogictest.records import Broken, Query, Record, SuiteError, System

MOST_RERUN = 20
"""Failures of a run that are run again unless more are asked for."""
LOOKED_AT = 10_000
"""Failures that those to run again are taken from."""
LONGEST = 60.0
"""Seconds that running again may take in all."""


@dataclass(frozen=True)
class Rerun:
    """How many failures ran again, and those that had another verdict then."""

    cases: int
    changed: list[Mark]


def rerun_failures(
    store: Path, run_id: str, most: int = MOST_RERUN, seconds: float = LONGEST
) -> Rerun:
    """Run failures of a run again, spread over all of them, and mark them in the store."""
    with open_for_reading(store) as connection:
        run = queries.find_run(connection, run_id)
        failures = list(queries.failures(connection, run, LOOKED_AT)) if most else []
    step = max(1, -(-len(failures) // max(1, most)))
    return rerun(store, run, failures[::step], seconds)


def rerun(store: Path, run: Run, failures: Iterable[Failure], seconds: float = LONGEST) -> Rerun:
    """Run these failures of a run again, each file in a fresh process, and mark them.

    What can't be found in the suite any more, or does not fit into the time, is left out.
    """
    deadline = time.monotonic() + seconds
    by_file: dict[tuple[str, str], list[Failure]] = defaultdict(list)
    for failure in failures:
        if failure.kind in ("query", "statement"):
            by_file[failure.container, failure.name].append(failure)
    found: list[Mark] = []
    for group in by_file.values():
        if time.monotonic() > deadline:
            break
        found += _rerun_file(run, group, deadline)
    with open_for_writing(store) as connection:
        marks.save(connection, run, found)
    return Rerun(len(found), [mark for mark in found if mark.is_changed])


def _rerun_file(run: Run, failures: list[Failure], deadline: float) -> list[Mark]:
    """Run again the failures of one file, in its order."""
    failures = sorted(failures, key=lambda failure: failure.record)
    last = failures[-1]
    try:
        records = from_failure(run, last).records
    except (HarnessError, SuiteError, OSError):
        return []
    wanted = {(failure.line, failure.sql): failure for failure in failures}
    kept, places = _needed(records, set(wanted))
    timeout = float(run.options.get("record_timeout", 60.0))
    memory = int(run.options.get("memory_limit", 0))
    left = max(1.0, deadline - time.monotonic())
    try:
        with Replayer(run.engine, run.label, min(timeout, left), memory) as replayer:
            outcomes = {outcome.index: outcome for outcome in replayer.run(kept)}
    except EngineStartError:
        return []
    return [_mark(wanted[key], outcomes[place]) for key, place in places if place in outcomes]


def _needed(
    records: Sequence[Record], wanted: set[tuple[int, str]]
) -> tuple[list[Record], list[tuple[tuple[int, str], int]]]:
    """The records without queries that nobody asked for, and where the wanted ones are.

    The first query of each label stays: later ones are compared with it.
    """
    kept: list[Record] = []
    places: list[tuple[tuple[int, str], int]] = []
    labels: set[str] = set()
    for record in records:
        key = (record.line, getattr(record, "sql", ""))
        if key in wanted:
            places.append((key, len(kept)))
            labels.add(getattr(record, "label", ""))
        elif isinstance(record, (Broken, System)):
            continue
        elif isinstance(record, Query):
            if not record.label or record.label in labels:
                continue
            labels.add(record.label)
        kept.append(record)
    return kept, places


def _mark(failure: Failure, outcome: Replayed) -> Mark:
    return Mark(
        failure.container,
        failure.name,
        failure.record,
        failure.line,
        failure.verdict,
        outcome.verdict,
        outcome.message,
    )
