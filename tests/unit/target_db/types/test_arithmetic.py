"""Operators over pairs of values of every type, beside SQLite."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from target_db.errors import SqlError
from target_db.types import arithmetic

EDGE = 9223372036854775807
VALUES = [
    None, 0, 1, -1, 2, 7, -7, 63, 64, 65, -64, 1 << 62, -(1 << 62), EDGE, -EDGE - 1, EDGE - 1,
    0.0, -0.0, 0.5, -2.5, 5.5, 1e15, 1e300, -1e300, 9.3e18, math.inf, -math.inf,
    "", "abc", "12", " 12 ", "12abc", "1e5", "-3.5", "0x10", ".5", "5.", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "1e400", "12\0", "+4", "--4", b"", b"12",
    b"3.5x", b"\xc3\xa9",
]  # fmt: skip
BINARY = {
    "+": arithmetic.add, "-": arithmetic.subtract, "*": arithmetic.multiply,
    "/": arithmetic.divide, "%": arithmetic.modulo, "&": arithmetic.bit_and,
    "|": arithmetic.bit_or, "<<": arithmetic.shift_left, ">>": arithmetic.shift_right,
    "||": arithmetic.concat,
}  # fmt: skip


@pytest.mark.parametrize("operator", BINARY)
def test_operator_on_every_pair(operator, sqlite):
    sql = f"SELECT ?1 {operator} ?2"
    for a in VALUES:
        for b in VALUES:
            (expected,) = sqlite(sql, a, b)
            found = BINARY[operator](a, b)
            assert repr(found) == repr(expected), (a, operator, b)


@pytest.mark.parametrize(
    "operator, function", [("-", arithmetic.negate), ("~", arithmetic.bit_not)]
)
def test_unary_operator_on_every_value(operator, function, sqlite):
    for a in VALUES:
        (expected,) = sqlite(f"SELECT {operator} ?1", a)
        assert repr(function(a)) == repr(expected), (operator, a)


numbers = st.integers(-EDGE - 1, EDGE) | st.floats(allow_nan=False)


@pytest.mark.parametrize("operator", BINARY)
def test_operator_on_any_numbers(operator, sqlite):
    @given(numbers, numbers)
    def check(a, b):
        (expected,) = sqlite(f"SELECT ?1 {operator} ?2", a, b)
        assert repr(BINARY[operator](a, b)) == repr(expected)

    check()


def test_text_longer_than_a_value_may_be_is_refused():
    arithmetic.check_length("x" * arithmetic.MAX_LENGTH)
    with pytest.raises(SqlError, match="string or blob too big"):
        arithmetic.check_length("x" * (arithmetic.MAX_LENGTH + 1))
