"""The way into the front end: one statement of a SQL text at a time."""

from mypy_extensions import i64

from target_db import BUILD
from target_db.errors import SqlError
from target_db.sql.ast import Statement
from target_db.sql.lexer import text_size
from target_db.sql.regex_parser import RegexParser
from target_db.sql.statements import StatementParser

COMPILED = BUILD == "compiled"


def parse_one(
    sql: str, start: i64 = 0, keeps_operands: bool = False
) -> tuple[Statement | None, int]:
    """The first statement of `sql` from offset `start` on, and the offset behind it.

    `keeps_operands`: what stands beside a literal 0 and AND is kept, for it is to be renamed.

    The statement is None where only space, comments and semicolons are left. Raises SqlError
    with SQLite's message, and in `offset` the place, where SQLite knows one.
    """
    parser: StatementParser
    if COMPILED:
        parser = StatementParser(sql, start, text_size(sql))
    else:
        parser = RegexParser(sql, start, text_size(sql))
    parser.keeps_operands = keeps_operands
    try:
        statement = parser.parse_statement()
    except RecursionError:
        raise SqlError("Recursion limit") from None
    return statement, int(parser.end)
