"""Conversions between text, INTEGER and REAL, to the digit as SQLite makes them.

Source: "Datatypes in SQLite", sections 3 and 4 and the CAST rules of
"SQL Language Expressions".
"""

from typing import Final

from mypy_extensions import i64

from target_db.types.real_text import real_to_text as real_to_text

INT64_MAX: Final = 9223372036854775807
INT64_MIN: Final = -9223372036854775808
SMALL: Final = 4611686018427387903  # up to here a compiled int is unboxed: tested first
TWO_63: Final = 9223372036854775808.0

# What `scan_number` found, in the low bits of its result; the position after it is above them.
IS_REAL: Final = 1
IS_WHOLE: Final = 2
HAS_NUL: Final = 4


def scan_number(text: str) -> i64:
    """Find the number at the start of `text`, after white space.

    Returns -1 when there is none, otherwise `end << 3 | flags`: `end` is the offset after the
    number's last character; IS_REAL says that it has a point or an exponent, IS_WHOLE that
    only white space (or a NUL character, then HAS_NUL) follows. Hexadecimal is not a number here.
    """
    n: i64 = len(text)
    i: i64 = 0
    while i < n and is_space(ord(text[i])):
        i += 1
    if i < n and (text[i] == "-" or text[i] == "+"):
        i += 1
    first: i64 = i
    while i < n and 48 <= ord(text[i]) <= 57:
        i += 1
    digits: i64 = i - first
    flags: i64 = 0
    if i < n and text[i] == ".":
        point: i64 = i
        i += 1
        while i < n and 48 <= ord(text[i]) <= 57:
            i += 1
        digits += i - point - 1
        flags = IS_REAL
    if digits == 0:
        return -1
    end: i64 = i
    if i < n and (text[i] == "e" or text[i] == "E"):
        i += 1
        if i < n and (text[i] == "-" or text[i] == "+"):
            i += 1
        if i < n and 48 <= ord(text[i]) <= 57:
            while i < n and 48 <= ord(text[i]) <= 57:
                i += 1
            flags = IS_REAL
            end = i
    i = end
    while i < n and is_space(ord(text[i])):
        i += 1
    if i >= n:
        flags |= IS_WHOLE
    elif text[i] == "\0":
        flags |= IS_WHOLE | HAS_NUL
    return (end << 3) | flags


def is_space(code: i64) -> bool:
    """White space in the sense of C's isspace(): space, \\t, \\n, \\v, \\f, \\r."""
    return code == 32 or 9 <= code <= 13


def parse_integer(digits: str) -> object:
    """The integer written as `digits` (white space and a sign may lead), or None if too big."""
    if len(digits) > 18:
        bare = digits.strip()
        negative = bare.startswith("-")
        bare = bare.lstrip("+-").lstrip("0")
        if len(bare) > 19:
            return None
        found = int(bare or "0")
        if negative:
            found = -found
        if found > INT64_MAX or found < INT64_MIN:
            return None
        return found
    return int(digits)


def text_to_number(text: str) -> object:
    """The int or float that the whole of `text` spells, or None when it spells none.

    An integer outside of 64 bits is a float. White space around is allowed.
    """
    if len(text) < 19 and text.isdigit() and text.isascii():
        return int(text)
    found = scan_number(text)
    if found < 0 or found & IS_WHOLE == 0:
        return None
    number = text[: found >> 3]
    if found & IS_REAL == 0:
        integer = parse_integer(number)
        if integer is not None:
            return integer
    return float(number)


def text_to_operand(text: str) -> object:
    """The int or float that arithmetic takes `text` for: its longest numeric prefix, or 0."""
    if len(text) < 19 and text.isdigit() and text.isascii():
        return int(text)
    found = scan_number(text)
    if found < 0:
        return 0
    number = text[: found >> 3]
    if found & IS_REAL == 0 and found & HAS_NUL == 0:
        integer = parse_integer(number)
        if integer is not None:
            return integer
    return float(number)


def text_to_real(text: str) -> float:
    """The float of the longest numeric prefix of `text`, or 0.0 (CAST to REAL)."""
    found = scan_number(text)
    if found < 0:
        return 0.0
    return float(text[: found >> 3])


def text_to_int(text: str) -> int:
    """The integer of the longest prefix of digits, or 0, clamped to 64 bits (CAST to INTEGER)."""
    n: i64 = len(text)
    if n < 19 and text.isdigit() and text.isascii():
        return int(text)
    i: i64 = 0
    while i < n and is_space(ord(text[i])):
        i += 1
    negative = i < n and text[i] == "-"
    if i < n and (text[i] == "-" or text[i] == "+"):
        i += 1
    while i < n and text[i] == "0":
        i += 1
    first: i64 = i
    while i < n and 48 <= ord(text[i]) <= 57:
        i += 1
    if i == first:
        return 0
    if i - first > 19:
        return INT64_MIN if negative else INT64_MAX
    found = int(text[first:i])
    if negative:
        return -found if found <= INT64_MAX else INT64_MIN
    return found if found <= INT64_MAX else INT64_MAX


def real_to_int(value: float) -> int:
    """`value` without its fraction, clamped to 64 bits (CAST of a REAL to INTEGER)."""
    if value >= TWO_63:
        return INT64_MAX
    if value <= -TWO_63:
        return INT64_MIN
    return int(value)


def real_to_exact_int(value: float) -> object:
    """The int equal to `value`, or None: outside of 64 bits, at its lower edge, a fraction."""
    if -TWO_63 < value < TWO_63:
        whole = int(value)
        if float(whole) == value:
            return whole
    return None


def fit_int64(value: int) -> object:
    """`value` itself within 64 bits, otherwise the nearest float."""
    if -SMALL <= value <= SMALL or INT64_MIN <= value <= INT64_MAX:
        return value
    return float(value)


def wrap_int64(value: int) -> int:
    """`value` modulo 2**64 as a signed 64-bit integer."""
    if -SMALL <= value <= SMALL:
        return value
    value &= 0xFFFFFFFFFFFFFFFF
    return value - 0x10000000000000000 if value > INT64_MAX else value


def encode(text: str) -> bytes:
    """The UTF-8 bytes of `text`; stray bytes come back as they were.

    Half a UTF-16 pair, from a database that stores UTF-16, becomes U+FFFD.
    """
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def decode(blob: bytes) -> str:
    """`blob` as text; bytes that are not UTF-8 are kept as lone surrogates."""
    return blob.decode("utf-8", "surrogateescape")


def to_operand(value: object) -> object:
    """The number that arithmetic takes `value` for: int, float, or None for NULL."""
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return value
    if isinstance(value, str):
        return text_to_operand(value)
    if isinstance(value, bytes):
        return text_to_operand(decode(value))
    return None


def to_int64(value: object) -> int:
    """`value` as a 64-bit integer, as functions and bit operators take it; NULL is 0."""
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return real_to_int(value)
    if isinstance(value, str):
        return text_to_int(value)
    if isinstance(value, bytes):
        return text_to_int(decode(value))
    return 0


def to_real(value: object) -> float:
    """`value` as a float, as functions take it; NULL is 0.0."""
    if isinstance(value, float):
        return value
    if isinstance(value, int):
        return float(value)
    if isinstance(value, str):
        return text_to_real(value)
    if isinstance(value, bytes):
        return text_to_real(decode(value))
    return 0.0


def to_text(value: object) -> str:
    """`value` as text, as functions and `||` take it; NULL is the empty string."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return real_to_text(value)
    if isinstance(value, bytes):
        return decode(value)
    return ""
