# ruff: noqa: E501 - tables of cases
"""Reading and writing JSON text and JSONB, beside SQLite: extensions, refusals, places of errors."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

TEXTS = [
    "{null:1}", "{true:1}", "{1:2}", "{NaN:1}", "{Infinity:2}", "{$a_1:2}", "{é:1}", "{\\u0061b:1}",
    "{a-b:1}", '{"a":1,}', "[1,]", "[,]", "[1,,2]", "{,}", '{"a"}', '{"a":}', '{"a" 1}', "[1 2]",
    "01", "-01", "1.", ".5", "-.5", "+1", "+-1", "--1", "1e", "1e+", "1e5", "1E+5", "1.e5", ".e5",
    "0x", "0xg", "0x1F", "-0x1F", "+0x1f", "Infinity", "-Infinity", "+Infinity", "inf", "INF", "-inf",
    "nan", "NaN", "-NaN", "QNaN", "SNaN", "qnan", "infinit", "Infinityx", "nulll", "tru", "true1",
    "True", '"\t"', '"\n"', '"a\x01b"', "'a\\'b'", "'a\"b'", '"a\\\nb"', '"a\\\r\nb"', '"a\\\u2028b"',
    '"\\x41"', '"\\x4"', '"\\u00e"', '"\\v"', '"\\0"', '"\\01"', '"\\q"', "\"\\'\"", '"\\/"', '"abc',
    "'abc", "\xa01", "\ufeff1", "\u20281", "\v1", "\f1", "/*x*/1", "/*x", "//x\n1", "1//x", "1/*", "1/",
    "/", "1 2", '"a" "b"', "[1]]", "{}{}", '{"a":1}}', "0", "-0", "-0.0", "0.0", "00", "1.5.5",
    "1e5.5", "123456789012345678901234567890", '"é"', '"\U0001f600"', "[[[[1]]]]", '{"a":{"b":{}}}',
    " ", "\n", "", '{ "a" : [ ] }', '"\\ud83d\\ude00"', '"\\ud83d"', '"\\u0000"', '{"":1}', "{'a':1}",
    "{a :1}", "{a\n:1}", '{"a":1 ,"b":2}', "-", "+", ".", "+.5", "-.", "1.5e300", "-5.", "+5.",
    "5.e2", "0x7fffffffffffffff", "0xffffffffffffffff", "0x10000000000000000", "null", "true",
    "false", '"\x7f"', "[1,\n//c\n2]", '{"a":1,"a":2}', "9223372036854775808", "-9223372036854775808",
    '{"a b":1,"c\\"d":3}', "[1\x00]", "1\x00", "[\"é\" x", "{a:1}x", "1e999", '"\\uD83D\\u0041"',
    "[" * 1000 + "]" * 1000, "[" * 1001 + "]" * 1001, '{"a":' * 1000 + "1" + "}" * 1000,
    '{"a":' * 1001 + "1" + "}" * 1001, '"' + "x" * 300 + '"', '["' + "y" * 70000 + '"]',
    "[" + "1," * 200 + "1]", '"' + "é" * 40 + '"', 5, 1.5, -0.0, None, "{\\u00:1}", "'\\u12'", "'a\\",
]  # fmt: skip
BLOBS = [
    b"", b"\x00", b"\x01", b"\x02", b"\x13\x31", b"\xff", b"\x0c", b"\x0b", b"\x0d", b"\x10", b"\x11\x00",
    b"[1]", b"{a:1}", b"\x5b\x31", b"\x2b\x13\x31", b"\x3b\x13\x31", b"\x2b\x23\x31", b"\x4c\x17a\x131",
    b"\x2c\x17a", b"\x4c\x131\x131", b"\xc3\x011", b"\xd3\x00\x011", b"\xe3\x00\x00\x00\x011",
    b"\xf3" + bytes(7) + b"\x011", b"\x17\"", b"\x17\\", b"\x27\\n", b"\x28\\n", b"\x28\\v", b"\x29\\v",
    b"\x1a\"", b"\x13x", b"\x03", b"\x15x", b"\x351e5", b"\x26.5", b"\x25.5", b"\x340x1",
    b"\x23-1", b"\x23+1", b"\x17\n", b"\x19\n", b"\x18\n", b"\x0a", b"\x07", b"\x1b\x0b",
    b"\x0d\x00", b"\x1b\xff", b"\x2301", b"\x1b\x0e", b"\x2c\x17a\x00", b"\x3c\x17a\x00", b"\x0bx",
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_text(text, same):
    for name in ("json", "jsonb", "json_valid", "json_error_position", "json_type", "json_pretty"):
        same(name, text)
    for flags in (1, 2, 3, 4, 6, 8, 15):
        same("json_valid", text, flags)
    same("json_extract", text, "$")
    same("json_array_length", text)


@pytest.mark.parametrize("blob", BLOBS, ids=range(len(BLOBS)))
def test_blob(blob, same):
    for name in ("json", "json_valid", "json_pretty", "json_quote", "json_array"):
        same(name, blob)
    for flags in (1, 2, 3, 4, 5, 6, 8, 9):
        same("json_valid", blob, flags)
    same("json_extract", blob, "$")


def test_flags_of_json_valid(same):
    for flags in (0, -1, 16, None, "1", "x", 1.9, 2**40):
        same("json_valid", "1", flags)


def test_binary_and_text_are_the_same_document(same, ours):
    for text in TEXTS:
        blob = ours("jsonb", text)
        if isinstance(blob, bytes):
            same("json", blob)
            same("json_valid", blob, 8)
            same("json_pretty", blob)


def mutations(seed):
    """Texts made of the above by cutting, doubling and mixing."""
    source = random.Random(seed)
    pool = [text for text in TEXTS if isinstance(text, str) and 0 < len(text) < 60]
    for _ in range(1500):
        text = source.choice(pool)
        for _ in range(source.randint(1, 3)):
            at = source.randint(0, len(text))
            other = source.choice(pool)
            cut = source.randint(0, len(other))
            text = source.choice([
                text[:at] + other + text[at:], text[:at] + text[at + 1 :], text[:at] + other[cut:],
                f"[{text}]", f'{{"k":{text}}}', f"{{k:{text}}}",
            ])  # fmt: skip
        yield text


@pytest.mark.parametrize("seed", range(4))
def test_mutated_text(seed, same):
    for text in mutations(seed):
        same("json", text)
        same("jsonb", text)
        same("json_error_position", text)
        same("json_valid", text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(json_values, st.booleans())
@settings(max_examples=300)
def test_any_document(same, value, spaced):
    import json

    text = json.dumps(value, ensure_ascii=spaced, indent=2 if spaced else None)
    for name in ("json", "jsonb", "json_pretty", "json_type", "json_valid"):
        same(name, text)


def test_blobs_that_might_be_text(same):
    for first in (*b"0123456789[{", *b"\x13\x17KLf"):
        size = first >> 4
        for inside in (b"1" * size, b"a" * size, b"\x01" * size, b"\x131\x00" * size, b"1.5e1"):
            if len(inside) >= size:
                blob = bytes([first]) + inside[:size]
                same("json", blob)
                same("jsonb", blob)
                same("json_valid", blob, 4)
                same("json_valid", blob, 8)


def test_words_in_jsonb_that_claim_a_size(same):
    for blob in (
        b"\x9b\x131\x10\x132\x17a\x133",
        b"\xac\x17aK11\x17x\x17b\x00",
        b"\x4b\x11\x131\x00",
    ):
        for name in ("json", "json_type", "json_pretty"):
            same(name, blob)


def test_strings_that_end_in_a_line_continued(same):
    for inside in (
        "\\\n",
        "a\\\n",
        "\\\nb",
        "\\\r\n",
        "\\\n\\\n",
        "\\\\\\\n",
        "\\\u2028",
        "a\\\rb",
    ):
        same("json_extract", f"'{inside}'", "$")
        same("json", f"'{inside}'")
        same("->>", f"{{'{inside}':1}}", "a")


def test_paths_end_at_a_nul(same):
    for path in ("$\0.a", "$.a\0", "$[0]\0x", "\0$"):
        same("json_extract", '{"a":1}', path)
        same("json_set", '{"a":1}', path, 2)
