"""Digests: how a long result is written down in one line.

A result is handled as one text here: its values, joined by a newline.
"""

from hashlib import md5
from typing import Final

from sqllogictest.rendering import encode

MARK: Final = " values hashing to "


def md5_of(text: str) -> str:
    """The MD5 of a result's values, each followed by a newline, in lower-case hexadecimal."""
    data = encode(text + "\n") if text else b""
    return md5(data, usedforsecurity=False).hexdigest()


def hash_line(count: int, text: str) -> str:
    """`N values hashing to MD5`, the line that stands for a result of `count` values."""
    return f"{count}{MARK}{md5_of(text)}"


def is_hash_line(line: str) -> bool:
    """Whether an expected line is written as `hash_line` writes."""
    count, mark, digest = line.partition(MARK)
    return mark != "" and count.isdecimal() and len(digest) == 32


def is_hashed(count: int, threshold: int) -> bool:
    """Whether a result of `count` values is compared by its hash; a threshold of 0 is never."""
    return 0 < threshold < count
