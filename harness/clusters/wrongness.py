"""The way in which a result is wrong, in a few words; '' where there is nothing to compare."""

import re
from collections import Counter

HASHED = re.compile(r"(\d+) values hashing to [0-9a-f]{32}")
NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")

FEWER, MORE, ORDER = "fewer rows", "more rows", "another order"
NO_ROWS, ROWS = "no rows", "rows where none should be"
OTHER_HASHED = "other values, as many"
MIXED = "other values"
FAMILIES = {
    NO_ROWS: FEWER,
    ROWS: MORE,
    **dict.fromkeys(
        (
            "the sign", "true for false", "false for true", "rounding", "another number",
            "another type of number", MIXED, OTHER_HASHED,
        ),
        "another number",
    ),
    **dict.fromkeys(("letter case", "a text cut short", "a text too long"), "another text"),
}  # fmt: skip
"""Ways to be wrong that depend on the data only: smaller data may turn one into the other."""


def family(way: str) -> str:
    """The family of a wrongness: the same for ways that other data may exchange."""
    return FAMILIES.get(way, way)


def wrongness(expected: str | None, got: str | None) -> str:
    """How `got` differs from `expected` (lines joined by newlines, as they were compared)."""
    if expected is None or got is None or expected == got:
        return ""
    wanted_count, got_count = _count(expected), _count(got)
    if wanted_count != got_count:
        if not got_count:
            return NO_ROWS
        if not wanted_count:
            return ROWS
        return FEWER if got_count < wanted_count else MORE
    if HASHED.fullmatch(expected) or HASHED.fullmatch(got):
        return OTHER_HASHED
    wanted, had = expected.split("\n"), got.split("\n")
    if Counter(wanted) == Counter(had):
        return ORDER
    kinds = {_difference(w, g) for w, g in zip(wanted, had, strict=True) if w != g}
    return kinds.pop() if len(kinds) == 1 else MIXED


def _count(text: str) -> int:
    """How many values the lines stand for."""
    found = HASHED.fullmatch(text)
    if found:
        return int(found[1])
    return text.count("\n") + 1 if text else 0


def _difference(wanted: str, got: str) -> str:
    """How one value differs."""
    if got == "NULL":
        return "NULL for a value"
    if wanted == "NULL":
        return "a value for NULL"
    if NUMBER.fullmatch(wanted) and NUMBER.fullmatch(got):
        return _numbers(wanted, got)
    if NUMBER.fullmatch(wanted) or NUMBER.fullmatch(got):
        return "a text for a number" if NUMBER.fullmatch(wanted) else "a number for a text"
    if wanted.lower() == got.lower():
        return "letter case"
    if wanted.startswith(got) or got.startswith(wanted):
        return "a text cut short" if len(got) < len(wanted) else "a text too long"
    return "another text"


def _numbers(wanted: str, got: str) -> str:
    one, other = float(wanted), float(got)
    if one == other:
        return "another type of number"
    if one == -other:
        return "the sign"
    if {wanted, got} == {"0", "1"}:
        return "true for false" if got == "1" else "false for true"
    if abs(one - other) < 1.0 and ("." in wanted or "." in got):
        return "rounding"
    return "another number"
