"""Window functions over partitions, peers and frames that the test lays out, beside SQLite."""

import apsw
import pytest

from target_db.errors import SqlError
from target_db.functions import windows
from target_db.functions.base import FunctionContext
from target_db.functions.registry import FunctionTable

PARTITIONS = [
    [1], [1, 2, 3], [1, 1, 1], [1, 1, 2, 3, 3, 3, 4], list(range(20)), [None, None, 1, 2, 2],
]  # fmt: skip


def sqlite_values(sql, values):
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a)")
    connection.executemany("INSERT INTO t(a) VALUES (?)", [(v,) for v in values])
    try:
        return [row[0] for row in connection.execute(sql)]
    except apsw.Error as error:
        return f"error: {error}"


def lookup(name, count):
    return FunctionTable(FunctionContext()).lookup(name, count)


def group_ends(values):
    return [i + 1 for i in range(len(values)) if i + 1 == len(values) or values[i + 1] != values[i]]


@pytest.mark.parametrize("name", ["row_number", "rank", "dense_rank", "percent_rank", "cume_dist"])
def test_ranks(name):
    for values in PARTITIONS:
        expected = sqlite_values(f"SELECT {name}() OVER (ORDER BY a) FROM t ORDER BY id", values)
        function = lookup(name, 0)
        assert isinstance(function, windows.RankFunction)
        assert function.values(group_ends(values), []) == expected


@pytest.mark.parametrize("tiles", [1, 2, 3, 7, 30, "4", 2.9, 0, -1, None, "x"])
def test_ntile(tiles):
    for values in PARTITIONS:
        marked = repr(tiles) if tiles is not None else "NULL"
        expected = sqlite_values(f"SELECT ntile({marked}) OVER (ORDER BY id) FROM t", values)
        try:
            found = lookup("ntile", 1).values(group_ends(list(range(len(values)))), [tiles])
        except SqlError as error:
            found = f"error: {error}"
        assert found == expected


@pytest.mark.parametrize("name", ["lag", "lead"])
@pytest.mark.parametrize("offset", [0, 1, 2, -1, "1", 2.5, "x", 100])
def test_offsets(name, offset):
    values = [10, 20, None, 40]
    expected = sqlite_values(f"SELECT {name}(a, {offset!r}, -1) OVER (ORDER BY id) FROM t", values)
    function = lookup(name, 3)
    rows = [function.row(i, offset) for i in range(len(values))]
    assert [values[r] if 0 <= r < len(values) else -1 for r in rows] == expected


@pytest.mark.parametrize("name", ["first_value", "last_value"])
def test_ends_of_a_frame(name):
    values = [10, 20, 30, 40]
    frame = "ORDER BY id ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING"
    expected = sqlite_values(f"SELECT {name}(a) OVER ({frame}) FROM t", values)
    found = []
    for i in range(len(values)):
        inside = values[i + 2 : i + 4]
        place = lookup(name, 1).position(len(inside), None)
        found.append(inside[place] if 0 <= place < len(inside) else None)
    assert found == expected


@pytest.mark.parametrize("n", [1, 2, 5, "2", 2.0, 2.5, 0, -1, None, "x", "1.0", b"1", 1e300])
def test_nth_value(n):
    values = [10, 20, 30]
    connection = apsw.Connection(":memory:")
    sql = "SELECT nth_value(column1, ?) OVER (ROWS 9 PRECEDING) FROM (VALUES (10),(20),(30))"
    try:
        expected = [row[0] for row in connection.execute(sql, (n,))]
    except apsw.Error as error:
        expected = f"error: {error}"
    try:
        found = []
        for i in range(len(values)):
            place = lookup("nth_value", 2).position(i + 1, n)
            found.append(values[place] if 0 <= place <= i else None)
    except SqlError as error:
        found = f"error: {error}"
    assert found == expected
