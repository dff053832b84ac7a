"""A point in time as the date and time functions see it, and the reading of time values.

Time is kept as milliseconds of the Julian day number, the proleptic Gregorian calendar being
used throughout ("Date And Time Functions", sections 2 and 4). Fields that were read are kept
as they were written until something needs the number: "2023-02-31" or "24:00" come out as
they went in as long as no modifier touches them.
"""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64

from target_db.functions.base import FunctionContext
from target_db.functions.patterns import before_nul
from target_db.types.numeric import text_to_number, to_real, to_text

DAY_MS: Final[i64] = 86_400_000
HALF_DAY_MS: Final[i64] = 43_200_000
UNIX_EPOCH_MS: Final[i64] = 210_866_760_000_000  # 1970-01-01 00:00 as Julian milliseconds
MAX_JULIAN_MS: Final[i64] = 464_269_060_799_999  # 9999-12-31 23:59:59.999
HYPHEN: Final[i64] = 45
MAX_JULIAN_DAY: Final = 5_373_484.5  # a number below is a Julian day, if nothing else is said
MIN_UNIX: Final = -210_866_760_000
MAX_UNIX: Final = 253_402_300_799


def days_of_civil(year: i64, month: i64, day: i64) -> i64:
    """Days from 1970-01-01 to a date of the proleptic Gregorian calendar; any `day` will do."""
    if month <= 2:
        year -= 1
        month += 12
    era_days = 365 * year + year // 4 - year // 100 + year // 400
    return era_days + (153 * (month - 3) + 2) // 5 + day - 719_469


