"""The affinity of a column that several selects give: those of a UNION or a recursive query.

SQLite's documentation leaves it open ("Datatypes in SQLite", 3.3.1: it may be that of any of
them). What it does: the first affinity that one of them brings holds, unless another gives
values of the other kind, numbers beside a TEXT affinity or text beside a numeric one; then the
column has none.
"""

from typing import Final

from target_db.bind.bound import BoundCompound, BoundQuery, BoundRecursive
from target_db.expr.arithmetic import BinaryExpr, Concat, UnaryExpr
from target_db.expr.base import Expr
from target_db.expr.comparison import BetweenExpr, Comparison, IsNullExpr
from target_db.expr.conditional import CaseExpr, CollateExpr
from target_db.expr.leaves import CachedConstant, LiteralExpr, PlainExpr, PlusExpr
from target_db.expr.logic import IsTruth
from target_db.expr.membership import InListExpr
from target_db.types.affinity import BLOB, NUMERIC, TEXT

GIVES_NUMBERS: Final = 1
GIVES_TEXT: Final = 2


def output_affinities(query: BoundQuery) -> list[int]:
    """The affinities of the columns of a query, as a table or another query sees them."""
    arms = arms_of(query)
    if len(arms) == 1:
        return [output.affinity for output in query.outputs]
    return [common_affinity(arms, place) for place in range(len(query.outputs))]


def arms_of(query: BoundQuery) -> list[BoundQuery]:
    """The selects that a query consists of."""
    if isinstance(query, BoundCompound):
        return query.arms
    if isinstance(query, BoundRecursive):
        return [*arms_of(query.initial[0]), *query.recursive]
    return [query]


def common_affinity(arms: list[BoundQuery], place: int) -> int:
    """The affinity of one column of a compound of these selects."""
    affinity = arms[0].outputs[place].affinity
    kinds = 0
    for arm in arms:
        output = arm.outputs[place]
        kinds |= kinds_of(output)
        if affinity <= BLOB:
            affinity = output.affinity
    if affinity == TEXT and kinds & GIVES_NUMBERS:
        return BLOB
    if affinity >= NUMERIC and kinds & GIVES_TEXT:
        return BLOB
    return affinity


def kinds_of(expr: Expr) -> int:
    """Which of numbers and text an expression may give, as far as its form tells."""
    if isinstance(expr, LiteralExpr):
        value = expr.value
        if isinstance(value, str):
            return GIVES_TEXT
        return 0 if value is None or isinstance(value, bytes) else GIVES_NUMBERS
    if isinstance(expr, (PlusExpr, PlainExpr, CachedConstant, CollateExpr)):
        return kinds_of(expr.operand)
    if isinstance(expr, Concat):
        return GIVES_TEXT
    if isinstance(expr, (BinaryExpr, UnaryExpr, IsTruth)):
        return GIVES_NUMBERS
    if isinstance(expr, (Comparison, IsNullExpr, BetweenExpr, InListExpr)):
        return GIVES_NUMBERS
    if isinstance(expr, CaseExpr):
        kinds = 0
        for result in expr.results:
            kinds |= kinds_of(result)
        return kinds if expr.otherwise is None else kinds | kinds_of(expr.otherwise)
    if expr.affinity == TEXT:
        return GIVES_TEXT
    return GIVES_NUMBERS if expr.affinity >= NUMERIC else GIVES_NUMBERS | GIVES_TEXT
