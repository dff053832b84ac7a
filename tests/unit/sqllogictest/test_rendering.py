"""Rendering by type letter, and as values are."""

import datetime
import decimal

import pytest

from sqllogictest.rendering import natural, render, render_natural, render_text


def test_rows_are_flattened_by_their_columns_types() -> None:
    rows = [(1, 2.5, "x"), (None, None, None), ("7up", b"3", b"\x00")]
    wanted = ["1", "2.500", "x", "NULL", "NULL", "NULL", "7", "3.000", "(empty)"]
    assert render(rows, "IRT") == wanted


def test_a_type_string_of_integers_only() -> None:
    assert render([(1, 2**32 + 2), [True, "x"]], "II") == ["1", "2", "1", "0"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("", "(empty)"), (b"", "(empty)"), ("a", "a"), ("é", "@@"), ("a\tb", "a@b"),
        ("a\0b", "a"), ("\0", "(empty)"), (b"\xff\x41", "@A"), ("\udcff", "@"), ("\ud800", "@@@"),
        ("~ !", "~ !"), ("\x7f", "@"), (True, "1"), (12, "12"), (memoryview(b"ab"), "ab"),
    ],
)  # fmt: skip
def test_text(value: object, text: str) -> None:
    assert render_text(value) == text


def test_values_of_other_types_go_by_their_str() -> None:
    day = datetime.date(2026, 1, 2)
    assert render([(decimal.Decimal("1.5"), day, day)], "RTI") == ["1.500", "2026-01-02", "2026"]


def test_natural_shows_values_in_full() -> None:
    assert render_natural([(None, True, False, 2**40, 1.5)]) == [
        "NULL", "true", "false", "1099511627776", "1.5",
    ]  # fmt: skip
    assert [natural("é"), natural(""), natural(b"ab")] == ["é", "(empty)", "ab"]
