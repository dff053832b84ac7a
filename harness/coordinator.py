"""The coordinator: hands files to workers, watches them, and settles what they leave.

One thread and one loop. Everything that must survive a crash of the engine is here or in the
progress blocks; everything that must survive a crash of this process is in the parts.
"""

import os
import selectors
import signal
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from harness.errors import EngineStartError, InternalFault
from harness.shards.source import FileSource
from harness.store.parts import FileTotals, PartWriter
from harness.suites.open import SuiteFile
from harness.workers import progress, protocol
from harness.workers.judge import new_totals, write_fault
from harness.workers.process import WorkerProcess, how_it_ended
from harness.workers.protocol import Job, WorkerOptions
from harness.workers.slot import Deadlines, Death, Slot
from sqllogictest.verdicts import FAILED

TICK = 0.05
"""Seconds between two looks at the clock."""
MOST_FAILED_STARTS = 5
"""Workers in a row that may fail to start once one has started."""


@dataclass
class Totals:
    """The sums of a run so far. `worker_memory` is the largest worker's, in bytes.

    `cpu_elsewhere` is CPU time in seconds that other machines spent.
    """

    files: int = 0
    passed: int = 0
    failed: int = 0
    crashed: int = 0
    timed_out: int = 0
    not_applicable: int = 0
    worker_memory: int = 0
    restarts: int = 0
    cpu_elsewhere: float = 0.0

    @property
    def records(self) -> int:
        return self.passed + self.failed + self.crashed + self.timed_out

    def add(self, file: FileTotals) -> None:
        self.files += 1
        self.passed += file.passed
        self.failed += file.failed
        self.crashed += file.crashed
        self.timed_out += file.timed_out
        self.not_applicable += file.not_applicable


@dataclass
class Observer:
    """What the coordinator tells as it goes; the default listens to nothing."""

    started: Callable[[str, dict[str, str]], None] = field(default=lambda version, builds: None)
    tick: Callable[[list[Slot], Totals], None] = field(default=lambda slots, totals: None)
    file_done: Callable[[FileTotals], None] = field(default=lambda totals: None)


