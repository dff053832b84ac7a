"""Values to the text that is compared with the lines below `----`.

`render` follows the official C runner, which asks SQLite for every value as the type that the
query record names: I an integer, R a double, T text. `render_natural` shows a value as it is,
the way that sqllogictest-rs and DuckDB's runner do.
"""

import re
from collections.abc import Sequence
from typing import Final

from sqllogictest.decimals import format_fixed, real_to_text

NULL: Final = "NULL"
EMPTY: Final = "(empty)"

INT32_MIN: Final = -(2**31)
INT32_MAX: Final = 2**31 - 1
INT64_MIN: Final = -(2**63)
INT64_MAX: Final = 2**63 - 1

INTEGER_PREFIX: Final = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]+)")
REAL_PREFIX: Final = re.compile(
    r"[ \t\n\v\f\r]*([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
)

# A byte outside 0x20-0x7E becomes '@'.
PRINTABLE: Final = bytes(byte if 0x20 <= byte <= 0x7E else 0x40 for byte in range(256))


def render(rows: Sequence[Sequence[object]], types: str) -> list[str]:
    """All values of `rows`, flattened, each rendered as its column's letter in `types` asks.

    Every row must have as many values as `types` has letters (I, R or T).
    """
    out: list[str] = []
    all_integers = types.count("I") == len(types)
    for row in rows:
        if all_integers:
            for value in row:
                # The case that nearly all of the official suite consists of.
                if isinstance(value, int) and INT32_MIN <= value <= INT32_MAX:
                    out.append(str(int(value)))
                else:
                    out.append(NULL if value is None else render_integer(value))
        else:
            for column, value in enumerate(row):
                out.append(NULL if value is None else render_value(value, types[column]))
    return out


def render_value(value: object, kind: str) -> str:
    """One value that is not NULL, as the type letter `kind` asks."""
    if kind == "I":
        return render_integer(value)
    if kind == "T":
        return render_text(value)
    return render_real(value)


def render_integer(value: object) -> str:
    """Type I: the low 32 bits of the value as a 64-bit integer, signed."""
    if isinstance(value, int):
        number = int(value)
    elif isinstance(value, float):
        number = truncate(value)
    else:
        number = integer_prefix(as_text(value))
    if INT32_MIN <= number <= INT32_MAX:
        return str(number)
    return str((number + 2**31) % 2**32 - 2**31)


def truncate(value: float) -> int:
    """A REAL to an integer, towards zero, kept within 64 bits."""
    if value >= 9223372036854775808.0:
        return INT64_MAX
    if value <= -9223372036854775808.0:
        return INT64_MIN
    if value != value:
        return 0
    return int(value)


def integer_prefix(text: str) -> int:
    """The integer that `text` begins with, kept within 64 bits; 0 if there is none."""
    found = INTEGER_PREFIX.match(text)
    if found is None:
        return 0
    digits = found.group(1)
    if len(digits) > 40:
        digits = digits[0] + digits[1:].lstrip("0")[:40].rjust(20, "0")
    return min(max(int(digits), INT64_MIN), INT64_MAX)


def render_real(value: object) -> str:
    """Type R: three decimals, rounded as SQLite's printf rounds."""
    if isinstance(value, float):
        return real_with_three_decimals(value)
    if isinstance(value, int):
        return real_with_three_decimals(float(value))
    return real_with_three_decimals(real_prefix(as_text(value)))


def real_with_three_decimals(value: float) -> str:
    """SQLite's printf('%.3f', value), by C's where the two cannot differ.

    They differ from 16 significant digits on, and near a tie: C rounds the exact binary
    value, SQLite 18 decimal digits of it.
    """
    magnitude = abs(value)
    if magnitude < 1e9:
        thousandths = magnitude * 1000.0
        distance = thousandths - float(int(thousandths)) - 0.5
        if distance > 1e-4 or distance < -1e-4:
            if value == 0.0:
                return "0.000"
            return "%.3f" % value  # noqa: UP031 (twice as fast as an f-string when compiled)
    elif value != value:
        return NULL
    return format_fixed(value, 3)


def real_prefix(text: str) -> float:
    """The number that `text` begins with; 0.0 if there is none."""
    found = REAL_PREFIX.match(text)
    return 0.0 if found is None else float(found.group(1))


def render_text(value: object) -> str:
    """Type T: text up to the first NUL, with '@' for each byte that is not printable ASCII."""
    text = as_text(value)
    if text.isascii() and text.isprintable():
        return text or EMPTY
    data = encode(text).split(b"\0", 1)[0]
    return data.translate(PRINTABLE).decode("ascii") or EMPTY


def as_text(value: object) -> str:
    """A value as SQLite casts it to TEXT; a value of another type by str()."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        return NULL if value != value else real_to_text(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).decode("utf-8", "surrogateescape")
    return str(value)


def encode(text: str) -> bytes:
    """`text` as UTF-8; a surrogate that stands for one byte becomes that byte again."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def render_natural(rows: Sequence[Sequence[object]]) -> list[str]:
    """All values of `rows`, flattened, each as it is: `true`, `1.5`, text in full."""
    return [natural(value) for row in rows for value in row]


def natural(value: object) -> str:
    """One value as it is: NULL, true or false, numbers in full, text as text or `(empty)`."""
    if value is None:
        return NULL
    if value is True:
        return "true"
    if value is False:
        return "false"
    return as_text(value) or EMPTY
