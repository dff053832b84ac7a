"""Hostile sizes: SQLite's own limits at SQLite's own thresholds, and linear time below them."""

import sys

import pytest
from sql_helpers import Reference, our_error

from target_db import BUILD

NESTED = {
    "parentheses": ("(", "1", ")"),
    "parentheses after an operator": ("1+(", "1", ")"),
    "minus": ("- ", "1", ""),
    "not": ("not ", "1", ""),
    "function": ("abs(", "1", ")"),
    "second argument": ("max(1,", "1", ")"),
    "then": ("case when 1 then ", "1", " end"),
    "when": ("case when ", "1", " then 1 end"),
    "else": ("case when 1 then 1 else ", "1", " end"),
    "cast": ("cast(", "1", " as int)"),
    "in list": ("1 in (", "1", ")"),
    "row value": ("(1,", "1", ")"),
    "subquery": ("(select ", "1", ")"),
    "subquery in where": ("(select 1 where ", "1", ")"),
    "exists": ("exists(select ", "1", ")"),
    "filter": ("sum(1) filter (where ", "1", ")"),
    "over": ("sum(1) over (partition by ", "1", ")"),
    "between": ("1 between 0 and (", "1", ")"),
}


@pytest.fixture
def deep_stack():
    """Uncompiled, Python's own recursion limit comes first; raise it for these tests."""
    old = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    yield
    sys.setrecursionlimit(old)


def threshold(fails, low, high):
    """The least number in [low, high] for which `fails` is true."""
    while low < high:
        middle = (low + high) // 2
        if fails(middle):
            high = middle
        else:
            low = middle + 1
    return low


@pytest.mark.parametrize("name", NESTED)
def test_recursion_limit_is_where_sqlite_has_it(name, deep_stack):
    before, middle, after = NESTED[name]
    reference = Reference()

    def text(depth):
        return f"select {before * depth}{middle}{after * depth}"

    def theirs(depth):
        return reference.error(text(depth))[0] == "Recursion limit"

    def ours(depth):
        return our_error(text(depth))[0] == "Recursion limit"

    expected = threshold(theirs, 1, 3000)
    assert abs(threshold(ours, 1, 3000) - expected) <= 6


@pytest.mark.parametrize("link", ["1+", "1 and ", "1||", "1=", "a or "])
def test_chains_of_operators_have_the_height_limit(link):
    sql = f"select {link * 999}1"
    assert our_error(sql)[0] is None
    assert Reference().error(sql)[0] in (None, "no such column: a")
    assert our_error(f"select {link * 1000}1") == Reference().error(f"select {link * 1000}1")


@pytest.mark.parametrize("tail", [" collate nocase", " between 1 and 2", " like 1", " is 1"])
def test_chains_of_postfix_operators_have_the_height_limit(tail):
    assert our_error(f"select 1{tail * 998}")[0] is None
    deep = f"select 1{tail * 1001}"
    assert our_error(deep)[0] == Reference().error(deep)[0]


@pytest.mark.parametrize(
    "sql",
    [
        "select " + "(" * 100_000,
        "select " + "- " * 100_000 + "1",
        "select " + "not " * 100_000 + "1",
        "select " + "1 and " * 100_000 + "1",
        "select * from " + "(" * 100_000,
        "with x as (" * 100_000,
        "select " + "case when 1 then " * 100_000,
        "select 1 in " + "(select 1 in " * 100_000,
        "select 1" + " union select 1" * 100_000,
        "select " + "window " * 50_000,
        "select (1) " + "over " * 50_000,
        "select " + "?," * 40_000 + "?",
    ],
)
def test_hostile_statements_are_refused(sql):
    message = our_error(sql)[0]
    assert message is not None
    if BUILD == "compiled":
        assert message == Reference().error(sql)[0]


@pytest.mark.parametrize(
    "sql",
    [
        "select 1 in (" + "1," * 100_000 + "1)",
        "values " + "(1)," * 100_000 + "(1)",
        "select 1 from t where " + "1 is null " * 1 + " is null" * 20_000,
        "select 1 " + "in () " * 20_000,
        "select '" + "''" * 100_000 + "'",
        "select " + "9" * 100_000,
        "select 1 " + "-- \n" * 50_000,
        "create table z(" + ",".join(f"c{i}" for i in range(10_000)) + ")",
        "select " + "t.b," * 20_000 + "1",
    ],
)
def test_long_lists_parse(sql):
    assert our_error(sql)[0] is None


def test_compound_limit():
    assert our_error("select 1" + " union select 1" * 499)[0] is None
    sql = "select 1" + " union select 1" * 500
    assert our_error(sql) == Reference().error(sql)


def test_argument_limit():
    assert our_error("select max(" + "1," * 999 + "1)")[0] is None
    sql = "select max(" + "1," * 1000 + "1)"
    assert our_error(sql) == Reference().error(sql)
