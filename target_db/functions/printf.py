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
from target_db.types.arithmetic import MAX_LENGTH, TOO_BIG
from target_db.types.collation import byte_order
from target_db.types.numeric import to_int64, to_real, to_text
from target_db.types.real_text import TEXT_DIGITS, round_digits, scaled_digits, shortest_digits

REAL_DIGITS: Final = 16  # significant digits of a real, 26 with the flag `!`
REAL_DIGITS_ALTERNATE: Final = 26
MAX_REAL_PRECISION: Final = 100_000_000
NULL_TEXTS: Final = {"q": "(NULL)", "Q": "NULL", "w": "(NULL)", "J": "null"}
JSON_ESCAPES: Final = {"\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


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


class Formatter:
    """A format, with its arguments, on the way to a text."""

    def __init__(self, template: str, args: list[object]) -> None:
        self.template = byte_order(before_nul(template))
        self.args = args
        self.used = 0
        self.pieces: list[str] = []
        self.length = 0

    def next_argument(self) -> object:
        """The next argument; NULL when there are no more."""
        self.used += 1
        return self.args[self.used - 1] if self.used <= len(self.args) else None

    def add(self, text: str) -> None:
        """Append to the result. Raises SqlError when it becomes too big."""
        self.length += len(text)
        if self.length > MAX_LENGTH:
            raise SqlError(TOO_BIG, TOOBIG)
        self.pieces.append(text)

    def run(self) -> str:
        """The formatted text. An unknown conversion ends it."""
        template = self.template
        n: i64 = len(template)
        i: i64 = 0
        while i < n:
            mark: i64 = template.find("%", i)
            if mark < 0:
                self.add(template[i:])
                break
            if mark > i:
                self.add(template[i:mark])
            i = mark + 1
            if i >= n:
                self.add("%")
                break
            conversion = Conversion()
            i = self.parse(i, conversion)
            if i < 0 or not self.convert(conversion):
                break
        joined = "".join(self.pieces)
        if joined.isascii():
            return joined
        return joined.encode("latin-1").decode("utf-8", "surrogateescape")

    def parse(self, i: i64, conversion: Conversion) -> i64:
        """Read a conversion that starts after its `%`; the offset after it, or -1."""
        template = self.template
        n: i64 = len(template)
        while i < n:
            flag = template[i]
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
        if i < n and template[i] == "*":
            conversion.width = to_c_int(self.next_argument())
            if conversion.width < 0:
                conversion.left = True
                conversion.width = -conversion.width
            i += 1
        else:
            start: i64 = i
            while i < n and "0" <= template[i] <= "9":
                i += 1
            if i > start:
                conversion.width = int(template[start:i][-40:]) & 0x7FFFFFFF
        if i < n and template[i] == ".":
            i += 1
            if i < n and template[i] == "*":
                conversion.precision = abs(to_c_int(self.next_argument()))
                i += 1
            else:
                start = i
                while i < n and "0" <= template[i] <= "9":
                    i += 1
                conversion.precision = int("0" + template[start:i][-40:]) & 0x7FFFFFFF
        if i < n and template[i] == "l":
            i += 1
            if i < n and template[i] == "l":
                i += 1
        if i >= n:
            return -1
        conversion.letter = template[i]
        return i + 1

    def convert(self, conversion: Conversion) -> bool:
        """Append one conversion's text; False when its letter is unknown."""
        letter = conversion.letter
        if letter in "diuxXopr":
            self.add(integer_text(conversion, to_int64(self.next_argument())))
        elif letter in "fFeEgG":
            if letter == "F":
                return False
            self.add(real_text(conversion, to_real(self.next_argument())))
        elif letter in "szqQwjJ":
            self.add(string_text(conversion, self.next_argument()))
        elif letter == "c":
            self.add(character_text(conversion, self.next_argument()))
        elif letter == "%":
            self.add(pad(conversion, "%"))
        else:
            return letter == "n"
        return True


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
    if missing > MAX_LENGTH:
        raise SqlError(TOO_BIG, TOOBIG)
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
    if precision > MAX_LENGTH:
        raise SqlError(TOO_BIG, TOOBIG)
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
        if missing > MAX_LENGTH:
            raise SqlError(TOO_BIG, TOOBIG)
        text = "0" * max(missing, 0) + text
    return pad(conversion, prefix + text)


def real_digits(size: float, kind: str, precision: int, alternate: bool) -> tuple[str, int]:
    """The digits of `size` > 0 as far as they are shown, and the exponent of the first."""
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
    if times > MAX_LENGTH:
        raise SqlError(TOO_BIG, TOOBIG)
    return pad(conversion, character * times)


def printf(args: list[object]) -> object:
    """printf(format, ...): NULL without a format."""
    if not args or args[0] is None:
        return None
    return Formatter(to_text(args[0]), args[1:]).run()


PRINTF_FUNCTIONS: Final[list[ScalarFunction]] = [
    PlainFunction("printf", 0, ANY, printf),
    PlainFunction("format", 0, ANY, printf),
]
