"""SQL text to tokens, one at a time, by a character loop that allocates nothing.

The rules are those of SQLite 3.54, found by probing it: see docs/architecture/sql.md.
"""

from typing import Final

from mypy_extensions import i64

from target_db.errors import SqlError
from target_db.sql import tokens as t

# Character classes of the first 128 code points; all others may stand in names.
_OTHER: Final = 0
_SPACE: Final = 1
_LETTER: Final = 2
_DIGIT: Final = 3
_SINGLE: Final = 4
_QUOTE: Final = 5
_VARIABLE: Final = 6
_LATER: Final = 7  # what takes more than one look: - / < > = ! | . [

_BYTE_ORDER_MARK: Final = 0xFEFF

_SINGLE_KINDS: Final = {
    ";": t.SEMI,
    "(": t.LPAREN,
    ")": t.RPAREN,
    ",": t.COMMA,
    "*": t.STAR,
    "+": t.PLUS,
    "%": t.PERCENT,
    "~": t.TILDE,
    "&": t.BIT_AND,
}


def character_classes() -> str:
    """The class of each of the first 128 characters, as a string indexed by code point."""
    classes = [_OTHER] * 128
    for char in " \t\n\f\r":
        classes[ord(char)] = _SPACE
    for char in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_":
        classes[ord(char)] = _LETTER
    for char in "0123456789":
        classes[ord(char)] = _DIGIT
    for char in _SINGLE_KINDS:
        classes[ord(char)] = _SINGLE
    for char in "'\"`[":
        classes[ord(char)] = _QUOTE
    for char in "$@:#":
        classes[ord(char)] = _VARIABLE
    for char in "-/<>=!|.?":
        classes[ord(char)] = _LATER
    return "".join(map(chr, classes))


def single_kinds() -> str:
    """The token kind of each character that is a token by itself, indexed by code point."""
    kinds = [0] * 128
    for char, kind in _SINGLE_KINDS.items():
        kinds[ord(char)] = kind
    return "".join(map(chr, kinds))


def name_characters() -> str:
    """For each of the first 128 characters: may it stand inside a name?"""
    return "".join(chr(char.isalnum() or char in "_$") for char in map(chr, range(128)))


CLASSES: Final = character_classes()
SINGLES: Final = single_kinds()
IN_NAME: Final = name_characters()


