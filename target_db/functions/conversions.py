"""A format of printf() taken apart: its conversions, and the texts between them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.errors import TOOBIG, SqlError
from target_db.functions.kept import keep
from target_db.functions.patterns import before_nul
from target_db.types.arithmetic import MAX_WRITTEN, TOO_BIG
from target_db.types.collation import byte_order

# What a conversion's letter asks for.
UNKNOWN: Final = 0
INTEGER: Final = 1
REAL: Final = 2
STRING: Final = 3
CHARACTER: Final = 4
PERCENT: Final = 5
NOTHING: Final = 6

SPACES: Final = " " * 32


def group_of(letter: str) -> int:
    """The kind of conversion that a letter is."""
    if letter in "diuxXopr":
        return INTEGER
    if letter in "feEgG":
        return REAL
    if letter in "szqQwjJ":
        return STRING
    if letter == "c":
        return CHARACTER
    if letter == "%":
        return PERCENT
    return NOTHING if letter == "n" else UNKNOWN


class Conversion:
    """One `%` with its flags, width, precision and letter."""

    def __init__(self) -> None:
        self.left = False
        self.plus = ""
        self.alternate = False
        self.characters = False  # the flag "!"
        self.zero = False
        self.comma = False
        self.width = 0
        self.precision = -1
        self.letter = ""
        self.is_signed = False
        self.group = UNKNOWN
        self.takes_width = False  # from an argument
        self.takes_precision = False
        self.is_bare = False  # a letter and nothing else
        self.is_simple = False  # a letter, perhaps with a precision

    def copy(self) -> Conversion:
        """The same, for a call that gives the width or the precision as an argument."""
        found = Conversion()
        found.left = self.left
        found.plus = self.plus
        found.alternate = self.alternate
        found.characters = self.characters
        found.zero = self.zero
        found.comma = self.comma
        found.width = self.width
        found.precision = self.precision
        found.letter = self.letter
        found.is_signed = self.is_signed
        found.group = self.group
        return found


class Template:
    """A format, taken apart: a text before each conversion, and what follows the last one.

    An unknown conversion ends it.
    """

    def __init__(self, source: str) -> None:
        self.source: Final = byte_order(before_nul(source))
        self.texts: list[str] = []
        self.conversions: list[Conversion] = []
        self.tail = ""
        source = self.source
        n: i64 = len(source)
        i: i64 = 0
        while i < n:
            mark: i64 = source.find("%", i)
            if mark < 0:
                self.tail = source[i:]
                return
            text = source[i:mark]
            i = mark + 1
            if i >= n:
                self.tail = text + "%"
                return
            conversion = Conversion()
            i = self.parse(i, conversion)
            if i < 0 or conversion.group == UNKNOWN:
                self.tail = text
                return
            self.texts.append(text)
            self.conversions.append(conversion)

    def parse(self, i: i64, conversion: Conversion) -> i64:
        """Read a conversion that starts after its `%`; the offset after it, or -1."""
        source = self.source
        n: i64 = len(source)
        first = i
        while i < n:
            flag = source[i]
            if flag == "-":
                conversion.left = True
            elif flag == "+" or flag == " ":
                conversion.plus = flag
            elif flag == "#":
                conversion.alternate = True
            elif flag == "!":
                conversion.characters = True
            elif flag == "0":
                conversion.zero = True
            elif flag == ",":
                conversion.comma = True
            else:
                break
            i += 1
        if i < n and source[i] == "*":
            conversion.takes_width = True
            i += 1
        else:
            start: i64 = i
            i = self.skip_digits(i)
            if i > start:
                conversion.width = int(source[start:i][-40:]) & 0x7FFFFFFF
        if i < n and source[i] == ".":
            i += 1
            if i < n and source[i] == "*":
                conversion.takes_precision = True
                i += 1
            else:
                start = i
                i = self.skip_digits(i)
                conversion.precision = int("0" + source[start:i][-40:]) & 0x7FFFFFFF
        conversion.is_bare = i == first
        conversion.is_simple = i == first or source[first:i] == f".{conversion.precision}"
        if i < n and source[i] == "l":
            i += 1
            if i < n and source[i] == "l":
                i += 1
        if i >= n:
            return -1
        conversion.letter = source[i]
        conversion.is_signed = source[i] in "dir"
        conversion.group = group_of(source[i])
        return i + 1

    def skip_digits(self, i: i64) -> i64:
        """The offset of the next character that is no digit."""
        source = self.source
        while i < len(source) and "0" <= source[i] <= "9":
            i += 1
        return i


_templates: dict[str, Template] = {}


def template_of(source: str) -> Template:
    """The template of a format; the last few are kept."""
    known = _templates.get(source)
    return keep(_templates, source, Template(source)) if known is None else known


def check_size(size: int) -> None:
    """Raise SqlError when a text of `size` bytes is too big."""
    if size > MAX_WRITTEN:
        raise SqlError(TOO_BIG, TOOBIG)


def pad(conversion: Conversion, text: str) -> str:
    """`text` with spaces up to the width."""
    if conversion.width == 0:
        return text
    size = len(text)
    if conversion.characters or conversion.letter == "c":
        size = count_characters(text)
    missing = conversion.width - size
    if missing <= 0:
        return text
    check_size(len(text) + missing)
    spaces = SPACES[:missing] if missing <= len(SPACES) else " " * missing
    return text + spaces if conversion.left else spaces + text


def count_characters(text: str) -> int:
    """The characters in a text of bytes: those that are no continuation."""
    if text.isascii():
        return len(text)
    count = 0
    for byte in text:
        if not "\x80" <= byte <= "\xbf":
            count += 1
    return count


def with_commas(digits: str) -> str:
    """A comma before each group of three digits."""
    end = len(digits)
    if end <= 6:
        return digits[: end - 3] + "," + digits[end - 3 :] if end > 3 else digits
    groups: list[str] = []
    while end > 3:
        groups.append(digits[end - 3 : end])
        end -= 3
    groups.append(digits[:end])
    groups.reverse()
    return ",".join(groups)
