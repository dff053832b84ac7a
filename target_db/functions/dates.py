"""date, time, datetime, julianday, unixepoch, strftime, timediff ("Date And Time Functions").

Each takes a time value and modifiers, and is NULL when any of them cannot be understood or
the time leaves the years 0000 to 9999.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.functions.base import (
    ANY,
    ContextCall,
    ContextFunction,
    FunctionContext,
    ScalarFunction,
)
from target_db.functions.modifiers import modifier_of
from target_db.functions.moment import (
    DAY_MS,
    HYPHEN,
    UNIX_EPOCH_MS,
    Moment,
    days_of_civil,
    digits_at,
    parse_moment,
    set_now,
)
from target_db.functions.time_format import TWO_DIGITS, format_of, four_digits
from target_db.types.numeric import to_text

# What a function makes of a time.
DATE: Final = 1
TIME: Final = 2
DATE_TIME: Final = 3
JULIAN_DAY: Final = 4
UNIX_EPOCH: Final = 5
FORMATTED: Final = 6

# The inside of a date, by 32 * month + day.
MONTHS_AND_DAYS: Final = [f"-{number // 32:02d}-{number % 32:02d}" for number in range(13 * 32)]


def moment_of(context: FunctionContext, args: list[object], first: int = 0) -> Moment | None:
    """The time that the arguments from `first` on tell, or None."""
    count = len(args)
    if count <= first:
        moment = Moment()
        set_now(moment, context)
        return moment
    read = parse_moment(args[first], context)
    if read is None:
        return None
    for place in range(first + 1, count):
        text = args[place]
        if text is None:
            return None
        modifier = modifier_of(to_text(text))
        if modifier is None or not modifier.apply(read, place - first):
            return None
    if not read.is_valid():
        return None
    if count == first + 1 and read.has_date and read.day > 28:
        read.has_date = False
    return read


def date_text(moment: Moment) -> str:
    """YYYY-MM-DD, with a sign before years below zero."""
    moment.compute_date()
    year = moment.year
    rest = MONTHS_AND_DAYS[moment.month * 32 + moment.day]
    return four_digits(year) + rest if year >= 0 else "-" + four_digits(-year) + rest


def time_text(moment: Moment) -> str:
    """HH:MM:SS, and milliseconds when they were asked for."""
    moment.compute_time()
    hour = TWO_DIGITS[moment.hour]
    minute = TWO_DIGITS[moment.minute]
    if moment.subsecond:
        milliseconds = int(1000.0 * moment.second + 0.5)
        rest = str(milliseconds % 1000).rjust(3, "0")
        return f"{hour}:{minute}:{TWO_DIGITS[milliseconds // 1000]}.{rest}"
    return f"{hour}:{minute}:{TWO_DIGITS[int(moment.second)]}"


class TimeFunction(ContextFunction):
    """date, time, datetime, julianday, unixepoch (a REAL with 'subsec'), and strftime."""

    def __init__(self, name: str, result: int, max_args: int = ANY, fixed: bool = True) -> None:
        super().__init__(name, 0, max_args, fixed)
        self.result: Final = result

    def copy(self) -> ContextFunction:
        return TimeFunction(self.name, self.result, self.max_args, self.deterministic)

    def call(self, args: list[object]) -> object:
        result = self.result
        if result == FORMATTED:
            return strftime(self.context, args)
        moment = moment_of(self.context, args)
        if moment is None:
            return None
        if result == DATE:
            return date_text(moment)
        if result == TIME:
            return time_text(moment)
        if result == DATE_TIME:
            return date_text(moment) + " " + time_text(moment)
        if result == JULIAN_DAY:
            return float(moment.julian_ms) / 86_400_000.0
        if moment.subsecond:
            return float(moment.julian_ms - UNIX_EPOCH_MS) / 1000.0
        return int(moment.julian_ms // 1000 - UNIX_EPOCH_MS // 1000)

    def call1(self, value: object) -> object:
        if self.result == DATE and is_date(value):
            return value
        return self.call([value])


def is_date(value: object) -> bool:
    """Whether `value` is what date() makes of it: YYYY-MM-DD, up to the 28th."""
    if type(value) is not str or not isinstance(value, str) or len(value) != 10:
        return False
    if ord(value[4]) != HYPHEN or ord(value[7]) != HYPHEN or digits_at(value, 0, 4) < 0:
        return False
    month = digits_at(value, 5, 2)
    day = digits_at(value, 8, 2)
    return month >= 1 and month <= 12 and day >= 1 and day <= 28


def strftime(context: FunctionContext, args: list[object]) -> object:
    """strftime(format, ...): NULL when the format has an unknown letter."""
    if not args or args[0] is None:
        return None
    moment = moment_of(context, args, 1)
    return None if moment is None else format_of(to_text(args[0])).text(moment)


def timediff(context: FunctionContext, args: list[object]) -> object:
    """timediff(A, B): what must be added to B to give A, as "+YYYY-MM-DD HH:MM:SS.SSS"."""
    later = moment_of(context, args[:1])
    earlier = moment_of(context, args, 1)
    if later is None or earlier is None:
        return None
    later.compute_fields()
    earlier.compute_fields()
    forward = later.julian_ms >= earlier.julian_ms
    direction: i64 = 1 if forward else -1
    months: i64 = direction * ((later.year - earlier.year) * 12 + later.month - earlier.month)
    reached = shifted(earlier, direction * months)
    while direction * (later.julian_ms - reached) < 0:
        months -= 1
        reached = shifted(earlier, direction * months)
    rest: i64 = direction * (later.julian_ms - reached)
    clock = Moment()
    clock.set_julian(rest % DAY_MS + UNIX_EPOCH_MS)
    clock.subsecond = True
    sign = "+" if forward else "-"
    return f"{sign}{months // 12:04d}-{months % 12:02d}-{rest // DAY_MS:02d} {time_text(clock)}"


def shifted(moment: Moment, months: i64) -> i64:
    """The Julian milliseconds of `moment` moved by calendar months."""
    count: i64 = moment.year * 12 + moment.month - 1 + months
    day = days_of_civil(count // 12, count % 12 + 1, moment.day)
    clock: i64 = (
        moment.hour * 3_600_000 + moment.minute * 60_000 + int(moment.second * 1000.0 + 0.5)
    )
    return day * DAY_MS + UNIX_EPOCH_MS + clock


DATE_FUNCTIONS: Final[list[ScalarFunction]] = [
    TimeFunction("date", DATE),
    TimeFunction("time", TIME),
    TimeFunction("datetime", DATE_TIME),
    TimeFunction("julianday", JULIAN_DAY),
    TimeFunction("unixepoch", UNIX_EPOCH),
    TimeFunction("strftime", FORMATTED),
    ContextCall("timediff", 2, 2, timediff, deterministic=True),
    TimeFunction("current_date", DATE, 0, fixed=False),
    TimeFunction("current_time", TIME, 0, fixed=False),
    TimeFunction("current_timestamp", DATE_TIME, 0, fixed=False),
]
