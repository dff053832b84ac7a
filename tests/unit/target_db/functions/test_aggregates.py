"""Aggregates over groups, and over moving frames with rows that leave again, beside SQLite."""

import itertools
import math

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from target_db.errors import SqlError
from target_db.functions.base import AggregateFunction, FunctionContext
from target_db.functions.registry import FunctionTable
from target_db.types import collation

EDGE = 9223372036854775807
GROUPS = [
    [], [None], [None, None], [1], [1, 2, 3], [1, None, 2], [1.5], [1, 2.5], [EDGE], [EDGE, 1],
    [EDGE, 1, 1.0], [EDGE, 1.0, 1], [1.0, EDGE, EDGE], [EDGE, 1, -1], [-EDGE, -2], [-EDGE - 1, -1],
    [EDGE, EDGE, -EDGE, -EDGE], [0.1] * 10, [1e100, 1.0, -1e100], [1e308, 1e308], [math.inf, 1],
    [math.inf, -math.inf], ["1", "2"], ["1", "2.5"], ["abc"], ["12abc", 3], ["", None], [b"12", 1],
    ["b", "a", "B", "A"], ["a", 1, b"a", 2.5, None], [1, 1.0], [1.0, 1], [0, 0.0],
    [2, "10", b"\xc3\xa9", "é"], [9007199254740993, 0.5, 9007199254740993], [" 5 ", 1], ["0x10", 1],
    ["9223372036854775807", 1], ["9223372036854775808"], [b""], [1, 2, 2, 3, 3, 3],
]  # fmt: skip
NAMES = ["count", "sum", "total", "avg", "min", "max", "group_concat", "median"]
WITH_SECOND = [
    ("group_concat", ["-", "", None, 5, b"+"]),
    ("string_agg", ["-", "", None, 5, b"+"]),
    ("percentile", [50, 0, 100, 33.3, "25", -1, 101, "x", None]),
    ("percentile_cont", [0.5, 0, 1, 0.333, "0.25", -1, 1.01, "x", None]),
    ("percentile_disc", [0.5, 0, 1, 0.333, "0.25", -1, 1.01, "x", None]),
]


def sqlite_rows(sql, rows):
    """SQLite's answer over a table t(id, a, b) of these rows, or its message."""
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b)")
    connection.executemany("INSERT INTO t(a, b) VALUES (?, ?)", rows)
    try:
        return [row[0] for row in connection.execute(sql)]
    except apsw.Error as error:
        return f"error: {error}"


def function(name, count):
    found = FunctionTable(FunctionContext()).lookup(name, count)
    assert isinstance(found, AggregateFunction)
    return found


def our_value(name, rows, order=collation.BINARY):
    """Our answer over these argument lists, or our message."""
    try:
        state = function(name, len(rows[0]) if rows else 1).make_collated(order)
        for args in rows:
            state.step(list(args))
        return [state.final()]
    except SqlError as error:
        return f"error: {error}"


@pytest.mark.parametrize("name", NAMES)
def test_group(name):
    for values in GROUPS:
        expected = sqlite_rows(f"SELECT {name}(a) FROM t", [(v, None) for v in values])
        assert repr(our_value(name, [(v,) for v in values])) == repr(expected), values


@pytest.mark.parametrize("name, seconds", WITH_SECOND)
def test_group_with_a_second_argument(name, seconds):
    for values, second in itertools.product(GROUPS, seconds):
        if values:
            rows = [(v, second) for v in values]
            expected = sqlite_rows(f"SELECT {name}(a, b) FROM t", rows)
            assert repr(our_value(name, rows)) == repr(expected), (values, second)


def test_separator_of_each_row_stands_before_it():
    rows = [("a", 1), ("b", 2), (None, 3), ("c", None), ("d", "x")]
    expected = sqlite_rows("SELECT group_concat(a, b) FROM t", rows)
    assert our_value("group_concat", rows) == expected


def test_fraction_must_be_the_same_for_all_rows():
    for name, pairs in {
        "percentile": [(50, 50.09), (50, 50.11), (50, 60), (10, "10")],
        "percentile_cont": [(0.5, 0.5009), (0.5, 0.5011)],
    }.items():
        for first, second in pairs:
            rows = [(1, first), (2, second)]
            expected = sqlite_rows(f"SELECT {name}(a, b) FROM t", rows)
            assert our_value(name, rows) == expected, (name, first, second)


@pytest.mark.parametrize("order", [collation.NOCASE, collation.RTRIM], ids=lambda c: c.name)
@pytest.mark.parametrize("name", ["min", "max"])
def test_extremes_follow_the_collation(name, order):
    for values in (["b", "A", "a"], ["a ", "a", "b"], ["A", "a"], [1, "a", "A"]):
        sql = f"SELECT {name}(a COLLATE {order.name}) FROM t"
        expected = sqlite_rows(sql, [(v, None) for v in values])
        assert our_value(name, [(v,) for v in values], order) == expected


def test_extremes_tell_which_row_they_took():
    state = function("max", 1).make()
    taken = []
    for value in (None, 1, 3, 3, 2, 4.5, "a", "a", None):
        state.step1(value)
        taken.append(state.changed)
    assert taken == [True, True, True, False, False, True, True, False, False]


def test_count_of_rows():
    state = function("count", 0).make()
    state.step0()
    state.step([])
    assert state.final() == 2


def moving(name, rows, width):
    """Our values over frames of the current row and `width` before it."""
    count = 2 if name in ("percentile", "group_concat2") else 1
    state = function(name.rstrip("2"), count).make_window(collation.BINARY)
    found = []
    for i, row in enumerate(rows):
        if i > width:
            state.inverse(list(rows[i - width - 1][:count]))
        state.step(list(row[:count]))
        found.append(state.value())
    return found


@pytest.mark.parametrize("name", [*NAMES, "group_concat2", "percentile"])
def test_moving_frame(name):
    for values in GROUPS:
        second = 50 if name == "percentile" else "-"
        rows = [(v, second) for v in values * 3]
        call = f"{name.rstrip('2')}(a{', b' if name in ('percentile', 'group_concat2') else ''})"
        for width in (0, 1, 2, 4):
            expected = sqlite_rows(
                f"SELECT {call} OVER (ORDER BY id ROWS {width} PRECEDING) FROM t ORDER BY id", rows
            )
            try:
                found = moving(name, rows, width)
            except SqlError as error:
                found = f"error: {error}"
            assert repr(found) == repr(expected), (values, width)


numbers = st.integers(-EDGE - 1, EDGE) | st.floats(allow_nan=False) | st.none() | st.integers(-9, 9)


@given(st.lists(numbers, max_size=12))
@settings(max_examples=400)
def test_sums_of_any_numbers(values):
    for name in ("sum", "total", "avg"):
        expected = sqlite_rows(f"SELECT {name}(a) FROM t", [(v, None) for v in values])
        assert repr(our_value(name, [(v,) for v in values])) == repr(expected)
