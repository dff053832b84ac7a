"""The modifiers of the date and time functions ("Date And Time Functions", section 3)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.functions.kept import keep
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
from target_db.functions.patterns import before_nul
from target_db.types.numeric import text_to_number


class Unit:
    """A unit of "NNN units": the largest NNN, its milliseconds, and whether it is of months."""

    def __init__(self, limit: float, milliseconds: float, months: int = 0) -> None:
        self.limit: Final = limit
        self.milliseconds: Final = milliseconds
        self.months: Final = months


UNITS: Final = {
    "second": Unit(4.6427e14, 1000.0),
    "minute": Unit(7.7379e12, 60_000.0),
    "hour": Unit(1.2897e11, 3_600_000.0),
    "day": Unit(5373485.0, 86_400_000.0),
    "month": Unit(176546.0, 2_592_000_000.0, 1),
    "year": Unit(14713.0, 31_536_000_000.0, 12),
}


class Modifier:
    """What a modifier's text says, taken apart."""

    def apply(self, moment: Moment, position: int) -> bool:
        """Change `moment`; False when the modifier does not apply to it.

        `position` is 1 for the first modifier of a call: some may only come first.
        """
        raise NotImplementedError


class Ceiling(Modifier):
    """'ceiling': days beyond the end of a month count into the next one."""

    def apply(self, moment: Moment, position: int) -> bool:
        moment.compute_julian()
        moment.forget_fields()
        moment.overflow_days = 0
        return True


class Floor(Modifier):
    """'floor': days beyond the end of a month become its last one."""

    def apply(self, moment: Moment, position: int) -> bool:
        moment.compute_julian()
        moment.shift(-moment.overflow_days * DAY_MS)
        return True


class JulianDay(Modifier):
    """'julianday': a bare number is a Julian day."""

    def apply(self, moment: Moment, position: int) -> bool:
        if position > 1 or not moment.has_julian or not moment.is_raw:
            return False
        moment.is_raw = False
        return True


class UnixEpoch(Modifier):
    """'unixepoch': a bare number is seconds since 1970."""

    def apply(self, moment: Moment, position: int) -> bool:
        return position == 1 and apply_unix(moment)


class Auto(Modifier):
    """'auto': a bare number is a Julian day when small, otherwise seconds since 1970."""

    def apply(self, moment: Moment, position: int) -> bool:
        if position > 1:
            return False
        if not moment.is_raw or moment.has_julian:
            moment.is_raw = False
            return True
        if float(MIN_UNIX) <= moment.raw <= float(MAX_UNIX):
            return apply_unix(moment)
        return True


class LocalTime(Modifier):
    """'localtime': the time is UTC, and becomes that of this machine."""

    def apply(self, moment: Moment, position: int) -> bool:
        if not moment.is_local:
            to_local(moment)
            moment.is_utc = False
            moment.is_local = True
        return True


class Utc(Modifier):
    """'utc': the time is that of this machine, and becomes UTC."""

    def apply(self, moment: Moment, position: int) -> bool:
        if not moment.is_utc:
            to_utc(moment)
            moment.is_utc = True
            moment.is_local = False
        return True


class Subsecond(Modifier):
    """'subsec': milliseconds are shown."""

    def apply(self, moment: Moment, position: int) -> bool:
        moment.subsecond = True
        return True


class Weekday(Modifier):
    """'weekday N': forward to the next such day, 0 being Sunday; 'weekday -N': back to the last."""

    def __init__(self, day: int, backwards: bool) -> None:
        self.day: Final[i64] = day
        self.backwards: Final = backwards

    def apply(self, moment: Moment, position: int) -> bool:
        moment.compute_fields()
        moment.has_zone = False
        moment.has_julian = False
        moment.compute_julian()
        today: i64 = (moment.julian_ms + 129_600_000) // DAY_MS % 7
        if self.backwards:
            moment.shift(-((today - self.day) % 7) * DAY_MS)
        else:
            moment.shift((self.day - today) % 7 * DAY_MS)
        return True


class StartOf(Modifier):
    """'start of day', 'start of month', 'start of year'."""

    def __init__(self, what: str) -> None:
        self.of_month: Final = what == "month"
        self.of_year: Final = what == "year"

    def apply(self, moment: Moment, position: int) -> bool:
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
        if self.of_month or self.of_year:
            moment.day = 1
        if self.of_year:
            moment.month = 1
        return True


class UnitOffset(Modifier):
    """'NNN days' and its like; a fraction of a month is of 30 days, of a year of 365."""

    def __init__(self, number: float, unit: Unit) -> None:
        whole = int(number)
        self.months: Final[i64] = whole * unit.months
        self.has_months: Final = unit.months > 0
        rest = number - float(whole) if unit.months else number
        self.milliseconds: Final[i64] = int(
            rest * unit.milliseconds + (-0.5 if number < 0.0 else 0.5)
        )

    def apply(self, moment: Moment, position: int) -> bool:
        moment.compute_julian()
        over: i64 = 0
        if self.has_months:
            moment.shift_months(self.months)
            over = moment.overflow_days
        moment.compute_julian()
        moment.shift(self.milliseconds)
        moment.overflow_days = over
        return True


