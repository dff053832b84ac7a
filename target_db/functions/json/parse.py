"""JSON text to a document: RFC 8259, and the extensions of JSON5 that SQLite reads.

Source: "JSON Functions And Operators", section 3.4 "JSON Text Input Formats".
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.functions.json.document import (
    ARRAY,
    FALSE,
    FLOAT,
    FLOAT5,
    INT,
    INT5,
    MAX_DEPTH,
    NULL,
    OBJECT,
    TEXT,
    TEXT5,
    TEXTJ,
    TRUE,
    Document,
)

HEX: Final = "0123456789abcdefABCDEF"
QUOTE: Final[i64] = 34
APOSTROPHE: Final[i64] = 39
COMMA: Final[i64] = 44
POINT: Final[i64] = 46
SLASH: Final[i64] = 47
COLON: Final[i64] = 58
OPEN_BRACKET: Final[i64] = 91
BACKSLASH: Final[i64] = 92
CLOSE_BRACKET: Final[i64] = 93
OPEN_BRACE: Final[i64] = 123
CLOSE_BRACE: Final[i64] = 125
SPACES5: Final = (
    "\v\f\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
MAX_ATTEMPTS: Final = 50  # to find the place of an error inside of others
LINE_ENDS: Final = "\n\r\u2028\u2029"


class Parser:
    """Reads one text. After a failure `error` is the offset (from 0) of what was wrong."""

    def __init__(self, text: str) -> None:
        self.text: Final = text
        self.size: i64 = len(text)
        self.document: Final = Document()
        self.error = 0
        self.attempts = 0
        self.is_extended = False  # whether JSON5 was needed

    def parse(self) -> Document | None:
        """The document, or None."""
        end = self.parse_value(0)
        if end < 0:
            return None
        end = self.skip_space(end)
        if end < self.size and self.text[end] != "\0":
            return None
        return self.document

    def skip_space(self, i: i64) -> i64:
        """The offset of the next character that is neither white space nor a comment."""
        text = self.text
        n = self.size
        while i < n:
            code: i64 = ord(text[i])
            if code == 32 or code == 10 or code == 13 or code == 9:
                i += 1
            elif code == SLASH:
                end = self.skip_comment(i)
                if end < 0:
                    return i
                self.is_extended = True
                i = end
            elif code == 11 or code == 12 or (code > 127 and text[i] in SPACES5):
                self.is_extended = True
                i += 1
            else:
                return i
        return i

    def skip_plain_space(self, i: i64) -> i64:
        """The offset of the next character that is no white space of RFC 8259."""
        text = self.text
        while i < self.size:
            code: i64 = ord(text[i])
            if code != 32 and code != 10 and code != 13 and code != 9:
                return i
            i += 1
        return i

    def code_at(self, i: i64) -> i64:
        """The character at `i` as a number; -1 at the end."""
        return ord(self.text[i]) if i < self.size else -1

    def skip_comment(self, i: i64) -> i64:
        """The offset after the comment at `i`, or -1."""
        text = self.text
        mark = text[i + 1 : i + 2]
        if mark == "*":
            close: i64 = text.find("*/", i + 2)
            return close + 2 if close >= 0 else -1
        if mark != "/":
            return -1
        i += 2
        while i < self.size and text[i] not in LINE_ENDS:
            i += 1
        return i

    def fail(self, i: i64) -> i64:
        """Note the place of an error; -1."""
        self.error = int(i)
        return -1

    def parse_value(self, i: i64) -> i64:
        """Read the value at `i`, whatever its depth; the offset after it, or -1."""
        document = self.document
        open_nodes: list[int] = []
        while True:
            # a value is due at i, or at the white space there
            due = i
            i = self.skip_space(i)
            code = self.code_at(i)
            if code in (OPEN_BRACE, OPEN_BRACKET):
                kind = OBJECT if code == OPEN_BRACE else ARRAY
                if len(open_nodes) >= MAX_DEPTH:
                    return self.fail(i)
                open_nodes.append(document.add(kind, ""))
                i += 1
                if not self.is_close(i, kind):
                    if kind == OBJECT:
                        i = self.parse_label(i)
                        if i < 0:
                            return -1
                    continue
                i = self.skip_space(i)
            elif is_separator(code):
                if not open_nodes:
                    return -1 if code < 0 else self.fail(i)
                return self.fail(due)
            else:
                i = self.parse_scalar(i, code)
                if i < 0 or not open_nodes:
                    return i
            # a value is complete, or an empty container is about to be closed
            while open_nodes:
                kind = document.kinds[open_nodes[-1]]
                due = self.skip_plain_space(i)
                i = self.skip_space(due)
                code = self.code_at(i)
                if code == COMMA:
                    i += 1
                    if self.is_close(i, kind):
                        self.is_extended = True
                        i = self.skip_space(i)
                        continue
                    if kind == OBJECT:
                        i = self.parse_label(i)
                        if i < 0:
                            return -1
                    break
                if code != (CLOSE_BRACE if kind == OBJECT else CLOSE_BRACKET):
                    return self.fail(due)
                document.ends[open_nodes.pop()] = len(document.kinds)
                i += 1
            if not open_nodes:
                return i

    def is_close(self, i: i64, kind: int) -> bool:
        """Whether the container of that kind ends at `i`, where an element might come."""
        close = self.skip_space(i)
        if self.code_at(close) == (CLOSE_BRACE if kind == OBJECT else CLOSE_BRACKET):
            self.error = int(close)
            return True
        return False

    def parse_label(self, i: i64) -> i64:
        """Read a member's label and colon; the offset after it, or -1."""
        due = i
        i = self.skip_space(i)
        code = self.code_at(i)
        if code in (QUOTE, APOSTROPHE):
            end = self.parse_string(i, code)
            if end < 0:
                return -1
        else:
            if is_separator(code):
                return self.fail(i)
            if code in (OPEN_BRACE, OPEN_BRACKET):
                return self.fail_elsewhere(due)
            self.error = int(i)
            if self.parse_scalar(i, code) >= 0:
                return self.fail(due)
            end = self.parse_identifier(i)
            if end < 0:
                return -1
        due = self.skip_plain_space(end)
        end = self.skip_space(due)
        if self.code_at(end) != COLON:
            return self.fail_elsewhere(due)
        return end + 1

    def fail_elsewhere(self, due: i64) -> i64:
        """Note the error of something else where a colon or a label was due; -1.

        As in SQLite the place is that of the first error in it, if it has any.
        """
        self.attempts += 1
        if self.attempts > MAX_ATTEMPTS:
            return self.fail(due)
        start = self.skip_space(due)
        if is_separator(self.code_at(start)) or self.parse_value(due) >= 0:
            return self.fail(due)
        return -1

    def parse_identifier(self, i: i64) -> i64:
        """Read a label without quotes; the offset after it, or -1."""
        text = self.text
        start = i
        kind = TEXT
        while i < self.size:
            character = text[i]
            if character.isalpha() or character in "_$" or character >= "\x80":
                if character >= "\x80" and character in SPACES5:
                    break
                i += 1
            elif i > start and "0" <= character <= "9":
                i += 1
            elif character == "\\" and text[i + 1 : i + 2] == "u" and is_hex(text, i + 2, 4):
                kind = TEXTJ
                i += 6
            else:
                break
        if i == start:
            return -1
        self.is_extended = True
        self.document.add(kind, text[start:i])
        return i

    def parse_string(self, i: i64, quote: i64) -> i64:
        """Read a string whose quote is at `i`; the offset after it, or -1."""
        text = self.text
        n = self.size
        start = i + 1
        kind = TEXT
        if quote == APOSTROPHE:
            self.is_extended = True
        j = start
        while j < n:
            code: i64 = ord(text[j])
            if code == quote:
                self.document.add(kind, text[start:j])
                return j + 1
            if code == BACKSLASH:
                size = self.escape_size(j + 1)
                if size == 0:
                    return self.fail(j + 1)
                if size < 0:
                    size = -size
                    kind = TEXT5
                    self.is_extended = True
                elif kind == TEXT:
                    kind = TEXTJ
                j += size + 1
            else:
                if code < 32:
                    if code == 0:
                        return self.fail(j)
                    kind = TEXT5
                    self.is_extended = True
                elif code == QUOTE:
                    kind = TEXT5
                j += 1
        return self.fail(n)

    def escape_size(self, i: i64) -> i64:
        """How many characters after a backslash belong to it; negative: JSON5 only; 0: bad."""
        text = self.text
        if i >= self.size:
            return 0
        character = text[i]
        if character in '"\\/bfnrt':
            return 1
        if character == "u":
            return 5 if is_hex(text, i + 1, 4) else 0
        if character in "'v\n\u2028\u2029":
            return -1
        if character == "0":
            return 0 if i + 1 < self.size and "0" <= text[i + 1] <= "9" else -1
        if character == "\r":
            return -2 if text[i + 1 : i + 2] == "\n" else -1
        if character == "x":
            return -3 if is_hex(text, i + 1, 2) else 0
        return 0

    def parse_scalar(self, i: i64, code: i64) -> i64:
        """Read a string, number or word at `i`; the offset after it, or -1."""
        if code in (QUOTE, APOSTROPHE):
            return self.parse_string(i, code)
        if is_digit(code) or code == 43 or code == 45 or code == 46:
            return self.parse_number(i)
        if code == 116 and self.is_word(i, "true"):
            self.document.add(TRUE, "")
            return i + 4
        if code == 102 and self.is_word(i, "false"):
            self.document.add(FALSE, "")
            return i + 5
        if code == 110 and self.is_word(i, "null"):
            self.document.add(NULL, "")
            return i + 4
        return self.parse_special(i)

    def is_word(self, i: i64, word: str) -> bool:
        """Whether exactly this word stands at `i`."""
        end: i64 = i + len(word)
        if not self.text.startswith(word, i):
            return False
        return end >= self.size or not (self.text[end].isalnum() and self.text[end] < "\x80")

    def parse_special(self, i: i64) -> i64:
        """Read one of the words for what is no number, in any case."""
        if i >= self.size:
            return -1
        word = self.text[i : i + 8].lower()
        for name, kind in SPECIAL_WORDS:
            if word.startswith(name) and self.is_word(i, self.text[i : i + len(name)]):
                self.is_extended = True
                self.document.add(kind, "9e999" if kind == FLOAT else "")
                return i + len(name)
        return self.fail(i)

    def parse_number(self, i: i64) -> i64:
        """Read a number; the offset after it, or -1."""
        text = self.text
        start = i
        sign = ""
        code = self.code_at(i)
        if code == 45 or code == 43:
            if code == 43:
                self.is_extended = True
            else:
                sign = "-"
            i += 1
        first = i
        i = self.skip_digits(i)
        whole = i - first
        code = self.code_at(i)
        if whole == 0:
            if code == 73 or code == 105:
                return self.parse_infinity(start, i, sign)
            if code != POINT:
                return self.fail(start)
        elif text[first] == "0":
            if whole == 1 and (code == 88 or code == 120) and is_hex(text, i + 1, 1):
                return self.parse_hexadecimal(i + 1, sign)
            if whole > 1:
                return self.fail(first if first > start else first + 1)
        kind = INT
        if code == POINT:
            kind = FLOAT
            point = i + 1
            i = self.skip_digits(point)
            if whole == 0 or i == point:
                kind = FLOAT5
                self.is_extended = True
                if whole == 0 and i == point:
                    return self.fail(start if first == start else i)
            code = self.code_at(i)
        if code == 69 or code == 101:
            i += 1
            code = self.code_at(i)
            if code == 43 or code == 45:
                i += 1
            if not is_digit(self.code_at(i)):
                return self.fail(i - 1)
            i = self.skip_digits(i)
            code = self.code_at(i)
            if kind == INT:
                kind = FLOAT
        if code == POINT or code == 69 or code == 101:
            return self.fail(i)
        self.document.add(kind, sign + text[first:i])
        return i

    def skip_digits(self, i: i64) -> i64:
        """The offset of the next character that is no digit."""
        while i < self.size and is_digit(ord(self.text[i])):
            i += 1
        return i

    def parse_infinity(self, start: i64, i: i64, sign: str) -> i64:
        """Read "Infinity" or "inf" after a sign."""
        word = self.text[i : i + 8].lower()
        if not word.startswith("inf"):
            return self.fail(start)
        self.is_extended = True
        self.document.add(FLOAT, sign + "9e999")
        return i + 8 if word == "infinity" else i + 3

    def parse_hexadecimal(self, i: i64, sign: str) -> i64:
        """Read the digits after "0x"."""
        first = i
        while i < self.size and self.text[i] in HEX:
            i += 1
        self.is_extended = True
        self.document.add(INT5, sign + self.text[first - 2 : i])
        return i


SPECIAL_WORDS: Final = (
    ("infinity", FLOAT),
    ("inf", FLOAT),
    ("nan", NULL),
    ("qnan", NULL),
    ("snan", NULL),
)


def is_digit(code: i64) -> bool:
    """Whether a character is one of 0 to 9."""
    return 48 <= code <= 57


def is_separator(code: i64) -> bool:
    """Whether a character, or the end of the text, cannot begin a value."""
    return code in (COMMA, COLON, CLOSE_BRACE, CLOSE_BRACKET) or code < 0


def is_hex(text: str, i: i64, count: i64) -> bool:
    """Whether `count` hexadecimal digits stand at `i`."""
    if i + count > len(text):
        return False
    end: i64 = i + count
    while i < end:
        if text[i] not in HEX:
            return False
        i += 1
    return True
