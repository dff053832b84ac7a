"""The specialised nodes give what the general ones give, for every value."""

from hypothesis import given
from hypothesis import strategies as st

from target_db.expr.base import Expr, Source
from target_db.expr.comparison import BetweenExpr, Comparison
from target_db.expr.leaves import ColumnExpr, LiteralExpr
from target_db.expr.specialised import (
    ColumnBetweenNumbers,
    ColumnNumberComparison,
    make_between,
    make_comparison,
)
from target_db.sql.codes import EQ, GE, GT, LE, LT, NE
from target_db.types.affinity import BLOB, INTEGER, NUMERIC, REAL, TEXT
from target_db.types.collation import BINARY

INTEGERS = st.one_of(
    st.integers(-10, 10), st.integers(-(2**63), 2**63 - 1), st.integers(2**53 - 2, 2**53 + 2)
)
REALS = st.one_of(
    st.sampled_from([0.0, -0.0, 0.5, 5.0, 2.0**53, -(2.0**53), 1e300]),
    st.floats(allow_nan=False),
)
TEXTS = st.sampled_from(["", "abc", "5", "5.0", " 7 ", "-3"])
VALUES = st.one_of(INTEGERS, REALS, TEXTS, st.none(), st.sampled_from([b"", b"5"]))
NUMBERS = st.one_of(INTEGERS, REALS)
AFFINITIES = st.sampled_from([BLOB, TEXT, NUMERIC, INTEGER, REAL])


def column(value: object, affinity: int) -> ColumnExpr:
    source = Source(0, "t")
    source.row = (value,)
    return ColumnExpr(source, 0, affinity, BINARY)


def answers(expr: Expr) -> tuple[object, int, bool, bool]:
    """Every way to ask a condition; they must agree with each other too."""
    value = expr.eval()
    assert expr.is_true() == (value == 1)
    assert expr.is_false() == (value == 0 and value is not None)
    return value, int(expr.truth()), expr.is_true(), expr.is_false()


@given(VALUES, AFFINITIES, NUMBERS, st.sampled_from([EQ, NE, LT, LE, GT, GE]))
def test_column_beside_number(value: object, affinity: int, number: float, op: int) -> None:
    left, right = column(value, affinity), LiteralExpr(number)
    wanted = answers(Comparison(op, left, right))
    assert answers(make_comparison(op, left, right)) == wanted
    mirrored = Comparison(op, right, left)
    assert answers(make_comparison(op, right, left)) == answers(mirrored)


@given(VALUES, AFFINITIES, NUMBERS, NUMBERS, st.booleans())
def test_column_between_numbers(
    value: object, affinity: int, low: float, high: float, negated: bool
) -> None:
    operand, first, last = column(value, affinity), LiteralExpr(low), LiteralExpr(high)
    wanted = answers(BetweenExpr(operand, first, last, negated))
    assert answers(make_between(operand, first, last, negated)) == wanted


def test_which_are_specialised() -> None:
    plain = column(1, INTEGER)
    assert type(make_comparison(LT, plain, LiteralExpr(5))) is ColumnNumberComparison
    assert type(make_comparison(LT, LiteralExpr(5), plain)) is ColumnNumberComparison
    assert type(make_comparison(LT, column(1, TEXT), LiteralExpr(5))) is Comparison
    assert type(make_comparison(LT, plain, LiteralExpr("5"))) is Comparison
    assert type(make_comparison(LT, plain, LiteralExpr(2**53))) is Comparison
    between = make_between(plain, LiteralExpr(1), LiteralExpr(2.5), False)
    assert type(between) is ColumnBetweenNumbers


def test_mirrored_operands_keep_their_order_for_the_planner() -> None:
    comparison = make_comparison(LT, LiteralExpr(5), column(1, INTEGER))
    assert isinstance(comparison, Comparison)
    assert isinstance(comparison.left, ColumnExpr)
    assert comparison.op == GT
