"""printf() over conversions, flags, widths, precisions and values, beside SQLite."""

import itertools
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

VALUES = [
    None, 0, 1, -1, 42, 255, 1234567, -1234567, 9223372036854775807, -9223372036854775808,
    0.0, -0.0, 0.5, 1.5, 2.5, -0.001, 3.14159265358979, 1e-5, 1e15, 1e17, 1e100, 1 / 3, 0.1,
    123456.789, 9.995, math.inf, -math.inf, "", "abc", "é\U0001f600a", "it's", 'a"b', "a\nb\\c'",
    "12x", "a\0b", b"ab", b"\xff\xfe", "\b\f\r\t\x01",
]  # fmt: skip
LETTERS = "diuxXoprfFeEgGszqQwcjJnaAbm%yST"
FLAGS = ["", "-", "+", " ", "#", "!", "0", ",", "-0", "+0", "#!", "0,", "!-", "#0", "!,"]
SIZES = ["", "8", "12", ".0", ".3", ".10", ".17", ".20", "14.2", "3.5"]


@pytest.mark.parametrize("letter", LETTERS)
def test_conversion(letter, same):
    for flags, size in itertools.product(FLAGS, SIZES):
        template = f"<%{flags}{size}{letter}>"
        for value in VALUES:
            if value in (math.inf, -math.inf) and "0" in flags:
                continue
            same("printf", template, value)


def test_infinity_padded_with_zeros_is_9e999(same):
    for template in ("%010f", "%0.3f", "%0e", "%0g", "%0!g", "%0,f", "%+08.1f"):
        same("printf", template, math.inf)
        same("printf", template, -math.inf)


@pytest.mark.parametrize(
    "args",
    [
        (), (None,), ("",), (5,), (b"%d", 1), ("%",), ("a%",), ("%5",), ("%-",), ("%.",), ("%l",),
        ("%ld|%lld|%llld|", 1, 2, 3), ("%hd", 1), ("%d %d", 1), ("%s|%s", "a"), ("%n%d", 1, 2),
        ("%*d|", 5, 42), ("%*d|", -5, 42), ("%-*d|", 5, 42), ("%.*d|", 5, 42), ("%.*d|", -5, 42),
        ("%*.*f|", 10, 2, 3.14159), ("%*s|", "5", "a"), ("%.*s|", 2, "abcdef"), ("%*d", None, 1),
        ("%*d|", 2**32 + 3, 1), ("%*d|", -(2**31), 1), ("é%5sé%%", "é"),
        ("%010,d", 1), ("a\0b%d", 1),
        ("%++d% +d%+ d", 1, 2, 3), ("%2147483647d", 1), ("%.2147483647d", 1), ("%99999999999d", 1),
        ("%99999999999999999999999999d", 1), ("%.500f", 1.0), ("%s", "x" * 5000), ("%5%|%-5%|",),
        ("%.3c%5c%-5c|", "é", "é", "é"), ("%c", ""), ("%z%z", "a", None), ("%d", "9" * 30),
    ],
)  # fmt: skip
def test_call(args, same):
    same("printf", *args)
    same("format", *args)


@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from("feg"),
    st.sampled_from(["", "!", "#", ",", "+"]),
    st.integers(0, 25),
)
@settings(max_examples=1500, derandomize=True)
def test_any_real(same, value, letter, flag, precision):
    same("printf", f"%{flag}.{precision}{letter}", value)


@pytest.mark.parametrize("count", range(1, 17))
def test_ties_of_few_digits(count, same):
    source = random.Random(count)
    for exponent in range(-9, 22):
        lead = source.randrange(10 ** (count - 1), 10**count)
        for value in (float(f"{lead}5e{exponent}"), float(f"{lead}e{exponent}")):
            for letter, precision in (("e", count - 1), ("g", count), ("f", count - 1)):
                for flags in ("", "!"):
                    same("printf", f"%{flags}.{precision}{letter}", value)


def test_random_reals(same):
    source = random.Random(11)
    for _ in range(3000):
        value = source.choice([
            source.uniform(-1e6, 1e6), source.uniform(0, 1) * 10.0 ** source.randrange(-320, 309),
            round(source.uniform(-1000, 1000), source.randrange(6)),
            float(source.randrange(10**15)),
            source.randrange(1000) + source.choice([0.5, 0.25, 0.125, 0.05, 0.005]),
            10.0 ** source.randrange(-8, 14) * (1 + source.choice([-2, -1, 1, 2]) * 2**-52),
        ])  # fmt: skip
        flags = source.choice(["", "", "", "+", "#", "!", "08", ",", "-12"])
        letter = source.choice("fegEG")
        same("printf", f"%{flags}.{source.randrange(12)}{letter} %{letter}", value, value)
