"""Reads statements and queries, the records that are judged."""

import re
from typing import Final

from mypy_extensions import i64

from sqllogictest.blocks import SEPARATOR, BlockReader, Source, excerpt
from sqllogictest.headers import take_retry
from sqllogictest.records import (
    COUNT,
    DUCKDB,
    ERROR,
    EXACT,
    MAIN_CONNECTION,
    MAYBE,
    OFFICIAL,
    OK,
    REGEX,
    RUST,
    SORT_MODES,
    SUBSTRING,
    Case,
    Conditions,
    ErrorPattern,
    Query,
    Statement,
)

REGEX_MARK: Final = "<REGEX>:"
HEADER_WORDS: Final = frozenset(
    ("statement", "query", "skipif", "onlyif", "halt", "hash-threshold")
)
RETRY_HINT: Final = "as in `retry 3 backoff 1s`"


def is_regex(text: str) -> bool:
    try:
        re.compile(text)
    except re.error:
        return False
    return True


class CaseReader(BlockReader):
    """Reads one statement or query at a time into `records`."""

    def __init__(self, source: Source, dialect: str, auto: bool) -> None:
        super().__init__(source, dialect, auto)
        self._known_types: dict[str, str] = {}

    def read_query(self, at: i64, conditions: Conditions, header: str, words: list[str]) -> None:
        source = self.source
        lines = source.lines
        count: i64 = len(lines)
        start = at + 1
        separator = start
        while separator < count:
            line = lines[separator]
            if not line or line == SEPARATOR:
                break
            separator += 1
        end = separator
        expected: str | None = None
        if separator < count and lines[separator] == SEPARATOR:
            end = self.block_end(separator + 1)
            expected = self.text(separator + 1, end)
        size = len(words)
        types = words[1] if size > 1 else ""
        if types == ERROR and self.has_patterns():
            self.read_query_error(at, separator, end, conditions, header)
            return
        retry = None
        connection = MAIN_CONNECTION
        if self.dialect != OFFICIAL:
            words, retry, wrong = take_retry(header.split())
            if wrong:
                return self.broken_block(at, conditions, wrong, RETRY_HINT)
            if len(words) > 1 and words[1] in SORT_MODES:
                words.insert(1, "")
            if self.dialect == DUCKDB and len(words) > 2 and words[2] not in SORT_MODES:
                connection = words.pop(2)
            size = len(words)
            types = words[1] if size > 1 else ""
        elif self.wrong_types(types):
            return self.broken_block(
                at,
                conditions,
                f"unknown type string {excerpt(types)}" if types else "missing type string",
                "a query names a type for each column: I, R or T, as in `query ITR rowsort`",
            )
        sort_mode = words[2] if size > 2 else ""
        if sort_mode and sort_mode not in SORT_MODES:
            return self.broken_block(
                at,
                conditions,
                f"unknown sort mode {excerpt(sort_mode)}",
                "one of nosort, rowsort, valuesort",
            )
        if separator == start:
            return self.broken_block(at, conditions, "the query has no SQL", "")
        known = self._known_types.setdefault(types, types)
        query = Query(
            source.file,
            source.number(at),
            source.number(end - 1),
            conditions,
            self.text(start, separator),
            known,
            sort_mode,
            words[3] if size > 3 else "",
            expected,
            OK,
            self.dialect,
        )
        query.retry = retry
        query.connection = connection
        self.add(query)
        source.position = end

    def wrong_types(self, types: str) -> bool:
        """Whether `types` is no type string of the official dialect."""
        return types not in self._known_types and (not types or bool(types.strip("IRT")))

    def read_query_error(
        self, at: i64, separator: i64, end: i64, conditions: Conditions, header: str
    ) -> None:
        if separator == at + 1:
            return self.broken_block(at, conditions, "the query has no SQL", "")
        query = Query(
            self.source.file,
            self.source.number(at),
            self.source.number(end - 1),
            conditions,
            self.text(at + 1, separator),
            "",
            "",
            "",
            None,
            ERROR,
            self.dialect,
        )
        self.expect_error(query, at, separator, conditions, header)

    def read_statement(
        self, at: i64, conditions: Conditions, header: str, words: list[str]
    ) -> None:
        expect = words[1] if len(words) > 1 else ""
        affected = 0
        if expect == COUNT:
            if len(words) < 3 or not words[2].isdecimal():
                return self.broken_block(
                    at, conditions, "statement count takes a number of rows", ""
                )
            affected = int(words[2])
        elif expect == "":
            return self.broken_block(
                at, conditions, "a statement without ok or error", "write `statement ok`"
            )
        elif expect != OK and expect != ERROR and expect != MAYBE:
            return self.broken_block(
                at,
                conditions,
                f"a statement that is neither ok nor error but {excerpt(expect)}",
                "write `statement ok` or `statement error`",
            )
        source = self.source
        end = self.block_end(at + 1)
        separator = end
        if expect != OK and expect != COUNT:
            separator = at + 1
            while separator < end and source.lines[separator] != SEPARATOR:
                separator += 1
        if separator == at + 1:
            return self.broken_block(at, conditions, "the statement has no SQL", "")
        statement = Statement(
            source.file,
            source.number(at),
            source.number(end - 1),
            conditions,
            self.text(at + 1, separator),
            expect,
            affected,
        )
        if expect != OK and expect != COUNT:
            return self.expect_error(statement, at, separator, conditions, header)
        if self.dialect != OFFICIAL:
            rest, retry, wrong = take_retry(header.split())
            if wrong:
                return self.broken_block(at, conditions, wrong, RETRY_HINT)
            statement.retry = retry
            if self.dialect == DUCKDB and expect == OK and len(rest) > 2:
                statement.connection = rest[2]
        self.add(statement)
        source.position = end

    def expect_error(
        self, case: Case, at: i64, separator: i64, conditions: Conditions, header: str
    ) -> None:
        """Read which error `case` must give: behind the header's words, or below `----`."""
        source = self.source
        lines = source.lines
        count: i64 = len(lines)
        pieces = header.split(None, 2)
        inline = pieces[2].strip() if len(pieces) > 2 and self.has_patterns() else ""
        if inline.startswith("retry ") and self.dialect == RUST:
            _, case.retry, wrong = take_retry(inline.split())
            if wrong:
                return self.broken_block(at, conditions, wrong, RETRY_HINT)
            inline = ""
        end = separator
        if separator < count and lines[separator] == SEPARATOR:
            if self.dialect == OFFICIAL and self.auto:
                self.foreign = RUST
                return
            end = self.message_end(separator + 1)
            case.error = self.pattern_below(self.text(separator + 1, end))
        elif self.dialect == DUCKDB:
            case.connection = inline
        elif inline:
            case.error = ErrorPattern(inline, REGEX)
        error = case.error
        if error is not None and error.kind == REGEX and not is_regex(error.text):
            return self.broken_block(
                at,
                conditions,
                f"{excerpt(error.text)} is no regular expression",
                "escape what is meant literally with a backslash",
            )
        case.end_line = source.number(end - 1)
        self.add(case)
        source.position = end

    def has_patterns(self) -> bool:
        """Whether text behind `statement error` is a pattern; the official runner ignores it.

        A file that was not declared to be official is believed to mean what it says.
        """
        return self.dialect != OFFICIAL or self.auto

    def message_end(self, start: i64) -> i64:
        """Where an error message that starts at `start` ends.

        sqllogictest-rs allows single blank lines in it and ends it at two. Where the dialect
        was guessed, a record header after a blank line ends it as well.
        """
        if self.dialect != RUST:
            return self.block_end(start)
        strict_end = self.double_blank_end(start)
        if not self.auto:
            return strict_end
        lines = self.source.lines
        end = start
        while end < strict_end:
            if not lines[end]:
                words = lines[end + 1].split(None, 1)
                if words and (words[0] in HEADER_WORDS or words[0][0] == "#"):
                    return end
            end += 1
        return strict_end

    def pattern_below(self, message: str) -> ErrorPattern:
        """The error that the text below `----` asks for."""
        if self.dialect == RUST:
            return ErrorPattern(message, EXACT)
        if message.startswith(REGEX_MARK):
            return ErrorPattern(message[len(REGEX_MARK) :], REGEX)
        return ErrorPattern(message, SUBSTRING)
