"""How the keys of an index are ordered: a collation and a direction for each field."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from target_db.storage.digest import digest
from target_db.storage.failure import corrupt
from target_db.storage.integers import COMPILED, position
from target_db.storage.node import IndexNode, KeyOrder
from target_db.types.collation import BINARY, Collation, binary_of
from target_db.types.compare import compare

SURROGATES: Final = 0xD800


def text_order(a: str, b: str) -> i64:
    """`BINARY.compare`, quicker when compiled: it stops at the first difference."""
    if a == b:
        return 0
    short: i64 = len(a) if len(a) < len(b) else len(b)
    i: i64 = 0
    while i < short:
        x: i64 = ord(a[i])
        y: i64 = ord(b[i])
        if x != y:
            if (x >= SURROGATES and y >= 0x80) or (y >= SURROGATES and x >= 0x80):
                return BINARY.compare(a, b)  # bytes that are no text stand for themselves
            return -1 if x < y else 1
        i += 1
    return -1 if len(a) < len(b) else 1


class KeyInfo(KeyOrder):
    """The order of the entries of one index or WITHOUT ROWID tree.

    `collations` and `descending` give the rule for the leading fields; a field beyond them
    is BINARY and ascending (the rowid at the end of an index entry, for one).
    `key_columns` says how many leading fields make an entry unique in the tree: all of them
    in an index on a rowid table (the rowid is the last), the primary key's in a WITHOUT
    ROWID table. The fields after those are carried along.
    """

    def __init__(
        self, collations: list[Collation], descending: list[bool], key_columns: int
    ) -> None:
        self.collations = [*collations, *[BINARY] * (key_columns - len(collations))]
        self.descending = [*descending, *[False] * (key_columns - len(descending))]
        self.key_columns: i64 = key_columns
        self.plain = not any(self.descending)
        self.encoded: dict[int, KeyInfo] = {}

    def for_encoding(self, encoding: i64) -> KeyInfo:
        """The same order in a database of this text encoding (1 UTF-8, 2 and 3 UTF-16)."""
        if encoding <= 1:
            return self
        found = self.encoded.get(int(encoding))
        if found is None:
            binary = binary_of(int(encoding))
            collations = [binary if c is BINARY else c for c in self.collations]
            found = KeyInfo(collations, self.descending, int(self.key_columns))
            self.encoded[int(encoding)] = found
        return found

    def compare(self, entry: tuple[object, ...], probe: tuple[object, ...], fields: i64) -> i64:
        """Order of `entry` beside `probe` by their first `fields` fields: -1, 0 or 1.

        `fields` is at most `key_columns`, and `probe` has that many. Raises SqlError (CORRUPT)
        when `entry`, from a malformed file, has not.
        """
        if len(entry) < fields:
            raise corrupt()
        collations = self.collations
        i: i64 = 0
        while i < fields:
            a = entry[i]
            b = probe[i]
            order: i64
            if isinstance(a, int) and isinstance(b, int):
                if a == b:
                    i += 1
                    continue
                order = -1 if a < b else 1
            elif isinstance(a, str) and isinstance(b, str):
                collation = collations[i]
                if COMPILED and collation is BINARY:
                    order = text_order(a, b)
                else:
                    order = collation.compare(a, b)
                if order == 0:
                    i += 1
                    continue
            else:
                order = compare(a, b, collations[i])
                if order == 0:
                    i += 1
                    continue
            if self.plain or not self.descending[i]:
                return order
            return -order
        return 0

    def digest(self, entry: tuple[object, ...]) -> i64:
        """The digest of the first field of `entry`, in this order.

        Raises SqlError (CORRUPT) for an entry without fields, from a malformed file.
        """
        if not entry:
            raise corrupt()
        first = digest(entry[0], self.collations[0])
        return -first if self.descending[0] else first

    def search(self, node: IndexNode, probe: tuple[object, ...], first: i64) -> i64:
        """Position of the entry of `node` that has the key of `probe`, whose digest is `first`.

        Without one: -1 minus the position where it would be inserted.
        """
        fields = self.key_columns
        digests = node.digests
        if len(digests) != len(node.entries):
            low = self.plain_lower_bound(node, probe, fields)
            if low < len(node.entries) and self.compare(node.entry_at(low), probe, fields) == 0:
                return low
            return -1 - low
        low = position(digests, first)
        high: i64 = len(digests)
        while low < high:
            middle = (low + high) >> 1
            if digests[middle] != first:
                high = middle
                continue
            order = self.compare(node.entry_at(middle), probe, fields)
            if order < 0:
                low = middle + 1
            elif order == 0:
                return middle
            else:
                high = middle
        return -1 - low

    def lower_bound(
        self, node: IndexNode, probe: tuple[object, ...], fields: i64, first: i64
    ) -> i64:
        """Position of the first entry whose first `fields` fields are not below `probe`'s.

        `first` is the digest of `probe`.
        """
        digests = node.digests
        if len(digests) != len(node.entries):
            return self.plain_lower_bound(node, probe, fields)
        low = position(digests, first)
        high: i64 = len(digests)
        while low < high:
            middle = (low + high) >> 1
            if digests[middle] != first:
                high = middle
            elif self.compare(node.entry_at(middle), probe, fields) < 0:
                low = middle + 1
            else:
                high = middle
        return low

    def upper_bound(
        self, node: IndexNode, probe: tuple[object, ...], fields: i64, first: i64
    ) -> i64:
        """Position of the first entry whose first `fields` fields are above `probe`'s.

        `first` is the digest of `probe`.
        """
        digests = node.digests
        if len(digests) != len(node.entries):
            return self.plain_upper_bound(node, probe, fields)
        low = position(digests, first)
        high: i64 = len(digests)
        while low < high:
            middle = (low + high) >> 1
            if digests[middle] != first:
                high = middle
            elif self.compare(node.entry_at(middle), probe, fields) <= 0:
                low = middle + 1
            else:
                high = middle
        return low

    def plain_lower_bound(self, node: IndexNode, probe: tuple[object, ...], fields: i64) -> i64:
        """`lower_bound` in a node whose digests are not known yet."""
        node.warm(self)
        low: i64 = 0
        high: i64 = len(node.entries)
        while low < high:
            middle = (low + high) >> 1
            if self.compare(node.entry_at(middle), probe, fields) < 0:
                low = middle + 1
            else:
                high = middle
        return low

    def plain_upper_bound(self, node: IndexNode, probe: tuple[object, ...], fields: i64) -> i64:
        """`upper_bound` in a node whose digests are not known yet."""
        node.warm(self)
        low: i64 = 0
        high: i64 = len(node.entries)
        while low < high:
            middle = (low + high) >> 1
            if self.compare(node.entry_at(middle), probe, fields) <= 0:
                low = middle + 1
            else:
                high = middle
        return low
