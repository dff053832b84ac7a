"""The nodes of the B-trees, decoded: lists of keys and rows, or of index entries.

The shape is that of SQLite's file format ("B-tree Pages"): the rows of a table stand in its
leaves, and inner nodes hold only rowids; the entries of an index stand in every node.
Here a node is full at a fixed count of entries. A node of a database file (`page` modules)
is a subclass that counts bytes, and may fill `rows` or `entries` late: a place that holds
`UNDECODED` gets its value from `row_at`/`entry_at`, or all at once from `decode_all`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

UNDECODED: Final[tuple[object, ...]] = ()

LEAF_ROWS: Final = 64
INNER_KEYS: Final = 256
INDEX_ENTRIES: Final = 96


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

    def fits_page(self, page: int) -> bool:
        """Whether the node would fit on `page` (page 1 of a file has less room)."""
        return True


class TableLeaf(Node):
    """Rows of a table: `keys` are the rowids, ascending; `rows` the stored values beside them."""

    def __init__(self, keys: list[int], rows: list[tuple[object, ...]]) -> None:
        self.page = 0
        self.stamp = 0
        self.keys = keys
        self.rows = rows

    def clone(self) -> Node:
        twin = TableLeaf(self.keys[:], self.rows[:])
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

    def decode_all(self) -> None:
        """Make every place of `rows` hold its row."""

    def insert_at(self, pos: i64, rowid: int, row: tuple[object, ...]) -> None:
        self.keys.insert(pos, rowid)
        self.rows.insert(pos, row)

    def append(self, rowid: int, row: tuple[object, ...]) -> None:
        self.keys.append(rowid)
        self.rows.append(row)

    def replace_at(self, pos: i64, row: tuple[object, ...]) -> None:
        self.rows[pos] = row

    def delete_at(self, pos: i64) -> None:
        self.keys.pop(pos)
        self.rows.pop(pos)

    def can_absorb(self, right: TableLeaf) -> bool:
        """Whether this leaf and its right neighbour fit into one with room to spare."""
        return len(self.keys) + len(right.keys) <= LEAF_ROWS * 3 // 4

    def absorb(self, right: TableLeaf) -> None:
        """Append everything that `right` holds."""
        self.keys += right.keys
        self.rows += right.rows

    def cut(self, pos: i64) -> TableLeaf:
        """Split off what stands at `pos` and after it, as a new leaf."""
        right = TableLeaf(self.keys[pos:], self.rows[pos:])
        del self.keys[pos:]
        del self.rows[pos:]
        return right


class TableInner(Node):
    """Inner node of a table: `children[i]` holds the rowids up to `keys[i]`, the last the rest."""

    def __init__(self, keys: list[int], children: list[int]) -> None:
        self.page = 0
        self.stamp = 0
        self.keys = keys
        self.children = children

    def clone(self) -> Node:
        twin = TableInner(self.keys[:], self.children[:])
        twin.page = self.page
        twin.stamp = self.stamp
        return twin

    def count(self) -> i64:
        return len(self.keys)

    def overfull(self) -> bool:
        return len(self.keys) > INNER_KEYS

    def underfull(self) -> bool:
        return len(self.keys) < INNER_KEYS // 4

    def can_absorb(self, separator: int, right: TableInner) -> bool:
        """Whether this node, `separator` and `right` fit into one node with room to spare."""
        return len(self.keys) + len(right.keys) < INNER_KEYS * 3 // 4

    def absorb(self, separator: int, right: TableInner) -> None:
        """Append everything that `right` holds, after the rowid that stood between the two."""
        self.keys.append(separator)
        self.keys += right.keys
        self.children += right.children

    def cut(self, pos: i64) -> TableInner:
        """Split off what follows the key at `pos`, as a new node; that key leaves both."""
        right = TableInner(self.keys[pos + 1 :], self.children[pos + 1 :])
        del self.keys[pos:]
        del self.children[pos + 1 :]
        return right


class IndexNode(Node):
    """Entries of an index in ascending order.

    In an inner node there is one child more than entries: `children[i]` holds what is below
    `entries[i]`, the last child what is above all. In a leaf `children` is empty.
    """

    def __init__(self, entries: list[tuple[object, ...]], children: list[int]) -> None:
        self.page = 0
        self.stamp = 0
        self.entries = entries
        self.children = children

    def clone(self) -> Node:
        twin = IndexNode(self.entries[:], self.children[:])
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

    def insert_at(self, pos: i64, entry: tuple[object, ...]) -> None:
        self.entries.insert(pos, entry)

    def replace_at(self, pos: i64, entry: tuple[object, ...]) -> None:
        self.entries[pos] = entry

    def delete_at(self, pos: i64) -> None:
        self.entries.pop(pos)

    def copy_from(self, pos: i64, source: IndexNode, source_pos: i64) -> None:
        """Put the entry of `source` at `source_pos` in the place of the one at `pos`."""
        self.entries[pos] = source.entries[source_pos]

    def lift(self, pos: i64, source: IndexNode, source_pos: i64) -> None:
        """Insert the entry of `source` at `source_pos` before the one at `pos`."""
        self.entries.insert(pos, source.entries[source_pos])

    def empty_parent(self) -> IndexNode:
        """An inner node with this one, already on its page, for the only child."""
        return IndexNode([], [int(self.page)])

    def can_absorb(self, parent: IndexNode, slot: i64, right: IndexNode) -> bool:
        """Whether this node, the parent's entry at `slot` and `right` fit into one node."""
        return len(self.entries) + len(right.entries) < INDEX_ENTRIES * 3 // 4

    def absorb(self, parent: IndexNode, slot: i64, right: IndexNode) -> None:
        """Append the parent's entry at `slot`, then everything that `right` holds."""
        self.lift(len(self.entries), parent, slot)
        self.entries += right.entries
        self.children += right.children

    def cut(self, pos: i64) -> IndexNode:
        """Split off what follows the entry at `pos`, as a new node; that entry stays, last.

        The caller lifts it into the parent and deletes it here.
        """
        right = IndexNode(self.entries[pos + 1 :], self.children[pos + 1 :])
        del self.entries[pos + 1 :]
        del self.children[pos + 1 :]
        return right
