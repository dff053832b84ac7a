# ruff: noqa: E501 - tables of cases
"""JSON functions over documents, paths and values, beside SQLite."""

import itertools
import math

import apsw
import pytest

from target_db.functions.json.document import JsonText, plain

DOCUMENTS = [
    None, "1", "null", '"a"', "[]", "{}", "[1,2,3]", '{"a":1,"b":2}', '{"a":{"b":[1,2,{"c":3}]}}',
    '[[1],{"a":"x"},null]', '{"a b":1,"":2,"c\\"d":3,"\\u0041":4,"e.f":5,"0":6}', '{"a":1,"a":2}',
    "x", "{a:[1,],}", b"\x2b\x13\x31", b"\xff", 5, 1.5, "", '{"a":null}', '[[[]]]', "[0,1,2,3,4]",
]  # fmt: skip
PATHS = [
    None, "", "$", "a", "$a", "$.", "$.a", "$.b", "$.a.b", "$.a.b[0]", "$.a.b[2].c", "$.a.b[#-1]", "$[0]",
    "$[1]", "$[3]", "$[4]", "$[#]", "$[#-1]", "$[#-4]", "$[#-9]", "$[", "$[x]", "$[-1]", "$[#-]", "$[1",
    "$[1]x", '$."a b"', '$."a', '$.""', "$.a b", '$."c\\"d"', "$.A", '$."\\u0041"', "$.e.f", '$."e.f"',
    "$.0", 0, 1, -1, "$.x.y[0].z", "$.x[1]", "$[0][0]", "$[0].a", "$.a[0]", "$.x[", "$.a.", "$[0]$",
    "$.a[#].b", "$[00]", "$[99999999999999999999]", "it's", b"$.a", '$."x\\u0041y"', "$[1].a", "$.a[#-0]",
]  # fmt: skip
VALUES = [
    None, 1, -0.0, 1.5, 1e300, math.inf, "x", 'a"b\n', "[1]", JsonText("[1,2]"), JsonText('{"z":0}'), b"A",
    b"\x2b\x13\x31", "", JsonText('"s"'),
]  # fmt: skip
LABELS = [
    "a", "b", "a b", "", "0", 0, 1, -1, -3, "$.a", "$[0]", "[0]", "[#-1]", "[x]", "c\"d", "e.f", "A", None,
    1.0, "$[", "$x", "[", "[]", "a[0]", "é", b"a", 9223372036854775807, "$",
]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["json_extract", "jsonb_extract", "json_type", "json_array_length"]
)
def test_one_path(name, same):
    for document, path in itertools.product(DOCUMENTS, PATHS):
        same(name, document, path)


@pytest.mark.parametrize("name", ["->", "->>"])
def test_arrows(name, same):
    for document, label in itertools.product(DOCUMENTS, LABELS):
        same(name, document, label)


def test_several_paths(same):
    for document in DOCUMENTS:
        for paths in itertools.product(PATHS[::5], PATHS[::7]):
            same("json_extract", document, *paths)
            same("jsonb_extract", document, *paths)


@pytest.mark.parametrize("name", ["json_insert", "json_replace", "json_set", "json_array_insert"])
def test_edit(name, same, same_document):
    for document, path in itertools.product(DOCUMENTS, PATHS):
        same(name, document, path, 9)
    for value in VALUES:
        for path in ("$.a", "$[1]", "$", "$.new", "$[#]"):
            same(name, '{"a":[1]}', path, value)
            same_document(name.replace("json", "jsonb"), "[1,2]", path, value)
    for args in (
        [],
        [None],
        ["{}"],
        ["{}", "$.a"],
        ["{}", "$.a", 1, "$.b"],
        ["[1]", "$[0]", 1, "$[0]", 2],
        ["{}", "$.a", 1, "$.a.b", 2, "$.c", JsonText("[]"), "$.c[0]", 3],
        ["{}", None, 1],
    ):
        same(name, *args)
        same(name.replace("json", "jsonb"), *args)


