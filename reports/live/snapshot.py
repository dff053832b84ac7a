"""What the live page shows, as one JSON value."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from harness.errors import UsageError
from harness.live.build_status import Source, find_build
from harness.live.families import families_so_far, latest_failures
from harness.live.run_status import RunStatus, running
from harness.store import queries
from harness.store.database import open_for_reading
from harness.store.queries import Run
from reports.numbers import duration, moment, percent

MOST_RUNS = 100
MOST_FAILURES = 12

Json = dict[str, Any]


class Snapshots:
    """Makes snapshots. Finished runs are read again only when the store's file has changed."""

    def __init__(self, store: Path, sources: list[Source]) -> None:
        self.store = store
        self.sources = sources
        self.read_at: float | None = None
        self.finished: list[Json] = []

    def take(self) -> Json:
        """The state now. Takes milliseconds while runs go on, and reads only."""
        build = find_build(self.store.parent, self.sources)
        return {
            "running": [self._running(status) for status in running(self.store)],
            "runs": self.finished_runs(),
            "build": asdict(build) if build else None,
        }

    def finished_runs(self) -> list[Json]:
        """The runs in the store that are not under way, the latest first."""
        try:
            changed = self.store.stat().st_mtime
        except OSError:
            return []
        if changed != self.read_at:
            try:
                with open_for_reading(self.store) as connection:
                    runs = queries.runs(connection)
            except UsageError:
                return []
            self.finished = [_finished(run) for run in reversed(runs) if run.state != "running"]
            self.read_at = changed
        return self.finished[:MOST_RUNS]

    def _running(self, status: RunStatus) -> Json:
        folder = self.store.parent / "runs" / status.run_id
        failures, reasons = latest_failures(folder, MOST_FAILURES)
        families = families_so_far(folder)
        return {
            **asdict(status),
            "families": [
                {**asdict(family), "share": percent(family.passed, family.records)}
                for family in families
                if family.records
            ],
            "failures": [asdict(failure) for failure in failures],
            "reasons": reasons,
        }


def _finished(run: Run) -> Json:
    return {
        "run_id": run.run_id,
        "engine": run.engine_version or run.engine,
        "state": run.state,
        "started": moment(run.started),
        "share": percent(run.passed, run.records),
        "records": run.records,
        "not_passed": run.records - run.passed,
        "time": duration(run.seconds),
    }
