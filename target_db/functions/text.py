"""Scalar functions over text and blobs ("Built-In Scalar SQL Functions").

Where SQLite stops at a NUL character, as a C string does, so do these.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.errors import TOOBIG, SqlError
from target_db.functions.base import (
    ANY,
    PlainFunction,
    ScalarFunction,
    UnaryFunction,
)
from target_db.functions.patterns import before_nul, fold_case
from target_db.types.arithmetic import MAX_LENGTH, MAX_WRITTEN, TOO_BIG, check_length
from target_db.types.numeric import decode, encode, to_int64, to_text

MAX_CODE: Final = 0x10FFFF


def code_to_text(code: int) -> str:
    """The character of a code point; one that UTF-8 has no place for, as SQLite's own bytes."""
    if 0xD800 <= code <= 0xDFFF or code > MAX_CODE:
        if code < 0x10000:
            raw = bytes([0xE0 | code >> 12, 0x80 | code >> 6 & 0x3F, 0x80 | code & 0x3F])
        else:
            raw = bytes(
                [
                    0xF0 | code >> 18 & 0x07,
                    0x80 | code >> 12 & 0x3F,
                    0x80 | code >> 6 & 0x3F,
                    0x80 | code & 0x3F,
                ]
            )
        return decode(raw)
    return chr(code)


def has_stray(text: str) -> bool:
    """Whether `text` holds bytes that are not UTF-8."""
    if text.isascii():
        return False
    n: i64 = len(text)
    i: i64 = 0
    while i < n:
        if 0xDC80 <= ord(text[i]) <= 0xDCFF:
            return True
        i += 1
    return False


def characters_of(text: str, lead: int = 0x80) -> list[str]:
    """The characters that SQLite counts in a text with stray bytes.

    One that begins with `lead` or above takes all the bytes 0x80 to 0xBF after it, however many.
    """
    raw = encode(text)
    found: list[str] = []
    start = 0
    for end in range(1, len(raw) + 1):
        if end == len(raw) or raw[start] < lead or not 0x80 <= raw[end] <= 0xBF:
            found.append(decode(raw[start:end]))
            start = end
    return found


class LengthFunction(ScalarFunction):
    """length(X): characters of text, bytes of a blob."""

    def __init__(self) -> None:
        super().__init__("length", 1, 1)

    def call(self, args: list[object]) -> object:
        return self.call1(args[0])

    def call1(self, value: object) -> object:
        if isinstance(value, str):
            text = before_nul(value)
            return len(characters_of(text)) if has_stray(text) else len(text)
        if value is None:
            return None
        if isinstance(value, bytes):
            return len(value)
        return len(to_text(value))


class SubstrFunction(ScalarFunction):
    """substr(X, start [, length]), from 1, or from the end when negative."""

    def call(self, args: list[object]) -> object:
        value = args[0]
        start = args[1]
        if value is None or start is None:
            return None
        length = 0x7FFFFFFFFFFFFFFF
        if len(args) > 2:
            if args[2] is None:
                return None
            length = to_int64(args[2])
        if isinstance(value, bytes):
            if not value:
                return None
            low, high = self.bounds(len(value), to_int64(start), length)
            return value[low:high]
        text = before_nul(to_text(value))
        if has_stray(text):
            # from the end SQLite counts otherwise than from the start
            characters = characters_of(text)
            size = len(characters_of(text, 0xC0))
            low, high = self.bounds(size, to_int64(start), length)
            return decode(encode("".join(characters[low:high])))
        low, high = self.bounds(len(text), to_int64(start), length)
        return text[low:high]

    def bounds(self, size: int, start: int, length: int) -> tuple[int, int]:
        """The offsets, from 0, of the part of `size` elements that is meant."""
        if start > 0:
            low = start - 1
        elif start < 0:
            low = size + start
        else:
            low = 0 if length < 0 else -1
            if length < 0:
                return 0, 0
        if length < 0:
            low, high = low + length, low
        else:
            high = low + length
        if low < 0:
            low = 0
        if high < low:
            high = low
        return min(low, size), min(high, size)


