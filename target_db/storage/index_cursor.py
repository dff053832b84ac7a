"""A position in an index or a WITHOUT ROWID table.

Entries stand in inner nodes as well as in leaves. For a tight scan each inner entry shows
as a leaf of its own, so that the loop is the same as for tables::

    more = cursor.seek_ge(prefix)
    while more:
        leaf = cursor.leaf
        leaf.decode_all()
        for pos in range(cursor.pos, len(leaf.entries)):
            ... leaf.entries[pos] ...
        more = cursor.next_leaf()
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from target_db.storage.failure import corrupt
from target_db.storage.index_tree import IndexTree
from target_db.storage.integers import integers
from target_db.storage.node import IndexNode
from target_db.storage.tree import MAX_DEPTH


@mypyc_attr(free_list_len=1)
class IndexCursor:
    """A position among the entries of an index: after a move that gives True, `key`.

    A seek takes a prefix of an entry, at most the key columns, and compares those fields
    under the tree's `KeyInfo`.
    """

    def __init__(self, tree: IndexTree) -> None:
        self.tree = tree
        self.version: i64 = -1
        none = IndexNode([], integers([]), integers([]))
        self.single = IndexNode([], integers([]), integers([]))
        self.leaf = none
        self.pos: i64 = 0
        self.key: tuple[object, ...] = ()
        # The way from the root: the inner nodes and which child was taken of each. At an
        # inner entry (`inner`) the way ends above it and its slot is `slots[depth]`.
        self.nodes: list[IndexNode] = [none] * MAX_DEPTH
        self.slots: list[int] = [0] * MAX_DEPTH
        self.depth: i64 = 0
        self.inner = False

    def load(self) -> None:
        """Set `key` from the leaf and the position."""
        key = self.leaf.entries[self.pos]
        if not key:
            key = self.leaf.entry_at(self.pos)
        self.key = key

    def enter(self, node: IndexNode, slot: i64) -> IndexNode:
        """Take the child of `node` at `slot`, and remember the way."""
        depth = self.depth
        if depth == MAX_DEPTH:
            raise corrupt()
        self.nodes[depth] = node
        self.slots[depth] = int(slot)
        self.depth = depth + 1
        pager = self.tree.pager
        if pager.crowded:
            pager.relieve()
        return self.tree.node(node.children[slot])

    def down_left(self, node: IndexNode) -> bool:
        """To the first entry below `node`."""
        while len(node.children) > 0:
            node = self.enter(node, 0)
        self.leaf = node
        self.pos = 0
        self.inner = False
        if not node.entries:
            return self.up_right()
        self.load()
        return True

    def down_right(self, node: IndexNode) -> bool:
        """To the last entry below `node`."""
        while len(node.children) > 0:
            node = self.enter(node, len(node.children) - 1)
        self.leaf = node
        self.pos = len(node.entries) - 1
        self.inner = False
        if not node.entries:
            return self.up_left()
        self.load()
        return True

    def up_right(self) -> bool:
        """To the inner entry that follows the leaf."""
        depth = self.depth
        while depth > 0:
            depth -= 1
            if self.slots[depth] < len(self.nodes[depth].entries):
                self.depth = depth
                self.show_inner()
                return True
        self.depth = 0
        return False

    def up_left(self) -> bool:
        """To the inner entry before the leaf."""
        depth = self.depth
        while depth > 0:
            depth -= 1
            slot = self.slots[depth]
            if slot > 0:
                self.depth = depth
                self.slots[depth] = slot - 1
                self.show_inner()
                return True
        self.depth = 0
        return False

    def show_inner(self) -> None:
        """Show the inner entry at the end of the way as a leaf of one entry."""
        depth = self.depth
        key = self.nodes[depth].entry_at(self.slots[depth])
        self.single.entries = [key]
        self.leaf = self.single
        self.pos = 0
        self.inner = True
        self.key = key

    def start(self) -> IndexNode:
        """Begin a descent: the root."""
        tree = self.tree
        self.version = tree.version
        self.depth = 0
        return tree.node(tree.root)

    # Moving

    def first(self) -> bool:
        """To the first entry; False in an empty index."""
        return self.down_left(self.start())

    def last(self) -> bool:
        """To the last entry; False in an empty index."""
        return self.down_right(self.start())

    def next(self) -> bool:
        """To the entry after the current one, which may have been deleted meanwhile."""
        if self.version != self.tree.version:
            return self.seek_gt(self.key)
        if self.inner:
            return self.next_leaf()
        self.pos += 1
        if self.pos >= len(self.leaf.entries):
            return self.up_right()
        self.load()
        return True

    def prev(self) -> bool:
        """To the entry before the current one, which may have been deleted meanwhile."""
        if self.version != self.tree.version:
            return self.seek_lt(self.key)
        if self.inner:
            return self.prev_leaf()
        if self.pos == 0:
            return self.up_left()
        self.pos -= 1
        self.load()
        return True

    def next_leaf(self) -> bool:
        """To the first entry after those of `leaf`."""
        if self.version != self.tree.version:
            return self.seek_gt(self.key)
        if not self.inner:
            return self.up_right()
        depth = self.depth
        node = self.nodes[depth]
        return self.down_left(self.enter(node, self.slots[depth] + 1))

    def prev_leaf(self) -> bool:
        """To the last entry before those of `leaf`."""
        if self.version != self.tree.version:
            return self.seek_lt(self.key)
        if not self.inner:
            return self.up_left()
        depth = self.depth
        return self.down_right(self.enter(self.nodes[depth], self.slots[depth]))

    # Seeking

    def fields(self, prefix: tuple[object, ...]) -> i64:
        """How many fields of `prefix` count: no more than the key columns."""
        given: i64 = len(prefix)
        most = self.tree.info.key_columns
        return given if given < most else most

    def seek_ge(self, prefix: tuple[object, ...]) -> bool:
        """To the first entry whose leading fields are at or after `prefix`."""
        if not prefix:
            return self.first()
        info = self.tree.info
        fields = self.fields(prefix)
        first = info.digest(prefix)
        node = self.start()
        while True:
            pos = info.lower_bound(node, prefix, fields, first)
            if len(node.children) == 0:
                return self.settle_right(node, pos)
            node = self.enter(node, pos)

    def seek_gt(self, prefix: tuple[object, ...]) -> bool:
        """To the first entry whose leading fields are after `prefix`."""
        if not prefix:
            return False
        info = self.tree.info
        fields = self.fields(prefix)
        first = info.digest(prefix)
        node = self.start()
        while True:
            pos = info.upper_bound(node, prefix, fields, first)
            if len(node.children) == 0:
                return self.settle_right(node, pos)
            node = self.enter(node, pos)

    def seek_le(self, prefix: tuple[object, ...]) -> bool:
        """To the last entry whose leading fields are at or before `prefix`."""
        if not prefix:
            return self.last()
        info = self.tree.info
        fields = self.fields(prefix)
        first = info.digest(prefix)
        node = self.start()
        while True:
            pos = info.upper_bound(node, prefix, fields, first)
            if len(node.children) == 0:
                return self.settle_left(node, pos)
            node = self.enter(node, pos)

    def seek_lt(self, prefix: tuple[object, ...]) -> bool:
        """To the last entry whose leading fields are before `prefix`."""
        if not prefix:
            return False
        info = self.tree.info
        fields = self.fields(prefix)
        first = info.digest(prefix)
        node = self.start()
        while True:
            pos = info.lower_bound(node, prefix, fields, first)
            if len(node.children) == 0:
                return self.settle_left(node, pos)
            node = self.enter(node, pos)

    def settle_right(self, leaf: IndexNode, pos: i64) -> bool:
        """To the entry of `leaf` at `pos`, or what follows the leaf."""
        self.leaf = leaf
        self.pos = pos
        self.inner = False
        if pos == len(leaf.entries):
            return self.up_right()
        self.load()
        return True

    def settle_left(self, leaf: IndexNode, pos: i64) -> bool:
        """To the entry of `leaf` before `pos`, or what comes before the leaf."""
        self.leaf = leaf
        self.pos = pos - 1
        self.inner = False
        if pos == 0:
            return self.up_left()
        self.load()
        return True

    def find(self, prefix: tuple[object, ...]) -> bool:
        """To the first entry whose leading fields equal `prefix`; False when there is none."""
        return (
            self.seek_ge(prefix)
            and self.tree.info.compare(self.key, prefix, self.fields(prefix)) == 0
        )

    # Reading the whole, and writing

    def count(self) -> int:
        """Number of entries."""
        return self.tree.count()

    def insert(self, key: tuple[object, ...]) -> None:
        """Insert an entry, over the one that agrees in the key columns. Does not move."""
        self.tree.insert(key)

    def delete(self) -> None:
        """Remove the current entry. `next` and `prev` then go to its neighbours."""
        self.tree.delete(self.key)

    def remove(self, key: tuple[object, ...]) -> bool:
        """Remove the entry with the key columns of `key`; False when there is none."""
        return self.tree.delete(key)

    def build(self, entries: list[tuple[object, ...]]) -> None:
        """Insert many entries, already in the index's order and above all that it holds."""
        self.tree.build(entries)