class ClockOffset(Modifier):
    """'+HH:MM[:SS[.FFF]]': a time of day as an offset."""

    def __init__(self, milliseconds: i64) -> None:
        self.milliseconds: Final = milliseconds

    def apply(self, moment: Moment, position: int) -> bool:
        moment.compute_julian()
        moment.shift(self.milliseconds)
        return True


class CalendarOffset(Modifier):
    """'+YYYY-MM-DD[ HH:MM[:SS[.FFF]]]': months and days are counts, from 00.

    `clock` is the time of day at its end; `is_whole` tells that nothing else is there.
    """

    def __init__(self, months: i64, days: i64, clock: Modifier | None, is_whole: bool) -> None:
        self.months: Final = months
        self.days: Final = days
        self.clock: Final = clock
        self.is_whole: Final = is_whole

    def apply(self, moment: Moment, position: int) -> bool:
        moment.compute_julian()
        moment.shift_months(self.months)
        over: i64 = moment.overflow_days
        moment.shift(self.days * DAY_MS)
        moment.overflow_days = over
        clock = self.clock
        return clock.apply(moment, position) if clock is not None else self.is_whole


def apply_unix(moment: Moment) -> bool:
    """Take a bare number for seconds since 1970."""
    if not moment.is_raw:
        return False
    milliseconds = moment.raw * 1000.0 + float(UNIX_EPOCH_MS)
    if not 0.0 <= milliseconds < 464_269_060_800_000.0:
        return False
    moment.set_julian(int(milliseconds + 0.5))
    moment.is_raw = False
    return True


WORDS: Final[dict[str, Modifier]] = {
    "auto": Auto(),
    "ceiling": Ceiling(),
    "floor": Floor(),
    "julianday": JulianDay(),
    "localtime": LocalTime(),
    "subsec": Subsecond(),
    "subsecond": Subsecond(),
    "unixepoch": UnixEpoch(),
    "utc": Utc(),
}

_modifiers: dict[str, Modifier] = {}


def modifier_of(text: str) -> Modifier | None:
    """The modifier that `text` spells, or None; the last few are kept."""
    known = _modifiers.get(text)
    if known is None:
        known = read_modifier(before_nul(text))
        if known is None:
            return None
        keep(_modifiers, text, known)
    return known


def read_modifier(text: str) -> Modifier | None:
    """The modifier that `text` spells, or None."""
    word = text.lower() if text.isascii() else text
    first = word[:1]
    if first in ("+", "-") or "0" <= first <= "9":
        return read_offset(word)
    if word.startswith("weekday "):
        day = text_to_number(word[8:])
        if not isinstance(day, (int, float)) or not -7 < day < 7 or day != int(day):
            return None
        return Weekday(abs(int(day)), "-" in word[8:].partition("e")[0])
    if word.startswith("start of "):
        return StartOf(word[9:]) if word[9:] in ("day", "month", "year") else None
    return WORDS.get(word)


def read_offset(word: str) -> Modifier | None:
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
        return None
    if end < n and word[end] == "-":
        return read_calendar_offset(word, end)
    if end < n and word[end] == ":":
        return read_clock_offset(word, 0, word[0] == "-")
    name = word[skip_spaces(word, end) :]
    if not 3 <= len(name) <= 10:
        return None
    unit = UNITS.get(name.removesuffix("s"))
    if unit is None or not -unit.limit < number < unit.limit:
        return None
    return UnitOffset(float(number), unit)


def read_clock_offset(word: str, start: i64, negative: bool) -> Modifier | None:
    """A time of day as an offset."""
    if not "0" <= word[start] <= "9":
        start += 1
    clock = Moment()
    if not parse_time(word, start, clock):
        return None
    clock.compute_julian()
    offset: i64 = (clock.julian_ms - HALF_DAY_MS) % DAY_MS
    return ClockOffset(-offset if negative else offset)


def read_calendar_offset(word: str, end: i64) -> Modifier | None:
    """An offset of months and days, whose years end at `end`."""
    if word[0] != "+" and word[0] != "-":
        return None
    years = digits_at(word, 1, end - 1)
    months = digits_at(word, end + 1, 2)
    days = digits_at(word, end + 4, 2)
    if years < 0 or years > 14712 or months < 0 or months > 11 or days < 0 or days > 30:
        return None
    if word[end + 3] != "-":
        return None
    direction: i64 = -1 if word[0] == "-" else 1
    rest: i64 = end + 6
    clock: Modifier | None = None
    if rest + 1 < len(word) and word[rest] in " \t\n\v\f\r":
        clock = read_clock_offset(word, rest + 1, direction < 0)
    count: i64 = years * 12 + months
    return CalendarOffset(direction * count, direction * days, clock, rest >= len(word))