def octet_length(value: object) -> object:
    """octet_length(X): bytes of the UTF-8 text, or of the blob."""
    if value is None:
        return None
    if isinstance(value, bytes):
        return len(value)
    return len(encode(to_text(value)))


def lower(value: object) -> object:
    """lower(X), letters of ASCII only."""
    return None if value is None else fold_case(to_text(value))


def upper(value: object) -> object:
    """upper(X), letters of ASCII only."""
    if value is None:
        return None
    text = to_text(value)
    if text.isascii():
        return text.upper()
    return encode(text).upper().decode("utf-8", "surrogateescape")


class TrimFunction(ScalarFunction):
    """trim, ltrim and rtrim of (X [, characters])."""

    def __init__(self, name: str, left: bool, right: bool) -> None:
        super().__init__(name, 1, 2)
        self.left: Final = left
        self.right: Final = right

    def call(self, args: list[object]) -> object:
        if args[0] is None:
            return None
        characters = " "
        if len(args) > 1:
            if args[1] is None:
                return None
            characters = before_nul(to_text(args[1]))
        text = to_text(args[0])
        if not characters:
            return text
        if self.left:
            text = text.lstrip(characters)
        if self.right:
            text = text.rstrip(characters)
        return text


def replace(args: list[object]) -> object:
    """replace(X, from, to)."""
    if args[0] is None or args[1] is None:
        return None
    text = to_text(args[0])
    old = to_text(args[1])
    if not old or old[0] == "\0":
        return text
    if args[2] is None:
        return None
    new = to_text(args[2])
    if len(new) > len(old) and text.count(old) * len(new) > MAX_LENGTH:
        raise SqlError(TOO_BIG, TOOBIG)
    return text.replace(old, new)


def instr(args: list[object]) -> object:
    """instr(X, Y): where Y begins in X, from 1; 0 when it does not."""
    where = args[0]
    what = args[1]
    if where is None or what is None:
        return None
    if isinstance(where, bytes) and isinstance(what, bytes):
        return where.find(what) + 1
    return to_text(where).find(to_text(what)) + 1


def hex_of(value: object) -> object:
    """hex(X): the bytes in upper case hexadecimal."""
    content = value if isinstance(value, bytes) else encode(to_text(value))
    if len(content) > MAX_WRITTEN // 2:
        raise SqlError(TOO_BIG, TOOBIG)
    return content.hex().upper()


def unhex(args: list[object]) -> object:
    """unhex(X [, ignored characters]): the blob, or NULL when X is not hexadecimal."""
    if args[0] is None:
        return None
    ignored = ""
    if len(args) > 1:
        if args[1] is None:
            return None
        ignored = to_text(args[1])
    text = before_nul(to_text(args[0]))
    if len(text) % 2 == 0 and text.isalnum() and text.isascii():
        try:
            return bytes.fromhex(text)
        except ValueError:
            pass
    found = bytearray()
    n: i64 = len(text)
    i: i64 = 0
    while i < n:
        character = text[i]
        if character in "0123456789abcdefABCDEF":
            if i + 1 >= n or text[i + 1] not in "0123456789abcdefABCDEF":
                return None
            found.append(int(text[i : i + 2], 16))
            i += 2
        elif character in ignored:
            i += 1
        else:
            return None
    return bytes(found)


def quote(value: object) -> object:
    """quote(X): a SQL literal of the value."""
    if isinstance(value, str):
        quoted = "'" + before_nul(value).replace("'", "''") + "'"
        check_length(quoted, MAX_WRITTEN)
        return quoted
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        if len(value) > (MAX_WRITTEN - 3) // 2:
            raise SqlError(TOO_BIG, TOOBIG)
        return "X'" + value.hex().upper() + "'"
    text = to_text(value)
    if text == "Inf":
        return "9.0e+999"
    return "-9.0e+999" if text == "-Inf" else text


