"""Text of a suite file to records.

One pass over the lines. Loops are unrolled and included files are put in place, so that what
comes out is a flat list, in the order in which a runner executes it. What cannot be understood
becomes a `Broken` record and the rest of the file goes on; only a file that is no suite text
at all raises SuiteError.
"""

import gc
import os
import posixpath
import re
from typing import Final

from mypy_extensions import i64

from sqllogictest.blocks import SEPARATOR, Source, excerpt
from sqllogictest.cases import CaseReader
from sqllogictest.conditions import NEVER, parse_conditions
from sqllogictest.dialects import default_dialect, dialect_of, is_switch, parse_duration
from sqllogictest.headers import loop_values, take_retry
from sqllogictest.plain import PlainReader
from sqllogictest.records import (
    AUTO,
    MAIN_CONNECTION,
    OFFICIAL,
    OK,
    SORT_MODES,
    UNCONDITIONAL,
    Conditions,
    Control,
    Halt,
    HashThreshold,
    Let,
    Record,
    Require,
    Restart,
    Sleep,
    SuiteError,
    System,
)
from sqllogictest.source import Includes, check_content, decode_text, read_source

HEADER_TOKENS: Final = 4
DEEPEST_INCLUDE: Final = 16
WILDCARDS: Final = frozenset("*?[")
MOST_RECORDS: Final = 1_000_000

LOOP_WORDS: Final = frozenset(("loop", "foreach", "concurrentloop", "concurrentforeach"))
CONTROL_VALUES: Final = {
    "sortmode": SORT_MODES,
    "resultmode": frozenset(("rowwise", "valuewise")),
    "substitution": frozenset(("on", "off")),
}


def parse_file(
    path: str, dialect: str = AUTO, name: str | None = None, root: str | None = None
) -> list[Record]:
    """The records of the file at `path`, in order of execution.

    `name` is the file name that the records bear (`path` if not given). Includes may read
    what lies below `root` (the file's own folder if not given). Raises SuiteError when the
    file cannot be read or is no text.
    """
    folder = os.path.dirname(os.path.abspath(path)) if root is None else os.path.abspath(root)
    place = os.path.relpath(os.path.abspath(path), folder).replace(os.sep, "/")
    return parse_bytes(
        read_source(path), path if name is None else name, dialect, Includes(folder), place
    )


def parse_bytes(
    data: bytes,
    name: str,
    dialect: str = AUTO,
    includes: Includes | None = None,
    place: str | None = None,
) -> list[Record]:
    """The records of a file's content, in order of execution.

    `name` is the file name that the records bear, and `place` the file's path in the folder
    of `includes`, without which no file can be included. Raises SuiteError when the content
    is no text.
    """
    check_content(data, name)
    text = decode_text(data)
    chosen = default_dialect(name) if dialect == AUTO else dialect
    # Records form no cycles; looking for some among them takes a third of the time.
    collecting = gc.isenabled()
    gc.disable()
    try:
        parser = Parser(text, name, chosen, dialect == AUTO, includes, place)
        parser.run()
        while parser.foreign:
            parser = Parser(text, name, parser.foreign, True, includes, place)
            parser.run()
    finally:
        if collecting:
            gc.enable()
    return parser.records


class Loop:
    """One open `loop` or `foreach` of `source`, whose body starts at line `start`."""

    def __init__(self, variable: str, values: list[str], source: Source, start: i64) -> None:
        self.variable = variable
        self.values = values
        self.turn = 0
        self.source = source
        self.start = start
        self.outer_conditions = source.conditions


