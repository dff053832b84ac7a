"""The modifiers of the date and time functions ("Date And Time Functions", section 3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.functions.moment import (
    DAY_MS,
    HALF_DAY_MS,
    MAX_UNIX,
    MIN_UNIX,
    UNIX_EPOCH_MS,
    Moment,
    digits_at,
    parse_time,
    skip_spaces,
    to_local,
    to_utc,
)
from target_db.types.numeric import text_to_number


class Unit:
    """A unit of "NNN units": how many milliseconds it has, and the largest NNN."""

    def __init__(self, limit: float, milliseconds: float) -> None:
        self.limit: Final = limit
        self.milliseconds: Final = milliseconds


UNITS: Final = {
    "second": Unit(4.6427e14, 1000.0),
    "minute": Unit(7.7379e12, 60_000.0),
    "hour": Unit(1.2897e11, 3_600_000.0),
    "day": Unit(5373485.0, 86_400_000.0),
    "month": Unit(176546.0, 2_592_000_000.0),
    "year": Unit(14713.0, 31_536_000_000.0),
}


def apply_modifier(moment: Moment, modifier: str, position: int) -> bool:
    """Change `moment` as `modifier` says; False when it does not apply.

    `position` is 1 for the first modifier of a call: some may only come first.
    """
    word = modifier.lower() if modifier.isascii() else modifier
    first = word[:1]
    if first in ("+", "-") or "0" <= first <= "9":
        return apply_offset(moment, word)
    if word == "auto":
        return apply_auto(moment, position)
    if word == "ceiling":
        moment.compute_julian()
        moment.forget_fields()
        moment.overflow_days = 0
        return True
    if word == "floor":
        moment.compute_julian()
        moment.shift(-moment.overflow_days * DAY_MS)
        return True
    if word == "julianday":
        if position > 1 or not moment.has_julian or not moment.is_raw:
            return False
        moment.is_raw = False
        return True
    if word == "unixepoch":
        return position == 1 and apply_unix(moment)
    if word == "localtime":
        if not moment.is_local:
            to_local(moment)
            moment.is_utc = False
            moment.is_local = True
        return True
    if word == "utc":
        if not moment.is_utc:
            to_utc(moment)
            moment.is_utc = True
            moment.is_local = False
        return True
    if word == "subsec" or word == "subsecond":
        moment.subsecond = True
        return True
    if word.startswith("weekday "):
        return apply_weekday(moment, word[8:])
    if word.startswith("start of "):
        return apply_start(moment, word[9:])
    return False


def apply_auto(moment: Moment, position: int) -> bool:
    """'auto': a bare number is a Julian day when small, otherwise seconds since 1970."""
    if position > 1:
        return False
    if not moment.is_raw or moment.has_julian:
        moment.is_raw = False
        return True
    if float(MIN_UNIX) <= moment.raw <= float(MAX_UNIX):
        return apply_unix(moment)
    return True


def apply_unix(moment: Moment) -> bool:
    """'unixepoch': a bare number is seconds since 1970."""
    if not moment.is_raw:
        return False
    milliseconds = moment.raw * 1000.0 + float(UNIX_EPOCH_MS)
    if not 0.0 <= milliseconds < 464_269_060_800_000.0:
        return False
    moment.set_julian(int(milliseconds + 0.5))
    moment.is_raw = False
    return True


def apply_weekday(moment: Moment, number: str) -> bool:
    """'weekday N': forward to the next such day, 0 being Sunday."""
    day = text_to_number(number)
    if not isinstance(day, (int, float)) or not 0 <= day < 7 or day != int(day):
        return False
    moment.compute_fields()
    moment.has_zone = False
    moment.has_julian = False
    moment.compute_julian()
    today = (moment.julian_ms + 129_600_000) // DAY_MS % 7
    wanted = int(day)
    if today > wanted:
        today -= 7
    moment.shift((wanted - today) * DAY_MS)
    return True


def apply_start(moment: Moment, what: str) -> bool:
    """'start of day', 'start of month', 'start of year'."""
    if not moment.has_julian and not moment.has_date and not moment.has_time:
        return False
    moment.compute_date()
    moment.has_time = True
    moment.hour = 0
    moment.minute = 0
    moment.second = 0.0
    moment.is_raw = False
    moment.has_zone = False
    moment.has_julian = False
    if what == "month":
        moment.day = 1
        return True
    if what == "year":
        moment.month = 1
        moment.day = 1
        return True
    return what == "day"


def apply_offset(moment: Moment, word: str) -> bool:
    """'NNN units', '+HH:MM[:SS[.FFF]]' and '+YYYY-MM-DD[ HH:MM[:SS[.FFF]]]'."""
    n: i64 = len(word)
    end: i64 = 1
    while end < n and word[end] != ":" and word[end] not in " \t\n\v\f\r":
        if word[end] == "-" and (
            (end == 5 and digits_at(word, 1, 4) >= 0) or (end == 6 and digits_at(word, 1, 5) >= 0)
        ):
            break
        end += 1
    number = text_to_number(word[:end])
    if not isinstance(number, (int, float)):
        return False
    if end < n and word[end] == "-":
        return apply_calendar_offset(moment, word, end)
    if end < n and word[end] == ":":
        return apply_clock_offset(moment, word, 0, word[0] == "-")
    start = skip_spaces(word, end)
    return apply_units(moment, float(number), word[start:])


def apply_units(moment: Moment, number: float, name: str) -> bool:
    """'NNN days' and its like; a fraction of a month is of 30 days, of a year of 365."""
    if not 3 <= len(name) <= 10:
        return False
    unit = UNITS.get(name.removesuffix("s"))
    if unit is None or not -unit.limit < number < unit.limit:
        return False
    moment.compute_julian()
    over = 0
    rest = number
    if name.startswith(("month", "year")):
        whole = int(number)
        months = whole if name.startswith("month") else whole * 12
        moment.shift_months(months)
        over = moment.overflow_days
        rest = number - float(whole)
    moment.compute_julian()
    moment.shift(int(rest * unit.milliseconds + (-0.5 if number < 0.0 else 0.5)))
    moment.overflow_days = over
    return True


def apply_clock_offset(moment: Moment, word: str, start: i64, negative: bool) -> bool:
    """A time of day as an offset."""
    if not "0" <= word[start] <= "9":
        start += 1
    clock = Moment()
    if not parse_time(word, start, clock):
        return False
    clock.compute_julian()
    offset = (clock.julian_ms - HALF_DAY_MS) % DAY_MS
    moment.compute_julian()
    moment.shift(-offset if negative else offset)
    return True


def apply_calendar_offset(moment: Moment, word: str, end: i64) -> bool:
    """'+YYYY-MM-DD' with an optional time: months and days are counts, from 00."""
    if word[0] != "+" and word[0] != "-":
        return False
    years = digits_at(word, 1, end - 1)
    months = digits_at(word, end + 1, 2)
    days = digits_at(word, end + 4, 2)
    if not 0 <= years <= 14712 or not 0 <= months <= 11 or not 0 <= days <= 30:
        return False
    if word[end + 3] != "-":
        return False
    negative = word[0] == "-"
    count = years * 12 + months
    moment.compute_julian()
    moment.shift_months(-count if negative else count)
    over = moment.overflow_days
    moment.shift(-days * DAY_MS if negative else days * DAY_MS)
    moment.overflow_days = over
    rest: i64 = end + 6
    if rest >= len(word):
        return True
    if word[rest] not in " \t\n\v\f\r":
        return False
    return apply_clock_offset(moment, word, rest + 1, negative) if rest + 1 < len(word) else False