def test_remove(same):
    for document, path in itertools.product(DOCUMENTS, PATHS):
        same("json_remove", document, path)
        same("jsonb_remove", document, path)
    for args in (
        [],
        [None],
        ["[1]"],
        ["[0,1,2,3,4]", "$[2]", "$[0]"],
        ["[1]", "$", "$[0]"],
        ["[1]", None],
    ):
        same("json_remove", *args)


def test_patch(same, same_document):
    patches = [
        *DOCUMENTS, '{"b":null,"c":3}', '{"a":{"b":null,"d":{"e":null,"f":1}}}', '{"a":{"x":[{"y":null}]}}',
        '{"\\u0061":7}', '{"a":1,"a":null}', '{"a":{"a":{"a":{}}}}', '{"q":[]}',
    ]  # fmt: skip
    for target, patch in itertools.product([*DOCUMENTS, '{"a":{"b":{"c":1},"d":2}}'], patches):
        same("json_patch", target, patch)
        same_document("jsonb_patch", target, patch)
    deep = '{"a":' * 900 + "1" + "}" * 900
    same("json_patch", deep, deep)
    same("json_patch", "{}", deep)


@pytest.mark.parametrize(
    "name", ["json_array", "jsonb_array", "json_object", "jsonb_object", "json_quote"]
)
def test_building(name, same):
    for value in VALUES:
        same(name, value)
    for a, b in itertools.product(VALUES, VALUES):
        same(name, a, b)
    same(name)
    same(name, "a", 1, "b", "x", "a", None)
    same(name, "é\U0001f600\x7f\x01\x1f/\b\t\n\f\r", 0.1 + 0.2)


def test_pretty(same):
    for document, indent in itertools.product(DOCUMENTS, [None, "", "-", "\t", 2, b" "]):
        same("json_pretty", document, indent)
    same("json_pretty", '{"a":[1,2,{"b":[]}],"c":{},"d":{"e":[[]]}}')


SUBTYPE_CALLS = [
    ("json", "[1]"), ("json_array",), ("json_object",), ("json_quote", "a"), ("json_quote", None),
    ("json_extract", "[[1]]", "$[0]"), ("json_extract", "[1]", "$[0]"), ("json_pretty", "[]"),
    ("json_extract", "[1,2]", "$[0]", "$[1]"), ("->", "[[1]]", 0), ("->", "[1]", 0), ("->>", "[[1]]", 0),
    ("json_patch", "{}", "{}"), ("json_set", "{}", "$.a", 1), ("json_remove", "[]"), ("json_type", "[]"),
    ("json_insert", "{}"), ("json_array_insert", "[]", "$[0]", 1), ("jsonb", "[1]"), ("upper", JsonText("[]")),
    ("json_valid", "1"), ("coalesce", None, JsonText("[]")), ("json_extract", '["[1]"]', "$[0]"),
]  # fmt: skip


@pytest.mark.parametrize("call", SUBTYPE_CALLS, ids=range(len(SUBTYPE_CALLS)))
def test_subtype(call, ours):
    name, *args = call
    marks = ",".join("json(?)" if isinstance(a, JsonText) else "?" for a in args)
    connection = apsw.Connection(":memory:")
    expected = connection.execute(f'SELECT subtype("{name}"({marks}))', args).fetchone()[0]
    assert ours("subtype", ours(name, *args)) == expected


def test_plain_text_has_no_subtype(ours):
    assert type(plain(ours("json", "[1]"))) is str
    assert plain("a") == "a"
    assert plain(None) is None


@pytest.mark.parametrize("name", [
    "json", "jsonb", "json_array_length", "json_type", "json_patch", "json_pretty", "json_quote",
    "json_valid", "json_error_position", "subtype", "->", "json_extract", "json_remove",
])  # fmt: skip
def test_wrong_number_of_arguments(name, reference, ours):
    for count in range(4):
        expected = reference(name, *[None] * count)
        assert ours(name, *[None] * count) == expected
