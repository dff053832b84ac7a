"""One job in the worker: read the file, run what is left of it, write its parts."""

import hashlib
import os
import time
from collections.abc import Callable

from harness.store.parts import Detail, FileTotals, PartWriter
from harness.suites.family import family_of
from harness.suites.selection import Selection
from harness.workers import memory
from harness.workers.limits import cpu_seconds
from harness.workers.progress import PHASE, RUNNING, START, UNJUDGED, WRITING, ProgressBlock
from harness.workers.protocol import Job
from harness.workers.sink import describe, tally
from sqllogictest.engine import Engine
from sqllogictest.parser import parse_bytes
from sqllogictest.records import Halt, Record, SuiteError
from sqllogictest.runner import Runner
from sqllogictest.source import Includes
from sqllogictest.tally import NUMBER_OF
from sqllogictest.verdicts import CRASHED, FAILED, NOT_APPLICABLE, TIMED_OUT

DIALECT = "auto"


class Judge:
    """Runs jobs, one after the other, each with fresh engines from `connect`."""

    def __init__(
        self,
        connect: Callable[[], Engine],
        label: str,
        selection: Selection,
        block: ProgressBlock,
        parts: PartWriter,
        allow_system: bool,
    ) -> None:
        self.runner = Runner(connect, label, allow_system)
        self.label = label.lower()
        self.selection = selection
        self.block = block
        self.parts = parts

    def run(self, job: Job, content: bytes | None) -> FileTotals:
        """Do the job and write its parts; returns the file's totals.

        Raises EngineLost when the engine broke at the record that the block names, and OSError
        when the parts can't be written.
        """
        began, cpu_began = time.perf_counter(), cpu_seconds()
        self.block.begin(job.attempt)
        totals = new_totals(job)
        try:
            if content is None:
                content = _read(job)
            digest = hashlib.sha256(content)
            totals.sha256 = digest.hexdigest()
            totals.bytes = len(content)
            with memory.parsing():
                records = self._records(job, content, digest)
            totals.sha256 = digest.hexdigest()
        except SuiteError as error:
            write_fault(self.parts, totals, error.line, error.what, error.hint)
            return totals
        del content
        self.block.fit(len(records), job.fresh)
        self._judge(job, records)
        self._count(totals)
        totals.seconds = time.perf_counter() - began
        totals.cpu_seconds = cpu_seconds() - cpu_began
        self._write(job, records, totals)
        memory.forget()
        return totals

    def _records(self, job: Job, content: bytes, digest: "hashlib._Hash") -> list[Record]:
        records = self.selection.take_records(job.name, parse(job, content, digest))
        return up_to_line(records, job.name, job.line) if job.line else records

    def _judge(self, job: Job, records: list[Record]) -> None:
        for lost in job.lost:
            detail = describe(job.attempt, lost.record, records[lost.record], lost.verdict)
            detail.message, detail.output = lost.message, lost.output
            self._settle(lost.record, detail)
        start = max(job.start, len(records) - 1) if job.line else job.start
        self.block.header[START] = start
        if job.give_up:
            self._give_up(job, records, start)
        elif start < len(records):
            self.block.header[PHASE] = RUNNING
            sink = tally(self.block, self.parts, job.attempt)
            self.runner.run_file(records, sink, start, frozenset(job.unsafe))
        self.block.header[PHASE] = WRITING

    def _settle(self, index: int, detail: Detail) -> None:
        self.parts.detail(detail)
        self.block.verdicts[index] = NUMBER_OF[detail.verdict]

    def _give_up(self, job: Job, records: list[Record], start: int) -> None:
        """Give every case that is left its verdict without running it."""
        halted = False
        for index, record in enumerate(records):
            excluded = record.conditions.exclude(self.label)
            if isinstance(record, Halt):
                halted = halted or not excluded
            if not record.is_case or self.block.verdicts[index] != UNJUDGED or index < start:
                continue
            if halted or excluded:
                self.block.verdicts[index] = NUMBER_OF[NOT_APPLICABLE]
                continue
            detail = describe(job.attempt, index, record, TIMED_OUT)
            detail.message = job.give_up
            self._settle(index, detail)

    def _count(self, totals: FileTotals) -> None:
        verdicts = bytes(self.block.verdicts)
        for name, number in NUMBER_OF.items():
            setattr(totals, name, verdicts.count(number))

    def _write(self, job: Job, records: list[Record], totals: FileTotals) -> None:
        verdicts = bytes(self.block.verdicts[: len(records)])
        judged = [index for index, verdict in enumerate(verdicts) if verdict != UNJUDGED]
        micros = self.block.micros
        self.parts.cases(
            job.attempt,
            judged,
            [records[index].line for index in judged],
            [verdicts[index] for index in judged],
            [micros[index] for index in judged],
        )
        self.parts.done(totals)


def new_totals(job: Job) -> FileTotals:
    """The totals of a job of which nothing is known yet."""
    family = family_of(job.name)
    return FileTotals(
        job.attempt, job.container, job.name, family, job.line, "", job.size, 0.0, 0.0
    )


def _read(job: Job) -> bytes:
    assert job.path is not None
    try:
        with open(job.path, "rb") as file:
            return file.read()
    except OSError as error:
        raise SuiteError(job.name, 0, f"can't be read: {error.strerror}") from None


class DigestedIncludes(Includes):
    """Adds every file that is included to a digest."""

    def __init__(self, root: str, digest: "hashlib._Hash") -> None:
        super().__init__(root)
        self.digest = digest

    def read(self, name: str) -> bytes:
        data = super().read(name)
        self.digest.update(data)
        return data


def parse(job: Job, content: bytes, digest: "hashlib._Hash | None" = None) -> list[Record]:
    """The file's records. A file on disk may include others of its suite, by relative paths;
    they are added to the digest."""
    if job.path is None:
        return parse_bytes(content, job.name, DIALECT)
    root = job.path.removesuffix("/" + job.name)
    if root == job.path:
        root = os.path.dirname(job.path)
    place = os.path.relpath(job.path, root)
    includes = Includes(root) if digest is None else DigestedIncludes(root, digest)
    return parse_bytes(content, job.name, DIALECT, includes, place)


def up_to_line(records: list[Record], name: str, line: int) -> list[Record]:
    """The records up to the case that `line` belongs to; raises SuiteError if there is none."""
    for index, record in enumerate(records):
        inside = record.line <= line <= record.end_line
        if record.is_case and inside and record.file == name:
            return records[: index + 1]
    raise SuiteError(name, line, "no statement or query is on this line")


def write_fault(
    parts: PartWriter, totals: FileTotals, line: int, what: str, hint: str,
    verdict: str = FAILED,
) -> None:  # fmt: skip
    """Write a file that can't be run at all: one failed case stands for it."""
    detail = Detail(totals.attempt, 0, line, verdict, "file", "")
    if verdict == FAILED:
        detail.reason, detail.error_class = "bad suite file", "SuiteError"
    detail.message = f"{totals.name}:{line}: {what}" + (f" ({hint})" if hint else "")
    parts.detail(detail)
    parts.cases(totals.attempt, [0], [line], [NUMBER_OF[verdict]], [0])
    totals.failed, totals.crashed = int(verdict == FAILED), int(verdict == CRASHED)
    parts.done(totals)
