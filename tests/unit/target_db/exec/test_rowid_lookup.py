"""Look-ups by rowid in a join: whatever the order of the outer rows, and with writes between."""

import random

import pytest

from target_db.session.session import Session

ROWS = 1000


def filled(outer: list[int]) -> Session:
    """`inner_` has the even rowids up to 2 * ROWS, `outer_` refers to `outer`."""
    session = Session()
    session.run_script("CREATE TABLE inner_(id INTEGER PRIMARY KEY, v); CREATE TABLE outer_(k)")
    values = ",".join(f"({2 * i}, {i})" for i in range(1, ROWS + 1))
    session.run_script(f"INSERT INTO inner_ VALUES {values}")
    session.run_script("INSERT INTO outer_ VALUES " + ",".join(f"({k})" for k in outer))
    return session


JOIN = "SELECT k, v FROM outer_ CROSS JOIN inner_ ON inner_.id = outer_.k"


@pytest.mark.parametrize("order", ["ascending", "descending", "shuffled", "doubled", "sparse"])
def test_outer_rows_in_any_order(order: str) -> None:
    outer = list(range(-3, 2 * ROWS + 6))
    if order == "descending":
        outer.reverse()
    elif order == "shuffled":
        random.Random(1).shuffle(outer)
    elif order == "doubled":
        outer = sorted(outer * 2)
    elif order == "sparse":
        outer = outer[::97] + outer[::31]
    _, rows, fault = filled(outer).query(JOIN)
    assert fault is None
    assert rows == [(k, k // 2) for k in outer if 2 <= k <= 2 * ROWS and k % 2 == 0]


def test_rows_written_between_two_steps_are_seen() -> None:
    session = filled(list(range(2, 2 * ROWS + 1, 2)))
    statement, _ = session.prepare(JOIN)
    assert statement is not None
    seen = []
    while statement.step():
        k = statement.row[0]
        assert isinstance(k, int)
        seen.append(statement.row)
        if k % 10 == 0:
            session.run_script(f"UPDATE inner_ SET v = 'new' WHERE id = {k + 2}")
            session.run_script(f"DELETE FROM inner_ WHERE id = {k + 4}")
            session.run_script(f"INSERT INTO inner_ VALUES ({k + 5}, 'odd')")
    expected = []
    for k in range(2, 2 * ROWS + 1, 2):
        if k >= 14 and k % 10 == 4:
            continue
        expected.append((k, "new" if k >= 12 and k % 10 == 2 else k // 2))
    assert seen == expected


def test_a_second_run_sees_a_table_that_was_emptied_and_filled() -> None:
    session = filled([2, 4, 6])
    statement, _ = session.prepare(JOIN)
    assert statement is not None
    first: list[tuple[object, ...]] = []
    statement.fetch_all(first)
    session.run_script("BEGIN; DELETE FROM inner_; INSERT INTO inner_ VALUES (4, 'x')")
    second: list[tuple[object, ...]] = []
    statement.fetch_all(second)
    session.run_script("ROLLBACK")
    third: list[tuple[object, ...]] = []
    statement.fetch_all(third)
    assert first == third == [(2, 1), (4, 2), (6, 3)]
    assert second == [(4, "x")]
