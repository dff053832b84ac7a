"""strftime(): a format of a time ("Date And Time Functions", section 2.1)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.functions.kept import keep
from target_db.functions.moment import DAY_MS, UNIX_EPOCH_MS, Moment, days_of_civil
from target_db.functions.patterns import before_nul
from target_db.functions.printf import printf
from target_db.types.arithmetic import MAX_WRITTEN, check_length
from target_db.types.numeric import to_text

TWO_DIGITS: Final = [str(number).rjust(2, "0") for number in range(100)]


def four_digits(year: i64) -> str:
    """A year from 0 on with at least four digits."""
    return str(year) if year > 999 else str(year).rjust(4, "0")


def day_of_year(moment: Moment) -> i64:
    """From 0, of the date that the number is."""
    days: i64 = (moment.julian_ms - UNIX_EPOCH_MS) // DAY_MS
    return days - days_of_civil(moment.year, 1, 1)


def weekday(moment: Moment) -> i64:
    """0 is Monday, 6 Sunday."""
    return (moment.julian_ms + 43_200_000) // DAY_MS % 7


def iso_week(moment: Moment) -> tuple[i64, i64]:
    """The year and the week of ISO 8601."""
    thursday = Moment()
    thursday.set_julian(moment.julian_ms + (3 - weekday(moment)) * DAY_MS)
    thursday.compute_date()
    return thursday.year, day_of_year(thursday) // 7 + 1


def iso_year_of_century(moment: Moment) -> i64:
    """The last two digits of the ISO year, with its sign."""
    year: i64 = iso_week(moment)[0]
    return year % 100 if year >= 0 else -(-year % 100)


def conversion(moment: Moment, letter: str) -> str | None:
    """The text of one conversion of strftime; None when there is no such letter."""
    if letter == "Y":
        return four_digits(moment.year) if moment.year >= 0 else f"{moment.year:04d}"
    if letter == "m":
        return TWO_DIGITS[moment.month]
    if letter == "d":
        return TWO_DIGITS[moment.day]
    if letter == "H":
        return TWO_DIGITS[moment.hour]
    if letter == "M":
        return TWO_DIGITS[moment.minute]
    if letter == "S":
        return TWO_DIGITS[int(moment.second)]
    return rare_conversion(moment, letter)


def rare_conversion(moment: Moment, letter: str) -> str | None:
    """`conversion` for the other letters."""
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
    if letter == "k":
        return f"{moment.hour:2d}"
    if letter == "I" or letter == "l":
        hour = (moment.hour + 11) % 12 + 1
        return f"{hour:02d}" if letter == "I" else f"{hour:2d}"
    if letter == "j":
        day = str(day_of_year(moment) + 1)
        return "0" * (3 - len(day)) + day
    if letter == "J":
        return to_text(printf(["%.16g", float(moment.julian_ms) / 86_400_000.0]))
    if letter == "p" or letter == "P":
        half = "PM" if moment.hour >= 12 else "AM"
        return half if letter == "p" else half.lower()
    if letter == "R":
        return TWO_DIGITS[moment.hour] + ":" + TWO_DIGITS[moment.minute]
    if letter == "s":
        if moment.subsecond:
            return to_text(printf(["%.3f", float(moment.julian_ms - UNIX_EPOCH_MS) / 1000.0]))
        return str(moment.julian_ms // 1000 - UNIX_EPOCH_MS // 1000)
    if letter == "T":
        second = TWO_DIGITS[int(moment.second)]
        return f"{TWO_DIGITS[moment.hour]}:{TWO_DIGITS[moment.minute]}:{second}"
    if letter == "u":
        return str(weekday(moment) + 1)
    if letter == "w":
        return str((weekday(moment) + 1) % 7)
    if letter == "U":
        return TWO_DIGITS[(day_of_year(moment) - (weekday(moment) + 1) % 7 + 7) // 7]
    if letter == "V":
        return TWO_DIGITS[iso_week(moment)[1]]
    if letter == "W":
        return TWO_DIGITS[(day_of_year(moment) - weekday(moment) + 7) // 7]
    return "%" if letter == "%" else None


class TimeFormat:
    """A format taken apart: a text before each letter, and what follows the last one."""

    def __init__(self, source: str) -> None:
        self.texts: Final[list[str]] = []
        self.letters: Final[list[str]] = []
        n: i64 = len(source)
        i: i64 = 0
        while i < n:
            mark: i64 = source.find("%", i)
            if mark < 0:
                break
            self.texts.append(source[i:mark])
            self.letters.append(source[mark + 1 : mark + 2])
            i = mark + 2
        self.tail: Final = source[i:]

    def text(self, moment: Moment) -> str | None:
        """The time in this format; None when it has an unknown letter.

        Raises SqlError (string or blob too big).
        """
        moment.compute_fields()
        pieces: list[str] = []
        for i in range(len(self.letters)):
            pieces.append(self.texts[i])
            text = conversion(moment, self.letters[i])
            if text is None:
                return None
            pieces.append(text)
        pieces.append(self.tail)
        joined = "".join(pieces)
        check_length(joined, MAX_WRITTEN)
        return joined


_formats: dict[str, TimeFormat] = {}


def format_of(source: str) -> TimeFormat:
    """The format that `source` is; the last few are kept."""
    known = _formats.get(source)
    return keep(_formats, source, TimeFormat(before_nul(source))) if known is None else known
