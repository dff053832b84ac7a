"""One run from beginning to end: its folder, its row in the store, its workers, its results."""

import fcntl
import json
import os
import platform
import resource
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb

from harness.coordinator import Coordinator, Observer, Totals, disk_fault
from harness.engines.registry import find_engine
from harness.errors import HarnessError, InternalFault, UsageError
from harness.executors import DASK, LOCAL
from harness.live.run_status import StatusWriter
from harness.sample import sample_suite
from harness.shards.feed import Feed, FileKey
from harness.store import ingest, parts, queries
from harness.store.database import DEFAULT_STORE, open_for_reading, open_for_writing
from harness.suites.discover import Source, find_sources
from harness.suites.registry import resolve
from harness.suites.selection import Selection
from harness.workers.limits import cpu_seconds
from harness.workers.protocol import WorkerOptions
from harness.workers.slot import Deadlines, Slot

ATTEMPTS_A_GENERATION = 10_000_000
REQUEST_FILE = "run.json"


@dataclass
class RunRequest:
    """What to run and how. Times are in seconds, `memory_limit` in bytes (0: none).

    The executor is LOCAL, or DASK with the address of its scheduler in `cluster`.

    `suites` as the user named them; empty is the sample suite.
    """

    engine: str
    suites: list[str] = field(default_factory=list)
    label: str = "sqlite"
    workers: int = 1
    record_timeout: float = 60.0
    file_timeout: float = 1800.0
    memory_limit: int = 2 << 30
    selection: Selection = field(default_factory=Selection)
    store: Path = DEFAULT_STORE
    allow_system: bool = False
    executor: str = LOCAL
    cluster: str = ""


@dataclass
class RunResult:
    """A run's totals. `seconds` and `cpu_seconds` span all its parts, resumed ones too.

    `worker_memory` and `coordinator_memory` are peaks of resident memory in bytes.
    """

    run_id: str
    engine: str
    engine_version: str
    label: str
    files: int
    records: int
    passed: int
    failed: int
    crashed: int
    timed_out: int
    not_applicable: int
    seconds: float
    cpu_seconds: float
    worker_memory: int
    coordinator_memory: int
    restarts: int

    @property
    def all_passed(self) -> bool:
        return self.passed == self.records

    @property
    def records_per_second(self) -> float:
        return self.records / self.seconds if self.seconds else 0.0


@dataclass
class Progress:
    """What a run's folder remembers: the request, and the time its earlier parts took."""

    facts: ingest.RunFacts
    request: RunRequest
    generation: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def save(self, folder: Path) -> None:
        request = asdict(self.request) | {
            "selection": self.request.selection.as_json(),
            "store": str(self.request.store),
        }
        text = json.dumps(asdict(self) | {"request": request}, indent=1)
        temporary = folder / (REQUEST_FILE + ".new")
        temporary.write_text(text, encoding="utf-8")
        temporary.replace(folder / REQUEST_FILE)

    @classmethod
    def load(cls, folder: Path, store: Path) -> "Progress":
        stored = json.loads((folder / REQUEST_FILE).read_text(encoding="utf-8"))
        request = stored["request"]
        request["selection"] = Selection.from_json(request["selection"])
        request["store"] = store
        return cls(
            ingest.RunFacts(**stored["facts"]),
            RunRequest(**request),
            stored["generation"],
            stored["seconds"],
            stored["cpu_seconds"],
        )


def run_folder(store: Path, run_id: str) -> Path:
    """Where the parts of a run lie until they are all taken in."""
    return store.parent / "runs" / run_id


