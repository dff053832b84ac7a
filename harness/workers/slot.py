"""One place for a worker: the file it has, and what to do when the worker dies at it."""

import signal
import time
from collections import Counter
from dataclasses import dataclass

from harness.suites.open import SuiteFile
from harness.workers import progress
from harness.workers.process import WorkerProcess, how_it_ended
from harness.workers.progress import LOADING, RUNNING, Position
from harness.workers.protocol import Job, Lost
from sqllogictest.verdicts import CRASHED, TIMED_OUT

MOST_TRIES = 3
"""How often a worker may die while it reads a file, or be killed at one record."""


@dataclass(frozen=True)
class Deadlines:
    """Seconds that a record and a whole file may take."""

    record: float
    file: float


@dataclass(frozen=True)
class Death:
    """How a worker ended: where it was, its exit status, what it said and printed last.

    `overdue` is what deadline it was killed for: 'record', 'file' or ''.
    """

    position: Position
    judged: bool
    status: int
    message: str
    output: str
    overdue: str


class Slot:
    """A worker, the file it runs, and the clock on both."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.block = progress.create()
        self.worker: WorkerProcess | None = None
        self.ready = False
        self.said: dict[str, str] = {}
        self.overdue = ""
        self.file: SuiteFile | None = None
        self.job: Job | None = None
        self.tries = 0
        self.kills: Counter[int] = Counter()
        self.replay_deaths: set[int] = set()
        self.file_began = 0.0
        self.seen: Position | None = None
        self.seen_at = 0.0

    @property
    def free(self) -> bool:
        """Whether the slot has a worker that waits for a file."""
        return self.worker is not None and self.ready and self.job is None

    def give(self, file: SuiteFile, attempt: int) -> None:
        """Take on a file; `resend` sends it to the worker."""
        self.file = file
        self.job = Job(
            attempt,
            file.name,
            file.container,
            file.line,
            str(file.path) if file.path is not None else None,
            file.size,
        )
        self.tries = 0
        self.kills.clear()
        self.replay_deaths.clear()
        self.file_began = time.monotonic()

    def resend(self) -> None:
        """Send the job as it now stands to the (new) worker."""
        assert self.worker is not None and self.job is not None and self.file is not None
        self.seen = None
        self.overdue = ""
        self.worker.forget_output()
        self.worker.send(self.job, self.file.text)

    def finish_job(self) -> None:
        self.file = self.job = None

    def check_deadlines(self, deadlines: Deadlines) -> None:
        """Kill the worker when its record or its file has taken too long."""
        if self.worker is None or self.job is None or not self.ready or self.overdue:
            return
        now = time.monotonic()
        position = self.worker.position()
        if position != self.seen:
            self.seen, self.seen_at = position, now
        if now - self.file_began > deadlines.file and not self.job.give_up:
            self.overdue = "file"
        elif now - self.seen_at > deadlines.record:
            self.overdue = "record"
        if self.overdue:
            self.worker.kill()

    def after_death(self, death: Death, deadlines: Deadlines) -> Lost | None:
        """Change the job to what the next worker has to do.

        Returns what to write down for the file as a whole when nobody shall try it again.
        """
        job, position = self.job, death.position
        assert job is not None
        if position.attempt != job.attempt:
            return self._try_again("", death)
        if position.phase == LOADING or position.record < 0:
            what = "while the file was being read" if position.phase == LOADING else "at its start"
            return self._try_again(what, death)
        job.fresh = False
        job.lost = []
        if position.phase != RUNNING:
            job.start = position.total
            return self._try_again("after the last record", death)
        if death.overdue == "file":
            if position.record >= position.start:
                job.start = position.record + int(death.judged)
            job.give_up = f"the file's deadline of {deadlines.file:g} s had passed"
        elif position.record < position.start:
            self._after_replay_death(job, position.record)
        elif self._by_someone_else(death) and self._another_chance(position.record):
            job.start = position.record + int(death.judged)
        else:
            self._lose(job, death, deadlines)
        return None

    def _lose(self, job: Job, death: Death, deadlines: Deadlines) -> None:
        """The record that the worker died at gets its verdict, and is not run again."""
        record = death.position.record
        if death.overdue:
            verdict, text = TIMED_OUT, f"no answer within {deadlines.record:g} s"
        else:
            verdict, text = CRASHED, death.message or how_it_ended(death.status)
            if death.judged:
                text += " (after it had answered)"
        job.lost.append(Lost(record, verdict, text, death.output))
        job.unsafe.append(record)
        job.start = record + 1

    def _after_replay_death(self, job: Job, record: int) -> None:
        """A record that ran before kills the replay: once may be chance, twice is left out."""
        if record in self.replay_deaths:
            job.unsafe.append(record)
        self.replay_deaths.add(record)

    def _by_someone_else(self, death: Death) -> bool:
        """Killed, not by a deadline: an operator, or the system short of memory.

        An engine cannot be told from those, so the record gets further chances.
        """
        return death.status == -signal.SIGKILL and not death.overdue and not death.message

    def _another_chance(self, record: int) -> bool:
        self.kills[record] += 1
        return self.kills[record] < MOST_TRIES

    def _try_again(self, where: str, death: Death) -> Lost | None:
        self.tries += 1
        if self.tries < MOST_TRIES and not death.overdue:
            return None
        if death.overdue:
            text, verdict = "the deadline passed", TIMED_OUT
        else:
            text, verdict = death.message or how_it_ended(death.status), CRASHED
        return Lost(0, verdict, f"{text} {where}".strip(), death.output)
