# ruff: noqa: E501 - tables of cases
"""Tight text is read as it stands: what comes out must be what a document would have given."""

import json
import random

import pytest

from target_db.functions.json import reading
from target_db.functions.json.parse import Parser
from target_db.functions.json.render import to_json
from target_db.functions.json.tight import SHALLOW, is_tight
from target_db.functions.json.tight_jsonb import from_tight

LABELS = ["a", "b", "a b", "", "é", "\\u0061", 'q\\"q', "a\\\\", "0", "ab"]
SCALARS = [
    "0",
    "-1",
    "12.50",
    "1e5",
    "-0",
    "1E-2",
    "true",
    "false",
    "null",
    '""',
    '"x"',
    '"\\n\\u00e9"',
]
STEPS = [
    ".a",
    ".b",
    '."a b"',
    '.""',
    ".é",
    '."\\u0061"',
    "[0]",
    "[1]",
    "[#-1]",
    "[#]",
    "[2]",
    '."a\\\\"',
]
BROKEN = [
    "", " 1", "1 ", "[1,]", "[,1]", "{,}", '{"a"}', '{"a":}', '{"a":1,}', "01", "-", "1.", ".5", "1e", "1e+",
    "tru", "truex", "nul", '"', '"\\', '"\\x41"', '"\\u12"', '"\t"', "'a'", "{a:1}", "[1]]", "[1", "+1", "0x1",
    "[1 ,2]", "Infinity", "NaN", "1\0", '"a\0b"', "--1", "[-]", '{"a":1 }', "\ufeff1", "//x\n1",
]  # fmt: skip


def document(source: random.Random, depth: int) -> str:
    """Tight text, nested up to `depth`."""
    kind = source.randrange(6 if depth else 3)
    if kind < 3:
        return source.choice(SCALARS)
    inside = [document(source, depth - 1) for _ in range(source.randrange(4))]
    if kind == 3:
        return "[" + ",".join(inside) + "]"
    return "{" + ",".join(f'"{source.choice(LABELS)}":{value}' for value in inside) + "}"


def path(source: random.Random) -> str:
    return "$" + "".join(source.choice(STEPS) for _ in range(source.randrange(4)))


@pytest.mark.parametrize("seed", range(4))
def test_random_documents(seed, same):
    source = random.Random(seed)
    for _ in range(250):
        text = document(source, 3)
        assert is_tight(text)
        place = path(source)
        for name in ("json_extract", "json_type", "json_array_length", "json_remove", "->", "->>"):
            same(name, text, place)
        value = source.choice([1, None, 2.5, 'x"y', "é"])
        for name in ("json_set", "json_insert", "json_replace", "json_array_insert"):
            same(name, text, place, value, path(source), 7)
        same("json_remove", text, place, path(source))
        same("json_patch", text, document(source, 2))
        same("jsonb", text)
        same("jsonb_extract", text, place)


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_not_tight(text, same):
    assert not is_tight(text)
    for name in ("json_valid", "json", "jsonb"):
        same(name, text)
    same("json_extract", text, "$")
    same("json_set", text, "$.a", 1)


def test_strictly_valid_without_white_space_is_tight():
    source = random.Random(7)
    for _ in range(400):
        text = list(document(source, 2))
        for _ in range(source.randrange(3)):
            at = source.randrange(len(text))
            text[at] = source.choice('{}[]",:\\ eE+-.0123456789tu')
        changed = "".join(text)
        parser = Parser(changed)
        parsed = parser.parse()
        is_strict = parsed is not None and not parser.is_extended
        assert is_tight(changed) == (is_strict and to_json(parsed) == changed), changed


def test_deep_text_is_left_to_the_parser(same):
    for depth in (SHALLOW - 1, SHALLOW, SHALLOW + 1, 1000, 1001):
        text = "[" * depth + "]" * depth
        assert is_tight(text) == (depth <= SHALLOW)
        for name in ("json", "jsonb", "json_valid"):
            same(name, text)


def test_long_text_that_comes_again(same):
    text = json.dumps({f"k{i}": [i, str(i)] for i in range(200)}, separators=(",", ":"))
    assert len(text) > reading.LONG
    for _ in range(3):
        same("json_extract", text, "$.k150[1]")
        same("json_set", text, "$.k150[1]", 1)
        same("json_remove", text, "$.k3")
    assert reading.tight(text) == ""
    assert to_json(reading.read(text)) == text


@pytest.mark.parametrize("size", [10, 11, 12, 255, 256, 65535, 65536])
def test_jsonb_headers(size, same):
    for text in ('"' + "x" * size + '"', '["' + "é" * (size // 2) + '"]'):
        same("jsonb", text)
        assert len(from_tight(text)) > size // 2 * 2
