"""Siblings ask the same in other words, and SQLite answers them."""

import random

from builder.cases import Script, needed
from builder.siblings import (
    answered,
    columns_of,
    other_literals,
    other_names,
    other_orders,
    other_sizes,
    siblings,
)
from sqllogictest.parser import parse_bytes
from sqllogictest.records import Query, Statement

TEXT = b"""
statement ok
CREATE TABLE t(pk INTEGER PRIMARY KEY, name VARCHAR(30), CHECK(pk > 0))

statement ok
CREATE TABLE other(x INTEGER)

statement ok
INSERT INTO t VALUES(12,'apple')

statement ok
INSERT INTO t VALUES(34,'pear')

statement ok
INSERT INTO t VALUES(56,'plum')

query IT rowsort
SELECT pk, name FROM t WHERE pk > 20 ORDER BY 1
----
34
pear
56
plum
"""


def the_script() -> Script:
    records = parse_bytes(TEXT, "x.test", "auto")
    case = records[-1]
    assert isinstance(case, Query)
    statements = [record for record in records if isinstance(record, Statement)]
    return Script(needed(statements, case.sql), case)


def test_only_what_a_case_needs_comes_with_it() -> None:
    assert [sql.split("(")[0] for sql in the_script().sql[:-1]] == [
        "CREATE TABLE t", "INSERT INTO t VALUES", "INSERT INTO t VALUES", "INSERT INTO t VALUES",
    ]  # fmt: skip


def test_literals_change_alike_everywhere_but_not_in_definitions_and_positions() -> None:
    changed = other_literals(
        ["CREATE TABLE t(a VARCHAR(30))", "INSERT INTO t VALUES('ab')",
         "SELECT 77 FROM t WHERE a = 'ab' AND 1 < 77 ORDER BY 2"],
        random.Random(1),
    )  # fmt: skip
    assert changed is not None and changed[0] == "CREATE TABLE t(a VARCHAR(30))"
    word = changed[1].split("'")[1]
    assert word != "ab" and f"a = '{word}'" in changed[2]
    number = changed[2].split()[1]
    assert number != "77" and f"1 < {number}" in changed[2]
    assert changed[2].endswith("ORDER BY 2")


def test_names_change_alike_everywhere() -> None:
    changed = other_names(the_script().sql, random.Random(1))
    assert changed is not None
    assert "name" not in changed[0] and "VARCHAR(30)" in changed[0] and "CHECK" in changed[0]
    table = changed[0].split("(")[0].split()[-1]
    assert f"FROM {table} WHERE" in changed[-1]


def test_columns_are_told_from_constraints() -> None:
    assert columns_of(the_script().sql[0]) == ["pk", "name"]


def test_rows_that_limit_leaves_open_are_left_alone() -> None:
    texts = ["INSERT INTO t VALUES(1)", "INSERT INTO t VALUES(2)", "SELECT a FROM t LIMIT 1"]
    assert other_sizes(texts, random.Random(1)) is None
    assert other_orders(texts, random.Random(1)) is None


def test_a_setup_that_sqlite_refuses_is_left_out() -> None:
    script = the_script()
    texts = [*script.sql[:-1], script.sql[1], script.sql[-1]]
    text = answered(script, texts)
    assert text is not None and text.count("VALUES(12,") == 1


def test_siblings_carry_sqlites_answers_and_come_again_the_same() -> None:
    made = siblings(the_script(), "seed")
    assert {sibling.kind for sibling in made} >= {"other literals", "other names", "other sizes"}
    assert made == siblings(the_script(), "seed") != siblings(the_script(), "other seed")
    for sibling in made:
        last = parse_bytes(sibling.text.encode(), "s.test", "auto")[-1]
        assert isinstance(last, Query) and last.expected is not None
