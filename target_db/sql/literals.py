"""The values of literals, from the text of their tokens."""

from typing import Final

from mypy_extensions import i64

MAX_INT64: Final = (1 << 63) - 1
TWO_TO_63: Final = 1 << 63
TEXT_OF_TWO_TO_63: Final = "9223372036854775808"
TWO_TO_64: Final = 1 << 64


def decimal_value(sql: str, start: i64, end: i64) -> object:
    """The int that the decimal digits `sql[start:end]` stand for; a float beyond 64 bits."""
    if end - start <= 18:
        short: i64 = 0
        while start < end:
            short = short * 10 + (ord(sql[start]) - 48)
            start += 1
        return int(short)
    text = sql[start:end]
    value = int(text) if end - start < 4000 else TWO_TO_64
    return value if value <= MAX_INT64 else float(text)


def hex_value(text: str) -> int | None:
    """The int of a literal such as `0x1F`, as 64 bits in two's complement; None if too big."""
    digits = text[2:].lstrip("0")
    if len(digits) > 16:
        return None
    value = int(digits or "0", 16)
    return value if value <= MAX_INT64 else value - TWO_TO_64


def misplaced_separator(text: str) -> str | None:
    """What SQLite complains about in a number where a `_` is not between two digits, or None.

    It drops separators in place, so that the text in its message is the half-way result.
    """
    is_hex = text[:2] in ("0x", "0X")
    digits = "0123456789abcdefABCDEF" if is_hex else "0123456789"
    kept = ""
    for i, char in enumerate(text):
        if char != "_":
            kept += char
        elif i + 1 == len(text) or text[i - 1] not in digits or text[i + 1] not in digits:
            return kept + text[len(kept) :]
    return None


def dequote(text: str) -> str:
    """The content of a quoted token: '...', "...", `...` or [...]."""
    content = text[1:-1]
    quote = text[0]
    if quote != "[" and quote in content:
        return content.replace(quote + quote, quote)
    return content
