"""Digests of index keys: the first field of an entry as an int64 that orders like it.

A smaller digest means a smaller field; equal digests leave the order open. A search
compares digests, side by side in memory, and looks at entries only where they are equal.
The two highest bits hold the class (NULL, number, text, blob); below them stand the whole
part of a number, or the first seven bytes of a text or blob.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.types.collation import BINARY, NOCASE, RTRIM, Collation
from target_db.types.numeric import encode

NULL_CLASS: Final[i64] = -0x4000_0000_0000_0000
NUMBER_CLASS: Final[i64] = -0x2000_0000_0000_0000
TEXT_CLASS: Final[i64] = 0
BLOB_CLASS: Final[i64] = 0x2000_0000_0000_0000

HALF: Final = 1 << 60
PREFIX: Final = 7


def number_digest(value: int) -> i64:
    """The digest of an integer; beyond 60 bits all of one sign are alike."""
    if value >= HALF:
        value = HALF - 1
    elif value < -HALF:
        value = -HALF
    whole: i64 = value
    return NUMBER_CLASS + HALF + whole


def bytes_digest(data: bytes) -> i64:
    """The first bytes of `data` as a number."""
    total: i64 = 0
    size: i64 = len(data)
    i: i64 = 0
    while i < PREFIX:
        total = total << 8
        if i < size:
            total |= data[i]
        i += 1
    return total


def folded_prefix(text: str) -> bytes:
    """The bytes that NOCASE compares first; after a NUL character it sees lengths only."""
    data = encode(text[:PREFIX]).lower()
    nul = data.find(0)
    return data if nul < 0 else data[:nul]


def text_digest(text: str, fold: bool) -> i64:
    """The first bytes of `text` in UTF-8; with `fold` as NOCASE sees them."""
    total: i64 = 0
    size: i64 = len(text)
    i: i64 = 0
    while i < PREFIX:
        total = total << 8
        if i < size:
            char: i64 = ord(text[i])
            if char > 127:
                return bytes_digest(folded_prefix(text) if fold else encode(text[:PREFIX]))
            if fold and 65 <= char <= 90:
                char += 32
            total |= char
            if fold and char == 0:
                size = 0
        i += 1
    return total


def digest(value: object, collation: Collation) -> i64:
    """The digest of a field that `collation` orders."""
    if isinstance(value, int):
        return number_digest(value)
    if isinstance(value, str):
        if collation is BINARY:
            return text_digest(value, False)
        if collation is NOCASE:
            return text_digest(value, True)
        if collation is RTRIM:
            return text_digest(value.rstrip(" "), False)
        return TEXT_CLASS
    if value is None:
        return NULL_CLASS
    if isinstance(value, float):
        if value >= HALF:
            return number_digest(HALF)
        if value <= -HALF:
            return number_digest(-HALF)
        whole = int(value)
        return number_digest(whole - 1 if whole > value else whole)
    if isinstance(value, bytes):
        return BLOB_CLASS + bytes_digest(value)
    return NULL_CLASS
