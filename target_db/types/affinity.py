"""Type affinity of columns and expressions, and CAST ("Datatypes in SQLite", section 3)."""

from typing import Final

from target_db.types.numeric import (
    decode,
    encode,
    real_to_exact_int,
    real_to_text,
    text_to_number,
    text_to_operand,
    to_int64,
    to_real,
    to_text,
)

NONE: Final = 64  # no affinity at all: most expressions
BLOB: Final = 65
TEXT: Final = 66
NUMERIC: Final = 67  # this one and those above it are numeric
INTEGER: Final = 68
REAL: Final = 69

# CAST to NUMERIC makes an INTEGER of a REAL below this size only.
CAST_LIMIT: Final = 2251799813685248


def affinity_of_type(declared: str | None) -> int:
    """The affinity of a column declared with this type; None or "" is BLOB."""
    if not declared:
        return BLOB
    name = declared.upper()
    if "INT" in name:
        return INTEGER
    if "CHAR" in name or "CLOB" in name or "TEXT" in name:
        return TEXT
    if "BLOB" in name:
        return BLOB
    if "REAL" in name or "FLOA" in name or "DOUB" in name:
        return REAL
    return NUMERIC


def width_of_type(declared: str | None) -> int:
    """How wide the planner takes a column of this type to be, in units of four bytes: a number is
    1, text and blobs are 5, and (VAR)CHAR(N) and BLOB(N) what N says, up to 255."""
    affinity = affinity_of_type(declared)
    if not declared or affinity >= NUMERIC:
        return 1
    name = declared.upper()
    place = max(name.find("CHAR"), name.find("BLOB"))
    digits = ""
    for character in name[place + 4 :] if place >= 0 else "":
        if "0" <= character <= "9":
            digits += character
        elif digits:
            break
    return min(int(digits[:9]) // 4 + 1, 255) if digits else 5


def apply_affinity(value: object, affinity: int) -> object:
    """`value` as a column of that affinity keeps it; what cannot be converted is unchanged."""
    if affinity >= NUMERIC:
        if affinity == REAL:
            return _apply_real(value)
        if isinstance(value, int):
            return value
        if isinstance(value, str):
            number = text_to_number(value)
            if number is None:
                return value
            if isinstance(number, float):
                exact = real_to_exact_int(number)
                return number if exact is None else exact
            return number
        if isinstance(value, float):
            exact = real_to_exact_int(value)
            return value if exact is None else exact
    elif affinity == TEXT:
        if isinstance(value, int):
            return str(value)
        if isinstance(value, float):
            return real_to_text(value)
    return value


def _apply_real(value: object) -> object:
    if isinstance(value, float):
        return value + 0.0
    if isinstance(value, int):
        return float(value)
    if isinstance(value, str):
        number = text_to_number(value)
        if isinstance(number, int):
            return float(number)
        if isinstance(number, float):
            return number + 0.0
    return value


def apply_comparison_numeric(value: object) -> object:
    """`value` as NUMERIC affinity makes it for a comparison: text that spells a number is one."""
    if isinstance(value, str):
        number = text_to_number(value)
        return value if number is None else number
    return value


def cast(value: object, affinity: int) -> object:
    """CAST of `value` to a type of that affinity; NULL stays NULL."""
    if value is None:
        return None
    if affinity == INTEGER:
        return to_int64(value)
    if affinity == TEXT:
        return to_text(value)
    if affinity == REAL:
        return to_real(value)
    if affinity == NUMERIC:
        return _cast_numeric(value)
    if isinstance(value, bytes):
        return value
    return encode(to_text(value))


def _cast_numeric(value: object) -> object:
    if isinstance(value, bytes):
        value = decode(value)
    if not isinstance(value, str):
        return value
    number = text_to_operand(value)
    if isinstance(number, float):
        whole = int(number) if -CAST_LIMIT <= number < CAST_LIMIT else CAST_LIMIT
        if float(whole) == number and whole != CAST_LIMIT:
            return whole
    return number
