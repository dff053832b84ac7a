"""Tight JSON: texts of RFC 8259 without white space, which is what SQLite's functions write.

Such a text is its own minified form, so its parts can be taken, replaced and left out where they
stand, and no document is built. Positions are offsets of characters.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.functions.json.document import FALSE, FLOAT, INT, NULL, TEXTJ, TRUE, JsonText
from target_db.functions.json.strings import sql_value, unescaped

SHALLOW: Final[i64] = 100  # deeper texts are for the parser, which does not recurse

QUOTE: Final[i64] = 34
PLUS: Final[i64] = 43
COMMA: Final[i64] = 44
MINUS: Final[i64] = 45
POINT: Final[i64] = 46
ZERO: Final[i64] = 48
NINE: Final[i64] = 57
COLON: Final[i64] = 58
OPEN_BRACKET: Final[i64] = 91
BACKSLASH: Final[i64] = 92
CLOSE_BRACKET: Final[i64] = 93
LETTER_F: Final[i64] = 102
LETTER_N: Final[i64] = 110
LETTER_T: Final[i64] = 116
LETTER_U: Final[i64] = 117
OPEN_BRACE: Final[i64] = 123
CLOSE_BRACE: Final[i64] = 125
EXPONENT: Final[i64] = 101
EXPONENT_UPPER: Final[i64] = 69


def is_tight(text: str) -> bool:
    """Whether `text` is tight JSON, and not deeply nested."""
    n: i64 = len(text)
    return n > 0 and skip_value(text, 0, n, SHALLOW) == n


def skip_value(text: str, i: i64, n: i64, depth: i64) -> i64:
    """The offset after the tight value at `i`, nested at most `depth` deep; -1 if there is none.

    `n` is the length of the text, here and below.
    """
    if i >= n:
        return -1
    code: i64 = ord(text[i])
    if code == QUOTE:
        return skip_string(text, i + 1, n)
    if code == MINUS or ZERO <= code <= NINE:
        return skip_number(text, i, n)
    if code == OPEN_BRACE:
        return skip_members(text, i + 1, n, depth - 1)
    if code == OPEN_BRACKET:
        return skip_elements(text, i + 1, n, depth - 1)
    if code == LETTER_T and matches(text, i, "true"):
        return i + 4
    if code == LETTER_F and matches(text, i, "false"):
        return i + 5
    if code == LETTER_N and matches(text, i, "null"):
        return i + 4
    return -1


def matches(text: str, i: i64, part: str) -> bool:
    """Whether `part` stands at `i`."""
    size: i64 = len(part)
    if i + size > len(text):
        return False
    j: i64 = 0
    while j < size:
        if ord(text[i + j]) != ord(part[j]):
            return False
        j += 1
    return True


def skip_string(text: str, i: i64, n: i64) -> i64:
    """The offset after the string whose first character is at `i`, or -1."""
    while i < n:
        code: i64 = ord(text[i])
        if code == QUOTE:
            return i + 1
        if code == BACKSLASH:
            i = skip_escape(text, i + 1, n)
            if i < 0:
                return -1
        elif code < 32:
            return -1
        else:
            i += 1
    return -1


def skip_escape(text: str, i: i64, n: i64) -> i64:
    """The offset after the escape whose letter is at `i`, or -1."""
    if i >= n:
        return -1
    if text[i] in '"\\/bfnrt':
        return i + 1
    if ord(text[i]) != LETTER_U or i + 4 >= n:
        return -1
    end = i + 5
    i += 1
    while i < end:
        if text[i] not in "0123456789abcdefABCDEF":
            return -1
        i += 1
    return end


def skip_number(text: str, i: i64, n: i64) -> i64:
    """The offset after the number at `i`, or -1."""
    if ord(text[i]) == MINUS:
        i += 1
    first = i
    code: i64 = 0
    while i < n:
        code = ord(text[i])
        if code < ZERO or code > NINE:
            break
        i += 1
    if i == first or (i > first + 1 and ord(text[first]) == ZERO):
        return -1
    if i >= n or (code != POINT and code != EXPONENT and code != EXPONENT_UPPER):
        return i
    if code == POINT:
        first = i + 1
        i = skip_digits(text, first, n)
        if i == first:
            return -1
        code = ord(text[i]) if i < n else 0
    if code == EXPONENT or code == EXPONENT_UPPER:
        i += 1
        if i < n and (ord(text[i]) == PLUS or ord(text[i]) == MINUS):
            i += 1
        first = i
        i = skip_digits(text, i, n)
        if i == first:
            return -1
    return i


def skip_digits(text: str, i: i64, n: i64) -> i64:
    """The offset of the next character that is no digit."""
    while i < n:
        code: i64 = ord(text[i])
        if code < ZERO or code > NINE:
            return i
        i += 1
    return i


def skip_members(text: str, i: i64, n: i64, depth: i64) -> i64:
    """The offset after the object whose first label is at `i`, or -1."""
    if depth < 0 or i >= n:
        return -1
    if ord(text[i]) == CLOSE_BRACE:
        return i + 1
    while i < n and ord(text[i]) == QUOTE:
        i = skip_string(text, i + 1, n)
        if i < 0 or i >= n or ord(text[i]) != COLON:
            return -1
        i = skip_value(text, i + 1, n, depth)
        if i < 0 or i >= n:
            return -1
        code: i64 = ord(text[i])
        i += 1
        if code == CLOSE_BRACE:
            return i
        if code != COMMA:
            return -1
    return -1


def skip_elements(text: str, i: i64, n: i64, depth: i64) -> i64:
    """The offset after the array whose first element is at `i`, or -1."""
    if depth < 0 or i >= n:
        return -1
    if ord(text[i]) == CLOSE_BRACKET:
        return i + 1
    while True:
        i = skip_value(text, i, n, depth)
        if i < 0 or i >= n:
            return -1
        code: i64 = ord(text[i])
        i += 1
        if code == CLOSE_BRACKET:
            return i
        if code != COMMA:
            return -1


def value_end(text: str, start: i64) -> i64:
    """The offset after the value at `start` in a tight text."""
    n: i64 = len(text)
    return skip_value(text, start, n, SHALLOW) if start > 0 else n


def string_end(text: str, start: i64) -> i64:
    """The offset after the string, with its quotes, at `start` in a tight text."""
    return skip_string(text, start + 1, len(text))


def count_elements(text: str, start: i64) -> int:
    """The number of elements of what is at `start`; 0 if that is no array."""
    if ord(text[start]) != OPEN_BRACKET or ord(text[start + 1]) == CLOSE_BRACKET:
        return 0
    count = 1
    i = value_end(text, start + 1)
    while ord(text[i]) == COMMA:
        count += 1
        i = value_end(text, i + 1)
    return count


def type_at(text: str, start: i64) -> str:
    """What json_type calls the value at `start`."""
    code: i64 = ord(text[start])
    if code == QUOTE:
        return "text"
    if code == OPEN_BRACE:
        return "object"
    if code == OPEN_BRACKET:
        return "array"
    if code == LETTER_T:
        return "true"
    if code == LETTER_F:
        return "false"
    if code == LETTER_N:
        return "null"
    return "integer" if number_kind(text, start) == INT else "real"


def number_kind(text: str, i: i64) -> int:
    """Whether the number at `i` is an INT or a FLOAT."""
    n: i64 = len(text)
    if ord(text[i]) == MINUS:
        i += 1
    i = skip_digits(text, i, n)
    if i < n:
        code: i64 = ord(text[i])
        if code == POINT or code == EXPONENT or code == EXPONENT_UPPER:
            return FLOAT
    return INT


def value_at(text: str, start: i64, end: i64) -> object:
    """The value from `start` to `end` as a SQL value: arrays and objects as JSON text."""
    code: i64 = ord(text[start])
    if code == QUOTE:
        return unescaped(TEXTJ, text[start + 1 : end - 1])
    if code == OPEN_BRACE or code == OPEN_BRACKET:
        return JsonText(text[start:end])
    if code == LETTER_T:
        return sql_value(TRUE, "")
    if code == LETTER_F:
        return sql_value(FALSE, "")
    if code == LETTER_N:
        return sql_value(NULL, "")
    return sql_value(number_kind(text, start), text[start:end])


def is_container(text: str, start: i64) -> bool:
    """Whether an array or an object is at `start`."""
    code: i64 = ord(text[start])
    return code == OPEN_BRACE or code == OPEN_BRACKET
