"""What to reduce: the records of a failing case, found again in the suite."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harness.errors import SuiteFault, UsageError
from harness.store.queries import Failure, Run
from harness.suites.discover import find_sources
from harness.suites.open import SuiteFile, open_source
from harness.suites.selection import Selection
from harness.workers.judge import parse, up_to_line
from harness.workers.protocol import Job
from sqllogictest.records import Halt, Record, SuiteError


@dataclass(frozen=True)
class FailingRecords:
    """The records of one file up to the failing one, which is the last. `where` is FILE:LINE."""

    where: str
    records: list[Record]


def from_line(named: str, label: str) -> FailingRecords:
    """The case that FILE:LINE means. Raises UsageError, SuiteFault."""
    for source in find_sources([named]):
        if not source.line:
            raise UsageError(f"{named}: which case?", "name one by its line: FILE:LINE")
        for file in open_source(source):
            if isinstance(file, SuiteFault):
                raise file
            try:
                records = up_to_line(_parse(file), file.name, file.line)
            except SuiteError as error:
                raise UsageError(str(error)) from error
            return FailingRecords(f"{file.name}:{records[-1].line}", _applicable(records, label))
    raise UsageError(f"{named}: no such case")


def from_failure(run: Run, failure: Failure) -> FailingRecords:
    """The case of a stored failure, from the suite that the run was made with."""
    for file in _files(run, failure):
        records = Selection.from_json(run.selection).take_records(file.name, _parse(file))
        if failure.record < len(records) and records[failure.record].line == failure.line:
            return FailingRecords(
                failure.where, _applicable(records[: failure.record + 1], run.label)
            )
        raise UsageError(f"{failure.where}: the file has changed since run {run.run_id}")
    raise UsageError(
        f"{failure.where}: the file is not where run {run.run_id} found it",
        f"the run's suites: {', '.join(run.suites)}",
    )


def _files(run: Run, failure: Failure) -> Iterator[SuiteFile]:
    for source in find_sources(run.suites):
        if source.name not in (failure.container, failure.name):
            continue
        for file in open_source(source):
            if isinstance(file, SuiteFile) and file.name == failure.name:
                yield file


def _parse(file: SuiteFile) -> list[Record]:
    path = str(file.path) if file.path is not None else None
    job = Job(0, file.name, file.container, file.line, path, file.size)
    content = file.text if file.text is not None else Path(path or "").read_bytes()
    try:
        return parse(job, content)
    except SuiteError as error:
        raise SuiteFault(error.file, error.line, error.what, error.hint) from error


def _applicable(records: list[Record], label: str) -> list[Record]:
    """Those that a runner with this label executes. Raises UsageError for what follows a halt."""
    kept = [record for record in records if not record.conditions.exclude(label.lower())]
    if any(isinstance(record, Halt) for record in kept) or kept[-1:] != records[-1:]:
        raise UsageError(
            f"{records[-1].file}:{records[-1].line}: not applicable to label {label!r}"
        )
    return kept
