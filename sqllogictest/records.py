"""The records of a sqllogictest file: what a parser makes and a runner executes.

A record knows the file and the line of its first header line (1-based, conditions not
counted), the last line that belongs to it, and the skipif/onlyif conditions before it.
Statements, queries and broken records are *cases*: they get a verdict and are counted.
All others steer the runner.
"""

import re
from typing import Final

NOSORT: Final = "nosort"
ROWSORT: Final = "rowsort"
VALUESORT: Final = "valuesort"
SORT_MODES: Final = frozenset((NOSORT, ROWSORT, VALUESORT))

OK: Final = "ok"
ERROR: Final = "error"
COUNT: Final = "count"
MAYBE: Final = "maybe"

REGEX: Final = "regex"
EXACT: Final = "exact"
SUBSTRING: Final = "substring"

MAIN_CONNECTION: Final = ""

OFFICIAL: Final = "official"
RUST: Final = "rust"
DUCKDB: Final = "duckdb"
AUTO: Final = "auto"


class SuiteError(Exception):
    """Bad input in a suite file: where it is, what is wrong, and what to do about it."""

    def __init__(self, file: str, line: int, what: str, hint: str = "") -> None:
        super().__init__(f"{file}:{line}: {what}" + (f" ({hint})" if hint else ""))
        self.file = file
        self.line = line
        self.what = what
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        return (SuiteError, (self.file, self.line, self.what, self.hint))


class Conditions:
    """The skipif/onlyif lines in front of one record; any hit excludes it.

    `skip` and `only` hold engine names in lower case. `never` excludes the record for every
    label (DuckDB's `mode skip`). The parser shares one object between records alike.
    """

    def __init__(self, skip: tuple[str, ...], only: tuple[str, ...], never: bool = False) -> None:
        self.skip = skip
        self.only = only
        self.never = never

    def exclude(self, label: str) -> bool:
        """Whether a runner with `label`, given in lower case, must pass the record over."""
        if self.never or label in self.skip:
            return True
        for name in self.only:  # noqa: SIM110 (any() would allocate a generator for each case)
            if name != label:
                return True
        return False

    def plus(self, other: "Conditions") -> "Conditions":
        """These conditions and those of `other` together."""
        return Conditions(self.skip + other.skip, self.only + other.only, self.never or other.never)


UNCONDITIONAL: Final = Conditions((), ())


class ErrorPattern:
    """What an expected error must look like.

    `kind` is REGEX (found anywhere in the message), EXACT (the message, but for white space
    around it) or SUBSTRING.
    """

    def __init__(self, text: str, kind: str) -> None:
        self.text = text
        self.kind = kind

    def matches(self, message: str) -> bool:
        """Whether an error with this message is the one expected."""
        if self.kind == REGEX:
            return re.search(self.text, message) is not None
        if self.kind == EXACT:
            return self.text.strip() == message.strip()
        return self.text.strip() in message


class Retry:
    """How often a failing record is tried again (`attempts` in all), `backoff` seconds apart."""

    def __init__(self, attempts: int, backoff: float) -> None:
        self.attempts = attempts
        self.backoff = backoff


class Record:
    """One record. `line` and `end_line` are its first and last line in `file`, 1-based."""

    def __init__(self, file: str, line: int, end_line: int, conditions: Conditions) -> None:
        self.file = file
        self.line = line
        self.end_line = end_line
        self.conditions = conditions

    @property
    def is_case(self) -> bool:
        """Whether the record is counted and gets a verdict."""
        return False

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.file}:{self.line}>"


class Case(Record):
    """A record that gets a verdict. `sql` is its text, lines joined by a newline."""

    def __init__(
        self, file: str, line: int, end_line: int, conditions: Conditions, sql: str
    ) -> None:
        super().__init__(file, line, end_line, conditions)
        self.sql = sql
        self.connection = MAIN_CONNECTION
        self.error: ErrorPattern | None = None
        self.retry: Retry | None = None

    @property
    def is_case(self) -> bool:
        return True


