"""Numbers as text: above all, a share is never rounded up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports import numbers


@pytest.mark.parametrize(
    ("part", "whole", "text"),
    [
        (0, 0, "0 %"),
        (0, 7, "0 %"),
        (7, 7, "100 %"),
        (1, 3, "33.33 %"),
        (1, 2, "50 %"),
        (999_999, 1_000_000, "99.99 %"),
        (5_000_000 - 1, 5_000_000, "99.99 %"),
        (1, 5_000_000, "< 0.01 %"),
    ],
)
def test_percent(part: int, whole: int, text: str) -> None:
    assert numbers.percent(part, whole) == text


@given(st.integers(1, 10**7), st.data())
def test_percent_says_100_only_when_all_passed(whole: int, data: st.DataObject) -> None:
    part = data.draw(st.integers(0, whole))
    text = numbers.percent(part, whole)
    assert (text == "100 %") == (part == whole)
    assert (text == "0 %") == (part == 0)
    if not text.startswith("<"):
        assert float(text.removesuffix(" %")) <= 100 * part / whole + 1e-9


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "not known"),
        (0.04, "0.0 s"),
        (9.94, "9.9 s"),
        (59.4, "59 s"),
        (59.6, "1 min 00 s"),
        (3599.6, "1 h 00 min"),
        (7625, "2 h 07 min"),
    ],
)
def test_duration(seconds: float | None, text: str) -> None:
    assert numbers.duration(seconds) == text


def test_small_and_large_times() -> None:
    assert numbers.milliseconds(999) == "999 µs"
    assert numbers.milliseconds(1_000) == "1.0 ms"
    assert numbers.milliseconds(1_234_567) == "1.2 s"


def test_counts_and_limits() -> None:
    assert numbers.count(1, "case") == "1 case"
    assert numbers.count(1_300, "case") == "1,300 cases"
    assert numbers.count(2, "family", "families") == "2 families"
    assert numbers.bytes_(0) == "none"
    assert numbers.bytes_(2 << 30) == "2 GiB"
    assert numbers.bytes_(512 << 20) == "512 MiB"