def escape_control(text: str) -> str:
    """`text` with backslashes doubled and control characters as \\uXXXX, for unistr()."""
    pieces: list[str] = []
    for character in text:
        if character == "\\":
            pieces.append("\\\\")
        elif character < " ":
            pieces.append(f"\\u{ord(character):04x}")
        else:
            pieces.append(character)
    return "".join(pieces)


def has_control(text: str) -> bool:
    """Whether any character of `text` is below the space."""
    return any(character < " " for character in text)


def unistr_quote(value: object) -> object:
    """unistr_quote(X): as quote(), with control characters written by unistr()."""
    if isinstance(value, str):
        text = before_nul(value)
        if has_control(text):
            return "unistr('" + escape_control(text).replace("'", "''") + "')"
    return quote(value)


def unistr(value: object) -> object:
    """unistr(X): \\XXXX, \\uXXXX, \\+XXXXXX and \\UXXXXXXXX become the characters."""
    if value is None:
        return None
    text = to_text(value)
    pieces: list[str] = []
    n: i64 = len(text)
    i: i64 = 0
    while i < n:
        slash: i64 = text.find("\\", i)
        if slash < 0:
            pieces.append(text[i:])
            break
        pieces.append(text[i:slash])
        i = slash + 1
        mark = text[i : i + 1]
        if mark == "\\":
            pieces.append("\\")
            i += 1
            continue
        size: i64 = 4
        if mark == "u":
            i += 1
        elif mark == "+":
            size = 6
            i += 1
        elif mark == "U":
            size = 8
            i += 1
        digits = text[i : i + size]
        if len(digits) < size or digits.strip("0123456789abcdefABCDEF"):
            raise SqlError("invalid Unicode escape")
        pieces.append(code_to_text(int(digits, 16)))
        i += size
    return "".join(pieces)


def char(args: list[object]) -> object:
    """char(X1, ...): the text of those code points."""
    pieces: list[str] = []
    for value in args:
        code = to_int64(value)
        pieces.append(code_to_text(code if 0 <= code <= MAX_CODE else 0xFFFD))
    return decode(encode("".join(pieces)))


def unicode(value: object) -> object:
    """unicode(X): the code point of the first character."""
    text = before_nul(to_text(value))
    if not text:
        return None
    code = ord(text[0])
    return 0xFFFD if 0xDC80 <= code <= 0xDCFF else code


def concat(args: list[object]) -> object:
    """concat(X, ...): the texts one after the other; NULL is empty."""
    joined = "".join([to_text(value) for value in args])
    check_length(joined)
    return joined


def concat_ws(args: list[object]) -> object:
    """concat_ws(separator, X, ...): the texts that are not NULL, with separators between."""
    if args[0] is None:
        return None
    joined = to_text(args[0]).join([to_text(value) for value in args[1:] if value is not None])
    check_length(joined)
    return joined


TEXT_FUNCTIONS: Final[list[ScalarFunction]] = [
    LengthFunction(),
    SubstrFunction("substr", 2, 3),
    SubstrFunction("substring", 2, 3),
    UnaryFunction("octet_length", octet_length),
    UnaryFunction("lower", lower),
    UnaryFunction("upper", upper),
    TrimFunction("trim", True, True),
    TrimFunction("ltrim", True, False),
    TrimFunction("rtrim", False, True),
    PlainFunction("replace", 3, 3, replace),
    PlainFunction("instr", 2, 2, instr),
    UnaryFunction("hex", hex_of),
    PlainFunction("unhex", 1, 2, unhex),
    UnaryFunction("quote", quote),
    UnaryFunction("unistr_quote", unistr_quote),
    UnaryFunction("unistr", unistr),
    PlainFunction("char", 0, ANY, char),
    UnaryFunction("unicode", unicode),
    PlainFunction("concat", 1, ANY, concat),
    PlainFunction("concat_ws", 2, ANY, concat_ws),
]
