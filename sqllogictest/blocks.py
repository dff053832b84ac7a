"""The lines of a suite file as a reader sees them: blocks, loop variables, broken records."""

from typing import Final

from mypy_extensions import i64

from sqllogictest.records import (
    MAIN_CONNECTION,
    OFFICIAL,
    Broken,
    Case,
    Conditions,
    Record,
    SuiteError,
)

SEPARATOR: Final = "----"


class Source:
    """One file that is being read, and what applies to all of its records.

    `lines` come from `decode_text`: a blank line is ''. The first one is line `first` of the
    file. `place` is the file's path in the
    folder of includes; `chain` has the places of the files that include each other down to it.
    """

    def __init__(
        self,
        file: str,
        place: str,
        lines: list[str],
        dialect: str,
        conditions: Conditions,
        first: int = 1,
    ) -> None:
        self.file = file
        self.place = place
        self.conditions = conditions
        self.first: i64 = first
        self.chain: tuple[str, ...] = (place,)
        self.numbers: list[int] | None = None
        if dialect == OFFICIAL and has_comment(lines):
            # The official runner drops comment lines even inside SQL and results.
            kept = [at for at, line in enumerate(lines) if not line.startswith("#")]
            self.numbers = [at + first for at in kept]
            lines = [lines[at] for at in kept]
        self.lines = lines
        self.position: i64 = 0

    def number(self, position: i64) -> int:
        """The number, from 1 on, that the line at `position` has in the file."""
        if self.numbers is None:
            return position + self.first
        if position < len(self.numbers):
            return self.numbers[position]
        return self.numbers[-1] + 1 if self.numbers else self.first


def has_comment(lines: list[str]) -> bool:
    """Whether any line begins with `#`."""
    for line in lines:  # noqa: SIM110 (compiled, a loop is faster than a generator)
        if line.startswith("#"):
            return True
    return False


def excerpt(text: str) -> str:
    """`text` in backquotes, cut short."""
    return f"`{text[:60]}...`" if len(text) > 60 else f"`{text}`"


class BlockReader:
    """The place where reading stands, and what is common to reading any record."""

    def __init__(self, source: Source, dialect: str, auto: bool) -> None:
        self.source = source
        self.dialect = dialect
        self.auto = auto
        self.bindings: dict[str, str] = {}
        self.connection = MAIN_CONNECTION
        self.records: list[Record] = []
        self.foreign = ""

    def block_end(self, at: i64) -> i64:
        """The position of the first blank line at or after `at`."""
        lines = self.source.lines
        count: i64 = len(lines)
        while at < count and lines[at]:
            at += 1
        return at

    def double_blank_end(self, at: i64) -> i64:
        """The position of the first of two blank lines in a row at or after `at`."""
        lines = self.source.lines
        count: i64 = len(lines)
        while at < count:
            if not lines[at] and (at + 1 >= count or not lines[at + 1]):
                return at
            at += 1
        return count

    def text(self, start: i64, end: i64) -> str:
        """The lines from `start` up to `end` as one string, loop variables put in."""
        lines = self.source.lines
        sql = lines[start] if end == start + 1 else "\n".join(lines[start:end])
        return self.substitute(sql) if self.bindings else sql

    def lines_of(self, start: i64, end: i64) -> list[str]:
        """The lines from `start` up to `end`, loop variables put in."""
        lines = self.source.lines[start:end]
        return [self.substitute(line) for line in lines] if self.bindings else lines

    def substitute(self, text: str) -> str:
        """Put the loops' variables into `text`, where it has `${NAME}`."""
        if "${" in text:
            for name, value in self.bindings.items():
                text = text.replace("${" + name + "}", value)
        return text

    def add(self, record: Case) -> None:
        if self.connection is not MAIN_CONNECTION:
            record.connection = self.connection
            self.connection = MAIN_CONNECTION
        self.records.append(record)

    def broken(self, at: i64, end: i64, conditions: Conditions, what: str, hint: str) -> None:
        """Record that what stands from `at` up to `end` is wrong; reading goes on at `end`."""
        file = self.source.file
        line = self.source.number(at)
        last = self.source.number(end - 1) if end > at else line
        self.records.append(
            Broken(file, line, last, conditions, SuiteError(file, line, what, hint))
        )
        self.source.position = end

    def broken_block(self, at: i64, conditions: Conditions, what: str, hint: str) -> None:
        """The record at `at` is wrong, up to the next blank line."""
        self.connection = MAIN_CONNECTION
        self.broken(at, self.block_end(at), conditions, what, hint)
