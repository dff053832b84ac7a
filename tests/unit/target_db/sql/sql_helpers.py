"""What the tests of the front end share: statements, SQLite's verdicts, comparable trees."""

import random
import re
from pathlib import Path

import apsw

from target_db.errors import SqlError
from target_db.sql import tokens as t
from target_db.sql.lexer import tokenize
from target_db.sql.parser import parse_one

STATEMENTS = Path(__file__).with_name("statements.txt").read_text(encoding="utf-8").splitlines()
SYNTAX = re.compile(r"syntax error$|^incomplete input$|^unrecognized token")
PLACES = re.compile(r"^(pos|start|end|\w+_pos|expr_start|expr_end)$")


def attributes(node):
    """The attributes of a node, compiled or not, without its places in the text."""
    names = getattr(type(node), "__mypyc_attrs__", None) or vars(node)
    return sorted(name for name in names if not PLACES.match(name) and not name.startswith("_"))


def tree(node):
    """A node as nested tuples that compare by content, types of values included."""
    if isinstance(node, list):
        return [tree(item) for item in node]
    if node is None or isinstance(node, (bool, int, float, str, bytes, dict)):
        return (type(node).__name__, node)
    return (type(node).__name__, *((name, tree(getattr(node, name))) for name in attributes(node)))


def parse(sql):
    """The statement in `sql`."""
    statement = parse_one(sql, 0)[0]
    assert statement is not None
    return statement


def our_error(sql):
    """Our message and offset for the first statement of `sql`; (None, -1) if it parses."""
    try:
        parse_one(sql, 0)
    except SqlError as error:
        return error.message, error.offset
    return None, -1


class Reference:
    """SQLite as it judges statements: a memory database with a few tables, nothing executed."""

    def __init__(self):
        self.connection = apsw.Connection(":memory:", statementcachesize=0)
        self.connection.execute("CREATE TABLE t(a, b, c)")

    def error(self, sql):
        """SQLite's message and offset; (None, -1) if it prepares the statement."""
        try:
            self.connection.execute(sql, explain=1)
        except apsw.BindingsError:
            return None, -1
        except apsw.Error as error:
            return str(error), error.error_offset
        return None, -1


def is_syntax(message):
    """Is this the message of a syntax error?"""
    return message is not None and SYNTAX.search(message) is not None


SYMBOLS = """
a b t 's' "q" [r] `u` 1 2.5 x'00' ? ?1 :p 1_0 0x1 ( ) , . * + - / % || -> ->> & |
<< >> ~ = == != <> < <= > >= ( ( ) ) , , a t ;
"""
VOCABULARY = [*t.KEYWORDS, *SYMBOLS.split()]


def words(sql):
    """The texts of the tokens of `sql`."""
    try:
        return [sql[token.start : token.end] for token in tokenize(sql)]
    except SqlError:
        return sql.split()


def mutated(seed, count):
    """`count` statements made from STATEMENTS by dropping, adding and swapping tokens."""
    rng = random.Random(seed)
    sources = [words(sql) for sql in STATEMENTS]
    made = []
    while len(made) < count:
        tokens = list(rng.choice(sources))
        for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
            mutate(rng, tokens, sources)
        if ";" in tokens and "trigger" not in [word.lower() for word in tokens]:
            tokens = tokens[: tokens.index(";")]
        if tokens:
            made.append(" ".join(tokens))
    return made


def mutate(rng, tokens, sources):
    """Change a list of tokens in one of six ways."""
    kind = rng.randrange(6)
    place = rng.randrange(len(tokens) + 1)
    if kind == 0:
        del tokens[place : place + 1]
    elif kind == 1:
        tokens.insert(place, rng.choice(VOCABULARY))
    elif kind == 2:
        tokens[place : place + 1] = [rng.choice(VOCABULARY)]
    elif kind == 3:
        tokens[place : place + 2] = tokens[place : place + 2][::-1]
    elif kind == 4:
        other = rng.choice(sources)
        start = rng.randrange(len(other))
        tokens[place:place] = other[start : start + rng.randrange(1, 6)]
    else:
        del tokens[place : place + rng.randrange(1, 4)]
