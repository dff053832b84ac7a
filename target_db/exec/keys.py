"""Hashable keys: which rows are the same to DISTINCT, GROUP BY, UNION and hash joins."""

from bisect import bisect_left
from typing import Any, Final

from mypy_extensions import mypyc_attr

from target_db.types.collation import BINARY, Collation, UserCollation


class UserKeys:
    """Numbers the texts that a user's collation holds for different, which cannot be hashed."""

    def __init__(self, collation: Collation) -> None:
        self.collation = collation
        self.keys: list[Any] = []
        self.numbers: list[int] = []

    def number(self, text: str) -> int:
        """The same number for the same texts."""
        key: Any = self.collation.key(text)
        at = bisect_left(self.keys, key)
        if at < len(self.keys) and not key < self.keys[at]:
            return self.numbers[at]
        number = len(self.keys)
        self.keys.insert(at, key)
        self.numbers.insert(at, number)
        return number


NO_USER_KEYS: Final[list[UserKeys | None]] = []


def user_keys_of(collation: Collation) -> UserKeys | None:
    """The numbering that a user's collation needs; None for the built-in ones."""
    return UserKeys(collation) if isinstance(collation, UserCollation) else None


@mypyc_attr(free_list_len=1)
class RowKeys:
    """Makes a hashable key of a row; the collations are those of its columns.

    NULLs are equal to each other, 1 to 1.0, as DISTINCT and GROUP BY want.
    """

    def __init__(self, collations: list[Collation]) -> None:
        self.collations = collations
        self.user_keys: list[UserKeys | None] = NO_USER_KEYS
        self.is_plain = True
        for collation in collations:
            if collation is not BINARY:
                self.is_plain = False
        if not self.is_plain:
            self.user_keys = [user_keys_of(collation) for collation in collations]

    def key(self, row: tuple[object, ...]) -> tuple[object, ...]:
        """The key of a row."""
        if self.is_plain:
            return row
        key: list[object] = []
        for i in range(len(row)):
            value = row[i]
            if isinstance(value, str):
                user = self.user_keys[i]
                if user is not None:
                    value = (user.number(value),)
                else:
                    value = self.collations[i].key(value)
            key.append(value)
        return tuple(key)
