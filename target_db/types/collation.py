"""Collating sequences: BINARY, NOCASE, RTRIM, and those that users define.

Source: "Datatypes in SQLite", section 7. The built-in ones compare UTF-8 bytes, and NOCASE
folds the 26 letters of ASCII only.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key
from typing import Final

from target_db.types.numeric import encode


def byte_order(text: str) -> str:
    """A str that sorts as the UTF-8 bytes of `text` do: itself for ASCII."""
    if text.isascii():
        return text
    return encode(text).decode("latin-1")


def fold(text: str) -> str:
    """`text` with the letters A-Z in lower case, as a key that sorts by UTF-8 bytes."""
    if text.isascii():
        return text.lower()
    return encode(text).lower().decode("latin-1")


def _compare_bytes(a: str, b: str) -> int:
    if a == b:
        return 0
    if not a.isascii() and not b.isascii():
        a, b = byte_order(a), byte_order(b)
        if a == b:
            return 0
    return -1 if a < b else 1


class Collation:
    """An order of text. `compare` gives -1, 0 or 1; equal texts have equal `key`s.

    Keys of one collation are comparable with `<`, and hashable, and in the collation's order.
    """

    def __init__(self, name: str) -> None:
        self.name: Final = name

    def compare(self, a: str, b: str) -> int:
        """-1, 0 or 1, as `a` sorts before, with or after `b`."""
        return _compare_bytes(a, b)

    def equal(self, a: str, b: str) -> bool:
        """Whether the collation holds `a` and `b` for the same."""
        return self.compare(a, b) == 0

    def key(self, text: str) -> object:
        """What to sort and to hash `text` by."""
        return byte_order(text)


class BinaryCollation(Collation):
    """BINARY: the order of memcmp() over UTF-8, which for valid text is that of code points."""

    def equal(self, a: str, b: str) -> bool:
        return a == b or (not a.isascii() and not b.isascii() and byte_order(a) == byte_order(b))


class Utf16Collation(Collation):
    """BINARY in a database that stores UTF-16: memcmp() over those bytes.

    encoding: 2 for little endian, 3 for big endian.
    """

    def __init__(self, encoding: int) -> None:
        super().__init__("BINARY")
        self.encoding: Final = encoding

    def compare(self, a: str, b: str) -> int:
        if a == b:
            return 0
        return -1 if self.encoded(a) < self.encoded(b) else 1

    def key(self, text: str) -> object:
        return self.encoded(text).decode("latin-1")  # a str: bytes would mix with BLOBs

    def encoded(self, text: str) -> bytes:
        """The bytes that the database stores."""
        return text.encode("utf-16-le" if self.encoding == 2 else "utf-16-be", "surrogatepass")


class NocaseCollation(Collation):
    """NOCASE: A-Z equal a-z. What follows a NUL character counts by its length only."""

    def compare(self, a: str, b: str) -> int:
        if a == b:
            return 0
        x = self.folded(a)
        y = self.folded(b)
        if x == y:
            return 0
        return -1 if x < y else 1

    def equal(self, a: str, b: str) -> bool:
        return a == b or self.folded(a) == self.folded(b)

    def key(self, text: str) -> object:
        return self.folded(text)

    def folded(self, text: str) -> str:
        """The key, as a str."""
        key = fold(text)
        nul = key.find("\0")
        if nul >= 0:
            key = key[:nul] + "\0" * (len(key) - nul)
        return key


class RtrimCollation(Collation):
    """RTRIM: spaces at the end do not count."""

    def compare(self, a: str, b: str) -> int:
        return _compare_bytes(a.rstrip(" "), b.rstrip(" "))

    def key(self, text: str) -> object:
        return byte_order(text.rstrip(" "))


class UserCollation(Collation):
    """A collation by a callable of two str that returns a negative, zero or positive int.

    Its keys compare by the callable, and are not hashable: group by sorting, not by hashing.
    """

    def __init__(self, name: str, function: Callable[[str, str], int]) -> None:
        super().__init__(name)
        self.function: Final = function
        self.make_key: Final[Callable[[str], object]] = cmp_to_key(function)

    def compare(self, a: str, b: str) -> int:
        order = self.function(a, b)
        return -1 if order < 0 else (1 if order > 0 else 0)

    def key(self, text: str) -> object:
        return self.make_key(text)


BINARY: Final = BinaryCollation("BINARY")
NOCASE: Final = NocaseCollation("NOCASE")
RTRIM: Final = RtrimCollation("RTRIM")
BINARY_LE: Final = Utf16Collation(2)
BINARY_BE: Final = Utf16Collation(3)
BUILTIN: Final[dict[str, Collation]] = {"binary": BINARY, "nocase": NOCASE, "rtrim": RTRIM}


def binary_of(encoding: int) -> Collation:
    """BINARY in a database of this text encoding: 1 UTF-8, 2 and 3 UTF-16 LE and BE."""
    if encoding <= 1:
        return BINARY
    return BINARY_LE if encoding == 2 else BINARY_BE


def default_collation(collations: dict[str, Collation]) -> Collation:
    """The collation of what names none, in a connection with these."""
    found = collations["binary"]
    return found if isinstance(found, Utf16Collation) else BINARY
