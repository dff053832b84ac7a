"""printf() and format(): SQLite's own formatter ("Built-in printf()").

Widths and precisions of strings count bytes, or characters with the flag `!`. So that both are
easy, the work is done on text whose characters are the bytes of UTF-8.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.errors import TOOBIG, SqlError
from target_db.functions.base import ANY, PlainFunction, ScalarFunction
from target_db.functions.patterns import before_nul
from target_db.functions.text import escape_control, has_control
from target_db.types.arithmetic import MAX_WRITTEN, TOO_BIG
from target_db.types.collation import byte_order
from target_db.types.numeric import to_int64, to_real, to_text
from target_db.types.real_text import (
    TEXT_DIGITS,
    fixed_digits,
    round_digits,
    scaled_digits,
    shortest_digits,
)

REAL_DIGITS: Final = 16  # significant digits of a real, 26 with the flag `!`
REAL_DIGITS_ALTERNATE: Final = 26
MAX_REAL_PRECISION: Final = 100_000_000
INTEGER_ROOM: Final = 9  # bytes for what surrounds the digits: SQLite counts them in any case
NULL_TEXTS: Final = {"q": "(NULL)", "Q": "NULL", "w": "(NULL)", "J": "null"}
JSON_ESCAPES: Final = {"\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


# What a conversion's letter asks for.
UNKNOWN: Final = 0
INTEGER: Final = 1
REAL: Final = 2
STRING: Final = 3
CHARACTER: Final = 4
PERCENT: Final = 5
NOTHING: Final = 6

CACHED_TEMPLATES: Final = 64


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
        self.group = UNKNOWN
        self.takes_width = False  # from an argument
        self.takes_precision = False
        self.is_bare = False  # a letter and nothing else

    def with_arguments(self, arguments: Arguments) -> Conversion:
        """The same with the width and the precision that come as arguments."""
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
        found.group = self.group
        if self.takes_width:
            found.width = to_c_int(arguments.next())
            if found.width < 0:
                found.left = True
                found.width = -found.width
        if self.takes_precision:
            found.precision = abs(to_c_int(arguments.next()))
        return found


class Arguments:
    """The arguments of a call, taken one after the other."""

    def __init__(self, values: list[object]) -> None:
        self.values = values
        self.used = 1

    def next(self) -> object:
        """The next argument; NULL when there are no more."""
        self.used += 1
        return self.values[self.used - 1] if self.used <= len(self.values) else None


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
        if i < n and source[i] == "l":
            i += 1
            if i < n and source[i] == "l":
                i += 1
        if i >= n:
            return -1
        conversion.letter = source[i]
        conversion.group = group_of(source[i])
        return i + 1

    def skip_digits(self, i: i64) -> i64:
        """The offset of the next character that is no digit."""
        source = self.source
        while i < len(source) and "0" <= source[i] <= "9":
            i += 1
        return i

    def format(self, arguments: Arguments) -> str:
        """The formatted text. Raises SqlError when it becomes too big."""
        pieces: list[str] = []
        length = 0
        for i in range(len(self.texts)):
            pieces.append(self.texts[i])
            text = converted(self.conversions[i], arguments)
            pieces.append(text)
            length += len(self.texts[i]) + len(text)
            check_size(length)
        pieces.append(self.tail)
        joined = "".join(pieces)
        check_size(len(joined))
        if joined.isascii():
            return joined
        return joined.encode("latin-1").decode("utf-8", "surrogateescape")


def converted(conversion: Conversion, arguments: Arguments) -> str:
    """The text of one conversion of the next argument."""
    if conversion.takes_width or conversion.takes_precision:
        conversion = conversion.with_arguments(arguments)
    group = conversion.group
    if group == INTEGER:
        number = to_int64(arguments.next())
        if conversion.is_bare and conversion.letter == "d":
            return str(number)
        return integer_text(conversion, number)
    if group == STRING:
        value = arguments.next()
        if conversion.is_bare and conversion.letter == "s":
            return byte_order(before_nul(to_text(value)))
        return string_text(conversion, value)
    if group == REAL:
        return real_text(conversion, to_real(arguments.next()))
    if group == CHARACTER:
        return character_text(conversion, arguments.next())
    return pad(conversion, "%") if group == PERCENT else ""


def check_size(size: int) -> None:
    """Raise SqlError when a text of `size` bytes is too big."""
    if size > MAX_WRITTEN:
        raise SqlError(TOO_BIG, TOOBIG)


def to_c_int(value: object) -> int:
    """An integer argument as a C int, which wraps at 32 bits."""
    number = to_int64(value) & 0xFFFFFFFF
    if number > 0x7FFFFFFF:
        number -= 0x100000000
    return 0 if number == -0x80000000 else number


def pad(conversion: Conversion, text: str) -> str:
    """`text` with spaces up to the width."""
    size = len(text)
    if conversion.characters or conversion.letter == "c":
        size = count_characters(text)
    missing = conversion.width - size
    if missing <= 0:
        return text
    check_size(len(text) + missing)
    spaces = " " * missing
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


def take(text: str, count: int, characters: bool) -> str:
    """The first `count` bytes of `text`, or characters."""
    if not characters or text.isascii():
        return text[:count]
    n: i64 = len(text)
    i: i64 = 0
    while i < n and count > 0:
        count -= 1
        i += 1
        while i < n and "\x80" <= text[i] <= "\xbf":
            i += 1
    return text[:i]


def integer_text(conversion: Conversion, value: int) -> str:
    """The text of %d %i %u %x %X %o %p %r."""
    letter = conversion.letter
    prefix = ""
    if letter in "dir":
        prefix = "-" if value < 0 else conversion.plus
        value = abs(value)
    else:
        value &= 0xFFFFFFFFFFFFFFFF
    if letter == "x":
        digits = f"{value:x}"
    elif letter == "X" or letter == "p":
        digits = f"{value:X}"
    elif letter == "o":
        digits = f"{value:o}"
    else:
        digits = str(value)
        if letter == "r":
            digits += ordinal_suffix(value)
    precision = conversion.precision
    if conversion.zero and precision < conversion.width - len(prefix):
        precision = conversion.width - len(prefix)
    check_size(precision + INTEGER_ROOM)
    digits = digits.rjust(precision, "0")
    if conversion.comma and letter in "diu":
        digits = with_commas(digits)
    if conversion.alternate and value:
        if letter == "x" or letter == "p":
            digits = "0x" + digits
        elif letter == "X":
            digits = "0X" + digits
        elif letter == "o":
            digits = "0" + digits
    return pad(conversion, prefix + digits)


def ordinal_suffix(value: int) -> str:
    """st, nd, rd or th."""
    last = value % 10
    if last > 3 or last == 0 or value // 10 % 10 == 1:
        return "th"
    return "st" if last == 1 else ("nd" if last == 2 else "rd")


def with_commas(digits: str) -> str:
    """A comma before each group of three digits."""
    groups: list[str] = []
    end = len(digits)
    while end > 3:
        groups.append(digits[end - 3 : end])
        end -= 3
    groups.append(digits[:end])
    groups.reverse()
    return ",".join(groups)


def real_text(conversion: Conversion, value: float) -> str:
    """The text of %f %e %E %g %G."""
    kind = conversion.letter.lower()
    precision = 6 if conversion.precision < 0 else min(conversion.precision, MAX_REAL_PRECISION)
    if kind == "g" and precision == 0:
        precision = 1
    prefix = "-" if value < 0.0 else conversion.plus
    size = abs(value)
    if size > 1.7976931348623157e308:
        if not conversion.zero:
            return pad(conversion, prefix + "Inf")
        digits, exponent = "9", 999
    elif size == 0.0:
        digits, exponent = "", 0
    else:
        digits, exponent = real_digits(size, kind, precision, conversion.characters)
    if not digits:
        exponent = 0
        if conversion.alternate and prefix == "-":
            prefix = conversion.plus
    trim = conversion.characters
    if kind == "g":
        precision -= 1
        trim = not conversion.alternate
        if -4 <= exponent <= precision:
            kind = "f"
            precision -= exponent
        else:
            kind = "e"
    point = precision > 0 or conversion.alternate or conversion.characters
    if kind == "f" and exponent >= 0:
        whole = digits[: exponent + 1].ljust(exponent + 1, "0")
        fraction = digits[exponent + 1 :]
    elif kind == "f":
        whole = "0"
        fraction = "0" * (-exponent - 1) + digits
    else:
        whole = digits[:1] or "0"
        fraction = digits[1:]
    if conversion.comma and kind == "f":
        whole = with_commas(whole)
    text = whole
    if point:
        fraction = fraction[:precision]
        fraction = fraction.rstrip("0") if trim else fraction.ljust(precision, "0")
        if fraction or not trim:
            text += "." + fraction
        elif conversion.characters:
            text += ".0"
    if kind == "e":
        mark = "E" if conversion.letter in "EG" else "e"
        text += mark + ("-" if exponent < 0 else "+") + str(abs(exponent)).rjust(2, "0")
    if conversion.zero and not conversion.left:
        missing = conversion.width - len(prefix) - len(text)
        check_size(missing)
        text = "0" * max(missing, 0) + text
    return pad(conversion, prefix + text)


def real_digits(size: float, kind: str, precision: int, alternate: bool) -> tuple[str, int]:
    """The digits of `size` > 0 as far as they are shown, and the exponent of the first."""
    if kind == "f" and precision < 9:
        fixed = fixed_digits(size, precision)
        if fixed > 0:
            digits = str(fixed)
            return digits.rstrip("0"), len(digits) - 1 - precision
    digits, exponent = scaled_digits(size)
    count = precision
    if kind == "f":
        count += exponent + 1
    elif kind == "e":
        count += 1
    if count < 0:
        return "", 0
    if alternate:
        if count == TEXT_DIGITS:
            return shortest_digits(size)
        return round_digits(digits, exponent, min(count, REAL_DIGITS_ALTERNATE))
    return round_digits(digits, exponent, min(count, REAL_DIGITS))


def string_text(conversion: Conversion, value: object) -> str:
    """The text of %s %z %q %Q %w %j %J."""
    letter = conversion.letter
    if value is None:
        text = NULL_TEXTS.get(letter, "")
        if conversion.precision >= 0 and letter != "J":
            text = text[: conversion.precision]
        return pad(conversion, text)
    text = byte_order(before_nul(to_text(value)))
    if conversion.precision >= 0:
        text = take(text, conversion.precision, conversion.characters)
    if letter == "q" or letter == "Q":
        unistr = conversion.alternate and (letter == "q" or has_control(text))
        if unistr:
            text = escape_control(text)
        text = text.replace("'", "''")
        if letter == "Q":
            text = f"unistr('{text}')" if unistr else f"'{text}'"
    elif letter == "w":
        text = text.replace('"', '""')
    elif letter == "j" or letter == "J":
        text = escape_json(text)
        if letter == "J":
            text = f'"{text}"'
    return pad(conversion, text)


def escape_json(text: str) -> str:
    """`text` with what JSON needs escaped inside of a string."""
    if not has_control(text):
        return text.replace("\\", "\\\\").replace('"', '\\"')
    pieces: list[str] = []
    for character in text:
        if character == '"' or character == "\\":
            pieces.append("\\" + character)
        elif character < " ":
            pieces.append(JSON_ESCAPES.get(character) or f"\\u{ord(character):04x}")
        else:
            pieces.append(character)
    return "".join(pieces)


def character_text(conversion: Conversion, value: object) -> str:
    """The text of %c: the first character, as often as the precision says."""
    text = byte_order(before_nul(to_text(value)))
    character = take(text, 1, True) or "\0"
    times = max(conversion.precision, 1)
    check_size(times)
    return pad(conversion, character * times)


_templates: dict[str, Template] = {}


def printf(args: list[object]) -> object:
    """printf(format, ...): NULL without a format."""
    if not args or args[0] is None:
        return None
    source = to_text(args[0])
    template = _templates.get(source)
    if template is None:
        template = Template(source)
        if len(_templates) >= CACHED_TEMPLATES:
            _templates.clear()
        _templates[source] = template
    return template.format(Arguments(args))


PRINTF_FUNCTIONS: Final[list[ScalarFunction]] = [
    PlainFunction("printf", 0, ANY, printf),
    PlainFunction("format", 0, ANY, printf),
]
