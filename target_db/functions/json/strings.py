"""The strings and numbers of JSON: how their texts are written, and what they mean to SQL."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.functions.json.document import (
    FALSE,
    FLOAT,
    FLOAT5,
    INT,
    INT5,
    NULL,
    TEXT,
    TEXT5,
    TEXTJ,
    TEXTRAW,
    TRUE,
    malformed,
)
from target_db.functions.printf_text import JSON_ESCAPES
from target_db.functions.text import code_to_text
from target_db.types.numeric import INT64_MAX, INT64_MIN, decode, encode, real_to_text

SIMPLE_ESCAPES: Final = {
    "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0",
    '"': '"', "'": "'", "\\": "\\", "/": "/",
}  # fmt: skip
MAX_REAL: Final = 1.7976931348623157e308
MAX_HEXADECIMAL: Final = 0xFFFFFFFFFFFFFFFF


def escaped(text: str) -> str:
    """`text` with what a JSON string cannot hold as it is written by escapes."""
    n: i64 = len(text)
    i: i64 = 0
    while i < n:
        code: i64 = ord(text[i])
        if code < 32 or code == 34 or code == 92:
            break
        i += 1
    if i == n:
        return text
    pieces: list[str] = []
    for character in text:
        if character == '"' or character == "\\":
            pieces.append("\\" + character)
        elif character <= "\x1f":
            pieces.append(JSON_ESCAPES.get(character) or f"\\u{ord(character):04x}")
        else:
            pieces.append(character)
    return "".join(pieces)


def from_json5(text: str) -> str:
    """The inside of a JSON5 string as the inside of a JSON string."""
    pieces: list[str] = []
    n: i64 = len(text)
    i: i64 = 0
    while i < n:
        character = text[i]
        i += 1
        if character != "\\":
            pieces.append(escaped(character))
            continue
        if i >= n:
            raise malformed()
        mark = text[i]
        i += 1
        if mark == "'":
            pieces.append("'")
        elif mark == "v":
            pieces.append("\\u000b")
        elif mark == "0":
            pieces.append("\\u0000")
        elif mark == "x":
            pieces.append("\\u00" + text[i : i + 2])
            i += 2
        elif mark == "\r":
            if text[i : i + 1] == "\n":
                i += 1
        elif mark not in "\n\u2028\u2029":
            pieces.append("\\" + mark)
    return "".join(pieces)


def unescaped(kind: int, text: str) -> str:
    """The characters that a string or label of this kind stands for."""
    if kind in (TEXT, TEXTRAW) or "\\" not in text:
        return text
    pieces: list[str] = []
    n: i64 = len(text)
    i: i64 = 0
    surrogates = False
    while i < n:
        slash: i64 = text.find("\\", i)
        if slash < 0:
            pieces.append(text[i:])
            break
        pieces.append(text[i:slash])
        mark = text[slash + 1 : slash + 2]
        i = slash + 2
        if mark == "u":
            code = hexadecimal(text[i : i + 4])
            i += 4
            if 0xD800 <= code < 0xDC00 and text[i : i + 2] == "\\u":
                low = hexadecimal(text[i + 2 : i + 6])
                if 0xDC00 <= low < 0xE000:
                    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
                    i += 6
            surrogates = surrogates or 0xD800 <= code < 0xE000
            pieces.append(code_to_text(code))
        elif mark == "x":
            pieces.append(chr(hexadecimal(text[i : i + 2])))
            i += 2
        elif mark == "\r":
            if text[i : i + 1] == "\n":
                i += 1
        elif mark not in "\n\u2028\u2029" or not mark:
            plain = SIMPLE_ESCAPES.get(mark)
            if plain is None:
                raise malformed()
            pieces.append(plain)
    joined = "".join(pieces)
    return decode(encode(joined)) if surrogates else joined


def hexadecimal(digits: str) -> int:
    """The number in hexadecimal `digits`. Raises SqlError (malformed JSON)."""
    if not digits or digits.strip("0123456789abcdefABCDEF"):
        raise malformed()
    return int(digits, 16)


def written(kind: int, text: str) -> str:
    """The JSON text of a node that is no array and no object."""
    if kind in (TEXT, TEXTJ):
        return '"' + text + '"'
    if kind in (INT, FLOAT):
        if not text:
            raise malformed()
        return text
    if kind == NULL:
        return "null"
    if kind == TRUE:
        return "true"
    if kind == FALSE:
        return "false"
    if kind == TEXT5:
        return '"' + from_json5(text) + '"'
    if kind == TEXTRAW:
        return '"' + escaped(text) + '"'
    if kind == INT5:
        number = hexadecimal_value(text)
        if abs(number) > MAX_HEXADECIMAL:
            return "-9.0e999" if number < 0 else "9.0e999"
        return str(number)
    if kind == FLOAT5:
        return with_digits(text)
    raise malformed()


def hexadecimal_value(text: str) -> int:
    """The number of an INT5, of any size. Raises SqlError (malformed JSON)."""
    sign = -1 if text.startswith("-") else 1
    digits = text.lstrip("+-")
    if digits[:2] not in ("0x", "0X"):
        raise malformed()
    return sign * hexadecimal(digits[2:])


def with_digits(text: str) -> str:
    """A number with digits on both sides of its point."""
    sign = "-" if text.startswith("-") else ""
    digits = text.lstrip("+-")
    if digits.startswith("."):
        digits = "0" + digits
    point = digits.find(".")
    if point >= 0 and not digits[point + 1 : point + 2].isdigit():
        digits = digits[: point + 1] + "0" + digits[point + 1 :]
    return sign + digits


def sql_value(kind: int, text: str) -> object:
    """The SQL value of a node that is no array and no object."""
    if kind in (TEXT, TEXTRAW):
        return text
    if kind == INT:
        try:
            number = int(text) if len(text) < 40 else INT64_MAX + 1
        except ValueError:
            raise malformed() from None
        return number if INT64_MIN <= number <= INT64_MAX else float(text)
    if kind in (FLOAT, FLOAT5):
        try:
            return float(text)
        except ValueError:
            raise malformed() from None
    if kind == NULL:
        return None
    if kind == TRUE:
        return 1
    if kind == FALSE:
        return 0
    if kind == INT5:
        number = hexadecimal_value(text)
        if abs(number) > MAX_HEXADECIMAL:
            raise malformed()
        return number if INT64_MIN <= number <= INT64_MAX else float(number)
    found = unescaped(kind, text)
    return found + "\0" if kind == TEXT5 and ends_in_nothing(text) else found


def ends_in_nothing(text: str) -> bool:
    """Whether a string ends in the mark of a line that goes on: SQLite makes a NUL of it."""
    if text[-1:] not in ("\n", "\r", "\u2028", "\u2029"):
        return False
    before = text[: -2 if text.endswith("\r\n") else -1]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def json_number(value: float, infinity: str) -> str:
    """The JSON text of a REAL; `infinity` is that of the infinite ones, without a sign."""
    if -MAX_REAL <= value <= MAX_REAL:
        return real_to_text(value)
    return "-" + infinity if value < 0.0 else infinity
