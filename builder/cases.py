"""The suite's text, case by case: the statements that a case needs, and the case itself."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from builder.measure import Case, Suite
from harness.errors import SuiteFault
from harness.suites.discover import find_sources
from harness.suites.open import open_source
from sqllogictest.parser import parse_bytes
from sqllogictest.records import Broken, HashThreshold, Query, Record, Statement
from sqllogictest.records import Case as CaseRecord
from sqllogictest.writer import write_record

_WORD = re.compile(r"[A-Za-z_]\w*")
_MADE = re.compile(
    r"^\s*CREATE\s+(?:TEMP\w*\s+)?(?:UNIQUE\s+)?(TABLE|VIEW|INDEX|TRIGGER)\s+"
    r"(?:IF\s+NOT\s+EXISTS\s+)?[\"\[`]?(\w+)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Script:
    """A case with the statements before it that it needs, by the label's conditions.

    `threshold` is the file's own hash threshold where the case stands; None for the usual one.
    """

    setup: list[Statement]
    case: CaseRecord
    threshold: HashThreshold | None = None

    @property
    def sql(self) -> list[str]:
        return [*(statement.sql for statement in self.setup), self.case.sql]

    def text(self) -> str:
        """A suite file of its own; hashed results stay as they are."""
        first = [] if self.threshold is None else [self.threshold]
        return "\n".join(write_record(record) for record in (*first, *self.setup, self.case))


class SuiteText:
    """Parsed suite files, read when they are first asked for and then kept."""

    def __init__(self, suite: Suite, label: str = "sqlite") -> None:
        self.suite = suite
        self.label = label
        self._records: dict[tuple[str, str], list[Record]] = {}

    def _load(self) -> None:
        for source in find_sources(list(self.suite.paths)):
            for file in open_source(source):
                if isinstance(file, SuiteFault) or not self.suite.selection.takes_file(file.name):
                    continue
                content = file.text
                if content is None:
                    assert file.path is not None
                    content = file.path.read_bytes()
                records = parse_bytes(content, file.name, "auto")
                records = self.suite.selection.take_records(file.name, records)
                self._records[file.container, file.name] = records

    def records(self, container: str, name: str) -> list[Record]:
        """The records of one file, numbered as the results store numbers them."""
        if not self._records:
            self._load()
        return self._records.get((container, name), [])

    def every_sql(self) -> Iterable[str]:
        """The SQL of every case of the suite."""
        if not self._records:
            self._load()
        for records in self._records.values():
            for record in records:
                if isinstance(record, CaseRecord) and record.sql:
                    yield record.sql

    def script(self, case: Case) -> Script | None:
        """The case and what it needs; None for what can't be asked alone."""
        records = self.records(case[0], case[1])
        if case[2] >= len(records):
            return None
        record = records[case[2]]
        if not isinstance(record, (Query, Statement)) or isinstance(record, Broken):
            return None
        before = [
            earlier
            for earlier in records[: case[2]]
            if isinstance(earlier, Statement) and not earlier.conditions.exclude(self.label)
        ]
        threshold = None
        for earlier in records[: case[2]]:
            if isinstance(earlier, HashThreshold) and not earlier.conditions.exclude(self.label):
                threshold = earlier
        return Script(needed(before, record.sql), record, threshold)


def needed(statements: list[Statement], sql: str) -> list[Statement]:
    """The statements, in order, that touch a table or view which `sql` leads to."""
    names = words(sql)
    made: dict[str, set[str]] = {}
    for statement in statements:
        match = _MADE.match(statement.sql)
        if match:
            made.setdefault(match[2].lower(), set()).update(words(statement.sql))
    wanted = {name for name in names if name in made}
    while True:
        more = {word for name in wanted for word in made[name] if word in made} - wanted
        feeding = {
            word
            for statement in statements
            if changed_table(statement.sql) in wanted
            for word in words(statement.sql)
            if word in made
        } - wanted
        if not more and not feeding:
            break
        wanted |= more | feeding
    return [
        statement
        for statement in statements
        if changed_table(statement.sql) in wanted
        or ((match := _MADE.match(statement.sql)) and match[2].lower() in wanted)
        or (is_index(statement.sql) and words(statement.sql) & wanted)
    ]


_CHANGED = re.compile(
    r"^\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|DELETE\s+FROM|UPDATE(?:\s+OR\s+\w+)?|"
    r"DROP\s+(?:TABLE|VIEW)(?:\s+IF\s+EXISTS)?|ALTER\s+TABLE)\s+[\"\[`]?(\w+)",
    re.IGNORECASE,
)


def changed_table(sql: str) -> str:
    """The table that a statement changes or drops; ''."""
    match = _CHANGED.match(sql)
    return match[1].lower() if match else ""


def is_index(sql: str) -> bool:
    match = _MADE.match(sql)
    return match is not None and match[1].upper() in ("INDEX", "TRIGGER")


def words(sql: str) -> set[str]:
    """The identifiers and keywords of a text, in lower case."""
    return {word.lower() for word in _WORD.findall(sql)}