class Lexer:
    """Walks over `sql`; the current token is `kind` and `sql[start:end]`.

    `previous_end` is where the token before it ended; `size` is where the text ends. With `raw`,
    FILTER, OVER and WINDOW are always keywords. Call `advance` once to reach the first token.
    """

    def __init__(self, sql: str, position: i64, size: i64) -> None:
        self.sql = sql
        self.size = size
        self.kind: i64 = t.END_OF_INPUT
        self.start: i64 = position
        self.end: i64 = position
        self.previous_end: i64 = position
        self.raw = False

    def advance(self) -> None:
        """Step to the next token. Raises SqlError for an unrecognized one."""
        sql = self.sql
        size = self.size
        i = self.end
        self.previous_end = i
        while i < size:
            c: i64 = ord(sql[i])
            if c >= 128:
                if c == _BYTE_ORDER_MARK:
                    i += 1
                    continue
                self.start = i
                self._word(i)
                return
            class_: i64 = ord(CLASSES[c])
            if class_ == _SPACE:
                i += 1
                continue
            self.start = i
            if class_ == _LETTER:
                self._word(i)
                return
            if class_ == _SINGLE:
                self.kind = ord(SINGLES[c])
                self.end = i + 1
                return
            if class_ == _DIGIT:
                self._number(i)
                return
            if class_ == _LATER:
                if c == 45 and i + 1 < size and ord(sql[i + 1]) == 45:  # --
                    i += 2
                    while i < size and ord(sql[i]) != 10:
                        i += 1
                    continue
                if c == 47 and i + 2 < size and sql[i + 1] == "*":  # /*
                    i = self._comment_end(i + 2)
                    continue
                self._operator(i, c)
                return
            if class_ == _QUOTE:
                self._quoted(i, c)
                return
            if class_ == _VARIABLE:
                self._variable(i, c)
                return
            self._illegal(i, i + 1)
        self.start = size
        self.end = size
        self.kind = t.END_OF_INPUT

    def peek(self) -> i64:
        """The kind of the token after `end`; END_OF_INPUT if that is unrecognized.

        FILTER, OVER and WINDOW are given as such, keywords or not.
        """
        ahead = Lexer(self.sql, self.end, self.size)
        ahead.raw = True
        return ahead.next_kind()

    def peek_second(self) -> i64:
        """The kind of the second token after `end`, like `peek`."""
        ahead = Lexer(self.sql, self.end, self.size)
        ahead.raw = True
        if ahead.next_kind() == t.END_OF_INPUT:
            return t.END_OF_INPUT
        return ahead.next_kind()

    def next_kind(self) -> i64:
        """Advance and give the new kind; END_OF_INPUT for an unrecognized token."""
        try:
            self.advance()
        except SqlError:
            return t.END_OF_INPUT
        return self.kind

    def text(self) -> str:
        """The current token as it was written."""
        return self.sql[self.start : self.end]

    def _illegal(self, start: i64, end: i64) -> None:
        text = self.sql[start:end]
        raise SqlError(f'unrecognized token: "{text}"', offset=start)

    def _comment_end(self, i: i64) -> i64:
        """Where the comment ends whose text starts at `i`; the end of the SQL closes one too."""
        sql = self.sql
        size = self.size
        while i + 1 < size:
            if sql[i] == "*" and sql[i + 1] == "/":
                return i + 2
            i += 1
        return size

    def _word(self, start: i64) -> None:
        """A name, a keyword, or a blob literal, from `start`."""
        sql = self.sql
        size = self.size
        i = start
        hashed: i64 = 0
        while i < size:
            c: i64 = ord(sql[i])
            if c < 128 and ord(IN_NAME[c]) == 0:
                break
            hashed = hashed * t.HASH_FACTOR + (c & -33)
            hashed &= t.HASH_SIZE - 1
            i += 1
        self.end = i
        kind: i64 = ord(t.KEYWORD_SLOTS[hashed])
        if kind != 0 and same_word(sql, start, i, t.KEYWORDS[kind - t.FIRST_KEYWORD]):
            if kind >= t.KW_FILTER and not self.raw and not self._starts_window_clause(kind):
                kind = t.ID
            self.kind = kind
            return
        self.kind = t.ID
        if i == start + 1 and i < size and sql[i] == "'" and sql[start] in "xX":
            self._blob(start)

    def _starts_window_clause(self, kind: i64) -> bool:
        """Is the word at `end`, whose predecessor is still `kind`, more than a name?

        FILTER and OVER are keywords after `)` only, and only before `(` (OVER also before a
        name); WINDOW only before a name and AS.
        """
        if kind != t.KW_WINDOW and self.kind != t.RPAREN:
            return False
        following = self.peek()
        if kind == t.KW_FILTER:
            return following == t.LPAREN
        if kind == t.KW_OVER and following == t.LPAREN:
            return True
        is_name = (
            t.STRING <= following <= t.LAST_NAME and following != t.KW_INDEXED
        ) or t.KW_OVER <= following <= t.KW_WINDOW
        return is_name and (kind == t.KW_OVER or self.peek_second() == t.KW_AS)

    def _blob(self, start: i64) -> None:
        """`x'...'` from `start`: pairs of hexadecimal digits."""
        sql = self.sql
        i = start + 2
        digits: i64 = 0
        while i < self.size and is_hex(ord(sql[i])):
            digits += 1
            i += 1
        if i < self.size and sql[i] == "'" and digits & 1 == 0:
            self.kind = t.BLOB
            self.end = i + 1
            return
        while i < self.size and sql[i] != "'":
            i += 1
        self._illegal(start, i + 1 if i < self.size else i)

    def _digits(self, i: i64) -> i64:
        """Skip digits and `_`; the latter make the number SEPARATED."""
        sql = self.sql
        size = self.size
        while i < size:
            c: i64 = ord(sql[i])
            if c == 95:
                self.kind = t.SEPARATED
            elif c < 48 or c > 57:
                break
            i += 1
        return i

    def _exponent(self, i: i64) -> i64:
        """Skip the exponent at `i` if the E there is followed by digits."""
        j = i + 1
        if ord(self.sql[j]) == 43 or ord(self.sql[j]) == 45:  # + -
            j += 1
        if j >= self.size or not 48 <= ord(self.sql[j]) <= 57:
            return i
        if self.kind == t.INTEGER:
            self.kind = t.FLOAT
        return self._digits(j)

    def _number(self, start: i64) -> None:
        """An integer, real or hexadecimal literal from `start`, a digit or a dot."""
        sql = self.sql
        size = self.size
        self.kind = t.INTEGER
        if (
            sql[start] == "0"
            and start + 2 < size
            and sql[start + 1] in "xX"
            and is_hex(ord(sql[start + 2]))
        ):
            i = start + 3
            while i < size:
                if sql[i] == "_":
                    self.kind = t.SEPARATED
                elif not is_hex(ord(sql[i])):
                    break
                i += 1
        else:
            i = self._digits(start)
            if i < size:
                c: i64 = ord(sql[i])
                if c == 46:  # .
                    if self.kind == t.INTEGER:
                        self.kind = t.FLOAT
                    i = self._digits(i + 1)
                    c = ord(sql[i]) if i < size else 0
                if c & -33 == 69 and i + 1 < size:  # E
                    i = self._exponent(i)
        self.end = i
        if i < size and is_name_character(ord(sql[i])):
            while i < size and is_name_character(ord(sql[i])):
                i += 1
            self._illegal(start, i)

    def _operator(self, i: i64, c: i64) -> None:
        """An operator of one character or more, a dot, or `?`."""
        sql = self.sql
        following: i64 = ord(sql[i + 1]) if i + 1 < self.size else 0
        self.end = i + 1
        if c == 61:  # =
            self.kind = t.EQ
            if following == 61:
                self.end = i + 2
        elif c == 60:  # <
            if following == 61:
                self.kind = t.LE
                self.end = i + 2
            elif following == 62:
                self.kind = t.NE
                self.end = i + 2
            elif following == 60:
                self.kind = t.SHIFT_LEFT
                self.end = i + 2
            else:
                self.kind = t.LT
        elif c == 62:  # >
            if following == 61:
                self.kind = t.GE
                self.end = i + 2
            elif following == 62:
                self.kind = t.SHIFT_RIGHT
                self.end = i + 2
            else:
                self.kind = t.GT
        elif c == 45:  # -
            if following == 62:
                self.kind = t.ARROW
                self.end = i + 2
                if i + 2 < self.size and sql[i + 2] == ">":
                    self.kind = t.ARROW2
                    self.end = i + 3
            else:
                self.kind = t.MINUS
        elif c == 46:  # .
            if 48 <= following <= 57:
                self._number(i)
            else:
                self.kind = t.DOT
        elif c == 47:  # /
            self.kind = t.SLASH
        elif c == 124:  # |
            if following == 124:
                self.kind = t.CONCAT
                self.end = i + 2
            else:
                self.kind = t.BIT_OR
        elif c == 33:  # !
            if following != 61:
                self._illegal(i, i + 1)
            self.kind = t.NE
            self.end = i + 2
        else:  # ?
            self.kind = t.VARIABLE
            i += 1
            while i < self.size and sql[i] in "0123456789":
                i += 1
            self.end = i

    def _quoted(self, start: i64, quote: i64) -> None:
        """A string or a quoted name. A doubled quote stands for one, except in [brackets]."""
        sql = self.sql
        size = self.size
        i = start + 1
        closing: i64 = 93 if quote == 91 else quote
        while i < size:
            if ord(sql[i]) == closing:
                if quote != 91 and i + 1 < size and ord(sql[i + 1]) == closing:
                    i += 1
                else:
                    self.end = i + 1
                    if quote == 39:
                        self.kind = t.STRING
                    elif quote == 34:
                        self.kind = t.DOUBLE_QUOTED
                    else:
                        self.kind = t.QUOTED
                    return
            i += 1
        self._illegal(start, size)

    def _variable(self, start: i64, sign: i64) -> None:
        """`:name`, `@name`, `#name` or `$name`, with Tcl's `::` and a suffix in parentheses."""
        sql = self.sql
        size = self.size
        i = start + 1
        letters: i64 = 0
        while i < size:
            c: i64 = ord(sql[i])
            if is_name_character(c):
                letters += 1
                i += 1
            elif c == 40 and letters > 0:  # (
                i += 1
                while i < size and sql[i] != ")" and ord(sql[i]) not in (9, 10, 12, 13, 32):
                    i += 1
                if i < size and sql[i] == ")":
                    i += 1
                else:
                    letters = 0
                break
            elif c == 58 and i + 1 < size and sql[i + 1] == ":":  # ::
                i += 2
            else:
                break
        if letters == 0:
            self._illegal(start, i)
        self.kind = t.VARIABLE
        self.end = i


