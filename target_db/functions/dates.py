"""date, time, datetime, julianday, unixepoch, strftime, timediff ("Date And Time Functions").

Each takes a time value and modifiers, and is NULL when any of them cannot be understood or
the time leaves the years 0000 to 9999.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.functions.base import ANY, ContextFunction, FunctionContext, ScalarFunction
from target_db.functions.modifiers import apply_modifier
from target_db.functions.moment import (
    DAY_MS,
    UNIX_EPOCH_MS,
    Moment,
    days_of_civil,
    parse_moment,
    set_now,
)
from target_db.functions.patterns import before_nul
from target_db.functions.printf import printf
from target_db.types.arithmetic import MAX_WRITTEN, check_length
from target_db.types.numeric import to_text


def moment_of(context: FunctionContext, args: list[object]) -> Moment | None:
    """The time that the arguments tell, or None."""
    moment: Moment | None
    if not args:
        moment = Moment()
        set_now(moment, context)
        return moment
    moment = parse_moment(args[0], context)
    if moment is None:
        return None
    for position in range(1, len(args)):
        modifier = args[position]
        if modifier is None:
            return None
        if not apply_modifier(moment, before_nul(to_text(modifier)), position):
            return None
    if not moment.is_valid():
        return None
    if len(args) == 1 and moment.has_date and moment.day > 28:
        moment.has_date = False
    return moment


TWO_DIGITS: Final = [str(number).rjust(2, "0") for number in range(100)]


def four_digits(year: int) -> str:
    """A year from 0 on with at least four digits."""
    return str(year) if year > 999 else str(year).rjust(4, "0")


def date_text(moment: Moment) -> str:
    """YYYY-MM-DD, with a sign before years below zero."""
    moment.compute_date()
    year = moment.year
    sign = "-" if year < 0 else ""
    month = TWO_DIGITS[moment.month]
    return f"{sign}{four_digits(abs(year))}-{month}-{TWO_DIGITS[moment.day]}"


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


def date(context: FunctionContext, args: list[object]) -> object:
    """date(...)."""
    moment = moment_of(context, args)
    return None if moment is None else date_text(moment)


def time_of_day(context: FunctionContext, args: list[object]) -> object:
    """time(...)."""
    moment = moment_of(context, args)
    return None if moment is None else time_text(moment)


def datetime(context: FunctionContext, args: list[object]) -> object:
    """datetime(...)."""
    moment = moment_of(context, args)
    return None if moment is None else date_text(moment) + " " + time_text(moment)


def julianday(context: FunctionContext, args: list[object]) -> object:
    """julianday(...): days, as a REAL."""
    moment = moment_of(context, args)
    return None if moment is None else float(moment.julian_ms) / 86_400_000.0


def unixepoch(context: FunctionContext, args: list[object]) -> object:
    """unixepoch(...): seconds since 1970, a REAL with 'subsec'."""
    moment = moment_of(context, args)
    if moment is None:
        return None
    if moment.subsecond:
        return float(moment.julian_ms - UNIX_EPOCH_MS) / 1000.0
    return moment.julian_ms // 1000 - UNIX_EPOCH_MS // 1000


def day_of_year(moment: Moment) -> int:
    """From 0, of the date that the number is."""
    days = (moment.julian_ms - UNIX_EPOCH_MS) // DAY_MS
    return days - days_of_civil(moment.year, 1, 1)


def weekday(moment: Moment) -> int:
    """0 is Monday, 6 Sunday."""
    return (moment.julian_ms + 43_200_000) // DAY_MS % 7


def iso_week(moment: Moment) -> tuple[int, int]:
    """The year and the week of ISO 8601."""
    thursday = Moment()
    thursday.set_julian(moment.julian_ms + (3 - weekday(moment)) * DAY_MS)
    thursday.compute_date()
    return thursday.year, day_of_year(thursday) // 7 + 1


def iso_year_of_century(moment: Moment) -> int:
    """The last two digits of the ISO year, with its sign."""
    year = iso_week(moment)[0]
    return year % 100 if year >= 0 else -(-year % 100)


def conversion(moment: Moment, letter: str) -> str | None:
    """The text of one conversion of strftime; None when there is no such letter."""
    if letter == "d":
        return TWO_DIGITS[moment.day]
    if letter == "e":
        return f"{moment.day:2d}"
    if letter == "f":
        shown = moment.second if moment.second <= 59.999 else 59.999
        return to_text(printf(["%06.3f", shown]))
    if letter == "F":
        return f"{moment.year:04d}-{moment.month:02d}-{moment.day:02d}"
    if letter == "G":
        return f"{iso_week(moment)[0]:04d}"
    if letter == "g":
        return f"{iso_year_of_century(moment):02d}"
    if letter == "H":
        return TWO_DIGITS[moment.hour]
    if letter == "k":
        return f"{moment.hour:2d}"
    if letter == "I" or letter == "l":
        hour = (moment.hour + 11) % 12 + 1
        return f"{hour:02d}" if letter == "I" else f"{hour:2d}"
    if letter == "j":
        return f"{day_of_year(moment) + 1:03d}"
    if letter == "J":
        return to_text(printf(["%.16g", float(moment.julian_ms) / 86_400_000.0]))
    if letter == "m":
        return TWO_DIGITS[moment.month]
    if letter == "M":
        return TWO_DIGITS[moment.minute]
    if letter == "p" or letter == "P":
        half = "PM" if moment.hour >= 12 else "AM"
        return half if letter == "p" else half.lower()
    if letter == "R":
        return TWO_DIGITS[moment.hour] + ":" + TWO_DIGITS[moment.minute]
    if letter == "s":
        if moment.subsecond:
            return to_text(printf(["%.3f", float(moment.julian_ms - UNIX_EPOCH_MS) / 1000.0]))
        return str(moment.julian_ms // 1000 - UNIX_EPOCH_MS // 1000)
    if letter == "S":
        return TWO_DIGITS[int(moment.second)]
    if letter == "T":
        second = TWO_DIGITS[int(moment.second)]
        return f"{TWO_DIGITS[moment.hour]}:{TWO_DIGITS[moment.minute]}:{second}"
    if letter == "u":
        return str(weekday(moment) + 1)
    if letter == "w":
        return str((weekday(moment) + 1) % 7)
    if letter == "U":
        return f"{(day_of_year(moment) - (weekday(moment) + 1) % 7 + 7) // 7:02d}"
    if letter == "V":
        return f"{iso_week(moment)[1]:02d}"
    if letter == "W":
        return f"{(day_of_year(moment) - weekday(moment) + 7) // 7:02d}"
    if letter == "Y":
        return four_digits(moment.year) if moment.year >= 0 else f"{moment.year:04d}"
    return "%" if letter == "%" else None


def strftime(context: FunctionContext, args: list[object]) -> object:
    """strftime(format, ...): NULL when the format has an unknown letter."""
    if not args or args[0] is None:
        return None
    template = before_nul(to_text(args[0]))
    moment = moment_of(context, args[1:])
    if moment is None:
        return None
    moment.compute_fields()
    pieces: list[str] = []
    n: i64 = len(template)
    i: i64 = 0
    while i < n:
        mark: i64 = template.find("%", i)
        if mark < 0:
            pieces.append(template[i:])
            break
        pieces.append(template[i:mark])
        text = conversion(moment, template[mark + 1 : mark + 2])
        if text is None:
            return None
        pieces.append(text)
        i = mark + 2
    joined = "".join(pieces)
    check_length(joined, MAX_WRITTEN)
    return joined


def timediff(context: FunctionContext, args: list[object]) -> object:
    """timediff(A, B): what must be added to B to give A, as "+YYYY-MM-DD HH:MM:SS.SSS"."""
    later = moment_of(context, [args[0]])
    earlier = moment_of(context, [args[1]])
    if later is None or earlier is None:
        return None
    later.compute_fields()
    earlier.compute_fields()
    forward = later.julian_ms >= earlier.julian_ms
    direction = 1 if forward else -1
    months = direction * ((later.year - earlier.year) * 12 + later.month - earlier.month)
    reached = shifted(earlier, direction * months)
    while direction * (later.julian_ms - reached) < 0:
        months -= 1
        reached = shifted(earlier, direction * months)
    rest = direction * (later.julian_ms - reached)
    days, of_day = divmod(rest, DAY_MS)
    clock = Moment()
    clock.set_julian(of_day + UNIX_EPOCH_MS)
    clock.subsecond = True
    sign = "+" if forward else "-"
    return f"{sign}{months // 12:04d}-{months % 12:02d}-{days:02d} {time_text(clock)}"


def shifted(moment: Moment, months: int) -> int:
    """The Julian milliseconds of `moment` moved by calendar months."""
    count = moment.year * 12 + moment.month - 1 + months
    day = days_of_civil(count // 12, count % 12 + 1, moment.day)
    clock = moment.hour * 3_600_000 + moment.minute * 60_000 + int(moment.second * 1000.0 + 0.5)
    return day * DAY_MS + UNIX_EPOCH_MS + clock


def current_date(context: FunctionContext, args: list[object]) -> object:
    """current_date."""
    return date(context, [])


def current_time(context: FunctionContext, args: list[object]) -> object:
    """current_time."""
    return time_of_day(context, [])


def current_timestamp(context: FunctionContext, args: list[object]) -> object:
    """current_timestamp."""
    return datetime(context, [])


DATE_FUNCTIONS: Final[list[ScalarFunction]] = [
    ContextFunction("date", 0, ANY, date, deterministic=True),
    ContextFunction("time", 0, ANY, time_of_day, deterministic=True),
    ContextFunction("datetime", 0, ANY, datetime, deterministic=True),
    ContextFunction("julianday", 0, ANY, julianday, deterministic=True),
    ContextFunction("unixepoch", 0, ANY, unixepoch, deterministic=True),
    ContextFunction("strftime", 0, ANY, strftime, deterministic=True),
    ContextFunction("timediff", 2, 2, timediff, deterministic=True),
    ContextFunction("current_date", 0, 0, current_date),
    ContextFunction("current_time", 0, 0, current_time),
    ContextFunction("current_timestamp", 0, 0, current_timestamp),
]
