"""Shards on a Dask cluster: `dbwright run --executor dask --cluster ADDRESS`.

A worker that is lost is an infrastructure fault: its shards are run again on another one, by the
scheduler and, past the scheduler's patience, by us. What a lost worker had written is lost with it,
so nothing counts twice, and no case fails because of it.
"""

import contextlib
import importlib
import json
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from harness.coordinator import Observer, Totals, disk_fault
from harness.errors import EngineStartError, InternalFault, UsageError
from harness.executors.remote import Shard, ShardResult, run_shard
from harness.shards.feed import Feed
from harness.store.parts import FileTotals, PartWriter
from harness.suites.open import SuiteFile
from harness.workers.judge import new_totals, write_fault
from harness.workers.protocol import Job, WorkerOptions
from harness.workers.slot import Deadlines
from sqllogictest.verdicts import FAILED

SHARD_SECONDS = 10.0
"""How long a shard takes at most, if its files allow: more would be much to lose."""
SHARES = 4
"""Shards a thread that what is at hand is cut into, so that all threads end together."""
SHARD_BYTES = 32 * 1024 * 1024
AHEAD = 2
"""Shards that are handed over for every thread of the cluster."""
MOST_TRIES = 5
"""How often a shard is handed over when it comes back with a fault of the machines."""
CONNECT_SECONDS = 15
WITHOUT_WORKERS = 120.0
"""Seconds to wait while the cluster has no worker at all."""
TICK = 0.05
INCLUDES = re.compile(rb"^include\s", re.MULTILINE)


@dataclass
class Handed:
    """A shard that is with the cluster, and how often it has been."""

    shard: Shard
    tries: int