def text_size(sql: str) -> i64:
    """Where a SQL text ends: at its first NUL character, if it has one, as for SQLite."""
    nul = sql.find("\0")
    return len(sql) if nul < 0 else nul


def is_hex(c: i64) -> bool:
    """Is `c` a hexadecimal digit?"""
    return 48 <= c <= 57 or 65 <= c <= 70 or 97 <= c <= 102


def is_name_character(c: i64) -> bool:
    """May `c` stand inside a name?"""
    return c >= 128 or ord(IN_NAME[c]) != 0


def same_word(sql: str, start: i64, end: i64, keyword: str) -> bool:
    """Is `sql[start:end]` the keyword, in any case?"""
    size: i64 = len(keyword)
    if end - start != size:
        return False
    i: i64 = 0
    while i < size:
        if ord(sql[start + i]) & -33 != ord(keyword[i]):
            return False
        i += 1
    return True


class Token:
    """A token outside the parser: for tests, highlighting and completion."""

    def __init__(self, kind: i64, start: i64, end: i64) -> None:
        self.kind = kind
        self.start = start
        self.end = end


def tokenize(sql: str) -> list[Token]:
    """All tokens of `sql`, without END_OF_INPUT. Raises SqlError for an unrecognized one."""
    lexer = Lexer(sql, 0, text_size(sql))
    lexer.advance()
    found = []
    while lexer.kind != t.END_OF_INPUT:
        found.append(Token(lexer.kind, lexer.start, lexer.end))
        lexer.advance()
    return found
