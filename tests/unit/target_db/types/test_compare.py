"""The order of values and texts, beside SQLite."""

import itertools
import math

import pytest

from target_db.types import collation, compare

VALUES = [
    None, 0, 1, -1, 1.0, 0.5, 2**53, 2**53 + 1, 2.0**53, 2**53 + 2, 9223372036854775807, 2.0**63,
    -(2**63), -(2.0**63), math.inf, -math.inf, 1e300, "", "a", "A", "b", "aa", "a ", "a  ", "é",
    "É", "\U0001f600", "\uffee", "z", "Z", "[", "_", "a\0b", "a\0c", "a\0bb", "a\0",
    b"", b"a", b"b", b"\xff",
]  # fmt: skip
COLLATIONS = [collation.BINARY, collation.NOCASE, collation.RTRIM]


@pytest.mark.parametrize("order", COLLATIONS, ids=lambda c: c.name)
def test_every_pair(order, sqlite):
    sql = (
        f"SELECT ?1 IS ?2 COLLATE {order.name}, ?1 < ?2 COLLATE {order.name},"
        f" ?1 > ?2 COLLATE {order.name}"
    )
    for a, b in itertools.product(VALUES, VALUES):
        same, less, more = sqlite(sql, a, b)
        found = compare.compare(a, b, order)
        assert compare.equal(a, b, order) == bool(same) == (found == 0), (a, b)
        if a is not None and b is not None:
            assert found == (more - less), (a, b)
        x, y = compare.sort_key(a, order), compare.sort_key(b, order)
        assert (x < y) == (found < 0) and (x == y) == (found == 0), (a, b)
        assert (compare.equal_key(a, order) == compare.equal_key(b, order)) == (found == 0)


def test_stray_bytes_sort_as_bytes():
    texts = [
        raw.decode("utf-8", "surrogateescape") for raw in (b"a", b"\x80", b"\xc3\xa9", b"\xff")
    ]
    texts.append("\U0001f600")
    by_bytes = sorted(texts, key=lambda t: t.encode("utf-8", "surrogateescape"))
    assert sorted(texts, key=collation.BINARY.key) == by_bytes
    for a, b in itertools.product(by_bytes, by_bytes):
        expected = (by_bytes.index(a) > by_bytes.index(b)) - (by_bytes.index(a) < by_bytes.index(b))
        assert collation.BINARY.compare(a, b) == expected


def test_user_collation_orders_by_its_callable():
    reverse = collation.UserCollation("reverse", lambda a, b: (a < b) * 7 - (a > b) * 7)
    assert reverse.compare("a", "b") == 1
    assert reverse.compare("b", "a") == -1
    assert reverse.equal("a", "a")
    assert sorted(["b", "c", "a"], key=reverse.key) == ["c", "b", "a"]
