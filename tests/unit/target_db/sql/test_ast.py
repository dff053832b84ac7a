"""What is in the tree: values, places, parameters, the rules of single constructs."""

import pytest
from sql_helpers import parse

from target_db.errors import SqlError
from target_db.sql import ast, codes
from target_db.sql.parser import parse_one


def expr(text):
    return parse(f"SELECT {text}").cores[0].columns[0].expr


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("9223372036854775807", 2**63 - 1),
        ("9223372036854775808", float(2**63)),
        ("-9223372036854775808", -(2**63)),
        ("-(9223372036854775808)", -(2**63)),
        ("- 9_223_372_036_854_775_808", -(2**63)),
        ("1_000", 1000),
        ("0x1F", 31),
        ("0xffffffffffffffff", -1),
        ("1.5e3", 1500.0),
        (".5", 0.5),
        ("1e999", float("inf")),
        ("'it''s'", "it's"),
        ("x'00fF'", b"\x00\xff"),
        ("NULL", None),
        ("1 IS NULL", 0),
        ("1 IS NOT NULL", 1),
        ("nosuch IN ()", 0),
        ("nosuch NOT IN ()", 1),
    ],
)
def test_literals(text, value):
    node = expr(text)
    assert isinstance(node, ast.Literal)
    assert (type(node.value), node.value) == (type(value), value)


def test_minus_before_a_real_stays_an_operator():
    assert isinstance(expr("-9223372036854775808.0"), ast.Unary)
    assert isinstance(expr("-9223372036854775809"), ast.Unary)


def test_oversized_hexadecimal_literals_keep_their_text():
    assert expr("0x10000000000000000").text == "0x10000000000000000"
    assert expr("-0x8000000000000000").text == "-0x8000000000000000"


def test_result_columns_keep_their_text():
    sql = "SELECT  a+1 , ( b ) AS c, t . * FROM t"
    columns = parse(sql).cores[0].columns
    assert [sql[c.start : c.end] for c in columns] == ["a+1", "( b )", "t . *"]


def test_columns_keep_their_places_and_quotes():
    sql = 'SELECT main.\'t\'."a b", `x`, "y", z'
    first, second, third, fourth = [c.expr for c in parse(sql).cores[0].columns]
    assert (first.schema, first.table, first.name) == ("main", "t", "a b")
    assert [sql[p] for p in (first.schema_pos, first.table_pos, first.pos)] == ["m", "'", '"']
    assert [(c.quoted, c.bare) for c in (second, third, fourth)] == [
        (False, False),
        (True, False),
        (False, True),
    ]


def test_parameters_are_numbered_as_in_sqlite():
    statement = parse("SELECT ?, ?5, :a, ?, @b, :a, $c::d(e), ?2")
    indexes = [(c.expr.index, c.expr.name) for c in statement.cores[0].columns]
    assert indexes == [
        (1, None),
        (5, "?5"),
        (6, ":a"),
        (7, None),
        (8, "@b"),
        (6, ":a"),
        (9, "$c::d(e)"),
        (2, "?2"),
    ]
    assert statement.parameter_count == 9


def test_precedence():
    node = expr("a OR b AND NOT c = d < e | f + g * h || -i COLLATE x")
    shape = []
    while True:
        if isinstance(node, ast.Binary):
            shape.append(int(node.op))
            node = node.right
        elif isinstance(node, ast.Unary):
            shape.append(int(node.op))
            node = node.operand
        elif isinstance(node, ast.Collate):
            shape.append("collate")
            node = node.operand
        else:
            break
    assert shape == [
        codes.OR, codes.AND, codes.NOT, codes.EQ, codes.LT, codes.BIT_OR, codes.ADD,
        codes.MULTIPLY, codes.CONCAT, "collate", codes.NEGATE,
    ]  # fmt: skip


def test_joins_are_a_flat_list():
    sql = "a NATURAL LEFT JOIN b, c CROSS JOIN d RIGHT JOIN e ON 1 FULL JOIN f USING (x)"
    items = parse(f"SELECT * FROM {sql}").cores[0].from_
    assert [(i.name, i.join, i.natural) for i in items] == [
        ("a", codes.JOIN_FIRST, False),
        ("b", codes.JOIN_LEFT, True),
        ("c", codes.JOIN_COMMA, False),
        ("d", codes.JOIN_CROSS, False),
        ("e", codes.JOIN_RIGHT, False),
        ("f", codes.JOIN_FULL, False),
    ]
    assert items[4].on is not None
    assert [name.name for name in items[5].using] == ["x"]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("varchar ( 10 )", "varchar ( 10 )"),
        ("double   precision", "double   precision"),
        ('"my type"', "my type"),
        ("'x' y", "x"),
        ("int generated always", "int"),
        ("", ""),
    ],
)
def test_declared_types(written, kept):
    assert parse(f"CREATE TABLE t (a {written} , b)").columns[0].type_name == kept


def test_constraints_keep_their_text():
    sql = "CREATE TABLE t (a CONSTRAINT n CHECK ( a > 0 ) DEFAULT -  5, CONSTRAINT m UNIQUE (a))"
    table = parse(sql)
    check, default = table.columns[0].constraints
    assert sql[check.start : check.end] == "CONSTRAINT n CHECK ( a > 0 )"
    assert sql[check.expr_start : check.expr_end] == "a > 0"
    assert sql[default.expr_start : default.expr_end] == "-  5"
    assert sql[table.constraints[0].start : table.constraints[0].end] == "CONSTRAINT m UNIQUE (a)"


def test_statements_of_a_script_one_by_one():
    sql = " ;; SELECT 1 ; -- x\n INSERT INTO t VALUES (1);\nbegin"
    found, position = [], 0
    while True:
        statement, position = parse_one(sql, position)
        if statement is None:
            break
        found.append((type(statement).__name__, sql[statement.start : statement.end]))
    assert found == [
        ("Select", "SELECT 1"),
        ("Insert", "INSERT INTO t VALUES (1)"),
        ("Begin", "begin"),
    ]
    assert position == len(sql)


def test_an_error_behind_a_statement_does_not_touch_it():
    sql = "SELECT 1; garbage"
    statement, position = parse_one(sql, 0)
    assert isinstance(statement, ast.Select)
    with pytest.raises(SqlError) as caught:
        parse_one(sql, position)
    assert (caught.value.message, caught.value.offset) == ('near "garbage": syntax error', 10)
