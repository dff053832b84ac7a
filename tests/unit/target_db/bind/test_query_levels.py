"""To which query a name, an aggregate or a limit belongs, beside SQLite."""

from __future__ import annotations

import apsw
import pytest

from target_db.errors import SqlError
from target_db.session.session import Session

SCHEMA = """
CREATE TABLE o(a VARCHAR(20), b);
INSERT INTO o VALUES (1, 10), (2, 20), (3, 30);
CREATE TABLE i(x, y);
INSERT INTO i VALUES (1, 5), (2, 6), (2, 7), (9, 9);
"""


def ours(sql: str) -> object:
    session = Session(":memory:")
    session.run_script(SCHEMA)
    try:
        _, rows, fault = session.query(sql)
    except SqlError as error:
        return error.message
    return rows if fault is None else fault.message


def theirs(sql: str) -> object:
    connection = apsw.Connection(":memory:")
    connection.execute(SCHEMA)
    try:
        return connection.execute(sql).fetchall()
    except apsw.SQLError as error:
        return str(error)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT (SELECT sum(o.a)) FROM o",
        "SELECT (SELECT sum(o.a) FROM i) FROM o",
        "SELECT (SELECT sum(o.a + i.x) FROM i) FROM o",
        "SELECT (SELECT x FROM i WHERE x = max(o.a)) FROM o",
        "SELECT (SELECT sum(o.a) + sum(x) FROM i) FROM o",
        "SELECT (SELECT (SELECT sum(i.x) + sum(o.a)) FROM i) FROM o",
        "SELECT (SELECT 1 FROM i GROUP BY sum(o.a)) FROM o",
        "SELECT (SELECT sum(o.a) FROM i GROUP BY x HAVING count(*) > 1) FROM o",
        "SELECT (VALUES (sum(o.a))) FROM o",
        "VALUES (sum(1))",
        "VALUES (count(*) + 1, max(2))",
        "VALUES (row_number() OVER ())",
        "SELECT * FROM (VALUES (sum(1)))",
    ],
)
def test_an_aggregate_is_of_the_innermost_query_whose_columns_it_takes(sql: str) -> None:
    assert ours(sql) == theirs(sql) != []


@pytest.mark.parametrize(
    "term", ["(SELECT sum(o.b))", "(SELECT sum(o.b) FROM i)", "EXISTS(SELECT sum(o.a))", "sum(a)"]
)
def test_no_aggregate_of_the_query_stands_in_its_group_by(term: str) -> None:
    sql = f"SELECT a FROM o GROUP BY {term}"
    expected = "aggregate functions are not allowed in the GROUP BY clause"
    assert ours(sql) == theirs(sql) == expected


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1 FROM o HAVING sum(a) > 1",
        "SELECT 1 FROM o HAVING (SELECT sum(o.a))",
        "SELECT 1 FROM o HAVING 1 ORDER BY count(*)",
        "SELECT 1 FROM o HAVING nosuch",
        "SELECT (SELECT sum(o.a) FROM i HAVING 1) FROM o",
    ],
)
def test_having_needs_a_group_or_an_aggregate_among_the_results(sql: str) -> None:
    assert ours(sql) == theirs(sql) == "HAVING clause on a non-aggregate query"


@pytest.mark.parametrize("limit", ["o.a", "1 OFFSET o.a", "(SELECT o.a)", "max(1, o.a)", "x"])
def test_a_limit_sees_no_columns(limit: str) -> None:
    sql = f"SELECT (SELECT x FROM i LIMIT {limit}) FROM o"
    assert ours(sql) == theirs(sql)
    assert "no such column" in str(ours(sql))


def test_a_limit_in_a_trigger_sees_the_new_row() -> None:
    script = """CREATE TRIGGER t AFTER INSERT ON o
        BEGIN INSERT INTO i SELECT a, b FROM o LIMIT new.b; END; INSERT INTO o VALUES (4, 2)"""
    session = Session(":memory:")
    session.run_script(SCHEMA + script)
    assert session.query("SELECT count(*) FROM i")[1] == [(6,)]


@pytest.mark.parametrize("number", ["-9223372036854775808", "2147483648", "-2147483648"])
def test_integers_beyond_32_bits_are_no_column_numbers(number: str) -> None:
    sql = f"SELECT count(*) FROM o GROUP BY {number}"
    assert ours(sql) == theirs(sql) == [(3,)]


@pytest.mark.parametrize("word", ["TRUE", "FALSE"])
@pytest.mark.parametrize(
    "left", ["(SELECT 1, 2)", "(VALUES (1, 2))", "(SELECT * FROM i)", "(1, 2)"]
)
def test_a_truth_is_asked_of_one_column(left: str, word: str) -> None:
    sql = f"SELECT {left} IS NOT {word}"
    assert isinstance(ours(sql), str)
    assert ours(sql) == theirs(sql)


def test_a_subquery_beside_a_json_function_keeps_its_declared_type() -> None:
    session = Session(":memory:")
    session.run_script(SCHEMA)
    statement, _ = session.prepare("SELECT (SELECT o.a), json_array_length('[]') FROM o")
    assert statement is not None
    assert statement.column_types == ["VARCHAR(20)", None]
