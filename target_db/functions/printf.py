"""printf() and format(): SQLite's own formatter ("Built-in printf()").

Widths and precisions of strings count bytes, or characters with the flag `!`. So that both are
easy, the work is done on text whose characters are the bytes of UTF-8.
"""

from __future__ import annotations

from typing import Final

from target_db.functions.base import ANY, ScalarFunction
from target_db.functions.conversions import (
    CHARACTER,
    INTEGER,
    PERCENT,
    REAL,
    STRING,
    Conversion,
    Template,
    check_size,
    pad,
    template_of,
    with_commas,
)
from target_db.functions.patterns import before_nul
from target_db.functions.printf_reals import real_text
from target_db.functions.printf_text import character_text, string_text
from target_db.types.collation import byte_order
from target_db.types.numeric import to_int64, to_real, to_text

INTEGER_ROOM: Final = 9  # bytes for what surrounds the digits: SQLite counts them in any case
ZEROS: Final = "0" * 32


class Arguments:
    """The arguments of a call, taken one after the other."""

    def __init__(self, values: list[object]) -> None:
        self.values = values
        self.used = 1

    def next(self) -> object:
        """The next argument; NULL when there are no more."""
        used = self.used
        self.used = used + 1
        values = self.values
        return values[used] if used < len(values) else None


def formatted(template: Template, arguments: Arguments) -> str:
    """The formatted text. Raises SqlError when it becomes too big."""
    pieces: list[str] = []
    length = 0
    texts = template.texts
    conversions = template.conversions
    for i in range(len(texts)):
        before = texts[i]
        text = converted(conversions[i], arguments)
        if before:
            pieces.append(before)
        pieces.append(text)
        length += len(before) + len(text)
        check_size(length)
    pieces.append(template.tail)
    joined = "".join(pieces)
    check_size(len(joined))
    if joined.isascii():
        return joined
    return joined.encode("latin-1").decode("utf-8", "surrogateescape")


def with_arguments(conversion: Conversion, arguments: Arguments) -> Conversion:
    """The conversion with the width and the precision that come as arguments."""
    found = conversion.copy()
    if conversion.takes_width:
        found.width = to_c_int(arguments.next())
        if found.width < 0:
            found.left = True
            found.width = -found.width
    if conversion.takes_precision:
        found.precision = abs(to_c_int(arguments.next()))
    return found


def converted(conversion: Conversion, arguments: Arguments) -> str:
    """The text of one conversion of the next argument."""
    if conversion.takes_width or conversion.takes_precision:
        conversion = with_arguments(conversion, arguments)
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


def to_c_int(value: object) -> int:
    """An integer argument as a C int, which wraps at 32 bits."""
    number = to_int64(value) & 0xFFFFFFFF
    if number > 0x7FFFFFFF:
        number -= 0x100000000
    return 0 if number == -0x80000000 else number


def integer_text(conversion: Conversion, value: int) -> str:
    """The text of %d %i %u %x %X %o %p %r."""
    letter = conversion.letter
    prefix = ""
    if value < 0:
        if conversion.is_signed:
            prefix = "-"
            value = -value
        else:
            value &= 0xFFFFFFFFFFFFFFFF
    elif conversion.is_signed:
        prefix = conversion.plus
    if conversion.is_signed or letter == "u":
        digits = str(value)
        if letter == "r":
            digits += ordinal_suffix(value)
    elif letter == "o":
        digits = oct(value)[2:]
    else:
        digits = hex(value)[2:]
        if letter != "x":
            digits = digits.upper()
    missing = conversion.precision - len(digits)
    if conversion.zero:
        missing = max(missing, conversion.width - len(prefix) - len(digits))
    if missing > 0:
        check_size(missing + len(digits) + INTEGER_ROOM)
        digits = (ZEROS[:missing] if missing <= 32 else "0" * missing) + digits
    if conversion.comma and (letter == "d" or letter == "u" or letter == "i"):
        digits = with_commas(digits)
    if conversion.alternate and value:
        if letter == "x" or letter == "p":
            digits = "0x" + digits
        elif letter == "X":
            digits = "0X" + digits
        elif letter == "o":
            digits = "0" + digits
    text = prefix + digits if prefix else digits
    return pad(conversion, text) if conversion.width > len(text) else text


def ordinal_suffix(value: int) -> str:
    """st, nd, rd or th."""
    last = value % 10
    if last > 3 or last == 0 or value // 10 % 10 == 1:
        return "th"
    return "st" if last == 1 else ("nd" if last == 2 else "rd")


def printf(args: list[object]) -> object:
    """printf(format, ...): NULL without a format."""
    if not args or args[0] is None:
        return None
    return formatted(template_of(to_text(args[0])), Arguments(args))


class PrintfFunction(ScalarFunction):
    """printf and format."""

    def call(self, args: list[object]) -> object:
        return printf(args)


PRINTF_FUNCTIONS: Final[list[ScalarFunction]] = [
    PrintfFunction("printf", 0, ANY),
    PrintfFunction("format", 0, ANY),
]
