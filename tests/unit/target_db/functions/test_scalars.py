"""Every scalar function over a table of values of all types, beside SQLite."""

import itertools
import math

import pytest

EDGE = 9223372036854775807
VALUES = [
    None, 0, 1, -1, 2, 65, EDGE, -EDGE - 1, 0.0, -0.0, 0.5, -2.5, 3.999, 1e15, 1e300, math.inf,
    -math.inf, "", "a", "abc", "ABC", "éa", "12", "-3.5", " 7 ", "1e5", "a\0b", "0x10",
    "\U0001f600", b"", b"abc", b"12", b"\xff\x00",
]  # fmt: skip
UNARY = [
    "abs", "sign", "round", "ceil", "ceiling", "floor", "trunc", "ln", "log", "log2", "log10",
    "exp", "acos", "asin", "atan", "cos", "sin", "tan", "cosh", "sinh", "tanh", "acosh", "asinh",
    "atanh", "sqrt", "radians", "degrees", "typeof", "length", "octet_length", "lower", "upper",
    "trim", "ltrim", "rtrim", "hex", "unhex", "quote", "unistr_quote", "unicode", "char",
    "concat", "likely", "unlikely", "unistr",
]  # fmt: skip
BINARY = [
    "round", "log", "pow", "power", "mod", "atan2", "substr", "substring", "instr", "trim",
    "ltrim", "rtrim", "unhex", "concat", "concat_ws", "nullif", "ifnull", "coalesce", "iif", "if",
    "max", "min", "like", "glob", "char",
]  # fmt: skip
SCALAR_BINARY = [name for name in BINARY if name not in ("max", "min")]
TERNARY = ["substr", "replace", "concat_ws", "iif", "if", "max", "min", "coalesce", "like"]
FEW = [None, 0, 1, -2, EDGE, -EDGE - 1, 2.5, "", "a", "b", "éabab", "a\0b", b"ab", "12", "%"]


@pytest.mark.parametrize("name", UNARY)
def test_one_argument(name, same):
    for value in VALUES:
        same(name, value)


@pytest.mark.parametrize("name", BINARY)
def test_two_arguments(name, same):
    for a, b in itertools.product(VALUES, VALUES):
        same(name, a, b)


@pytest.mark.parametrize("name", TERNARY)
def test_three_arguments(name, same):
    for args in itertools.product(FEW, FEW, FEW):
        same(name, *args)


@pytest.mark.parametrize(
    "name", [*UNARY, *SCALAR_BINARY, "replace", "pi", "zeroblob", "random", "nosuch"]
)
def test_wrong_number_of_arguments(name, reference, ours):
    for count in range(5):
        expected = reference(name, *[1] * count)
        found = ours(name, *[1] * count)
        assert (str(expected).startswith("error: wrong number")) == (
            str(found).startswith("error: wrong number")
        ), (name, count)
        if str(expected).startswith(("error: wrong number", "error: no such")):
            assert found == expected


def test_functions_of_no_type(same):
    for args in [(), (1,), (None,), (65, 66), (0x1F600,), (-1,), (0x110000,), (0xD800,), ("x",)]:
        same("char", *args)
    same("pi")
    same("sqlite_version")
    for size in (0, 3, -1, "2", None, 2.9, 1_000_000_001):
        same("zeroblob", size)


@pytest.mark.parametrize(
    "text",
    ["\\0041",
     "\\u0041", "\\U00000041", "\\+000041", "\\\\", "\\", "\\x", "\\00", "\\u12g4", "a\\00e9b",
     "\\+110000", "\\UFFFFFFFF", "\\ud800", "\\+1", "\\U0001F600", "x\\u0000y", "\\u0041\\u0042"],
)  # fmt: skip
def test_unistr(text, same):
    same("unistr", text)


@pytest.mark.parametrize(
    "args", [("414",), ("41 42", " "), ("4 1", " "), ("41-42", "-x"), ("zz", "z")]
)
def test_unhex(args, same):
    same("unhex", *args)


def test_random_is_an_integer_of_64_bits(ours):
    found = {ours("random") for _ in range(50)}
    assert len(found) == 50
    assert all(-(2**63) <= value < 2**63 for value in found)
    assert {len(ours("randomblob", n)) for n in (0, -5, None)} == {1}
    assert len(ours("randomblob", 40)) == 40
    assert ours("randomblob", 1_000_000_001) == "error: string or blob too big"


def test_refusals(same):
    same("load_extension", "x")
    same("match", 1, 2)


def test_characters_of_text_that_is_not_utf_8(same):
    for raw in (
        b"\xed\xa0\x80x", b"\xc3", b"\xc3\xc3\xa9", b"\x80\x80a", b"a\xffb", b"\xff\x80\x80\x80z",
        b"\xc3\xa9\x80\x80\xc3\xa9", b"\xf0\x9f\x98\x80\x80", b"\xe2\x82", b"\xc3a\x80",
        b"\x80\0\xc3",
    ):  # fmt: skip
        text = raw.decode("utf-8", "surrogateescape")
        same("length", text)
        same("octet_length", text)
        for start in range(-4, 5):
            same("substr", text, start)
            for length in (-2, -1, 0, 1, 2):
                same("substr", text, start, length)
