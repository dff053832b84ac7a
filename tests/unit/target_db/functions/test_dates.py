"""Date and time functions over time values, modifiers and formats, beside SQLite."""

import itertools
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

TIMES = [
    "2024-02-29", "2023-02-31", "2023-12-31 23:59:59.999", "2000-01-01T00:00", "0000-01-01",
    "9999-12-31 23:59:59", "-0001-06-15", "-4713-11-24 12:00", "-4714-01-01", "12:34",
    "12:34:56", "12:34+01:00", "12:34:56.7895", "24:00", "24:30:10", "25:00", "12:60", "2024-13-01",
    "2024-00-10",
    "2024-01-32", "2024-01-00", "2024-1-1", "20240101", "2024-06-15 12:00+05:30",
    "2024-06-15 12:00:00.5 -08:00", "2024-06-15T12:00Z", "2024-06-15 12:00 z ",
    "2024-06-15 12:00+15:00", "24:00:00", "24:00:01", "24:00:00.4", "2024-12-31 24:00",
    "2024-06-15 12:00+00:00", "2024-06-15x", "2024-06-15 ", " 2024-06-15", "2024-06-15  12:00",
    "2024-06-15TT12:00", "2024-06-15 12:00:00.", "2024-06-15 12:00:60", "", "abc", None, 0, 1,
    2460000, 2460000.5, 2460310.123456, 5373484.4, 5373484.5, -1, 1700000000, 1e12, -1e12,
    "2460000.5", "1700000000", "1e3", b"2024-06-15", "2024-06-15\0x", "12:34\0", "2024-06-15 1:00",
    "12:34:56.99999999", "2024-06-15 12:00:00.123456789Z", "1969-12-31 23:59:59", "2024-12-30",
    "2021-01-03", "2020-12-28", "2019-12-29", "2026-11-30 20:00", "10000-01-01", "+2024-01-01",
]  # fmt: skip
MODIFIERS = [
    "1 day", "+1 day", "-1 days", "1.5 days", "+1 Day", "1day", "+1  day", "1 dayss", "1 da",
    "10 hours", "-90 minutes", "1.999 seconds", "-0.0005 seconds", "1 month", "-1 month",
    "1.5 months", "-13 months", "12 months", "1 year", "-1.5 years", "4 years", "14713 years",
    "14712 years", "-9999 years", "176546 months", "5373485 days", "1e9 seconds", "1e12 seconds",
    "1 week", "+01:00",
    "-01:30", "01:30:15.5", "+25:00", "+24:00", "+1:00", "+01:00Z", "+0001-02-03", "-0001-02-03",
    "+0000-11-30", "+0000-12-00", "+0001-02-03 04:05", "-0001-02-03 04:05:06.789", "+0001-02-03x",
    "+00001-02-03", "+0001-02-03 ", "0001-02-03", "start of month", "start of year", "start of day",
    "start of week", "weekday 0", "weekday 3", "weekday 6", "weekday 7", "weekday 1.5", "weekday",
    "weekday x", "unixepoch", "julianday", "auto", "subsec", "subsecond", "ceiling", "floor",
    "localtime", "utc", "", " ", "nonsense", None, 5, "+1 day\0x", "  1 day", "+", "-", "1",
    "+1e1 days",
    "STARTOF MONTH", "START OF MONTH", "UnixEpoch",
]  # fmt: skip
NAMES = ["date", "time", "datetime", "julianday", "unixepoch"]
FORMATS = [*list("aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ%"), "", "é"]


@pytest.fixture(autouse=True)
def zone(monkeypatch):
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("name", NAMES)
def test_time_value(name, same):
    for value in TIMES:
        same(name, value)


@pytest.mark.parametrize("name", NAMES)
def test_one_modifier(name, same):
    for value, modifier in itertools.product(TIMES, MODIFIERS):
        same(name, value, modifier)


@pytest.mark.parametrize("modifier", MODIFIERS)
def test_two_modifiers(modifier, same, reference):
    for value, second in itertools.product(
        [*TIMES[::4], "2024-01-31", "2023-03-31 10:00"], MODIFIERS
    ):
        if second in ("localtime", "utc") and reference("datetime", value, modifier) is None:
            continue  # what a time outside of the calendar turns into is nobody's promise
        same("datetime", value, modifier, second)


