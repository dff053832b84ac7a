"""Tokens: their kinds and places, and that both ways of finding them agree."""

import random

import pytest
from sql_helpers import STATEMENTS

from target_db.errors import SqlError
from target_db.sql import tokens as t
from target_db.sql.lexer import tokenize
from target_db.sql.regex_parser import RegexParser
from target_db.sql.statements import StatementParser


def kinds(sql):
    return [int(token.kind) for token in tokenize(sql)]


def test_every_keyword_in_any_case():
    for index, word in enumerate(t.KEYWORDS):
        expected = t.FIRST_KEYWORD + index
        if word not in ("FILTER", "OVER", "WINDOW"):
            assert kinds(word) == kinds(word.lower()) == kinds(word.title()) == [expected]
        assert kinds(word + "x") == kinds("_" + word) == [t.ID]


def test_no_two_keywords_share_a_slot():
    assert sorted(map(ord, t.KEYWORD_SLOTS.replace("\0", ""))) == sorted(t.KEYWORD_KINDS.values())


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("a1 _b $", None),
        ("1 2.5 .5 5. 1e5 1e+5", "INTEGER FLOAT FLOAT FLOAT FLOAT FLOAT"),
        ("1_0 0x1F 0x1_0 1_0.5 x'00'", "SEPARATED INTEGER SEPARATED SEPARATED BLOB"),
        ("'a''b' \"a\"\"b\" [a b] `a`", "STRING DOUBLE_QUOTED QUOTED QUOTED"),
        ("= == <> != < <= << > >= >>", "EQ EQ NE NE LT LE SHIFT_LEFT GT GE SHIFT_RIGHT"),
        ("- -> ->> / | || & ~ %", "MINUS ARROW ARROW2 SLASH BIT_OR CONCAT BIT_AND TILDE PERCENT"),
        ("? ?12 :a @a $a $a::b(c) #a", "VARIABLE " * 7),
        ("a--b\nc/*d*/e/*/f", "ID ID ID"),
        ("é ñandú 中文", "ID ID ID"),
        ("\ufeffa", "ID"),
        ("a\0b", "ID"),
        ("f(1) over (x)", "ID LPAREN INTEGER RPAREN KW_OVER LPAREN ID RPAREN"),
        ("f(1) over + filter", "ID LPAREN INTEGER RPAREN ID PLUS ID"),
        ("window w as", "KW_WINDOW ID KW_AS"),
        ("window w", "ID ID"),
    ],
)  # fmt: skip
def test_kinds(sql, expected):
    if expected is None:
        with pytest.raises(SqlError, match="unrecognized token"):
            tokenize(sql)
    else:
        assert kinds(sql) == [getattr(t, name) for name in expected.split()]


def walk(parser):
    """What `advance` finds, up to the end or an error."""
    found = []
    try:
        while True:
            parser.advance()
            found.append((parser.kind, parser.start, parser.end, parser.previous_end))
            if parser.kind == t.END_OF_INPUT:
                return found
    except SqlError as error:
        return [*found, (error.message, error.offset)]


CHARACTERS = " \t\n'\"`[]()*+-/%<>=!|&~.,;:@$?#_0123456789abexXzAZ\ufeffé中😀\x0b{}^\\"


def test_both_lexers_find_the_same_tokens():
    rng = random.Random(7)
    for i in range(6000):
        text = rng.choice(STATEMENTS)
        if i % 3 == 1:
            chars = list(text)
            for _ in range(rng.randrange(1, 6)):
                place = rng.randrange(len(chars) + 1)
                chars[place : place + rng.randrange(2)] = [rng.choice(CHARACTERS)]
            text = "".join(chars)
        elif i % 3 == 2:
            text = "".join(rng.choice(CHARACTERS) for _ in range(rng.randrange(30)))
        size = len(text)
        assert walk(StatementParser(text, 0, size)) == walk(RegexParser(text, 0, size)), text
