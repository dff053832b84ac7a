"""The decimal text of a REAL, digit for digit as SQLite 3.54 prints it.

A double is scaled by a power of ten that is kept to 64 bits (rounded down), which leaves 18
or 19 digits; these are rounded half up to the digits asked for, 17 in conversions to text.
Where fewer are asked for, the power is that much smaller.
Shorter digits are taken instead when a run of nines or zeros hints at them and they read
back as the same double. The rule was established against SQLite as a black box.
"""

import math
from typing import Final

from mypy_extensions import i64

TEXT_DIGITS: Final = 17
LOG10_OF_2: Final = 0.30102999566398119521

HUNDREDTHS: Final = ["." + f"{cents:02d}".rstrip("0") for cents in range(100)]
POWERS: Final = [10.0**places for places in range(16)]
LIMITS: Final = [float(f"1e{exponent}") for exponent in range(-6, 13)]
WHOLES: Final = [10**count for count in range(10)]

_powers: dict[int, tuple[int, int]] = {}


def _power_of_ten(exponent: int) -> tuple[int, int]:
    """(p, b) with p a 64-bit integer and 10**exponent just over p * 2**b."""
    known = _powers.get(exponent)
    if known is not None:
        return known
    if exponent >= 0:
        number = 10**exponent
        binary = number.bit_length() - 64
        mantissa = number >> binary if binary > 0 else number << -binary
    else:
        number = 10**-exponent
        binary = -number.bit_length() - 63
        mantissa = (1 << -binary) // number
        if mantissa >= 1 << 64:
            binary += 1
            mantissa = (1 << -binary) // number
    _powers[exponent] = (mantissa, binary)
    return mantissa, binary


def fixed_digits(size: float, places: int) -> int:
    """`size` >= 0 in units of 10**-places, rounded; -1 where the short way might be wrong.

    That is where there are many digits, or so near to a half that they must decide.
    """
    if places > 9 or size >= 1e6:
        return -1
    units = size * POWERS[places]
    if units >= 1e9:
        return -1
    whole = int(units)
    rest = units - float(whole)
    if rest < 0.49999:
        return whole
    return whole + 1 if rest > 0.50001 else -1


def first_digits(size: float, count: int) -> tuple[i64, i64]:
    """The first `count` digits of `size` > 0, rounded, and the exponent of the first of them.

    (-1, 0) where the short way might be wrong, as in `fixed_digits`.
    """
    if count > 9 or not 1e-6 <= size < 1e12:
        return -1, 0
    exponent: i64 = -6
    while exponent < 11 and size >= LIMITS[exponent + 7]:
        exponent += 1
    places: i64 = count - 1 - exponent
    units = size * POWERS[places] if places >= 0 else size / POWERS[-places]
    whole: i64 = int(units)
    rest = units - float(whole)
    if 0.49999 <= rest <= 0.50001:
        return -1, 0
    if rest > 0.5:
        whole += 1
    if whole >= WHOLES[count]:
        return whole // 10, exponent + 1
    return whole, exponent


def scaled(value: float, count: int, carry: int) -> tuple[str, int]:
    """One or two digits more than `count` of a finite `value` > 0 and the exponent of the first.

    What lies beyond them is cut off, or rounded when `carry` is 1.
    """
    fraction, binary = math.frexp(value)
    scale = count - math.floor((binary - 1) * LOG10_OF_2)
    power, power_binary = _power_of_ten(scale)
    product = int(fraction * 9007199254740992.0) * power
    shift = 53 - binary - power_binary
    digits = str((product + (carry << (shift - 1))) >> shift)
    return digits, len(digits) - 1 - scale


def scaled_digits(value: float) -> tuple[str, int]:
    """The 18 or 19 leading digits of a finite `value` > 0 and the exponent of the first one."""
    return scaled(value, TEXT_DIGITS, 1)


def leading_digits(value: float, count: int) -> tuple[str, int]:
    """`value` > 0 rounded to `count` digits, below TEXT_DIGITS; as `round_digits`.

    Only as many digits are computed as it takes, and cut off: half of an exact tie may be lost
    with them, so that 15 rounds to 2e+01 and 150 to 1e+02, as in SQLite.
    """
    digits, exponent = scaled(value, count, 0)
    return round_digits(digits, exponent, count)


def round_digits(digits: str, exponent: int, count: int) -> tuple[str, int]:
    """`digits` rounded half up to `count` of them (0 or more), with the exponent of the first.

    The result has no zeros at its end; it is "" when it rounds to zero.
    """
    if count < len(digits):
        up = digits[count] >= "5"
        digits = digits[:count]
        if up:
            carried = str(int(digits or "0") + 1)
            if len(carried) > count:
                exponent += 1
            digits = carried
    return digits.rstrip("0"), exponent


def shortest_digits(value: float) -> tuple[str, int]:
    """The digits of a finite `value` > 0 in text, without zeros at the end, and the exponent."""
    digits, exponent = scaled_digits(value)
    if digits[14:16] == "99":
        shorter = str(int(digits[:14]) + 1)
        first = exponent + len(shorter) - 14
        if float(shorter + "e" + str(exponent - 13)) == value:
            return shorter.rstrip("0"), first
    elif digits[13:15] == "00" and (digits[15] == "0" or (exponent >= 18 and digits[15] == "1")):
        shorter = digits[:13]
        if float(shorter + "e" + str(exponent - 12)) == value:
            return shorter.rstrip("0"), exponent
    return round_digits(digits, exponent, TEXT_DIGITS)


def real_to_text(value: float) -> str:
    """What SQLite makes of a REAL as text: "1.0", "0.1", "1.0e+17", "Inf"."""
    if -1e15 < value < 1e15:
        whole = int(value)
        if float(whole) == value:
            return str(whole) + ".0"
        size = abs(value)
        if 0.01 <= size < 1e6:
            cents = int(size * 100.0 + 0.5)
            if float(cents) / 100.0 == size:
                text = str(cents // 100) + HUNDREDTHS[cents % 100]
                return "-" + text if value < 0.0 else text
        if 0.001 <= size < 1e6:
            micros = int(size * 1e6 + 0.5)
            if float(micros) / 1e6 == size:
                fraction = str(1_000_000 + micros % 1_000_000)[1:].rstrip("0")
                return f"{'-' if value < 0.0 else ''}{micros // 1_000_000}.{fraction}"
    sign = "-" if value < 0.0 else ""
    size = abs(value)
    if size > 1.7976931348623157e308:
        return sign + "Inf"
    digits, exponent = shortest_digits(size)
    count = len(digits)
    if exponent >= TEXT_DIGITS or exponent < -4:
        power = str(abs(exponent))
        if len(power) < 2:
            power = "0" + power
        mark = "e+" if exponent >= 0 else "e-"
        return sign + digits[0] + "." + (digits[1:] or "0") + mark + power
    if exponent < 0:
        return sign + "0." + "0" * (-exponent - 1) + digits
    if count <= exponent + 1:
        return sign + digits + "0" * (exponent + 1 - count) + ".0"
    return sign + digits[: exponent + 1] + "." + digits[exponent + 1 :]
