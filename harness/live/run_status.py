"""A run's state while it goes on: one small JSON file in its folder, replaced twice a second.

Writing costs a fraction of a millisecond and never fails a run: a full disk is noticed by the
parts, which matter.
"""

import contextlib
import json
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from harness.coordinator import Totals
from harness.live.held import is_held
from harness.shards.feed import Feed
from harness.workers.slot import Slot

INTERVAL = 0.5
"""Seconds between two states."""
STATUS_FILE = "live.json"


@dataclass
class WorkerStatus:
    """One worker: the file it has ('' when it waits), the records it is through, their total."""

    number: int
    file: str = ""
    record: int = 0
    records: int = 0


@dataclass
class RunStatus:
    """A run as it was at `updated` (seconds since the epoch, as is `started`).

    `files_waiting` is what is at hand; `all_known` says that no more will come. The verdicts
    are those of finished files, `under_way` the records of unfinished ones. `alive` is false
    when the run's process has ended without finishing it.
    """

    run_id: str
    engine: str
    engine_version: str
    label: str
    started: float
    updated: float = 0.0
    files_done: int = 0
    files_waiting: int = 0
    all_known: bool = False
    passed: int = 0
    failed: int = 0
    crashed: int = 0
    timed_out: int = 0
    not_applicable: int = 0
    under_way: int = 0
    restarts: int = 0
    workers: list[WorkerStatus] = field(default_factory=list)
    alive: bool = True


class StatusWriter:
    """Writes the status of one run as its coordinator ticks."""

    def __init__(self, folder: Path, run_id: str, engine: str, label: str, feed: Feed) -> None:
        self.path = folder / STATUS_FILE
        self.feed = feed
        self.status = RunStatus(run_id, engine, "", label, time.time())

    def started(self, version: str) -> None:
        self.status.engine_version = version

    def tick(self, slots: list[Slot], totals: Totals) -> None:
        """Write the state, unless the last is younger than INTERVAL."""
        now = time.time()
        if now - self.status.updated < INTERVAL:
            return
        status = self.status
        status.updated = now
        status.files_done = totals.files
        status.files_waiting = len(self.feed.waiting)
        status.all_known = self.feed.readers == 0
        for verdict in ("passed", "failed", "crashed", "timed_out", "not_applicable", "restarts"):
            setattr(status, verdict, getattr(totals, verdict))
        status.workers = [_worker(slot) for slot in slots]
        status.under_way = sum(worker.record for worker in status.workers)
        self._write()

    def _write(self) -> None:
        fresh = self.path.with_suffix(".new")
        with contextlib.suppress(OSError):
            fresh.write_text(json.dumps(asdict(self.status)), encoding="utf-8")
            fresh.replace(self.path)


def _worker(slot: Slot) -> WorkerStatus:
    if slot.worker is None or slot.job is None:
        return WorkerStatus(slot.number)
    position = slot.worker.position()
    return WorkerStatus(slot.number, slot.job.name, max(position.record, 0), position.total)


def running(store: Path) -> list[RunStatus]:
    """The unfinished runs that keep their results in `store`, the latest first.

    One that lacks a status (it has not begun, or is of another version) is left out.
    """
    found = []
    for path in store.parent.glob(f"runs/*/{STATUS_FILE}"):
        try:
            stored = json.loads(path.read_text(encoding="utf-8"))
            workers = [WorkerStatus(**worker) for worker in stored.pop("workers")]
            status = RunStatus(**stored, workers=workers)
        except (OSError, ValueError, TypeError, KeyError):
            continue
        status.alive = is_held(path.parent / "lock")
        found.append(status)
    return sorted(found, key=lambda status: status.started, reverse=True)
