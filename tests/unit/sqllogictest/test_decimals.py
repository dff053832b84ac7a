"""Digits of doubles, against SQLite's own printf and CAST."""

import random
import struct

import apsw
import pytest

from sqllogictest.decimals import format_fixed, real_to_text
from sqllogictest.rendering import render_integer, render_real, render_text

DATABASE = apsw.Connection(":memory:")


def ask(sql: str, value: object) -> object:
    return DATABASE.execute(sql, (value,)).fetchall()[0][0]


def random_double(source: random.Random) -> float:
    kind = source.randrange(7)
    if kind == 0:
        (value,) = struct.unpack("d", source.randbytes(8))
        return float(value) if value == value else 0.5
    if kind == 1:
        return source.randrange(-(10**7), 10**7) / 16
    if kind == 2:
        return round(source.uniform(-1000, 1000), 4)
    if kind == 3:
        return source.uniform(-1e18, 1e18)
    if kind == 4:
        return source.randrange(-(10**9), 10**9) * 5 / 10000
    if kind == 5:
        return source.randrange(-(10**6), 10**6) / source.randrange(1, 1000)
    return source.uniform(-1, 1) * 10.0 ** source.randrange(-8, 20)


EDGES = [
    0.0, -0.0, 0.0005, -0.0005, 0.0004, 0.9995, 9.9995, 0.5, 1e15, 1e16, 1e17, 1e22, 1e23, 1e100,
    5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, float("inf"), float("-inf"),
    9007199254740993.0, 999999999999999.9, 9999999999999999.0, -9223372036854775808.0,
]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_reals_as_sqlite_prints_them(seed: int) -> None:
    source = random.Random(seed)
    for value in EDGES + [random_double(source) for _ in range(20_000)]:
        wanted = ask("SELECT printf('%.3f', ?)", value)
        assert format_fixed(value, 3) == wanted, repr(value)
        assert render_real(value) == wanted, repr(value)


@pytest.mark.parametrize("seed", range(4))
def test_reals_as_sqlite_casts_them(seed: int) -> None:
    source = random.Random(seed)
    for value in EDGES + [random_double(source) for _ in range(20_000)]:
        wanted = ask("SELECT CAST(? AS TEXT)", value)
        assert real_to_text(value) == wanted, repr(value)
        assert render_text(value) == wanted, repr(value)


def test_integers_by_the_low_32_bits_of_sqlites_cast() -> None:
    source = random.Random(5)
    values: list[object] = [2**31, -(2**31) - 1, 2**63 - 1, -(2**63), *EDGES]
    values += [source.randrange(-(2**63), 2**63) for _ in range(2000)]
    values += [random_double(source) for _ in range(2000)]
    values += ["12abc", "abc", " 12", "\t-7.9e3", "+5", "+-5", "9" * 30, "-" + "9" * 30, "", "0x1F"]
    values += ["1e3", ".5", "00012", "\u00a05", "1_000", "٣", "9223372036854775808", "0" * 60 + "7"]
    for value in values:
        wide = ask("SELECT CAST(? AS INTEGER)", value)
        assert isinstance(wide, int)
        assert render_integer(value) == str((wide + 2**31) % 2**32 - 2**31), repr(value)


def test_reals_of_text_by_sqlites_cast() -> None:
    texts = ["12abc", "abc", " 1.5", ".5e1x", "1e", "1e+", "+.5", ".", "-", "1e999", "-1e999", "٣"]
    for text in [*texts, "1_000", "inf", "nan", "0x1F", "\u00a05", "1.5.5", "--1", "1e-400"]:
        wanted = ask("SELECT printf('%.3f', CAST(? AS REAL))", text)
        assert render_real(text) == wanted, repr(text)
