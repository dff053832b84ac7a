"""LIKE and GLOB: patterns are taken apart once and then matched in time that cannot blow up.

A pattern is a list of runs between its "any number of characters" wildcards. The first run is
tied to the start and the last one to the end; those between are found from the left, each
at its earliest place, so that matching is at most length of text times length of pattern.
Source: "SQL Language Expressions", section 5. Case is ignored for the letters of ASCII only.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.errors import SqlError
from target_db.functions.base import ScalarFunction
from target_db.types.numeric import encode, to_text

MAX_PATTERN: Final = 50_000  # bytes
TOO_COMPLEX: Final = "LIKE or GLOB pattern too complex"


def fold_case(text: str) -> str:
    """`text` with A-Z in lower case and everything else as it was."""
    if text.isascii():
        return text.lower()
    return encode(text).lower().decode("utf-8", "surrogateescape")


def before_nul(text: str) -> str:
    """`text` up to its first NUL character, where C strings end."""
    if "\0" in text:
        return text[: text.index("\0")]
    return text


class CharSet:
    """A `[...]` of GLOB: single characters and ranges, perhaps inverted."""

    def __init__(self, inverted: bool) -> None:
        self.inverted = inverted
        self.singles = ""
        self.lows: list[str] = []
        self.highs: list[str] = []

    def matches(self, character: str) -> bool:
        """Whether `character` is accepted."""
        found = character in self.singles
        if not found:
            for i in range(len(self.lows)):
                if self.lows[i] <= character <= self.highs[i]:
                    found = True
        return found != self.inverted


class Run:
    """A part of a pattern without "any number" wildcards; each element takes one character.

    `text` has its literal characters; where `wild` is set, the element at that place is
    "any character", or the set of `sets`.
    """

    def __init__(self) -> None:
        self.text = ""
        self.wild: list[bool] = []
        self.sets: dict[int, CharSet] = {}
        self.is_literal = True

    def add_literal(self, character: str) -> None:
        """Append a character that stands for itself."""
        self.text += character
        self.wild.append(False)

    def add_wild(self, charset: CharSet | None) -> None:
        """Append "any character", or any of a set."""
        if charset is not None:
            self.sets[len(self.text)] = charset
        self.text += " "
        self.wild.append(True)
        self.is_literal = False

    def matches_at(self, text: str, start: i64) -> bool:
        """Whether the run fits `text` at `start`; there must be enough characters."""
        if self.is_literal:
            return text.startswith(self.text, start)
        own = self.text
        n: i64 = len(own)
        i: i64 = 0
        while i < n:
            if self.wild[i]:
                if self.sets:
                    charset = self.sets.get(i)
                    if charset is not None and not charset.matches(text[start + i]):
                        return False
            elif own[i] != text[start + i]:
                return False
            i += 1
        return True

    def find(self, text: str, start: i64, limit: i64) -> i64:
        """The first place from `start` where the run fits and ends by `limit`, or -1."""
        if self.is_literal:
            return text.find(self.text, start, limit)
        last: i64 = limit - len(self.text)
        i: i64 = start
        while i <= last:
            if self.matches_at(text, i):
                return i
            i += 1
        return -1


GENERAL: Final = 0
EXACT: Final = 1  # one literal run
PREFIX: Final = 2  # a literal run, then anything
SUFFIX: Final = 3
INFIX: Final = 4


def shape_of(runs: list[Run]) -> tuple[int, str]:
    """Which simple shape a pattern has, and its literal text."""
    for run in runs:
        if not run.is_literal:
            return GENERAL, ""
    if len(runs) == 1:
        return EXACT, runs[0].text
    first = runs[0].text
    last = runs[-1].text
    if len(runs) == 2:
        if not last:
            return PREFIX, first
        if not first:
            return SUFFIX, last
    elif len(runs) == 3 and not first and not last:
        return INFIX, runs[1].text
    return GENERAL, ""


class Pattern:
    """A LIKE or GLOB pattern that is ready to be matched."""

    def __init__(self, source: str, escape: str, runs: list[Run] | None, ignore_case: bool) -> None:
        self.source: Final = source
        self.escape: Final = escape
        self.runs: Final = runs  # None: matches nothing
        self.ignore_case: Final = ignore_case
        self.length: i64 = 0
        self.shape = GENERAL
        self.literal = ""
        if runs is not None:
            for run in runs:
                self.length += len(run.text)
            self.shape, self.literal = shape_of(runs)

    def matches(self, text: str) -> bool:
        """Whether the whole of `text` fits."""
        runs = self.runs
        if runs is None:
            return False
        if "\0" in text:
            text = before_nul(text)
        if self.ignore_case:
            text = text.lower() if text.isascii() else fold_case(text)
        shape = self.shape
        if shape != GENERAL:
            if shape == EXACT:
                return text == self.literal
            if shape == PREFIX:
                return text.startswith(self.literal)
            if shape == SUFFIX:
                return text.endswith(self.literal)
            return self.literal in text
        end: i64 = len(text)
        if end < self.length:
            return False
        count: i64 = len(runs)
        first = runs[0]
        if not first.matches_at(text, 0):
            return False
        place: i64 = len(first.text)
        if count == 1:
            return place == end
        last = runs[count - 1]
        tail: i64 = end - len(last.text)
        if tail < place or not last.matches_at(text, tail):
            return False
        i: i64 = 1
        while i < count - 1:
            run = runs[i]
            place = run.find(text, place, tail)
            if place < 0:
                return False
            place += len(run.text)
            i += 1
        return True


def check_pattern(pattern: str) -> None:
    """Raise SqlError when `pattern` is longer than SQLite allows."""
    if len(pattern) > MAX_PATTERN // 4 and len(encode(pattern)) > MAX_PATTERN:
        raise SqlError(TOO_COMPLEX)


def compile_like(pattern: str, escape: str = "", ignore_case: bool = True) -> Pattern:
    """A LIKE pattern, with an escape character or "". Raises SqlError (too complex)."""
    check_pattern(pattern)
    source = pattern
    pattern = before_nul(pattern)
    folded = fold_case(pattern) if ignore_case else pattern
    runs = [Run()]
    n: i64 = len(pattern)
    i: i64 = 0
    while i < n:
        character = pattern[i]
        i += 1
        if character == escape and escape:
            if i >= n:
                return Pattern(source, escape, None, ignore_case)
            runs[-1].add_literal(folded[i])
            i += 1
        elif character == "%":
            runs.append(Run())
        elif character == "_":
            runs[-1].add_wild(None)
        else:
            runs[-1].add_literal(folded[i - 1])
    return Pattern(source, escape, drop_empty(runs), ignore_case)


def compile_glob(pattern: str) -> Pattern:
    """A GLOB pattern. Raises SqlError (too complex)."""
    check_pattern(pattern)
    source = pattern
    pattern = before_nul(pattern)
    runs = [Run()]
    n: i64 = len(pattern)
    i: i64 = 0
    while i < n:
        character = pattern[i]
        i += 1
        if character == "*":
            runs.append(Run())
        elif character == "?":
            runs[-1].add_wild(None)
        elif character == "[":
            charset = CharSet(False)
            i = parse_set(pattern, i, charset)
            if i < 0:
                return Pattern(source, "", None, False)
            runs[-1].add_wild(charset)
        else:
            runs[-1].add_literal(character)
    return Pattern(source, "", drop_empty(runs), False)


def parse_set(pattern: str, i: i64, charset: CharSet) -> i64:
    """Read what follows a `[` into `charset`; the offset after its `]`, or -1 without one."""
    n: i64 = len(pattern)
    if i < n and pattern[i] == "^":
        charset.inverted = True
        i += 1
    if i < n and pattern[i] == "]":
        charset.singles += "]"
        i += 1
    previous = ""
    while i < n and pattern[i] != "]":
        if pattern[i] == "-" and previous and i + 1 < n and pattern[i + 1] != "]":
            charset.lows.append(previous)
            charset.highs.append(pattern[i + 1])
            previous = ""
            i += 2
        else:
            previous = pattern[i]
            charset.singles += previous
            i += 1
    return i + 1 if i < n else -1


def drop_empty(runs: list[Run]) -> list[Run]:
    """The runs without the empty ones between neighbouring wildcards."""
    if len(runs) < 3:
        return runs
    middle = [run for run in runs[1:-1] if run.text]
    return [runs[0], *middle, runs[-1]]


class LikeFunction(ScalarFunction):
    """like(pattern, text [, escape]), which is `text LIKE pattern ESCAPE escape`.

    The last pattern is kept, because most calls repeat it. Without `ignore_case` it is what
    PRAGMA case_sensitive_like makes of LIKE.
    """

    def __init__(self, ignore_case: bool = True) -> None:
        super().__init__("like", 2, 3)
        self.ignore_case = ignore_case
        self.last = compile_like("", "", ignore_case)

    def call(self, args: list[object]) -> object:
        escape = ""
        if len(args) > 2:
            if isinstance(args[0], bytes) or isinstance(args[1], bytes):
                return 0
            if args[2] is None:
                return None
            escape = before_nul(to_text(args[2]))
            if len(escape) != 1:
                raise SqlError("ESCAPE expression must be a single character")
        return self.match(args[0], args[1], escape)

    def match(self, pattern: object, text: object, escape: str) -> object:
        """1, 0 or None. Raises SqlError (pattern too complex)."""
        if isinstance(pattern, bytes) or isinstance(text, bytes):
            return 0
        if isinstance(pattern, str) and isinstance(text, str):
            ready = self.last
            if pattern != ready.source or escape != ready.escape:
                ready = compile_like(pattern, escape, self.ignore_case)
                self.last = ready
            return 1 if ready.matches(text) else 0
        if pattern is None or text is None:
            if pattern is not None:
                check_pattern(to_text(pattern))
            return None
        return self.match(to_text(pattern), to_text(text), escape)


class GlobFunction(ScalarFunction):
    """glob(pattern, text), which is `text GLOB pattern`."""

    def __init__(self) -> None:
        super().__init__("glob", 2, 2)
        self.last = compile_glob("")

    def call(self, args: list[object]) -> object:
        return self.match(args[0], args[1])

    def match(self, pattern: object, text: object) -> object:
        """1, 0 or None. Raises SqlError (pattern too complex)."""
        if isinstance(pattern, bytes) or isinstance(text, bytes):
            return 0
        if isinstance(pattern, str) and isinstance(text, str):
            ready = self.last
            if pattern != ready.source:
                ready = compile_glob(pattern)
                self.last = ready
            return 1 if ready.matches(text) else 0
        if pattern is None or text is None:
            if pattern is not None:
                check_pattern(to_text(pattern))
            return None
        return self.match(to_text(pattern), to_text(text))
