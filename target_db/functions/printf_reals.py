"""printf() of reals: %f %e %E %g %G."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.functions.conversions import Conversion, check_size, pad, with_commas
from target_db.types.real_text import (
    TEXT_DIGITS,
    first_digits,
    fixed_digits,
    leading_digits,
    round_digits,
    scaled_digits,
    shortest_digits,
)

REAL_DIGITS: Final = 16  # significant digits of a real, 26 with the flag `!`
REAL_DIGITS_ALTERNATE: Final = 26
MAX_REAL_PRECISION: Final = 100_000_000
DEFAULT_PRECISION: Final = 6
EXPONENTS: Final = ["e" + f"{exponent:+03d}" for exponent in range(100)]
EXPONENTS_BELOW: Final = ["e" + f"{-exponent:+03d}" for exponent in range(100)]


def real_text(conversion: Conversion, value: float) -> str:
    """The text of %f %e %E %g %G."""
    if conversion.is_simple:
        quick = simple_text(conversion, value)
        if quick:
            return quick
    kind = conversion.letter.lower()
    precision = 6 if conversion.precision < 0 else min(conversion.precision, MAX_REAL_PRECISION)
    if kind == "g" and precision == 0:
        precision = 1
    prefix = "-" if value < 0.0 else conversion.plus
    size = abs(value)
    if size > 1.7976931348623157e308:
        if not conversion.zero:
            return pad(conversion, prefix + "Inf")
        digits, exponent = "9", 999
    elif size == 0.0:
        digits, exponent = "", 0
    else:
        digits, exponent = real_digits(size, kind, precision, conversion.characters)
    if not digits:
        exponent = 0
        if conversion.alternate and prefix == "-":
            prefix = conversion.plus
    trim = conversion.characters
    if kind == "g":
        precision -= 1
        trim = not conversion.alternate
        if -4 <= exponent <= precision:
            kind = "f"
            precision -= exponent
        else:
            kind = "e"
    point = precision > 0 or conversion.alternate or conversion.characters
    if kind == "f" and exponent >= 0:
        whole = digits[: exponent + 1].ljust(exponent + 1, "0")
        fraction = digits[exponent + 1 :]
    elif kind == "f":
        whole = "0"
        fraction = "0" * (-exponent - 1) + digits
    else:
        whole = digits[:1] or "0"
        fraction = digits[1:]
    if conversion.comma and kind == "f":
        whole = with_commas(whole)
    text = whole
    if point:
        fraction = fraction[:precision]
        fraction = fraction.rstrip("0") if trim else fraction.ljust(precision, "0")
        if fraction or not trim:
            text += "." + fraction
        elif conversion.characters:
            text += ".0"
    if kind == "e":
        mark = "E" if conversion.letter in "EG" else "e"
        text += mark + ("-" if exponent < 0 else "+") + str(abs(exponent)).rjust(2, "0")
    if conversion.zero and not conversion.left:
        missing = conversion.width - len(prefix) - len(text)
        check_size(missing)
        text = "0" * max(missing, 0) + text
    return pad(conversion, prefix + text)


def real_digits(size: float, kind: str, precision: int, alternate: bool) -> tuple[str, int]:
    """The digits of `size` > 0 as far as they are shown, and the exponent of the first."""
    if kind == "f" and precision < 9:
        fixed = fixed_digits(size, precision)
        if fixed > 0:
            digits = str(fixed)
            return digits.rstrip("0"), len(digits) - 1 - precision
    count = precision + 1 if kind == "e" else precision
    if kind != "f" and count < TEXT_DIGITS:
        return leading_digits(size, count)
    digits, exponent = scaled_digits(size)
    if kind == "f":
        count += exponent + 1
    if count < 0:
        return "", 0
    if alternate:
        if count == TEXT_DIGITS:
            return shortest_digits(size)
        return round_digits(digits, exponent, min(count, REAL_DIGITS_ALTERNATE))
    return round_digits(digits, exponent, min(count, REAL_DIGITS))


def simple_text(conversion: Conversion, value: float) -> str:
    """The text for a conversion without flags or a width; "" where it takes the long way."""
    precision = conversion.precision
    if precision < 0:
        precision = DEFAULT_PRECISION
    sign = "-" if value < 0.0 else ""
    size = -value if value < 0.0 else value
    letter = conversion.letter
    if letter == "f":
        fixed = fixed_digits(size, precision)
        return sign + with_point(str(fixed), precision) if fixed > 0 else ""
    if letter == "g":
        text = general_text(size, precision) if precision > 0 else ""
        return sign + text if text else ""
    if letter != "e":
        return ""
    digits, exponent = first_digits(size, precision + 1)
    if digits <= 0:
        return ""
    return sign + scientific_text(str(digits), exponent)


def with_point(digits: str, places: int) -> str:
    """`digits` with a point before the last `places` of them."""
    if places == 0:
        return digits
    whole = len(digits) - places
    if whole > 0:
        return digits[:whole] + "." + digits[whole:]
    return "0." + "000000000"[:-whole] + digits


def scientific_text(digits: str, exponent: i64) -> str:
    """`digits`, of which the first has that exponent (of two digits)."""
    power = EXPONENTS[exponent] if exponent >= 0 else EXPONENTS_BELOW[-exponent]
    return digits[0] + ("." if len(digits) > 1 else "") + digits[1:] + power


def general_text(size: float, precision: int) -> str:
    """%g without flags; "" where it takes the long way."""
    found, exponent = first_digits(size, precision)
    if found <= 0:
        return ""
    digits = str(found)
    if digits.endswith("0"):
        digits = digits.rstrip("0")
    if exponent < -4 or exponent >= precision:
        return scientific_text(digits, exponent)
    if exponent < 0:
        return "0." + "000"[: -exponent - 1] + digits
    whole = int(exponent) + 1
    if len(digits) > whole:
        return digits[:whole] + "." + digits[whole:]
    return digits + "000000000"[: whole - len(digits)]
