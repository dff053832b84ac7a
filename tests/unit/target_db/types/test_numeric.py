"""Text to number and back, beside SQLite."""

import math

from hypothesis import example, given, settings
from hypothesis import strategies as st

from target_db.types import affinity, arithmetic, numeric

TEXTS = [
    "", " ", "0", "12", " 12 ", "\t\n12\v\f\r", "12abc", "abc", "1e5", "1E5", "1e+5", "1e-5", "1e",
    "1e+", "1e+x", "1e5.5", ".5", "5.", ".", "-", "+", "+5", "-5", "- 5", "--5", "0x10", "0x",
    "1_0",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "1e400", "-1e400", "1e-400", "99999999999999999999", "1.0", "1.e5", ".e5", "inf", "nan",
    "\u0661", "\xa012", "12\0", "12\0abc", "12 \0", "12a\0", "1.5\0", "\0", "9007199254740993.0",
    "2251799813685248.0", "2251799813685247.0", "-2251799813685248.0", "9223372036854775807.0",
    "9223372036854774784.0", "-9223372036854775808.0", "0" * 5000 + "7", "7" * 5000,
    "-0", "-0.0", "0.1", "12345678901234567890123", "4503599627370497.0",
]  # fmt: skip
CASTS = {
    "INTEGER": affinity.INTEGER, "REAL": affinity.REAL, "NUMERIC": affinity.NUMERIC,
    "TEXT": affinity.TEXT, "BLOB": affinity.BLOB,
}  # fmt: skip
numeric_looking = st.text("0123456789+-.eE \t\0x", max_size=24)


def check_text(text, sqlite):
    for name, code in CASTS.items():
        (expected,) = sqlite(f"SELECT CAST(?1 AS {name})", text)
        assert repr(affinity.cast(text, code)) == repr(expected), (text, name)
        blob = text.encode()
        (expected,) = sqlite(f"SELECT CAST(?1 AS {name})", blob)
        assert repr(affinity.cast(blob, code)) == repr(expected), (blob, name)
    (expected,) = sqlite("SELECT ?1 + 0", text)
    assert repr(arithmetic.add(text, 0)) == repr(expected), text


def test_conversions_of_text(sqlite):
    for text in TEXTS:
        check_text(text, sqlite)


@given(numeric_looking)
@settings(max_examples=500)
def test_conversions_of_any_numeric_looking_text(sqlite, text):
    check_text(text, sqlite)


@given(st.floats(allow_nan=False))
@settings(max_examples=2000)
@example(0.1 + 0.2).via("17 digits")
@example(9.829153430000001024e18).via("a run of zeros and one")
@example(5e-324).via("the smallest")
@example(math.inf).via("infinite")
@example(-0.0).via("negative zero")
def test_text_of_a_real(sqlite, value):
    (expected,) = sqlite("SELECT ?1 || ''", value)
    assert numeric.real_to_text(value) == expected


@given(st.integers(1, 10**15), st.integers(-320, 300))
@settings(max_examples=2000)
def test_text_of_a_real_with_few_digits(sqlite, digits, exponent):
    value = float(f"{digits}e{exponent}")
    (expected,) = sqlite("SELECT ?1 || ''", value)
    assert numeric.real_to_text(value) == expected


@given(st.floats(allow_nan=False))
def test_real_to_integer_is_clamped(sqlite, value):
    (expected,) = sqlite("SELECT CAST(?1 AS INTEGER)", value)
    assert numeric.real_to_int(value) == expected


@given(st.integers(-(2**70), 2**70))
def test_integers_wrap_like_two_complement(value):
    wrapped = numeric.wrap_int64(value)
    assert numeric.INT64_MIN <= wrapped <= numeric.INT64_MAX
    assert (wrapped - value) % 2**64 == 0
    fitted = numeric.fit_int64(value)
    assert fitted == (value if wrapped == value else float(value))
