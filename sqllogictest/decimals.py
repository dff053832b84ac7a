"""Decimal digits of a double, as SQLite's own printf makes them.

C's printf rounds the exact binary value. SQLite first turns the value into an integer of 18
or 19 decimal digits, with a power of ten that is cut to 64 bits, and rounds that half up
(https://sqlite.org/printf.html; the details are read off SQLite 3.54.1 as a black box, and
agree with it on millions of random values).
"""

from math import frexp
from typing import Final

LOG10_OF_2: Final = 0.30102999566398119521
SIGNIFICANT_DIGITS: Final = 16
TEXT_DIGITS: Final = 17
LARGEST: Final = 1.7976931348623157e308

_powers: dict[int, tuple[int, int]] = {}


def power_of_ten(exponent: int) -> tuple[int, int]:
    """10**exponent as (mantissa, shift): mantissa * 2**shift, cut to 64 bits, never rounded up."""
    known = _powers.get(exponent)
    if known is not None:
        return known
    if exponent >= 0:
        exact = 10**exponent
        shift = exact.bit_length() - 64
        mantissa = exact >> shift if shift >= 0 else exact << -shift
    else:
        exact = 10**-exponent
        shift = -(exact.bit_length() + 63)
        mantissa = (1 << -shift) // exact
        if mantissa.bit_length() > 64:
            mantissa >>= 1
            shift += 1
    _powers[exponent] = (mantissa, shift)
    return mantissa, shift


def floor_log10_of_power(exponent: int) -> int:
    """The largest n with 10**n <= 2**exponent."""
    return int(exponent * LOG10_OF_2 // 1)


def decode(value: float) -> tuple[str, int]:
    """The digits of a finite positive double, and how many of them stand before the point."""
    fraction, exponent = frexp(value)
    scale = 17 - floor_log10_of_power(exponent - 1)
    mantissa, shift = power_of_ten(scale)
    shift += exponent - 53
    product = int(fraction * 9007199254740992.0) * mantissa
    if shift >= 0:
        digits = str(product << shift)
    else:
        digits = str((product + (1 << (-shift - 1))) >> -shift)
    return digits, len(digits) - scale


def round_digits(digits: str, point: int, keep: int) -> tuple[str, int]:
    """Round to the first `keep` digits, half up; a carry moves the point."""
    if keep < 0:
        return "", point
    if keep >= len(digits):
        return digits, point
    if digits[keep] < "5":
        return digits[:keep], point
    if keep == 0:
        return "1", point + 1
    rounded = str(int(digits[:keep]) + 1)
    if len(rounded) > keep:
        return rounded, point + 1
    return rounded, point


def format_fixed(value: float, decimals: int) -> str:
    """`value` with that many decimals: SQLite's printf('%.Nf', value)."""
    if value == 0.0:
        return "0." + "0" * decimals
    sign = "-" if value < 0.0 else ""
    magnitude = abs(value)
    if magnitude > LARGEST:
        return sign + "Inf"
    digits, point = decode(magnitude)
    digits, point = round_digits(digits, point, min(point + decimals, SIGNIFICANT_DIGITS))
    if point > 0:
        whole = digits[:point].ljust(point, "0")
        part = digits[point : point + decimals]
    else:
        whole = "0"
        part = ("0" * -point + digits)[:decimals]
    return sign + whole + "." + part.ljust(decimals, "0")


def real_to_text(value: float) -> str:
    """A REAL as SQLite casts it to TEXT: 17 significant digits, or the short form if it shows.

    Digits 14 to 16 of `000`, or 15 and 16 of `99`, suggest a shorter decimal; it is taken when
    it reads back as the same value.
    """
    if value == 0.0:
        return "0.0"
    sign = "-" if value < 0.0 else ""
    magnitude = abs(value)
    if magnitude > LARGEST:
        return sign + "Inf"
    digits, point = decode(magnitude)
    keep = TEXT_DIGITS
    if digits[13:16] == "000" or digits[14:16] == "99":
        short, short_point = round_digits(digits, point, 15)
        if float(f"{short}e{short_point - len(short)}") == magnitude:
            keep = 15
    digits, point = round_digits(digits, point, keep)
    return sign + arrange_general(digits.rstrip("0"), point)


def arrange_general(digits: str, point: int) -> str:
    """Digits in printf's %g manner, always with a decimal point and a digit after it."""
    exponent = point - 1
    if exponent < -4 or exponent >= TEXT_DIGITS:
        mark = "-" if exponent < 0 else "+"
        return f"{digits[0]}.{digits[1:] or '0'}e{mark}{abs(exponent):02d}"
    if point <= 0:
        return "0." + "0" * -point + digits
    return digits[:point].ljust(point, "0") + "." + (digits[point:] or "0")
