"""What the pytest plugin collects: suite files, and their records or themselves as items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from harness.errors import HarnessError
from harness.output.difference import show_failure
from harness.replay.replayer import Replayed, Replayer
from harness.store.queries import Failure
from sqllogictest.parser import parse_bytes
from sqllogictest.records import Case, Record, SuiteError
from sqllogictest.source import Includes
from sqllogictest.verdicts import NOT_APPLICABLE

LONGEST_NAME = 60
MOST_LINES = 20


class SuiteFailure(Exception):
    """A record did not pass; the text says all about it."""


class SuiteFile(pytest.File):
    """One suite file: parsed when collected, run when the first of its items is."""

    def collect(self) -> Iterable[pytest.Item]:
        try:
            records = self.records()
        except SuiteError as error:
            raise self.CollectError(str(error)) from error
        self.outcomes: dict[int, Replayed] | None = None
        group = pytest.mark.xdist_group(self.nodeid)
        for item in self._items(records):
            item.add_marker(group)
            yield item

    def _items(self, records: list[Record]) -> Iterator[pytest.Item]:
        if self.config.getoption("--slt-items") == "file":
            cases = {i: record for i, record in enumerate(records) if isinstance(record, Case)}
            yield SuiteItem.from_parent(self, name=self.path.name, cases=cases)
            return
        for number, record in enumerate(records):
            if isinstance(record, Case):
                yield SuiteItem.from_parent(self, name=_name(record), cases={number: record})

    def records(self) -> list[Record]:
        """The file's records. Raises SuiteError."""
        place = Includes(str(self.path.parent))
        content = self.path.read_bytes()
        return parse_bytes(content, self.path.name, "auto", place, self.path.name)

    def run(self) -> dict[int, Replayed]:
        """The outcome of each case, by the record's number; the file runs once."""
        if self.outcomes is None:
            option = self.config.getoption
            with Replayer(
                option("--slt-engine"), option("--slt-label"), option("--slt-timeout")
            ) as replayer:
                outcomes = replayer.run(self.records(), self.path.name)
            self.outcomes = {outcome.index: outcome for outcome in outcomes}
        return self.outcomes


class SuiteItem(pytest.Item):
    """One record of a file, or all of them. `cases` are the records by number."""

    def __init__(
        self, name: str, parent: SuiteFile, cases: dict[int, Case], **options: object
    ) -> None:
        super().__init__(name, parent, **options)  # type: ignore[arg-type]
        self.file = parent
        self.cases = cases

    def runtest(self) -> None:
        outcomes = self.file.run()
        own = [(case, outcomes[number]) for number, case in self.cases.items()]
        bad = [(case, outcome) for case, outcome in own if not outcome.passed]
        if bad:
            texts = [_explain(self.file.path, case, outcome) for case, outcome in bad[:MOST_LINES]]
            if len(bad) > MOST_LINES:
                texts.append(f"... and {len(bad) - MOST_LINES} more records")
            raise SuiteFailure("\n\n".join(texts))
        if own and all(outcome.verdict == NOT_APPLICABLE for _, outcome in own):
            pytest.skip(f"not applicable to label {self.config.getoption('--slt-label')}")

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        """The record, and expected against got; no traceback of this plugin."""
        if isinstance(excinfo.value, (SuiteFailure, HarnessError)):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        first = next(iter(self.cases.values()), None)
        return self.path, first.line - 1 if first is not None else None, self.name


def _name(record: Case) -> str:
    """The item's name: the line, and the beginning of the SQL."""
    sql = " ".join(record.sql.split())
    return f"line {record.line}: {sql[:LONGEST_NAME]}".rstrip(": ")


def _explain(path: Path, case: Case, outcome: Replayed) -> str:
    """Where, why, the SQL, and the difference."""
    failure = Failure(
        "", path.name, "", outcome.index, case.line, outcome.verdict, type(case).__name__.lower(),
        case.sql, outcome.reason, _joined(outcome.expected), _joined(outcome.got),
        outcome.error_class, outcome.error_code, outcome.message, outcome.traceback, outcome.output,
    )  # fmt: skip
    return show_failure(failure).plain.rstrip()


def _joined(lines: list[str] | None) -> str | None:
    return None if lines is None else "\n".join(lines)
