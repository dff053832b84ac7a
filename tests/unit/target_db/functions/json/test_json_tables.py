# ruff: noqa: E501 - tables of cases
"""The rows of json_each and json_tree, beside SQLite."""

import itertools

import apsw
import pytest

from target_db.errors import SqlError
from target_db.functions.json import tables

DOCUMENTS = [
    None, "1", '"a"', "null", "[]", "{}", "[1,2.5,null,true,false,\"x\",[1,[2]],{\"a\":{\"b\":1}}]",
    '{"a":1,"b":[1,2],"c":{"d":"x"}}', '{"a b":1,"":2,"c\\"d":[3],"é":4,"1":5,"a_b":6,"x1":{"y":7}}',
    '{"\\u0041":{"a.b":[1]}}', "x", b"\x2b\x13\x31", b"\xff", '{a:0x1F,b:\'q\'}', "[[[[]]]]", 5,
    '{"k":"' + "v" * 300 + '","l":[1,2]}', "[" + "7," * 90000 + "7]",
]  # fmt: skip
PATHS = [
    "$", "$.a", "$[0]", "$[6]", "$[6][1]", "$[7]", "$[7].a", "$.b", "$.b[1]", "$.c", "$.c.d", '$."a b"',
    '$."c\\"d"', "$.x1", "$.A", "$.A.\"a.b\"", "$.nope", "x", "$[", None, "", "$[#-1]", "$.x1.y", 0,
]  # fmt: skip


def sqlite_rows(name, args):
    marks = ",".join("?" * len(args))
    try:
        return list(apsw.Connection(":memory:").execute(f"SELECT * FROM {name}({marks})", args))
    except apsw.Error as error:
        return f"error: {error}"


def our_rows(name, args):
    try:
        return getattr(tables, name)(list(args))
    except SqlError as error:
        return f"error: {error}"


@pytest.mark.parametrize("name", ["json_each", "json_tree"])
def test_rows(name):
    for document in DOCUMENTS:
        assert our_rows(name, [document]) == sqlite_rows(name, [document]), document


@pytest.mark.parametrize("name", ["json_each", "json_tree"])
def test_rows_below_a_path(name):
    for document, path in itertools.product(DOCUMENTS[:-1], PATHS):
        expected = sqlite_rows(name, [document, path])
        assert our_rows(name, [document, path]) == expected, (document, path)


def test_columns():
    connection = apsw.Connection(":memory:")
    cursor = connection.execute("SELECT * FROM json_each('[1]')")
    assert tuple(column[0] for column in cursor.getdescription()) == tables.COLUMNS