class Statement(Case):
    """`statement ok|error|count N|maybe`: one or more SQL statements, all of them run.

    `expect` is one of OK, ERROR, COUNT (then `count` rows must be affected) and MAYBE (either
    success or an error that matches). `error` restricts which error will do.
    """

    def __init__(
        self,
        file: str,
        line: int,
        end_line: int,
        conditions: Conditions,
        sql: str,
        expect: str,
        count: int = 0,
    ) -> None:
        super().__init__(file, line, end_line, conditions, sql)
        self.expect = expect
        self.count = count


class Query(Case):
    """`query TYPES [SORT [LABEL]]`: one SQL query and the result it must give.

    `types` has a letter for each column. `sort_mode` is '' where the record names none.
    `expected_text` holds the lines below `----`, joined by a newline, and is None where there
    is no `----`.
    `expect` is OK, or ERROR for sqllogictest-rs's `query error`. `dialect` decides how the
    result is rendered and compared.
    """

    def __init__(
        self,
        file: str,
        line: int,
        end_line: int,
        conditions: Conditions,
        sql: str,
        types: str,
        sort_mode: str,
        label: str,
        expected_text: str | None,
        expect: str = OK,
        dialect: str = OFFICIAL,
    ) -> None:
        super().__init__(file, line, end_line, conditions, sql)
        self.types = types
        self.sort_mode = sort_mode
        self.label = label
        self.expected_text = expected_text
        self.expect = expect
        self.dialect = dialect

    @property
    def expected(self) -> list[str] | None:
        """The lines below `----`, or None where there is no `----`."""
        if self.expected_text is None:
            return None
        return self.expected_text.split("\n") if self.expected_text else []


class Broken(Case):
    """A record that cannot be understood; it counts as a case, and fails with `fault`."""

    def __init__(
        self, file: str, line: int, end_line: int, conditions: Conditions, fault: SuiteError
    ) -> None:
        super().__init__(file, line, end_line, conditions, "")
        self.fault = fault


class System(Case):
    """`system ok`: a shell command (in `sql`); refused unless the runner allows it.

    `expected` holds the lines that its standard output must be, or None for any output.
    """

    def __init__(
        self,
        file: str,
        line: int,
        end_line: int,
        conditions: Conditions,
        sql: str,
        expected: list[str] | None,
    ) -> None:
        super().__init__(file, line, end_line, conditions, sql)
        self.expected = expected


class Halt(Record):
    """`halt`: ends the file; the cases that follow are not applicable."""


class HashThreshold(Record):
    """`hash-threshold N`: results of more than N values are compared by hash; 0 is never."""

    def __init__(
        self, file: str, line: int, end_line: int, conditions: Conditions, threshold: int
    ) -> None:
        super().__init__(file, line, end_line, conditions)
        self.threshold = threshold


class Control(Record):
    """`control NAME VALUE` (sqllogictest-rs): sortmode, resultmode or substitution."""

    def __init__(
        self,
        file: str,
        line: int,
        end_line: int,
        conditions: Conditions,
        setting: str,
        value: str,
    ) -> None:
        super().__init__(file, line, end_line, conditions)
        self.setting = setting
        self.value = value


class Sleep(Record):
    """`sleep DURATION`: wait for `seconds`."""

    def __init__(
        self, file: str, line: int, end_line: int, conditions: Conditions, seconds: float
    ) -> None:
        super().__init__(file, line, end_line, conditions)
        self.seconds = seconds


class Let(Record):
    """`let NAME...`: run a query and keep its first row in variables for substitution."""

    def __init__(
        self,
        file: str,
        line: int,
        end_line: int,
        conditions: Conditions,
        names: tuple[str, ...],
        sql: str,
    ) -> None:
        super().__init__(file, line, end_line, conditions)
        self.names = names
        self.sql = sql
        self.connection = MAIN_CONNECTION


class Require(Record):
    """`require FEATURE` (DuckDB): the cases that follow fail where the engine lacks it."""

    def __init__(
        self, file: str, line: int, end_line: int, conditions: Conditions, feature: str
    ) -> None:
        super().__init__(file, line, end_line, conditions)
        self.feature = feature


class Restart(Record):
    """`restart` or `load [PATH]` (DuckDB): close every connection and open the database again.

    `path` names the database to open, '' for one in memory; it is None for `restart`, which
    opens the present one again.
    """

    def __init__(
        self, file: str, line: int, end_line: int, conditions: Conditions, path: str | None
    ) -> None:
        super().__init__(file, line, end_line, conditions)
        self.path = path
