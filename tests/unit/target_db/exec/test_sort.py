"""Sorting by several terms over values of all classes, beside a comparison-based sort."""

from __future__ import annotations

import random
from functools import cmp_to_key

import pytest

from target_db.exec.sort import TOP_SLACK, Sorter, SortTerm
from target_db.types.collation import BINARY, NOCASE
from target_db.types.compare import compare

VALUES = [None, 1, 2, 2.0, 1.5, -3, 2**62, "a", "A", "b", "é", "", b"", b"a", b"\xff"]
Row = tuple[object, ...]


def ordered(rows: list[Row], terms: list[SortTerm]) -> list[Row]:
    """The rows in order, one comparison at a time; Python's sort keeps equal rows as they were."""

    def order(a: Row, b: Row) -> int:
        for term in terms:
            x, y = a[term.column], b[term.column]
            if (x is None) != (y is None):
                return -1 if (x is None) == term.nulls_first else 1
            found = compare(x, y, term.collation)
            if found:
                return -found if term.descending else found
        return 0

    return sorted(rows, key=cmp_to_key(order))


@pytest.mark.parametrize("seed", range(40))
def test_any_values(seed: int) -> None:
    rnd = random.Random(seed)
    pool = rnd.sample(VALUES, rnd.randint(1, len(VALUES)))
    rows: list[Row] = [
        (rnd.choice(pool), rnd.choice(pool), number) for number in range(rnd.randint(0, 60))
    ]
    terms = [
        SortTerm(None, c, rnd.choice([BINARY, NOCASE]), rnd.random() < 0.5, rnd.random() < 0.5)
        for c in rnd.sample([0, 1], rnd.randint(1, 2))
    ]
    sorter = Sorter(terms)
    sorter.clear(-1)
    for row in rows:
        sorter.add(row)
    found = sorter.sorted_rows()
    assert list(map(repr, found)) == list(map(repr, ordered(rows, terms)))


@pytest.mark.parametrize("limit", [0, 1, 7])
def test_a_limit_keeps_the_first_rows_only(limit: int) -> None:
    rnd = random.Random(limit)
    rows: list[Row] = [(rnd.randint(0, 50), number) for number in range(5 * TOP_SLACK)]
    terms = [SortTerm(None, 0, BINARY, True, False)]
    sorter = Sorter(terms)
    sorter.clear(limit)
    most = 0
    for row in rows:
        sorter.add(row)
        most = max(most, len(sorter.rows))
    assert sorter.sorted_rows()[:limit] == ordered(rows, terms)[:limit]
    assert most <= 2 * limit + TOP_SLACK
