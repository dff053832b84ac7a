"""The arithmetic, bit and concatenation operators over SQL values.

NULL with anything is NULL. Text and blobs count as the number they start with. Integers that
leave 64 bits become REAL; what would be NaN, and division by zero, are NULL. Source: "SQL
Language Expressions", section 3, and SQLite 3.54 as a black box.
"""

from typing import Final

from target_db.errors import TOOBIG, SqlError
from target_db.types.numeric import (
    INT64_MAX,
    INT64_MIN,
    SMALL,
    encode,
    to_int64,
    to_operand,
    to_text,
    wrap_int64,
)

MAX_LENGTH: Final = 1_000_000_000  # bytes, of a text or a blob
# Of what printf, quote, hex, strftime and group_concat make: a NUL behind it is counted too.
MAX_WRITTEN: Final = MAX_LENGTH - 1
TOO_BIG: Final = "string or blob too big"


def add(a: object, b: object) -> object:
    """`a + b`."""
    if isinstance(a, int):
        if isinstance(b, int):
            total = a + b
            if -SMALL <= total <= SMALL or INT64_MIN <= total <= INT64_MAX:
                return total
            return float(a) + float(b)
        if isinstance(b, float):
            return float(a) + b
    elif isinstance(a, float):
        if isinstance(b, float):
            return _no_nan(a + b)
        if isinstance(b, int):
            return a + float(b)
    if a is None or b is None:
        return None
    return add(to_operand(a), to_operand(b))


def subtract(a: object, b: object) -> object:
    """`a - b`."""
    if isinstance(a, int):
        if isinstance(b, int):
            rest = a - b
            if -SMALL <= rest <= SMALL or INT64_MIN <= rest <= INT64_MAX:
                return rest
            return float(a) - float(b)
        if isinstance(b, float):
            return float(a) - b
    elif isinstance(a, float):
        if isinstance(b, float):
            return _no_nan(a - b)
        if isinstance(b, int):
            return a - float(b)
    if a is None or b is None:
        return None
    return subtract(to_operand(a), to_operand(b))


def multiply(a: object, b: object) -> object:
    """`a * b`."""
    if isinstance(a, int):
        if isinstance(b, int):
            product = a * b
            if -SMALL <= product <= SMALL or INT64_MIN <= product <= INT64_MAX:
                return product
            return float(a) * float(b)
        if isinstance(b, float):
            return _no_nan(float(a) * b)
    elif isinstance(a, float):
        if isinstance(b, float):
            return _no_nan(a * b)
        if isinstance(b, int):
            return _no_nan(a * float(b))
    if a is None or b is None:
        return None
    return multiply(to_operand(a), to_operand(b))


def divide(a: object, b: object) -> object:
    """`a / b`: of integers, the quotient towards zero."""
    if isinstance(a, int):
        if isinstance(b, int):
            return _divide_int(a, b)
        if isinstance(b, float):
            return _divide_real(float(a), b)
    elif isinstance(a, float):
        if isinstance(b, float):
            return _divide_real(a, b)
        if isinstance(b, int):
            return _divide_real(a, float(b))
    if a is None or b is None:
        return None
    return divide(to_operand(a), to_operand(b))


def _divide_int(a: int, b: int) -> object:
    if b > 0:
        return a // b if a >= 0 else -(-a // b)
    if b == 0:
        return None
    if a == INT64_MIN and b == -1:
        return float(a) / -1.0
    return -(a // -b) if a >= 0 else -a // -b


def _divide_real(a: float, b: float) -> object:
    return None if b == 0.0 else _no_nan(a / b)


def _no_nan(value: float) -> object:
    return value if value == value else None


def modulo(a: object, b: object) -> object:
    """`a % b` of both as integers, with the sign of `a`; REAL if either operand is."""
    if isinstance(a, int) and isinstance(b, int):
        return None if b == 0 else _remainder(a, b)
    if a is None or b is None:
        return None
    divisor = to_int64(b)
    if divisor == 0:
        return None
    rest = _remainder(to_int64(a), divisor)
    if isinstance(to_operand(a), float) or isinstance(to_operand(b), float):
        return float(rest)
    return rest


def _remainder(a: int, b: int) -> int:
    if b < 0:
        b = -b
    return a % b if a >= 0 else -(-a % b)


def negate(a: object) -> object:
    """`-a`."""
    if isinstance(a, int):
        if a == INT64_MIN:
            return -float(a)
        return -a
    if isinstance(a, float):
        return 0.0 - a
    return subtract(0, a)


def bit_and(a: object, b: object) -> object:
    """`a & b`, both as 64-bit integers."""
    if isinstance(a, int) and isinstance(b, int):
        return a & b
    if a is None or b is None:
        return None
    return to_int64(a) & to_int64(b)


def bit_or(a: object, b: object) -> object:
    """`a | b`, both as 64-bit integers."""
    if isinstance(a, int) and isinstance(b, int):
        return a | b
    if a is None or b is None:
        return None
    return to_int64(a) | to_int64(b)


def bit_not(a: object) -> object:
    """`~a`."""
    return None if a is None else ~to_int64(a)


def shift_left(a: object, b: object) -> object:
    """`a << b`; a negative `b` shifts right, and 64 or more shifts everything out."""
    if a is None or b is None:
        return None
    return _shift(to_int64(a), to_int64(b))


def shift_right(a: object, b: object) -> object:
    """`a >> b`, with the sign kept; a negative `b` shifts left."""
    if a is None or b is None:
        return None
    return _shift(to_int64(a), -to_int64(b))


def _shift(value: int, left: int) -> int:
    if left >= 64:
        return 0
    if left >= 0:
        return wrap_int64(value << left)
    if left <= -64:
        return -1 if value < 0 else 0
    return value >> -left


def concat(a: object, b: object) -> object:
    """`a || b` as text. Raises SqlError when the result is longer than a value may be."""
    if isinstance(a, str) and isinstance(b, str):
        joined = a + b
    elif a is None or b is None:
        return None
    else:
        joined = to_text(a) + to_text(b)
    check_length(joined)
    return joined


def check_length(text: str, most: int = MAX_LENGTH) -> None:
    """Raise SqlError ("string or blob too big") when `text` takes over `most` bytes."""
    if len(text) <= MAX_LENGTH // 4 - 1:
        return
    size = len(text) if text.isascii() else len(encode(text))
    if size > most:
        raise SqlError(TOO_BIG, TOOBIG)