def start(request: RunRequest, observer: Observer) -> RunResult:
    """Run from the beginning. Raises HarnessError; what was done until then can be resumed."""
    find_engine(request.engine)
    sources = find_sources(suites_of(request))
    now = datetime.now(UTC)
    run_id = f"{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
    facts = ingest.RunFacts(
        run_id=run_id,
        engine=request.engine,
        engine_version="",
        label=request.label,
        started=now.replace(tzinfo=None).isoformat(" ", "seconds"),
        suites=[os.path.abspath(suite) if os.path.exists(suite) else suite
                for suite in suites_of(request)],
        selection=request.selection.as_json(),
        options={
            "workers": request.workers,
            "record_timeout": request.record_timeout,
            "file_timeout": request.file_timeout,
            "memory_limit": request.memory_limit,
        },
        environment={
            "python": platform.python_version(),
            "platform": " ".join((os.uname().sysname, os.uname().release, os.uname().machine)),
            "cores": os.cpu_count(),
            "executor": request.executor,
            "arguments": sys.argv[1:],
        },
    )  # fmt: skip
    folder = run_folder(request.store, run_id)
    progress = Progress(facts, request)
    try:
        folder.mkdir(parents=True)
        progress.save(folder)
    except OSError as error:
        raise disk_fault(str(error)) from error
    return _go_on(progress, folder, sources, observer)


def resume(
    run_id: str, store: Path, workers: int | None, observer: Observer, cluster: str = ""
) -> RunResult:
    """Finish a run that was killed or interrupted, with the options that it was started with.

    Where it is finished may be chosen anew: here with so many workers, or on a Dask cluster.
    """
    folder = run_folder(store, run_id)
    if not (folder / REQUEST_FILE).is_file():
        raise UsageError(f"there is no unfinished run {run_id!r}", _resumable(store))
    progress = Progress.load(folder, store)
    if workers is not None:
        progress.request.workers = workers
    if cluster:
        progress.request.executor, progress.request.cluster = DASK, cluster
    parts.trim(folder)
    sources = find_sources(progress.facts.suites)
    return _go_on(progress, folder, sources, observer)


def _resumable(store: Path) -> str:
    found = sorted(path.parent.name for path in store.parent.glob(f"runs/*/{REQUEST_FILE}"))
    return f"unfinished runs: {', '.join(found) or 'none'}"


def suites_of(request: RunRequest) -> list[str]:
    """The suites to run, registered names resolved; the sample that ships if none is named."""
    if not request.suites:
        return [str(sample_suite())]
    return [resolve(suite, request.store.parent) for suite in request.suites]