def test_three_modifiers_that_are_used_together(same):
    for value in TIMES:
        same("date", value, "start of month", "+1 month", "-1 day")
        same("date", value, "start of year", "+9 months", "weekday 2")
        same("datetime", value, "unixepoch", "localtime", "subsec")
        same("datetime", value, "auto", "+1 month", "floor")
        same("datetime", value, "+1 month", "floor", "+1 month")
        same("datetime", value, "localtime", "utc", "localtime")
    same("datetime", "0620-09-31", "localtime", "floor")
    for julian_day in (794742.501831216, 765153.300278019, 920380.7221798991, 624323.3380922028):
        same("datetime", julian_day, "utc")
        same("datetime", julian_day, "localtime")


@pytest.mark.parametrize("letter", FORMATS)
def test_strftime(letter, same):
    for value in TIMES:
        same("strftime", f"<%{letter}>", value)
        same("strftime", f"%{letter}", value, "subsec", "+3 days")


def test_strftime_of_other_formats(same):
    for template in (
        None,
        "",
        5,
        "abc",
        "%",
        "a%",
        "%%%%",
        "%Y-%m-%dT%H:%M:%fZ",
        "a\0%Y",
        b"%Y",
        "é%Y",
    ):
        same("strftime", template, "2024-06-15 12:34:56.789")
        same("strftime", template, None)


def test_week_numbers_of_many_days(same):
    for day in range(2459000, 2459000 + 366 * 5, 3):
        same("strftime", "%G %g %V %U %W %u %w %j", day)


def test_timediff(same):
    for a, b in itertools.product(TIMES, TIMES):
        same("timediff", a, b)


def test_no_arguments_and_now(reference, ours):
    for name in (*NAMES, "current_date", "current_time", "current_timestamp"):
        for _ in range(20):
            expected = reference(name)
            found = ours(name)
            again = reference(name)
            if expected == again:
                break
        assert type(found) is type(expected)
        if name != "julianday":
            assert found in (expected, again)
    assert ours("date", "now") == ours("date")
    assert ours("strftime") is None
    assert len(ours("datetime", "subsec")) == len("2024-01-01 00:00:00.000")


@given(
    st.datetimes().map(lambda d: d.isoformat(" ")) | st.floats(0, 5373484),
    st.sampled_from(["days", "hours", "minutes", "seconds", "months", "years"]),
    st.floats(-5000, 5000) | st.integers(-500, 500),
)
@settings(max_examples=1500)
def test_any_offset(same, value, unit, number):
    same("datetime", value, f"{number} {unit}", "subsec")
    same("julianday", value, f"{number} {unit}")


def test_weekdays_backwards(same):
    for day in range(7):
        for number in [
            "-0",
            "-1",
            "-6",
            "-7",
            "-0.0",
            "-1.5",
            " -2",
            "-2 ",
            "-3e0",
            "+4",
            "-x",
            "5",
        ]:
            same("datetime", f"2023-03-{20 + day} 10:00", f"weekday {number}")


def test_end_of_a_day_in_a_year_below_zero(same):
    for date in ("2023-12-31", "0001-12-31", "2024-02-28", "2023-06-15", "2024-02-30"):
        for rest in (" 24:00", " 24:00Z", " 24:00-03:00", " 24:00+14:00", " 23:00-05:00"):
            for modifiers in ([], ["+1 day"], ["start of month"], ["floor"]):
                same("datetime", f"-{date}{rest}", *modifiers)
                same("julianday", f"{date}{rest}", *modifiers)


def test_days_over_a_month_are_forgotten(same):
    for value in ("2024-09-31", "2023-02-30 24:00", "2023-02-31 12:00+05:00", "-2023-02-31 24:00"):
        for first, second in itertools.product(
            ["floor", "ceiling", "utc", "localtime", "weekday 1", "+1 month", "+0 days"], repeat=2
        ):
            same("datetime", value, first, second)
            same("datetime", value, first, "floor", second, "floor")
