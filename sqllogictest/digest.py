"""Digests: how a long result is written down in one line."""

from hashlib import md5
from typing import Final

from sqllogictest.rendering import encode

MARK: Final = " values hashing to "


def md5_of(values: list[str]) -> str:
    """The MD5 of the values, each followed by a newline, in lower-case hexadecimal."""
    text = "\n".join(values) + "\n" if values else ""
    return md5(encode(text), usedforsecurity=False).hexdigest()


def hash_line(values: list[str]) -> str:
    """`N values hashing to MD5`, the line that stands for the values."""
    return f"{len(values)}{MARK}{md5_of(values)}"


def is_hash_line(line: str) -> bool:
    """Whether an expected line is written as `hash_line` writes."""
    count, mark, digest = line.partition(MARK)
    return mark != "" and count.isdecimal() and len(digest) == 32


def is_hashed(count: int, threshold: int) -> bool:
    """Whether a result of `count` values is compared by its hash; a threshold of 0 is never."""
    return 0 < threshold < count