def _go_on(
    progress: Progress, folder: Path, sources: Sequence[Source], observer: Observer
) -> RunResult:
    """Run what is not done yet, then take everything into the store."""
    with _alone(folder):
        return _go_on_alone(progress, folder, sources, observer)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep a second process from resuming a run that is going on."""
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"run {folder.name} is going on", "wait for its end") from None
        yield


def _go_on_alone(
    progress: Progress, folder: Path, sources: Sequence[Source], observer: Observer
) -> RunResult:
    request, facts = progress.request, progress.facts
    done = list(parts.finished_files(folder))
    finished = {(file.container, file.name, file.line) for file in done}
    progress.generation += 1
    began, cpu_began = time.monotonic(), cpu_seconds()

    def save_time() -> tuple[float, float]:
        seconds = progress.seconds + time.monotonic() - began
        return seconds, progress.cpu_seconds + cpu_seconds() - cpu_began

    def started(version: str, builds: dict[str, str]) -> None:
        if not facts.engine_version:
            facts.engine_version = version
            facts.environment["builds"] = builds
            with open_for_writing(request.store) as connection:
                ingest.start_run(connection, facts)
        progress.save(folder)
        status.started(version)
        observer.started(version, builds)

    def tick(slots: list[Slot], totals: Totals) -> None:
        status.tick(slots, totals)
        observer.tick(slots, totals)

    feed = Feed(
        sources,
        request.selection,
        _durations(request),
        lambda file: (file.container, file.name, file.line) in finished,
        request.workers,
    )
    status = StatusWriter(folder, facts.run_id, facts.engine, facts.label, feed)
    try:
        totals = _execute(
            request,
            feed,
            WorkerOptions(
                request.engine,
                request.label,
                str(folder),
                "",
                request.memory_limit,
                request.selection.as_json(),
                request.allow_system,
            ),
            progress.generation * ATTEMPTS_A_GENERATION,
            done,
            Observer(started, tick, observer.file_done),
        )
    except BaseException as error:
        progress.seconds, progress.cpu_seconds = save_time()
        _keep_what_there_is(progress, folder, error)
        raise
    for file in done:
        totals.add(file)
    seconds, cpu = save_time()
    cpu += totals.cpu_elsewhere
    try:
        with open_for_writing(request.store) as connection:
            ingest.start_run(connection, facts)
            ingest.ingest(connection, folder, facts.run_id, ingest.COMPLETE, seconds, cpu)
    except (OSError, duckdb.Error) as error:
        raise disk_fault(str(error)) from error
    parts.remove(folder)
    return _result(facts, totals, seconds, cpu)


def _execute(
    request: RunRequest,
    feed: Feed,
    options: WorkerOptions,
    first_attempt: int,
    done: Sequence[parts.FileTotals],
    observer: Observer,
) -> Totals:
    """Run everything in `feed`, here or on the cluster; returns the sums."""
    deadlines = Deadlines(request.record_timeout, request.file_timeout)
    if request.executor == DASK:
        from harness.executors.dask import DaskExecutor

        return DaskExecutor(
            request.cluster, feed, options, deadlines, first_attempt, done, observer
        ).run()
    return Coordinator(
        feed, options, deadlines, request.workers, first_attempt, done, observer
    ).run()


def _keep_what_there_is(progress: Progress, folder: Path, error: BaseException) -> None:
    """An unfinished run: take in what it has, and say how to finish it.

    Nothing here may hide `error`, so a store that can't be written is passed over: the parts
    hold everything.
    """
    if not progress.facts.engine_version:
        parts.remove(folder)
        return
    if isinstance(error, HarnessError):
        error.hint += f"\nresume: dbwright run --resume {progress.facts.run_id}"
    try:
        progress.save(folder)
        with open_for_writing(progress.request.store) as connection:
            ingest.ingest(
                connection, folder, progress.facts.run_id, ingest.INTERRUPTED,
                progress.seconds, progress.cpu_seconds,
            )  # fmt: skip
    except (OSError, duckdb.Error, InternalFault):
        return


def _durations(request: RunRequest) -> dict[FileKey, float]:
    if not request.store.is_file():
        return {}
    with open_for_reading(request.store) as connection:
        return queries.file_durations(connection, request.engine)


def _result(facts: ingest.RunFacts, totals: Totals, seconds: float, cpu: float) -> RunResult:
    return RunResult(
        facts.run_id,
        facts.engine,
        facts.engine_version,
        facts.label,
        totals.files,
        totals.records,
        totals.passed,
        totals.failed,
        totals.crashed,
        totals.timed_out,
        totals.not_applicable,
        seconds,
        cpu,
        totals.worker_memory,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        totals.restarts,
    )


def summary_json(result: RunResult) -> dict[str, Any]:
    """The object that `dbwright run --json` prints."""
    return {
        "schema": 1,
        "run_id": result.run_id,
        "engine": result.engine,
        "engine_version": result.engine_version,
        "label": result.label,
        "files": result.files,
        "records": result.records,
        "passed": result.passed,
        "failed": result.failed,
        "crashed": result.crashed,
        "timed_out": result.timed_out,
        "not_applicable": result.not_applicable,
        "seconds": round(result.seconds, 3),
        "cpu_seconds": round(result.cpu_seconds, 3),
        "records_per_second": round(result.records_per_second, 1),
        "worker_memory": result.worker_memory,
        "coordinator_memory": result.coordinator_memory,
        "restarts": result.restarts,
    }