class Coordinator:
    """Runs everything that `feed` gives out, on `workers` workers."""

    def __init__(
        self,
        feed: FileSource,
        options: WorkerOptions,
        deadlines: Deadlines,
        workers: int,
        first_attempt: int,
        done: Iterable[FileTotals],
        observer: Observer,
    ) -> None:
        self.feed = feed
        self.options = options
        self.deadlines = deadlines
        self.next_attempt = first_attempt
        self.observer = observer
        self.parts = PartWriter(Path(options.folder), "coordinator")
        self.selector = selectors.DefaultSelector()
        self.slots = [Slot(number) for number in range(workers)]
        self.totals = Totals()
        self.done = {(file.container, file.name, file.line) for file in done}
        self.version = ""
        self.failed_starts = 0

    def run(self) -> Totals:
        """Run to the end; returns the sums of the files run now.

        Raises EngineStartError, InternalFault (a full disk) and KeyboardInterrupt; no worker
        is left behind.
        """
        try:
            while not self._finished():
                for key, _ in self.selector.select(TICK):
                    slot: Slot = key.data[0]
                    if slot.worker is not None:
                        key.data[1](slot)
                for slot in self.slots:
                    slot.check_deadlines(self.deadlines)
                self._take_faults()
                self._hand_out()
                self.observer.tick(self.slots, self.totals)
            self._take_faults()
        except OSError as error:
            raise disk_fault(str(error)) from error
        finally:
            self._end_workers()
        return self.totals

    def _finished(self) -> bool:
        return self.feed.exhausted and all(slot.job is None for slot in self.slots)

    # Files to workers

    def _hand_out(self) -> None:
        """Give every free slot a file, and start a worker where there is use for one.

        The first worker shows whether the engine can be started before others are.
        """
        for slot in self.slots:
            if slot.worker is None and (slot.job is not None or not self.feed.exhausted):
                if self.version or all(other.worker is None for other in self.slots):
                    self._start(slot)
            elif slot.free and (file := self.feed.take()) is not None:
                slot.give(file, self._attempt())
                slot.resend()

    def _attempt(self) -> int:
        self.next_attempt += 1
        return self.next_attempt - 1

    def _start(self, slot: Slot) -> None:
        progress.set_idle(slot.block)
        options = WorkerOptions(**{**vars(self.options), "writer": str(slot.number)})
        worker = WorkerProcess(options, slot.block)
        slot.worker, slot.ready, slot.said = worker, False, {}
        self.selector.register(worker.connection, selectors.EVENT_READ, (slot, self._listen))
        self.selector.register(worker.output_pipe, selectors.EVENT_READ, (slot, self._drain))

    # Workers to the coordinator

    def _drain(self, slot: Slot) -> None:
        assert slot.worker is not None
        if not slot.worker.drain_output():
            self.selector.unregister(slot.worker.output_pipe)

    def _listen(self, slot: Slot) -> None:
        assert slot.worker is not None
        messages = slot.worker.receive()
        if messages is None:
            self._bury(slot)
            return
        for message in messages:
            match message["say"]:
                case protocol.READY:
                    self._ready(slot, message["version"], message["builds"])
                case protocol.DONE:
                    slot.finish_job()
                    totals = FileTotals(**message["totals"])
                    memory = max(self.totals.worker_memory, message["memory"])
                    self.totals.worker_memory = memory
                    self._add(totals)
                case _:
                    slot.said = message

    def _ready(self, slot: Slot, version: str, builds: dict[str, str]) -> None:
        slot.ready = True
        self.failed_starts = 0
        if not self.version:
            self.version = version
            self.observer.started(version, builds)
        if slot.job is not None:
            slot.resend()

    def _add(self, totals: FileTotals) -> None:
        self.totals.add(totals)
        self.observer.file_done(totals)

    # Deaths

    def _bury(self, slot: Slot) -> None:
        """A worker has hung up: find out why, and leave its job to the next."""
        worker = slot.worker
        assert worker is not None
        self._forget(worker)
        status = worker.finish()
        slot.worker = None
        said = slot.said
        if said.get("say") == protocol.DISK:
            raise disk_fault(said["message"])
        if not slot.ready:
            self._failed_start(worker, status, said)
            return
        self.totals.restarts += 1
        if slot.job is None:
            return
        position = worker.position()
        death = Death(
            position,
            progress.is_judged(slot.block, position.record),
            status,
            said.get("message", ""),
            worker.last_output(),
            slot.overdue,
        )
        fault = slot.after_death(death, self.deadlines)
        if fault is not None:
            totals = new_totals(slot.job)
            text = fault.message + (f"\n{fault.output}" if fault.output else "")
            write_fault(self.parts, totals, slot.job.line, text, "", fault.verdict)
            slot.finish_job()
            self._add(totals)

    def _failed_start(self, worker: WorkerProcess, status: int, said: dict[str, str]) -> None:
        """Start another if this one may have been bad luck: killed, or others have started."""
        self.failed_starts += 1
        bad_luck = bool(self.version) or status == -signal.SIGKILL
        if bad_luck and self.failed_starts < MOST_FAILED_STARTS:
            return
        what = said.get("message") or how_it_ended(status)
        output = worker.last_output().strip()
        raise EngineStartError(
            f"engine {self.options.engine!r} could not be started: {what}",
            output or said.get("traceback", "").strip(),
        )

    def _forget(self, worker: WorkerProcess) -> None:
        self.selector.unregister(worker.connection)
        if worker.output_pipe in self.selector.get_map():
            self.selector.unregister(worker.output_pipe)

    def _end_workers(self) -> None:
        self.feed.stop()
        for slot in self.slots:
            if slot.worker is not None:
                if slot.job is not None or not slot.ready:
                    slot.worker.kill()
                slot.worker.retire()
                slot.worker = None
            os.close(slot.block)
        self.selector.close()
        self.parts.close()

    # Files that can't be read

    def _take_faults(self) -> None:
        for fault in self.feed.take_faults():
            if ("", fault.file, 0) not in self.done:
                job = Job(self._attempt(), fault.file, "", 0, None, 0)
                totals = new_totals(job)
                write_fault(self.parts, totals, fault.line, fault.message, fault.hint, FAILED)
                self._add(totals)

    def is_done(self, file: SuiteFile) -> bool:
        """Whether an earlier part of this run has finished the file."""
        return (file.container, file.name, file.line) in self.done


def disk_fault(text: str) -> InternalFault:
    """What to say when results can't be written."""
    return InternalFault(
        f"the results can't be written: {text}",
        "what was written is kept; free some space and finish the run with --resume",
    )