def is_leap(year: i64) -> bool:
    """Whether February has 29 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_over(year: i64, month: i64, day: i64) -> i64:
    """How many days `day` lies beyond the end of its month."""
    over: i64 = 0
    if day > 28:
        if month == 2:
            over = day - (29 if is_leap(year) else 28)
        elif month == 4 or month == 6 or month == 9 or month == 11:
            over = day - 30
    return over if over > 0 else 0


class Moment:
    """A time value on its way through the modifiers."""

    def __init__(self) -> None:
        self.julian_ms: i64 = 0
        self.has_julian = False
        self.year: i64 = 2000
        self.month: i64 = 1
        self.day: i64 = 1
        self.has_date = False
        self.hour: i64 = 0
        self.minute: i64 = 0
        self.second = 0.0
        self.has_time = False
        self.zone_minutes: i64 = 0
        self.has_zone = False
        self.raw = 0.0
        self.is_raw = False  # a bare number, which a modifier may yet reinterpret
        self.overflow_days: i64 = 0  # for 'floor': how far the day was beyond its month
        self.subsecond = False
        self.is_utc = False
        self.is_local = False
        self.is_error = False

    def set_julian(self, julian_ms: i64) -> None:
        """Be that number; date and time are computed when asked for."""
        self.julian_ms = julian_ms
        self.has_julian = True
        self.forget_fields()

    def forget_fields(self) -> None:
        """Drop the date and time as written."""
        self.has_date = False
        self.has_time = False
        self.has_zone = False

    def set_date(self, year: i64, month: i64, day: i64) -> None:
        """Be that date, with the time unchanged."""
        self.year = year
        self.month = month
        self.day = day
        self.has_date = True
        self.has_julian = False
        self.is_raw = False
        self.overflow_days = days_over(year, month, day)

    def fail(self) -> None:
        """Be out of the calendar; only 'localtime' and 'utc' lead back into it."""
        self.is_error = True
        self.forget_fields()
        self.julian_ms = 0
        self.has_julian = False
        self.is_raw = False
        self.is_utc = False
        self.is_local = False
        self.subsecond = False
        self.overflow_days = 0

    def is_valid(self) -> bool:
        """Whether the number can be computed and lies in the calendar (until 9999)."""
        self.compute_julian()
        return not self.is_error and 0 <= self.julian_ms <= MAX_JULIAN_MS

    def compute_julian(self) -> None:
        """Fill in `julian_ms` from the fields."""
        if self.has_julian:
            return
        year: i64 = 2000
        month: i64 = 1
        day: i64 = 1
        if self.has_date:
            year = self.year
            month = self.month
            day = self.day
        if self.is_raw or not -4713 <= year <= 9999:
            self.fail()
            return
        julian: i64 = days_of_civil(year, month, day) * DAY_MS + UNIX_EPOCH_MS
        if self.has_time:
            julian += self.hour * 3_600_000 + self.minute * 60_000
            julian += int(self.second * 1000.0 + 0.5)
            if self.has_zone:
                julian -= self.zone_minutes * 60_000
                self.is_utc = True
                self.is_local = False
            if self.has_zone or self.hour == 24:
                self.forget_fields()
        self.julian_ms = julian
        self.has_julian = True

    def compute_fields(self) -> None:
        """Fill in date and time from the number."""
        self.compute_date()
        self.compute_time()

    def compute_date(self) -> None:
        """Fill in year, month and day."""
        if self.has_date:
            return
        if not self.has_julian:
            self.year = 2000
            self.month = 1
            self.day = 1
        elif 0 <= self.julian_ms <= MAX_JULIAN_MS:
            self.date_of((self.julian_ms - UNIX_EPOCH_MS) // DAY_MS)
        else:
            self.fail()
            self.year = 0
            self.month = 0
            self.day = 0
            return
        self.has_date = True

    def date_of(self, days: i64) -> None:
        """Fill in year, month and day from a number of days from 1970-01-01."""
        days += 719_468
        era: i64 = days // 146_097
        of_era: i64 = days - era * 146_097
        year: i64 = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
        of_year: i64 = of_era - (365 * year + year // 4 - year // 100)
        shifted: i64 = (5 * of_year + 2) // 153
        self.day = of_year - (153 * shifted + 2) // 5 + 1
        self.month = shifted + 3 if shifted < 10 else shifted - 9
        self.year = year + era * 400 + (1 if self.month <= 2 else 0)

    def compute_time(self) -> None:
        """Fill in hour, minute and second."""
        if self.has_time:
            return
        self.compute_julian()
        of_day: i64 = (self.julian_ms + HALF_DAY_MS) % DAY_MS
        self.second = float(of_day % 60_000) / 1000.0
        minutes: i64 = of_day // 60_000
        self.minute = minutes % 60
        self.hour = minutes // 60
        self.is_raw = False
        self.has_time = True

    def set_raw(self, number: float) -> None:
        """Be a bare number: a Julian day if it may be one."""
        self.raw = number
        self.is_raw = True
        if 0.0 <= number < MAX_JULIAN_DAY:
            self.julian_ms = int(number * 86_400_000.0 + 0.5)
            self.has_julian = True

    def shift(self, milliseconds: i64) -> None:
        """Move by that much; to be called when `julian_ms` has been computed."""
        self.julian_ms += milliseconds
        self.forget_fields()

    def shift_months(self, months: i64) -> None:
        """Move by calendar months, the day staying what it is."""
        self.compute_fields()
        count: i64 = self.year * 12 + self.month - 1 + months
        self.set_date(count // 12, count % 12 + 1, self.day)
        self.compute_julian()
        self.forget_fields()


def digits_at(text: str, i: i64, count: i64) -> i64:
    """The number in exactly `count` digits at `i`, or -1."""
    if i + count > len(text):
        return -1
    found: i64 = 0
    end: i64 = i + count
    while i < end:
        digit: i64 = ord(text[i]) - 48
        if digit < 0 or digit > 9:
            return -1
        found = found * 10 + digit
        i += 1
    return found


def skip_spaces(text: str, i: i64) -> i64:
    """The offset of the next character that is no white space."""
    n: i64 = len(text)
    while i < n and text[i] in " \t\n\v\f\r":
        i += 1
    return i


def parse_zone(text: str, i: i64, moment: Moment) -> bool:
    """Read "Z", "+HH:MM", "-HH:MM" or nothing, up to the end of the text."""
    i = skip_spaces(text, i)
    moment.zone_minutes = 0
    if i >= len(text):
        return True
    sign: i64 = 0
    if text[i] == "-":
        sign = -1
    elif text[i] == "+":
        sign = 1
    elif text[i] in "Zz":
        i = skip_spaces(text, i + 1)
        moment.is_local = False
        moment.is_utc = True
        return i >= len(text)
    else:
        return False
    hours = digits_at(text, i + 1, 2)
    minutes = digits_at(text, i + 4, 2)
    if not 0 <= hours <= 14 or text[i + 3 : i + 4] != ":" or not 0 <= minutes <= 59:
        return False
    moment.zone_minutes = sign * (hours * 60 + minutes)
    if moment.zone_minutes == 0:
        moment.is_local = False
        moment.is_utc = True
    return skip_spaces(text, i + 6) >= len(text)


def parse_time(text: str, i: i64, moment: Moment) -> bool:
    """Read "HH:MM", "HH:MM:SS" or "HH:MM:SS.FFF" and a zone, up to the end of the text."""
    n: i64 = len(text)
    hour = digits_at(text, i, 2)
    minute = digits_at(text, i + 3, 2)
    if not 0 <= hour <= 24 or text[i + 2 : i + 3] != ":" or not 0 <= minute <= 59:
        return False
    second = 0.0
    i += 5
    if i < n and text[i] == ":":
        whole = digits_at(text, i + 1, 2)
        if not 0 <= whole <= 59:
            return False
        second = float(whole)
        i += 3
        if i + 1 < n and text[i] == "." and "0" <= text[i + 1] <= "9":
            fraction = 0.0
            scale = 1.0
            i += 1
            while i < n and "0" <= text[i] <= "9":
                fraction = fraction * 10.0 + float(ord(text[i]) - 48)
                scale *= 10.0
                i += 1
            fraction /= scale
            second += fraction if fraction <= 0.999 else 0.999
    moment.has_julian = False
    moment.is_raw = False
    moment.has_time = True
    moment.hour = hour
    moment.minute = minute
    moment.second = second
    if not parse_zone(text, i, moment):
        return False
    moment.has_zone = moment.zone_minutes != 0
    return hour < 24 or (minute == 0 and second == 0.0)


def parse_date(text: str, moment: Moment) -> bool:
    """Read "YYYY-MM-DD", perhaps with a time after it, up to the end of the text."""
    n: i64 = len(text)
    i: i64 = 1 if n > 0 and ord(text[0]) == HYPHEN else 0
    year = digits_at(text, i, 4)
    if year < 0 or i + 10 > n or ord(text[i + 4]) != HYPHEN or ord(text[i + 7]) != HYPHEN:
        return False
    month = digits_at(text, i + 5, 2)
    day = digits_at(text, i + 8, 2)
    if month < 1 or month > 12 or day < 1 or day > 31:
        return False
    negative = i == 1
    i += 10
    while i < n and (text[i] == " " or text[i] in "T\t\n\v\f\r"):
        i += 1
    if i < n:
        if not parse_time(text, i, moment):
            return False
    else:
        moment.has_time = False
    if negative and moment.has_time and moment.hour == 24:
        # the end of a day is the next one before the year gets its sign, as in SQLite
        following = Moment()
        following.set_julian((days_of_civil(year, month, day) + 1) * DAY_MS + UNIX_EPOCH_MS)
        following.compute_date()
        year = following.year
        month = following.month
        day = following.day
        moment.hour = 0
    moment.set_date(-year if negative else year, month, day)
    if moment.has_time and moment.hour == 24:
        moment.compute_julian()
        moment.overflow_days = 0
    elif moment.has_zone:
        moment.compute_julian()
    return True


def parse_moment(value: object, context: FunctionContext) -> Moment | None:
    """The time value that `value` is, or None when it is none."""
    moment = Moment()
    if value is None:
        return None
    if isinstance(value, str):
        text: str = value
    elif isinstance(value, bytes):
        text = to_text(value)
    else:
        moment.set_raw(to_real(value))
        return moment
    if len(text) == 10 and parse_date(text, moment):
        return moment
    text = before_nul(text)
    if parse_date(text, moment) or parse_time(text, 0, moment):
        return moment
    if len(text) == 3 and text.lower() == "now":
        set_now(moment, context)
        return moment
    number = text_to_number(text)
    if isinstance(number, (int, float)):
        moment.set_raw(float(number))
        return moment
    if text.lower() in ("subsec", "subsecond"):
        moment.subsecond = True
        set_now(moment, context)
        return moment
    return None


def set_now(moment: Moment, context: FunctionContext) -> None:
    """Be the time of the statement."""
    moment.set_julian(context.now() + UNIX_EPOCH_MS)
    moment.is_utc = True
    moment.is_local = False


def to_local(moment: Moment) -> None:
    """Move from UTC to the local time of this machine."""
    moment.compute_julian()
    julian = moment.julian_ms
    lowest: i64 = 2_108_667_600 * 100_000
    highest: i64 = 2_130_141_456 * 100_000  # from 1970 to 2038: what every system's clock knows
    replaced: i64 = 0
    if not lowest <= julian <= highest:
        # another year with the same leap day stands in
        copy = Moment()
        copy.julian_ms = julian
        copy.has_julian = moment.has_julian
        copy.compute_fields()
        leap_phase: i64 = copy.year % 4 if copy.year >= 0 else -(-copy.year % 4)
        stand_in: i64 = 2000 + leap_phase
        replaced = copy.year - stand_in
        copy.has_julian = False
        copy.year = stand_in
        copy.compute_julian()
        julian = copy.julian_ms
    unix = julian // 1000 - UNIX_EPOCH_MS // 1000
    local = time.localtime(int(unix))
    over = moment.overflow_days
    moment.set_date(local.tm_year + replaced, local.tm_mon, local.tm_mday)
    moment.overflow_days = over
    moment.hour = local.tm_hour
    moment.minute = local.tm_min
    moment.second = float(local.tm_sec) + float(moment.julian_ms % 1000) * 0.001
    moment.has_time = True
    moment.has_zone = False
    moment.has_julian = False
    moment.is_raw = False
    moment.is_error = False


def to_utc(moment: Moment) -> None:
    """Move from the local time of this machine to UTC."""
    moment.compute_julian()
    original = moment.julian_ms
    guess = original
    error: i64 = 0
    for _ in range(4):
        guess -= error
        trial = Moment()
        trial.set_julian(guess)
        to_local(trial)
        trial.compute_julian()
        error = trial.julian_ms - original
        if error == 0:
            break
    moment.set_julian(guess)
    moment.is_error = False
    moment.subsecond = False
    moment.overflow_days = 0
