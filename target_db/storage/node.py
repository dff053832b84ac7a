"""The nodes of the B-trees, decoded: lists of keys and rows, or of index entries.

The shape is that of SQLite's file format ("B-tree Pages"): the rows of a table stand in its
leaves, and inner nodes hold only rowids; the entries of an index stand in every node.
Here a node is full at a fixed count of entries. A node of a database file (`page` modules)
is a subclass that counts bytes, and may fill `rows` or `entries` late: a place that holds
`UNDECODED` gets its value from `row_at`/`entry_at`, or all at once from `decode_all`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from target_db.storage.integers import add, copy, insert, join, remove
from target_db.storage.shape import RowShape

UNDECODED: Final[tuple[object, ...]] = ()

LEAF_ROWS: Final = 64
INNER_KEYS: Final = 256
INDEX_ENTRIES: Final = 96

NO_COLUMNS: Final[list[int]] = []


class Node:
    """One node of a tree.

    `page` is its number in the pager. `stamp` is the level of the pager in which the node was
    last made safe to change (`Pager.touch`).
    """

    def __init__(self) -> None:
        self.page: i64 = 0
        self.stamp: i64 = 0

    def clone(self) -> Node:
        """A copy that later changes to this node do not reach, for rollback."""
        raise NotImplementedError

    def count(self) -> i64:
        """Number of keys or entries."""
        raise NotImplementedError

    def overfull(self) -> bool:
        """Whether the node must be split."""
        raise NotImplementedError

    def underfull(self) -> bool:
        """Whether the node is worth merging with a neighbour."""
        raise NotImplementedError

    def cuts(self, append: bool) -> list[int]:
        """Where to split an overfull node: ascending positions to give to `cut`, last first.

        `append` tells that it overflowed at its right edge, where more will come: all that
        fits then stays on the left.
        """
        if append:
            return [int(self.count()) - 2]
        return [int(self.count()) >> 1]

    def build(self) -> bytes:
        """The bytes of the page, for a node of a file."""
        raise NotImplementedError

    def drop_payloads(self) -> None:
        """Free the pages that the rows or entries here occupy beside this one."""

    def fits_page(self, page: i64) -> bool:
        """Whether the node would fit on `page` (page 1 of a file has less room)."""
        return True


class TableLeaf(Node):
    """Rows of a table: `keys` are the rowids, ascending; `rows` the stored values beside them.

    `shape` says what decoding adds to the record of a row in a file. The tree sets it on the
    way to the leaf.
    """

    def __init__(self, keys: vec[i64], rows: list[tuple[object, ...]]) -> None:
        self.page = 0
        self.stamp = 0
        self.keys = keys
        self.rows = rows
        self.shape: RowShape | None = None

    def clone(self) -> Node:
        twin = TableLeaf(copy(self.keys), self.rows[:])
        twin.page = self.page
        twin.stamp = self.stamp
        return twin

    def count(self) -> i64:
        return len(self.keys)

    def overfull(self) -> bool:
        return len(self.keys) > LEAF_ROWS

    def underfull(self) -> bool:
        return len(self.keys) < LEAF_ROWS // 4

    def cuts(self, append: bool) -> list[int]:
        if append:
            return [len(self.keys) - 1]
        return [len(self.keys) >> 1]

    def row_at(self, pos: i64) -> tuple[object, ...]:
        """The row at `pos`, decoded now if it was not."""
        return self.rows[pos]

    def stored_row(self, pos: i64) -> tuple[object, ...]:
        """The row at `pos` as it is stored, without what `shape` adds."""
        return self.rows[pos]

    def reshape(self, shape: RowShape | None) -> None:
        """Take the shape that the tree has now. Raises SqlError (CORRUPT) when the page is part
        of another tree too."""
        self.shape = shape

    def decode_all(self) -> None:
        """Make every place of `rows` hold its row."""

    def insert_at(self, pos: i64, rowid: i64, row: tuple[object, ...]) -> None:
        self.keys = insert(self.keys, pos, rowid)
        self.rows.insert(pos, row)

    def append(self, rowid: i64, row: tuple[object, ...]) -> None:
        self.keys = add(self.keys, rowid)
        self.rows.append(row)

    def replace_at(self, pos: i64, row: tuple[object, ...]) -> None:
        self.rows[pos] = row

    def remove_at(self, pos: i64) -> None:
        """Take out the row at `pos` for good, with all the pages it occupies."""
        self.keys = remove(self.keys, pos)
        self.rows.pop(pos)

    def spare(self) -> i64:
        """How many rows surely fit in beside those that are here; `extend` takes them."""
        return LEAF_ROWS - len(self.keys)

    def extend(self, rowids: list[int], rows: list[tuple[object, ...]]) -> None:
        """Put rows, no more than there is room for, behind all others."""
        keys = self.keys
        for rowid in rowids:
            keys = add(keys, rowid)
        self.keys = keys
        self.rows += rows

    def can_absorb(self, right: TableLeaf) -> bool:
        """Whether this leaf and its right neighbour fit into one with room to spare."""
        return len(self.keys) + len(right.keys) <= LEAF_ROWS * 3 // 4

    def absorb(self, right: TableLeaf) -> None:
        """Append everything that `right` holds."""
        self.keys = join(self.keys, right.keys)
        self.rows += right.rows

    def cut(self, pos: i64) -> TableLeaf:
        """Split off what stands at `pos` and after it, as a new leaf."""
        right = TableLeaf(self.keys[pos:], self.rows[pos:])
        self.keys = self.keys[:pos]
        del self.rows[pos:]
        return right


class TableInner(Node):
    """Inner node of a table: `children[i]` holds the rowids up to `keys[i]`, the last the rest."""

    def __init__(self, keys: vec[i64], children: vec[i64]) -> None:
        self.page = 0
        self.stamp = 0
        self.keys = keys
        self.children = children

    def clone(self) -> Node:
        twin = TableInner(copy(self.keys), copy(self.children))
        twin.page = self.page
        twin.stamp = self.stamp
        return twin

    def count(self) -> i64:
        return len(self.keys)

    def overfull(self) -> bool:
        return len(self.keys) > INNER_KEYS

    def underfull(self) -> bool:
        return len(self.keys) < INNER_KEYS // 4

    def insert_child(self, slot: i64, separator: i64, page: i64) -> None:
        """Put the child `page` behind the one at `slot`, which now ends with `separator`."""
        self.keys = insert(self.keys, slot, separator)
        self.children = insert(self.children, slot + 1, page)

    def remove_child(self, slot: i64) -> None:
        """Take out the child behind `slot`; the one at `slot` takes over its rowids."""
        self.keys = remove(self.keys, slot)
        self.children = remove(self.children, slot + 1)

    def can_absorb(self, separator: i64, right: TableInner) -> bool:
        """Whether this node, `separator` and `right` fit into one node with room to spare."""
        return len(self.keys) + len(right.keys) < INNER_KEYS * 3 // 4

    def absorb(self, separator: i64, right: TableInner) -> None:
        """Append everything that `right` holds, after the rowid that stood between the two."""
        self.keys = add(self.keys, separator)
        self.keys = join(self.keys, right.keys)
        self.children = join(self.children, right.children)

    def cut(self, pos: i64) -> TableInner:
        """Split off what follows the key at `pos`, as a new node; that key leaves both."""
        right = TableInner(self.keys[pos + 1 :], self.children[pos + 1 :])
        self.keys = self.keys[:pos]
        self.children = self.children[: pos + 1]
        return right


def laid_out(entry: tuple[object, ...]) -> tuple[object, ...]:
    """A copy of `entry` and (by `+ 0`) of the integers in it.

    What is made one after the other lies side by side in memory. Entries that were gathered in
    the order of the rows and then sorted would cost a scan a cache miss or three each.
    """
    if len(entry) == 2:
        first, last = entry
        if isinstance(first, int) and isinstance(last, int):
            return (first + 0, last + 0)
    return tuple([field + 0 if isinstance(field, int) else field for field in entry])


class KeyOrder:
    """What a node asks of the order of an index: `KeyInfo` is the one there is."""

    def digest(self, entry: tuple[object, ...]) -> i64:
        """The digest of the first field of `entry`."""
        raise NotImplementedError


class IndexNode(Node):
    """Entries of an index in ascending order, each with the digest of its first field.

    In an inner node there is one child more than entries: `children[i]` holds what is below
    `entries[i]`, the last child what is above all. In a leaf `children` is empty.

    A file holds whole numbers of a REAL column as integers: `reals` are the fields where
    decoding makes floats of them again. The tree sets it on the way to the node.
    """

    def __init__(
        self, entries: list[tuple[object, ...]], digests: vec[i64], children: vec[i64]
    ) -> None:
        self.page = 0
        self.stamp = 0
        self.entries = entries
        self.digests = digests
        self.children = children
        self.reals = NO_COLUMNS
        self.shape: RowShape | None = None

    def clone(self) -> Node:
        twin = IndexNode(self.entries[:], copy(self.digests), copy(self.children))
        twin.page = self.page
        twin.stamp = self.stamp
        return twin

    def count(self) -> i64:
        return len(self.entries)

    def overfull(self) -> bool:
        return len(self.entries) > INDEX_ENTRIES

    def underfull(self) -> bool:
        return len(self.entries) < INDEX_ENTRIES // 4

    def entry_at(self, pos: i64) -> tuple[object, ...]:
        """The entry at `pos`, decoded now if it was not."""
        return self.entries[pos]

    def decode_all(self) -> None:
        """Make every place of `entries` hold its entry."""

    def reshape(self, shape: RowShape | None) -> None:
        """Take the shape that the tree has now. Raises SqlError (CORRUPT) when the page is part
        of another tree too."""
        self.shape = shape

    def complete(self, order: KeyOrder) -> None:
        """Make `digests` hold the digest of every entry."""

    def warm(self, order: KeyOrder) -> None:
        """Told of each search without digests: enough of them make the node `complete`."""

    def insert_at(self, pos: i64, entry: tuple[object, ...], digest: i64) -> None:
        self.entries.insert(pos, entry)
        self.digests = insert(self.digests, pos, digest)

    def spare(self) -> i64:
        """How many entries surely fit in beside those that are here; `extend` takes them."""
        return INDEX_ENTRIES - len(self.entries)

    def extend(self, entries: list[tuple[object, ...]], order: KeyOrder) -> None:
        """Put entries, no more than there is room for, behind all others."""
        own = self.entries
        digests = self.digests
        for entry in entries:
            own.append(laid_out(entry))
            digests = add(digests, order.digest(entry))
        self.digests = digests

    def replace_at(self, pos: i64, entry: tuple[object, ...]) -> None:
        """Put `entry`, which has the same key, in the place of the one at `pos`."""
        self.entries[pos] = entry

    def drop_payload(self, pos: i64) -> None:
        """Free the pages that the entry at `pos` occupies beside this one."""

    def delete_at(self, pos: i64) -> None:
        """Take out the entry at `pos`, which is gone or stands elsewhere now."""
        self.entries.pop(pos)
        self.digests = remove(self.digests, pos)

    def copy_from(self, pos: i64, source: IndexNode, source_pos: i64) -> None:
        """Put the entry of `source` at `source_pos` in the place of the one at `pos`."""
        self.entries[pos] = source.entries[source_pos]
        self.digests[pos] = source.digests[source_pos]

    def lift(self, pos: i64, source: IndexNode, source_pos: i64) -> None:
        """Insert the entry of `source` at `source_pos` before the one at `pos`."""
        self.insert_at(pos, source.entries[source_pos], source.digests[source_pos])

    def insert_child(self, pos: i64, page: i64) -> None:
        self.children = insert(self.children, pos, page)

    def remove_child(self, pos: i64) -> None:
        self.children = remove(self.children, pos)

    def can_absorb(self, parent: IndexNode, slot: i64, right: IndexNode) -> bool:
        """Whether this node, the parent's entry at `slot` and `right` fit into one node."""
        return len(self.entries) + len(right.entries) < INDEX_ENTRIES * 3 // 4

    def absorb(self, parent: IndexNode, slot: i64, right: IndexNode) -> None:
        """Append the parent's entry at `slot`, then everything that `right` holds."""
        self.lift(len(self.entries), parent, slot)
        self.entries += right.entries
        self.digests = join(self.digests, right.digests)
        self.children = join(self.children, right.children)

    def cut(self, pos: i64) -> IndexNode:
        """Split off what follows the entry at `pos`, as a new node; that entry stays, last.

        The caller lifts it into the parent and deletes it here.
        """
        right = IndexNode(
            self.entries[pos + 1 :], self.digests[pos + 1 :], self.children[pos + 1 :]
        )
        del self.entries[pos + 1 :]
        self.digests = self.digests[: pos + 1]
        self.children = self.children[: pos + 1]
        return right
