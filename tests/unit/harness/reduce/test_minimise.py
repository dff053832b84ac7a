"""Delta debugging over lists, and the pieces of setup that passes take apart."""

from hypothesis import given
from hypothesis import strategies as st

from harness.reduce.minimise import minimise
from harness.reduce.setup import CreateTable, Insert, split_list
from harness.reduce.token import join, raw_tokens


@given(st.integers(0, 60).flatmap(
    lambda n: st.tuples(st.just(n), st.sets(st.integers(0, max(0, n - 1)), max_size=6))
))  # fmt: skip
def test_exactly_what_is_needed_stays(case: tuple[int, set[int]]) -> None:
    size, needed = case
    needed = {item for item in needed if item < size}
    assert minimise(range(size), lambda kept: needed <= set(kept)) == sorted(needed)


def test_at_least_so_many_stay() -> None:
    assert len(minimise(range(10), lambda kept: True, least=1)) == 1


def test_insert_and_create_are_read_and_written() -> None:
    insert = Insert.read("INSERT INTO t(a, b) VALUES (1, 'x,(y'), (f(2, 3), NULL);")
    assert insert is not None
    assert insert.rows == (("1", "'x,(y'"), ("f(2, 3)", "NULL"))
    assert insert.sql == "INSERT INTO t(a, b) VALUES (1, 'x,(y'), (f(2, 3), NULL)"
    assert Insert.read("INSERT INTO t SELECT 1") is None
    table = CreateTable.read("CREATE TABLE t(a INTEGER, b DECIMAL(5, 2), PRIMARY KEY (a, b))")
    assert table is not None
    assert table.columns() == ["a", "b"]
    assert len(table.items) == 3
    assert split_list("a, (b, c), 'd,e'") == ["a", "(b, c)", "'d,e'"]


def test_tokens_are_put_together_again() -> None:
    sql = "SELECT count(*), 'a b' FROM t WHERE x<=1.5"
    assert join(raw_tokens(sql)) == "SELECT count(*), 'a b' FROM t WHERE x <= 1.5"
