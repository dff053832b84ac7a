"""Scalar functions over numbers: abs, round, sign and the mathematical functions.

Source: "Built-In Scalar SQL Functions" and "Built-In Mathematical SQL Functions". A
mathematical function of what is not a number, or outside of its domain, is NULL.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from target_db.errors import SqlError
from target_db.functions.base import PlainFunction, ScalarFunction, UnaryFunction
from target_db.types.numeric import INT64_MIN, text_to_number, to_int64, to_real
from target_db.types.real_text import POWERS, fixed_digits, round_digits, scaled_digits

ROUND_LIMIT: Final = 4503599627370496.0  # reals of this size and above have no fraction
MAX_ROUND_DIGITS: Final = 30


class AbsFunction(ScalarFunction):
    """abs(X)."""

    def __init__(self) -> None:
        super().__init__("abs", 1, 1)

    def call(self, args: list[object]) -> object:
        return self.call1(args[0])

    def call1(self, value: object) -> object:
        if isinstance(value, int):
            if value >= 0:
                return value
            if value == INT64_MIN:
                raise SqlError("integer overflow")
            return -value
        if value is None:
            return None
        real = to_real(value)
        return -real if real < 0.0 else real


def number_of(value: object) -> object:
    """`value` if it is a number or text that spells one as a whole, otherwise None."""
    if isinstance(value, (int, float)):
        return value
    if isinstance(value, str):
        return text_to_number(value)
    return None


def sign(value: object) -> object:
    """sign(X): -1, 0 or 1; NULL of what is not a number."""
    number = number_of(value)
    if isinstance(number, (int, float)):
        return -1 if number < 0 else (1 if number > 0 else 0)
    return None


def round_number(args: list[object]) -> object:
    """round(X [, digits]): a REAL, halves away from zero in decimal."""
    digits = 0
    if len(args) > 1:
        if args[1] is None:
            return None
        digits = max(0, min(to_int64(args[1]), MAX_ROUND_DIGITS))
    if args[0] is None:
        return None
    return round_real(to_real(args[0]), digits)


def round_real(value: float, digits: int) -> float:
    """`value` rounded to `digits` places after the point, by the decimal digits of its text."""
    if not -ROUND_LIMIT <= value <= ROUND_LIMIT:
        return value
    if value == 0.0:
        return 0.0
    if digits == 0:
        return float(int(value + 0.5)) if value > 0.0 else float(int(value - 0.5))
    fixed = fixed_digits(abs(value), digits)
    if fixed >= 0:
        size = float(fixed) / POWERS[digits]
        return size if value > 0.0 else -size
    shown, exponent = scaled_digits(abs(value))
    count = exponent + 1 + digits
    if count < 0:
        return 0.0 if value > 0.0 else -0.0
    shown, exponent = round_digits(shown, exponent, count)
    if not shown:
        return 0.0 if value > 0.0 else -0.0
    size = float(shown + "e" + str(exponent - len(shown) + 1))
    return size if value > 0.0 else -size


class RealFunction(ScalarFunction):
    """A mathematical function of one number, by a callable that may raise ValueError."""

    def __init__(self, name: str, function: Callable[[float], float]) -> None:
        super().__init__(name, 1, 1)
        self.function: Final = function

    def call(self, args: list[object]) -> object:
        return self.call1(args[0])

    def call1(self, value: object) -> object:
        number = number_of(value)
        if not isinstance(number, (int, float)):
            return None
        try:
            found = self.function(float(number))
        except ValueError:
            return None
        except OverflowError:
            return math.inf if number > 0 else -math.inf
        return found if found == found else None


class WholeFunction(ScalarFunction):
    """ceil, floor and trunc: integers stay, reals lose their fraction and stay REAL."""

    def __init__(self, name: str, mode: int) -> None:
        super().__init__(name, 1, 1)
        self.mode: Final = mode  # 1 up, -1 down, 0 towards zero

    def call(self, args: list[object]) -> object:
        return self.call1(args[0])

    def call1(self, value: object) -> object:
        number = number_of(value)
        if not isinstance(number, float):
            return number
        if not -ROUND_LIMIT < number < ROUND_LIMIT:
            return number
        whole = float(int(number))
        if self.mode > 0 and whole < number:
            whole += 1.0
        elif self.mode < 0 and whole > number:
            whole -= 1.0
        return math.copysign(whole, number)


def cosh(value: float) -> float:
    """The hyperbolic cosine, infinite where it overflows."""
    return math.cosh(value) if -711.0 < value < 711.0 else math.inf


def atanh(value: float) -> float:
    """The inverse hyperbolic tangent. Raises ValueError outside of the domain."""
    if value == 1.0 or value == -1.0:
        return math.copysign(math.inf, value)
    return math.atanh(value)


def natural_log(value: float) -> float:
    """ln(X). Raises ValueError outside of the domain."""
    return math.log(value)


def radians(value: float) -> float:
    """Degrees to radians."""
    return value * (math.pi / 180.0)


def degrees(value: float) -> float:
    """Radians to degrees."""
    return value * (180.0 / math.pi)


def log(args: list[object]) -> object:
    """log(X) to base 10, log(base, X)."""
    base = number_of(args[0])
    if not isinstance(base, (int, float)):
        return None
    if len(args) == 1:
        return math.log10(float(base)) if base > 0 else None
    number = to_real(args[1])
    if number <= 0.0 or base <= 0:
        return None
    divisor = math.log(float(base))
    if divisor <= 0.0:
        return None
    found = math.log(number) / divisor
    return found if found == found else None


def power(args: list[object]) -> object:
    """pow(X, Y)."""
    base = number_of(args[0])
    exponent = number_of(args[1])
    if not isinstance(base, (int, float)) or not isinstance(exponent, (int, float)):
        return None
    x = float(base)
    y = float(exponent)
    try:
        return math.pow(x, y)
    except OverflowError:
        return -math.inf if x < 0.0 and y % 2.0 == 1.0 else math.inf
    except ValueError:
        if x == 0.0:
            odd = y % 2.0 == 1.0
            return -math.inf if odd and math.copysign(1.0, x) < 0.0 else math.inf
        return None


def atan2(args: list[object]) -> object:
    """atan2(Y, X)."""
    y = number_of(args[0])
    x = number_of(args[1])
    if not isinstance(x, (int, float)) or not isinstance(y, (int, float)):
        return None
    return math.atan2(float(y), float(x))


def mod(args: list[object]) -> object:
    """mod(X, Y): the remainder of reals, with the sign of X."""
    x = number_of(args[0])
    y = number_of(args[1])
    if not isinstance(x, (int, float)) or not isinstance(y, (int, float)):
        return None
    try:
        return math.fmod(float(x), float(y))
    except ValueError:
        return None


def pi(args: list[object]) -> object:
    """pi()."""
    return math.pi


NUMBER_FUNCTIONS: Final[list[ScalarFunction]] = [
    AbsFunction(),
    UnaryFunction("sign", sign),
    PlainFunction("round", 1, 2, round_number),
    WholeFunction("ceil", 1),
    WholeFunction("ceiling", 1),
    WholeFunction("floor", -1),
    WholeFunction("trunc", 0),
    RealFunction("ln", natural_log),
    RealFunction("log2", math.log2),
    RealFunction("log10", math.log10),
    PlainFunction("log", 1, 2, log),
    RealFunction("exp", math.exp),
    PlainFunction("pow", 2, 2, power),
    PlainFunction("power", 2, 2, power),
    PlainFunction("mod", 2, 2, mod),
    RealFunction("acos", math.acos),
    RealFunction("asin", math.asin),
    RealFunction("atan", math.atan),
    PlainFunction("atan2", 2, 2, atan2),
    RealFunction("cos", math.cos),
    RealFunction("sin", math.sin),
    RealFunction("tan", math.tan),
    RealFunction("cosh", cosh),
    RealFunction("sinh", math.sinh),
    RealFunction("tanh", math.tanh),
    RealFunction("acosh", math.acosh),
    RealFunction("asinh", math.asinh),
    RealFunction("atanh", atanh),
    RealFunction("sqrt", math.sqrt),
    RealFunction("radians", radians),
    RealFunction("degrees", degrees),
    PlainFunction("pi", 0, 0, pi),
]