class Parser(CaseReader):
    """Reads one file, and what it includes, into `records`.

    With `auto`, a word of another dialect ends the run at once and is told in `foreign`.
    """

    def __init__(
        self,
        text: str,
        name: str,
        dialect: str,
        auto: bool,
        includes: Includes | None,
        place: str | None,
    ) -> None:
        own_place = posixpath.basename(name) if place is None else place
        super().__init__(Source(name, own_place, [], dialect, UNCONDITIONAL), dialect, auto)
        self.text_of_file = text
        self.includes = includes
        self.prefix = name[: -len(own_place)] if name.endswith(own_place) else ""
        self.sources: list[Source] = [self.source]
        self.loops: list[Loop] = []
        self.skipping = False
        self._known_conditions: dict[str, Conditions] = {}
        self._condition_lines: set[str] = set()

    def run(self) -> None:
        """Read everything."""
        if self.dialect == OFFICIAL:
            self.run_blocks()
        else:
            self.source.lines = self.text_of_file.split("\n")
            self.run_sources()

    def run_blocks(self) -> None:
        """Read an official file block by block: no record of it goes over a blank line."""
        name = self.source.file
        plain = PlainReader(name, self.text_of_file)
        line: i64 = 1
        for block in self.text_of_file.split("\n\n"):
            if block:
                record = plain.read(block, line)
                if record is not None:
                    self.records.append(record)
                else:
                    self.source = Source(
                        name,
                        self.source.place,
                        block.split("\n"),
                        self.dialect,
                        UNCONDITIONAL,
                        line,
                    )
                    while self.read_record():
                        pass
                    if self.foreign:
                        return
            line += block.count("\n") + 2

    def run_sources(self) -> None:
        """Read a file line by line, and those that it includes."""
        while not self.foreign:
            while self.read_record():
                if len(self.records) > MOST_RECORDS:
                    raise SuiteError(
                        self.source.file,
                        self.source.number(self.source.position),
                        f"loops and includes make more than {MOST_RECORDS:,} records",
                    )
            self.close_loops()
            if len(self.sources) == 1:
                break
            self.sources.pop()
            self.source = self.sources[-1]

    def read_record(self) -> bool:
        """Read the next record or directive; False at the end of the source."""
        source = self.source
        lines = source.lines
        count: i64 = len(lines)
        at = source.position
        pending: list[str] | None = None
        while at < count:
            line = lines[at]
            if not line:
                if pending is not None:
                    self.broken(at - 1, at, UNCONDITIONAL, "a condition without a record", "")
                    pending = None
                at += 1
                continue
            if line in self._condition_lines or self.is_condition(line):
                if pending is None:
                    pending = [line]
                else:
                    pending.append(line)
            elif not line.startswith("#"):
                self.read_body(at, pending)
                return not self.foreign
            at += 1
        if pending is not None:
            self.broken(at - 1, at, UNCONDITIONAL, "a condition without a record", "")
        source.position = at
        return False

    def is_condition(self, line: str) -> bool:
        """Whether a line is a skipif or onlyif."""
        if not line.startswith(("skipif", "onlyif")):
            return False
        if line.split(None, 1)[0] not in ("skipif", "onlyif"):
            return False
        self._condition_lines.add(line)
        return True

    def read_body(self, at: i64, pending: list[str] | None) -> None:
        """Read the record whose header is at line `at`, with the condition lines before it."""
        header = self.source.lines[at]
        if self.bindings:
            header = self.substitute(header)
        # A line of Unicode's white space alone is no blank line, and yet has no words.
        words = header.split(None, HEADER_TOKENS) or [header]
        conditions = self.source.conditions
        if pending is not None:
            own = self.conditions_of(pending)
            if own is None:
                return self.broken_block(at, UNCONDITIONAL, "skipif/onlyif names no engine", "")
            conditions = own if conditions is UNCONDITIONAL else conditions.plus(own)
        if self.skipping:
            conditions = NEVER
        if words[0] == "query":
            self.read_query(at, conditions, header, words)
        elif words[0] == "statement":
            self.read_statement(at, conditions, header, words)
        else:
            self.read_directive(at, conditions, header, words)

    def conditions_of(self, lines: list[str]) -> Conditions | None:
        """The conditions of these lines; None if they are wrong. Shared between records."""
        key = lines[0] if len(lines) == 1 else "\n".join(lines)
        known = self._known_conditions.get(key)
        if known is not None and not self.bindings:
            return known
        if self.bindings:
            lines = [self.substitute(line) for line in lines]
        made = parse_conditions(lines, self.bindings)
        if isinstance(made, str):
            return None
        if not self.bindings:
            self._known_conditions[key] = made
        return made

    # Directives

    def read_directive(
        self, at: i64, conditions: Conditions, header: str, words: list[str]
    ) -> None:
        source = self.source
        word = words[0]
        line = source.number(at)
        source.position = at + 1
        if word == "halt":
            self.records.append(Halt(source.file, line, line, conditions))
        elif word == "hash-threshold":
            if len(words) < 2 or not words[1].isdecimal():
                return self.broken_block(
                    at, conditions, "hash-threshold takes a number", "0 turns hashing off"
                )
            self.records.append(HashThreshold(source.file, line, line, conditions, int(words[1])))
        else:
            other = dialect_of(word)
            if self.auto and is_switch(self.dialect, other):
                self.foreign = other
            elif other and self.dialect != OFFICIAL:
                self.read_foreign(at, conditions, header.split())
            else:
                self.broken_block(
                    at,
                    conditions,
                    f"unknown directive {excerpt(word)}",
                    f"it belongs to the {other} dialect" if other else "is it a misspelling?",
                )

    def read_foreign(self, at: i64, conditions: Conditions, words: list[str]) -> None:
        """Read a directive that only sqllogictest-rs or DuckDB's runner has."""
        word = words[0]
        if word == "include":
            self.include(at, conditions, words)
        elif word == "system":
            self.read_system(at, conditions, words)
        elif word == "let":
            self.read_let(at, conditions, words)
        elif word == "endloop":
            self.end_loop(at)
        elif word in LOOP_WORDS:
            self.open_loop(at, conditions, words)
        elif word == "subtest":
            pass
        elif word in ("restart", "reconnect", "load"):
            path = (words[1] if len(words) > 1 else "") if word == "load" else None
            line = self.source.number(at)
            self.records.append(Restart(self.source.file, line, line, conditions, path))
        else:
            self.read_setting(at, conditions, words)

    def read_setting(self, at: i64, conditions: Conditions, words: list[str]) -> None:
        """Read a directive of the form NAME VALUE."""
        file = self.source.file
        line = self.source.number(at)
        word = words[0]
        if len(words) < 2:
            self.broken_block(at, conditions, f"{word} takes a value", "")
        elif word == "control":
            allowed = CONTROL_VALUES.get(words[1])
            if allowed is None or len(words) < 3 or words[2] not in allowed:
                return self.broken_block(
                    at,
                    conditions,
                    f"unknown control {excerpt(' '.join(words[1:]))}",
                    "sortmode nosort|rowsort|valuesort, resultmode rowwise|valuewise, "
                    "substitution on|off",
                )
            self.records.append(Control(file, line, line, conditions, words[1], words[2]))
        elif word == "connection":
            self.connection = MAIN_CONNECTION if words[1] == "default" else words[1]
        elif word == "sleep":
            seconds = parse_duration(" ".join(words[1:]))
            if seconds < 0.0:
                return self.broken_block(
                    at, conditions, f"{excerpt(words[1])} is no duration", "as in 100ms or 2s"
                )
            self.records.append(Sleep(file, line, line, conditions, seconds))
        elif word == "require":
            self.records.append(Require(file, line, line, conditions, words[1].lower()))
        elif words[1] in ("skip", "unskip"):
            self.skipping = words[1] == "skip"
        else:
            self.broken_block(
                at, conditions, f"unknown mode {excerpt(words[1])}", "one of skip, unskip"
            )

    def read_system(self, at: i64, conditions: Conditions, words: list[str]) -> None:
        source = self.source
        words, retry, wrong = take_retry(words)
        if wrong or len(words) < 2 or words[1] != OK:
            return self.broken_block(
                at, conditions, wrong or "system takes ok", "write `system ok`"
            )
        end = self.block_end(at + 1)
        separator = at + 1
        while separator < end and source.lines[separator] != SEPARATOR:
            separator += 1
        if separator == at + 1:
            return self.broken_block(at, conditions, "system has no command", "")
        expected: list[str] | None = None
        if separator < end:
            end = self.double_blank_end(separator + 1)
            expected = self.lines_of(separator + 1, end)
        record = System(
            source.file,
            source.number(at),
            source.number(end - 1),
            conditions,
            self.text(at + 1, separator),
            expected,
        )
        record.retry = retry
        self.add(record)
        source.position = end

    def read_let(self, at: i64, conditions: Conditions, words: list[str]) -> None:
        source = self.source
        names = re.findall(r"\w+", " ".join(words[1:]))
        end = self.block_end(at + 1)
        if not names or end == at + 1:
            return self.broken_block(at, conditions, "let takes names and a query", "")
        record = Let(
            source.file,
            source.number(at),
            source.number(end - 1),
            conditions,
            tuple(names),
            self.text(at + 1, end),
        )
        record.connection = self.connection
        self.connection = MAIN_CONNECTION
        self.records.append(record)
        source.position = end

    # Loops and includes

    def open_loop(self, at: i64, conditions: Conditions, words: list[str]) -> None:
        values = loop_values(words)
        if isinstance(values, str):
            return self.broken_block(at, conditions, values, "as in `loop i 0 10`")
        if not values:
            return self.skip_loop(at, conditions)
        source = self.source
        self.loops.append(Loop(words[1], values, source, at + 1))
        source.conditions = conditions
        self.bind_loops()

    def skip_loop(self, at: i64, conditions: Conditions) -> None:
        """Pass over the body of a loop that has no turn."""
        source = self.source
        open_loops = 1
        position = at + 1
        count: i64 = len(source.lines)
        while position < count:
            word = source.lines[position].split(None, 1)[:1]
            if word == ["endloop"]:
                open_loops -= 1
                if open_loops == 0:
                    source.position = position + 1
                    return
            elif word and word[0] in LOOP_WORDS:
                open_loops += 1
            position += 1
        self.broken(at, count, conditions, "a loop without endloop", "")

    def end_loop(self, at: i64) -> None:
        if not self.loops or self.loops[-1].source is not self.source:
            return self.broken_block(at, UNCONDITIONAL, "endloop without a loop", "")
        loop = self.loops[-1]
        loop.turn += 1
        if loop.turn < len(loop.values):
            self.source.position = loop.start
        else:
            self.loops.pop()
            self.source.conditions = loop.outer_conditions
        self.bind_loops()

    def close_loops(self) -> None:
        """At the end of a source: what is open there was never closed."""
        while self.loops and self.loops[-1].source is self.source:
            loop = self.loops.pop()
            position = self.source.position
            self.broken(loop.start - 1, loop.start, UNCONDITIONAL, "a loop without endloop", "")
            self.source.position = position
        self.bind_loops()

    def bind_loops(self) -> None:
        self.bindings = {loop.variable: loop.values[loop.turn] for loop in self.loops}

    def include(self, at: i64, conditions: Conditions, words: list[str]) -> None:
        """Put the records of the named files here, one file after the other."""
        if len(words) < 2:
            return self.broken_block(at, conditions, "include names no file", "")
        wrong = ""
        found: list[Source] = []
        try:
            found = self.find_included(words[1], conditions)
        except SuiteError as error:
            wrong = error.what
        if wrong:
            return self.broken_block(at, conditions, f"include {excerpt(words[1])}: {wrong}", "")
        found.reverse()
        self.sources += found
        self.source = self.sources[-1]

    def find_included(self, pattern: str, conditions: Conditions) -> list[Source]:
        """The sources that an include names. Raises SuiteError if there is none to be had."""
        here = self.source
        if self.includes is None:
            raise SuiteError(here.file, 0, "there is no folder to include from")
        if len(here.chain) >= DEEPEST_INCLUDE:
            raise SuiteError(here.file, 0, f"includes are nested more than {DEEPEST_INCLUDE} deep")
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(here.place), pattern))
        if wanted.startswith(("../", "/")) or wanted == "..":
            raise SuiteError(here.file, 0, "it leaves the suite's folder")
        places = [wanted]
        if not WILDCARDS.isdisjoint(wanted):
            places = self.includes.names(wanted)
            if not places:
                raise SuiteError(here.file, 0, "no file matches")
        return [self.open_source(place, conditions) for place in places]

    def open_source(self, place: str, conditions: Conditions) -> Source:
        """Read one included file. Raises SuiteError if it cannot be, or includes itself."""
        here = self.source
        if place in here.chain:
            raise SuiteError(here.file, 0, "the file includes itself")
        assert self.includes is not None
        data = self.includes.read(place)
        name = self.prefix + place
        check_content(data, name)
        source = Source(name, place, decode_text(data).split("\n"), self.dialect, conditions)
        source.chain = (*here.chain, place)
        return source
