"""SQLite's operator precedence, lowest first, and what each token means as an operator.

"SQL Language Expressions", section "Operators, and Parse-Affecting Attributes", with ESCAPE,
the postfix operators and infix NOT placed as SQLite 3.54 parses them.
"""

from typing import Final

from target_db.sql import codes
from target_db.sql import tokens as t

P_NONE: Final = 0
P_OR: Final = 1
P_AND: Final = 2
P_NOT: Final = 3
P_EQUALITY: Final = 4
P_COMPARISON: Final = 5
P_BITS: Final = 6
P_SUM: Final = 7
P_PRODUCT: Final = 8
P_CONCAT: Final = 9
P_COLLATE: Final = 10
P_PREFIX: Final = 11

_OPERATORS: Final = (
    (t.KW_OR, P_OR, codes.OR),
    (t.KW_AND, P_AND, codes.AND),
    (t.EQ, P_EQUALITY, codes.EQ),
    (t.NE, P_EQUALITY, codes.NE),
    (t.LT, P_COMPARISON, codes.LT),
    (t.LE, P_COMPARISON, codes.LE),
    (t.GT, P_COMPARISON, codes.GT),
    (t.GE, P_COMPARISON, codes.GE),
    (t.BIT_AND, P_BITS, codes.BIT_AND),
    (t.BIT_OR, P_BITS, codes.BIT_OR),
    (t.SHIFT_LEFT, P_BITS, codes.SHIFT_LEFT),
    (t.SHIFT_RIGHT, P_BITS, codes.SHIFT_RIGHT),
    (t.PLUS, P_SUM, codes.ADD),
    (t.MINUS, P_SUM, codes.SUBTRACT),
    (t.STAR, P_PRODUCT, codes.MULTIPLY),
    (t.SLASH, P_PRODUCT, codes.DIVIDE),
    (t.PERCENT, P_PRODUCT, codes.REMAINDER),
    (t.CONCAT, P_CONCAT, codes.CONCAT),
    (t.ARROW, P_CONCAT, codes.EXTRACT),
    (t.ARROW2, P_CONCAT, codes.EXTRACT_VALUE),
    # Those that are more than `left op right` have no operator code.
    (t.KW_IS, P_EQUALITY, 0),
    (t.KW_ISNULL, P_EQUALITY, 0),
    (t.KW_NOTNULL, P_EQUALITY, 0),
    (t.KW_NOT, P_EQUALITY, 0),
    (t.KW_IN, P_EQUALITY, 0),
    (t.KW_BETWEEN, P_EQUALITY, 0),
    (t.KW_LIKE, P_EQUALITY, codes.LIKE),
    (t.KW_GLOB, P_EQUALITY, codes.GLOB),
    (t.KW_REGEXP, P_EQUALITY, codes.REGEXP),
    (t.KW_MATCH, P_EQUALITY, codes.MATCH),
    (t.KW_COLLATE, P_COLLATE, 0),
)


def by_kind(column: int) -> str:
    """A column of the operator table as a string indexed by token kind."""
    values = [0] * 256
    for operator in _OPERATORS:
        values[operator[0]] = operator[column]
    return "".join(map(chr, values))


PRECEDENCE: Final = by_kind(1)
OPERATOR_CODE: Final = by_kind(2)
