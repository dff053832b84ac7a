# ruff: noqa: E501 - tables of cases
"""The rows of json_each and json_tree, beside SQLite."""

import itertools

import apsw
import pytest

import target_db
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


# All columns but `id` and `parent`, which stand in the way of reading text as it is.
READ = [column for column in tables.COLUMNS if column not in ("id", "parent")]


def column_bits(columns):
    return sum(1 << tables.COLUMNS.index(column) for column in columns)


@pytest.mark.parametrize("recursive", [False, True])
def test_walk_over_text(recursive):
    name = "json_tree" if recursive else "json_each"
    walked = 0
    for document, path in itertools.product(DOCUMENTS[:-1], [None, *PATHS]):
        args = [document] if path is None else [document, path]
        expected = sqlite_rows(name, args)
        try:
            walk = tables.tight_walk(args, recursive, column_bits(READ))
        except SqlError as error:
            assert f"error: {error}" == expected, args
            continue
        if walk is None:
            continue
        walked += 1
        rows = []
        while walk.advance():
            rows.append(walk.row)
        places = [tables.COLUMNS.index(column) for column in READ]
        assert [[row[i] for i in places] for row in rows] == [
            [row[i] for i in places] for row in expected
        ], args
    assert walked > 10


@pytest.mark.parametrize("name", ["json_each", "json_tree"])
def test_each_choice_of_columns(name):
    document = '{"a":[1,"x",null,{"b c":true}],"é":-1.5e3,"d":{},"e":[]}'
    ours, theirs = target_db.connect(":memory:"), apsw.Connection(":memory:")
    for count in range(1, 4):
        for columns in itertools.combinations([*tables.COLUMNS, "json", "rowid"], count):
            sql = f"SELECT {', '.join(columns)} FROM {name}(?)"
            assert ours.execute(sql, [document]).fetchall() == list(
                theirs.execute(sql, [document])
            ), sql
