"""The order of SQL values: NULL < numbers < text < blobs ("Datatypes in SQLite", section 4.1).

INTEGER and REAL compare by their exact values, whatever their size.
"""

from typing import Any, Final

from target_db.types.collation import BINARY, Collation

EXACT: Final = 9007199254740992  # every integer up to here is exact as a float


def compare_int_real(a: int, b: float) -> int:
    """-1, 0 or 1: an integer beside a float, by their exact values."""
    if -EXACT < a < EXACT:
        x = float(a)
        return -1 if x < b else (1 if x > b else 0)
    big: Any = a
    other: Any = b
    return -1 if big < other else (1 if big > other else 0)


def rank(value: object) -> int:
    """The class of `value` in the order of all values: 0 NULL, 1 number, 2 text, 3 blob."""
    if isinstance(value, (int, float)):
        return 1
    if isinstance(value, str):
        return 2
    if value is None:
        return 0
    return 3


def compare(a: object, b: object, collation: Collation) -> int:
    """-1, 0 or 1 over all values; NULL equals NULL. `collation` orders text."""
    if isinstance(a, int):
        if isinstance(b, int):
            return -1 if a < b else (1 if a > b else 0)
        if isinstance(b, float):
            return compare_int_real(a, b)
        return 1 if b is None else -1
    if isinstance(a, str):
        if isinstance(b, str):
            return collation.compare(a, b)
    elif isinstance(a, float):
        if isinstance(b, float):
            return -1 if a < b else (1 if a > b else 0)
        if isinstance(b, int):
            return -compare_int_real(b, a)
        return 1 if b is None else -1
    elif isinstance(a, bytes) and isinstance(b, bytes):
        return -1 if a < b else (1 if a > b else 0)
    x = rank(a)
    y = rank(b)
    return -1 if x < y else (1 if x > y else 0)


def equal(a: object, b: object, collation: Collation) -> bool:
    """Whether `compare` gives 0; NULL equals NULL."""
    if isinstance(a, int):
        if isinstance(b, int):
            return a == b
        return isinstance(b, float) and compare_int_real(a, b) == 0
    if isinstance(a, str):
        return isinstance(b, str) and collation.equal(a, b)
    if a is None:
        return b is None
    return compare(a, b, collation) == 0


def sort_key(value: object, collation: Collation) -> tuple[int, object]:
    """A key of any value that Python sorts as SQLite sorts the values.

    A column known to hold only numbers may be sorted by the values themselves, and one that
    holds only text by `collation.key`: same order, quicker.
    """
    if isinstance(value, (int, float)):
        return (1, value)
    if isinstance(value, str):
        return (2, collation.key(value))
    if value is None:
        return (0, 0)
    return (3, value)


def equal_key(value: object, collation: Collation) -> object:
    """A hashable key, the same for values that are equal (1 and 1.0; 'a' and 'A' by NOCASE).

    Not for a UserCollation, whose keys have no hash.
    """
    if isinstance(value, str):
        if collation is BINARY and value.isascii():
            return value
        return collation.key(value)
    return value