class DaskExecutor:
    """Runs everything that `feed` gives out on the cluster whose scheduler is at `cluster`."""

    def __init__(
        self,
        cluster: str,
        feed: Feed,
        options: WorkerOptions,
        deadlines: Deadlines,
        first_attempt: int,
        done: Iterable[FileTotals],
        observer: Observer,
    ) -> None:
        self.cluster = cluster
        self.feed = feed
        self.options = options
        self.deadlines = deadlines
        self.next_attempt = first_attempt
        self.done = {(file.container, file.name, file.line) for file in done}
        self.observer = observer
        self.parts = PartWriter(Path(options.folder), "dask")
        self.totals = Totals()
        self.engine = ""
        self.handed: dict[Any, Handed] = {}
        self.seen_workers = time.monotonic()

    def run(self) -> Totals:
        """Run to the end; returns the sums of the files run now.

        Raises UsageError when there is no such cluster or its machines differ, EngineStartError,
        and InternalFault when a shard was lost MOST_TRIES times: the run can then be resumed.
        """
        client = self._connect()
        try:
            while self.handed or not self.feed.exhausted:
                self._hand_over(client)
                self._collect(client)
                self._take_faults()
                self.observer.tick([], self.totals)
            self._take_faults()
        except OSError as error:
            raise disk_fault(str(error)) from error
        finally:
            self.feed.stop()
            self.parts.close()
            with contextlib.suppress(Exception):
                client.cancel(list(self.handed))
            client.close()
        return self.totals

    def _connect(self) -> Any:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise UsageError(
                "--executor dask needs the package distributed", "pip install 'dbwright[dask]'"
            ) from None
        try:
            return distributed.Client(self.cluster, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise UsageError(
                f"there is no Dask scheduler at {self.cluster!r}: {error}",
                "start one with `dask scheduler`, and name the address that it prints",
            ) from None

    # Shards to the cluster

    def _hand_over(self, client: Any) -> None:
        """Keep every thread of the cluster busy, and as many shards waiting."""
        threads = sum(client.nthreads().values())
        now = time.monotonic()
        if threads:
            self.seen_workers = now
        elif now - self.seen_workers > WITHOUT_WORKERS:
            raise InternalFault(
                f"the Dask cluster at {self.cluster} has had no worker for {WITHOUT_WORKERS:.0f} s",
                "start some with `dask worker ADDRESS`",
            )
        while (
            len(self.handed) < threads * AHEAD and (shard := self._next_shard(threads)) is not None
        ):
            self._submit(client, Handed(shard, 1))

    def _submit(self, client: Any, handed: Handed) -> None:
        self.handed[client.submit(run_shard, handed.shard, pure=False)] = handed

    def _next_shard(self, threads: int) -> Shard | None:
        files: list[SuiteFile] = []
        seconds, size = 0.0, 0
        most = min(SHARD_SECONDS, self.feed.seconds_at_hand() / (threads * SHARES))
        while (seconds < most or not files) and size < SHARD_BYTES:
            file = self.feed.take()
            if file is None:
                break
            seconds += self.feed.seconds(file)
            size += file.size
            files.append(_with_content(file))
        if not files:
            return None
        first = self.next_attempt
        self.next_attempt += len(files)
        return Shard(files, self.options, self.deadlines, first)

    # Results from the cluster

    def _collect(self, client: Any) -> None:
        """Take in what is finished; hand over again what the machines lost."""
        settled = [future for future in self.handed if future.status != "pending"]
        if not settled:
            time.sleep(TICK)
        for future in settled:
            handed = self.handed.pop(future)
            if future.status == "finished":
                try:
                    result = future.result(timeout=CONNECT_SECONDS)
                except Exception as error:
                    self._again(client, handed, error)
                else:
                    self._take(result)
            else:
                fault = future.exception() if future.status == "error" else None
                self._again(client, handed, fault)
            future.release()

    def _again(self, client: Any, handed: Handed, fault: BaseException | None) -> None:
        """Hand a shard over once more, unless its engine can't be started anywhere."""
        if isinstance(fault, EngineStartError):
            raise fault
        if handed.tries >= MOST_TRIES:
            what = f"{type(fault).__name__}: {fault}" if fault else "its worker was lost"
            raise InternalFault(
                f"a shard with {handed.shard.files[0].name} failed {MOST_TRIES} times for reasons "
                f"of the cluster: {what}"
            )
        self.totals.restarts += 1
        self._submit(client, Handed(handed.shard, handed.tries + 1))

    def _take(self, result: ShardResult) -> None:
        self._check_alike(result)
        self.parts.copy(result.parts)
        self.totals.worker_memory = max(self.totals.worker_memory, result.memory)
        self.totals.restarts += result.restarts
        for line in result.parts["files"].splitlines():
            totals = FileTotals(**json.loads(line))
            self.totals.cpu_elsewhere += totals.cpu_seconds
            self.totals.add(totals)
            self.observer.file_done(totals)

    def _check_alike(self, result: ShardResult) -> None:
        """All machines must run the same engine and the same harness, or the run means nothing."""
        ours = version("dbwright")
        if result.dbwright != ours:
            raise UsageError(
                f"{result.machine} has dbwright {result.dbwright}, this machine has {ours}",
                "install the same version everywhere",
            )
        if not self.engine:
            self.engine = result.engine_version
            self.observer.started(result.engine_version, result.builds)
        elif result.engine_version != self.engine:
            raise UsageError(
                f"{result.machine} runs {result.engine_version}, others run {self.engine}",
                "install the same engine everywhere",
            )

    def _take_faults(self) -> None:
        for fault in self.feed.take_faults():
            if ("", fault.file, 0) not in self.done:
                job = Job(self.next_attempt, fault.file, "", 0, None, 0)
                self.next_attempt += 1
                totals = new_totals(job)
                write_fault(self.parts, totals, fault.line, fault.message, fault.hint, FAILED)
                self.totals.add(totals)
                self.observer.file_done(totals)


def _with_content(file: SuiteFile) -> SuiteFile:
    """The file as it can travel: its text with it.

    One that includes others is left where it is: the machines must share the folder then.
    """
    if file.text is not None or file.path is None:
        return file
    text = file.path.read_bytes()
    if INCLUDES.search(text):
        return file
    return replace(file, size=len(text), path=None, text=text)
