"""The parser as it runs uncompiled: common tokens by regular expression.

Interpreted, one match costs a fraction of a loop over characters; compiled it is the other way
round. Whatever the pattern does not cover is left to the character loop, so that both builds
know exactly the same tokens.
"""

import re
from typing import Final

from target_db.sql import tokens as t
from target_db.sql.statements import StatementParser

_NAME_CHARACTER: Final = r"[A-Za-z0-9_$\x80-\ufefe\uff00-\U0010ffff]"

# Space and comments, then at most one token; possessive, so that nothing is tried twice.
COMMON: Final = re.compile(
    rf"""
    (?: [ \t\n\f\r]++ | --[^\n]*+ | /\*(?=[\s\S]) (?:[^*]++|\*(?!/))*+ (?:\*/|\Z) )*+
    (
      [A-Za-z_]{_NAME_CHARACTER}*+ (?!['\ufeff-\ufeff])
    | [0-9]++ (?![.]|{_NAME_CHARACTER}|\ufeff)
    | [(),;+*%~&]
    | <> | <= | << | == | >= | >> | != | \|\| | ->> | -> | [-/|<>=]
    | \.(?![0-9])
    | '(?:[^']++|'')*+'
    | "(?:[^"]++|"")*+"
    )
    """,
    re.VERBOSE,
)

_match: Final = COMMON.match

# What a token's text means; words join as they are met, up to a limit.
_KINDS: Final = {
    "(": t.LPAREN,
    ")": t.RPAREN,
    ",": t.COMMA,
    ";": t.SEMI,
    "+": t.PLUS,
    "-": t.MINUS,
    "*": t.STAR,
    "/": t.SLASH,
    "%": t.PERCENT,
    "~": t.TILDE,
    "&": t.BIT_AND,
    "|": t.BIT_OR,
    "||": t.CONCAT,
    "<": t.LT,
    "<=": t.LE,
    "<>": t.NE,
    "!=": t.NE,
    "<<": t.SHIFT_LEFT,
    ">": t.GT,
    ">=": t.GE,
    ">>": t.SHIFT_RIGHT,
    "=": t.EQ,
    "==": t.EQ,
    "->": t.ARROW,
    "->>": t.ARROW2,
    ".": t.DOT,
}
_MAX_KINDS: Final = 5000


def kind_of(text: str) -> int:
    """The kind of a token that COMMON has matched."""
    first = text[0]
    if first == "'":
        return t.STRING
    if first == '"':
        return t.DOUBLE_QUOTED
    if first in "0123456789":
        return t.INTEGER
    kind = t.KEYWORD_KINDS.get(text.upper(), t.ID)
    if len(_KINDS) < _MAX_KINDS:
        _KINDS[text] = kind
    return kind


class RegexParser(StatementParser):
    """A parser whose common tokens are matched by a regular expression."""

    def advance(self) -> None:
        """Step to the next token. Raises SqlError for an unrecognized one."""
        found = _match(self.sql, self.end, self.size)
        if found is None:
            super().advance()
            return
        text = found[1]
        self.previous_end = self.end
        end = found.end()
        self.end = end
        self.start = end - len(text)
        kind = _KINDS.get(text)
        if kind is None:
            kind = kind_of(text)
        if kind >= t.KW_FILTER and not self._starts_window_clause(kind):
            kind = t.ID
        self.kind = kind
