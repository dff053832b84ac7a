"""The B-tree of a rowid table: find, insert and delete rows, and keep the nodes in shape."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from target_db.storage.failure import corrupt
from target_db.storage.integers import integers, position
from target_db.storage.node import Node, TableInner, TableLeaf
from target_db.storage.pager import Pager
from target_db.storage.tree import MAX_DEPTH, Tree


class TableTree(Tree):
    """The rows of one table by rowid."""

    def __init__(self, pager: Pager, root: int) -> None:
        super().__init__(pager, root)
        self.tail: TableLeaf | None = None
        self.tail_rowid: i64 = 0

    def children(self, node: Node) -> vec[i64]:
        return node.children if isinstance(node, TableInner) else integers([])

    def empty_root(self) -> Node:
        return self.pager.new_table_leaf()

    def own_count(self, node: Node) -> int:
        return len(node.keys) if isinstance(node, TableLeaf) else 0

    # Finding

    def find_leaf(self, rowid: i64) -> TableLeaf:
        """The leaf where `rowid` is, or would be."""
        pager = self.pager
        if pager.crowded:
            pager.relieve()
        node = pager.get(self.root)
        depth: i64 = 0
        while isinstance(node, TableInner) and depth < MAX_DEPTH:
            node = pager.get(node.children[position(node.keys, rowid)])
            depth += 1
        return self.as_leaf(node)

    def as_leaf(self, node: Node) -> TableLeaf:
        """The node, with the shape of the tree. Raises SqlError (CORRUPT) when it is no leaf."""
        if not isinstance(node, TableLeaf):
            raise corrupt()
        if node.shape is not self.shape:
            node.reshape(self.shape)
        return node

    def edge_leaf(self, last: bool) -> TableLeaf:
        """The first or the last leaf."""
        pager = self.pager
        node = pager.get(self.root)
        depth: i64 = 0
        while isinstance(node, TableInner) and depth < MAX_DEPTH:
            node = pager.get(node.children[len(node.children) - 1] if last else node.children[0])
            depth += 1
        return self.as_leaf(node)

    def leaf_after(self, rowid: i64) -> TableLeaf | None:
        """The leaf after the one that ends with `rowid`; None past the end."""
        pager = self.pager
        if pager.crowded:
            pager.relieve()
        node = pager.get(self.root)
        right: i64 = 0
        depth: i64 = 0
        while isinstance(node, TableInner) and depth < MAX_DEPTH:
            depth += 1
            slot = position(node.keys, rowid)
            if slot < len(node.keys):
                right = node.children[slot + 1]
            node = pager.get(node.children[slot])
        if right == 0:
            return None
        node = pager.get(right)
        while isinstance(node, TableInner) and depth < 2 * MAX_DEPTH:
            depth += 1
            node = pager.get(node.children[0])
        return self.as_leaf(node)

    def leaf_before(self, rowid: i64) -> TableLeaf | None:
        """The leaf before the one that begins with `rowid`; None before the first."""
        pager = self.pager
        if pager.crowded:
            pager.relieve()
        node = pager.get(self.root)
        left: i64 = 0
        depth: i64 = 0
        while isinstance(node, TableInner) and depth < MAX_DEPTH:
            depth += 1
            slot = position(node.keys, rowid)
            if slot > 0:
                left = node.children[slot - 1]
            node = pager.get(node.children[slot])
        if left == 0:
            return None
        node = pager.get(left)
        while isinstance(node, TableInner) and depth < 2 * MAX_DEPTH:
            depth += 1
            node = pager.get(node.children[len(node.children) - 1])
        return self.as_leaf(node)

    def max_rowid(self) -> int:
        """The largest rowid, 0 in an empty table."""
        if self.tail_generation == self.pager.generation:
            return int(self.tail_rowid)
        leaf = self.edge_leaf(True)
        return leaf.keys[len(leaf.keys) - 1] if len(leaf.keys) > 0 else 0

    # Changing

    def insert(self, rowid: int, row: tuple[object, ...]) -> None:
        """Store `row` under `rowid`, in place of the row that is there, if any."""
        pager = self.pager
        key: i64 = rowid
        if pager.crowded:
            pager.relieve()
        if self.tail_generation == pager.generation and key > self.tail_rowid:
            tail = self.tail
            if tail is not None:
                if tail.stamp < pager.stamp:
                    pager.touch(tail)
                tail.append(key, row)
                self.version += 1
                self.tail_rowid = key
                if tail.overfull():
                    self.balance(key)
                return
        leaf = self.find_leaf(key)
        if leaf.stamp < pager.stamp:
            pager.touch(leaf)
        pos = position(leaf.keys, key)
        if pos == len(leaf.keys):
            leaf.append(key, row)
            self.version += 1
            if leaf.overfull():
                self.balance(key)
            elif leaf is self.edge_leaf(True):
                self.tail = leaf
                self.tail_rowid = key
                self.tail_generation = pager.generation
            return
        if leaf.keys[pos] == key:
            leaf.replace_at(pos, row)
            self.note_replaced()
        else:
            leaf.insert_at(pos, key, row)
            self.version += 1
        if leaf.overfull():
            self.balance(key)

    def append_all(self, rowids: list[int], rows: list[tuple[object, ...]]) -> None:
        """Store many rows, in the order of their rowids and above all others."""
        place: i64 = 0
        count: i64 = len(rowids)
        while place < count:
            self.insert(rowids[place], rows[place])
            place += 1
            tail = self.tail
            if tail is None or self.tail_generation != self.pager.generation:
                continue
            spare = tail.spare()
            if spare > 0 and place < count:
                end = place + spare if place + spare < count else count
                tail.extend(rowids[place:end], rows[place:end])
                self.tail_rowid = rowids[end - 1]
                self.version += 1
                place = end

    def replace_all(self, rowids: list[int], rows: list[tuple[object, ...]]) -> None:
        """Store rows in place of those of the same rowids; quick where the rowids ascend."""
        leaf: TableLeaf | None = None
        pos: i64 = 0
        place: i64 = 0
        for rowid in rowids:
            key: i64 = rowid
            if leaf is None or pos >= len(leaf.keys) or leaf.keys[pos] != key:
                leaf = self.find_leaf(key)
                self.pager.touch(leaf)
                pos = position(leaf.keys, key)
            if pos < len(leaf.keys) and leaf.keys[pos] == key:
                leaf.replace_at(pos, rows[place])
                pos += 1
                if leaf.overfull():
                    self.balance(key)
                    leaf = None
            else:
                self.insert(rowid, rows[place])
                leaf = None
            place += 1

    def delete(self, rowid: i64) -> bool:
        """Remove the row of `rowid`; False when there is none."""
        leaf = self.find_leaf(rowid)
        pos = position(leaf.keys, rowid)
        if pos == len(leaf.keys) or leaf.keys[pos] != rowid:
            return False
        pager = self.pager
        if leaf.stamp < pager.stamp:
            pager.touch(leaf)
        leaf.remove_at(pos)
        self.version += 1
        if self.tail_generation == pager.generation and rowid == self.tail_rowid:
            self.tail_generation = -1
        if leaf.underfull():
            self.balance(rowid)
        return True

    # Keeping shape

    def balance(self, rowid: i64) -> None:
        """Split or merge the leaf of `rowid` and then its ancestors, as far as they need it."""
        self.forget()
        pager = self.pager
        path: list[TableInner] = []
        node = pager.get(self.root)
        while isinstance(node, TableInner) and len(path) < MAX_DEPTH:
            path.append(node)
            node = pager.get(node.children[position(node.keys, rowid)])
        append = (
            isinstance(node, TableLeaf)
            and len(node.keys) > 0
            and node.keys[len(node.keys) - 1] == rowid
        )
        while node.overfull() or node.underfull():
            if not path:
                self.balance_root(node, append)
                return
            parent = path.pop()
            slot = position(parent.keys, rowid)
            append = append and slot == len(parent.keys)
            if node.overfull():
                self.split(parent, slot, node, append)
            elif len(parent.keys) > 0:
                left = slot if slot < len(parent.keys) else slot - 1
                self.merge(parent, left, node.count() == 0)
            node = parent

    def balance_root(self, root: Node, append: bool) -> None:
        """Put a level under a root that overflows; take away one that has a single child."""
        pager = self.pager
        if root.overfull():
            pager.touch(root)
            pager.add(root)
            parent = pager.new_table_inner(root.page)
            pager.place(parent, self.root)
            self.split(parent, 0, root, append)
        elif isinstance(root, TableInner) and len(root.keys) == 0:
            child = pager.get(root.children[0])
            if child.fits_page(self.root):
                pager.touch(root)
                pager.touch(child)
                pager.free(child)
                pager.place(child, self.root)

    def split(self, parent: TableInner, slot: i64, node: Node, append: bool) -> None:
        """Cut `node`, the child of `parent` at `slot`, into pieces that fit."""
        pager = self.pager
        pager.touch(parent)
        pager.touch(node)
        for pos in reversed(node.cuts(append)):
            right: Node
            if isinstance(node, TableLeaf):
                right = node.cut(pos)
                separator = node.keys[len(node.keys) - 1]
            elif isinstance(node, TableInner):
                separator = node.keys[pos]
                right = node.cut(pos)
            pager.add(right)
            parent.insert_child(slot, separator, right.page)

    def merge(self, parent: TableInner, slot: i64, must: bool) -> None:
        """Join the children of `parent` at `slot` and after it, if they fit or `must` be."""
        pager = self.pager
        left = pager.get(parent.children[slot])
        right = pager.get(parent.children[slot + 1])
        if isinstance(left, TableLeaf) and isinstance(right, TableLeaf):
            if not must and not left.can_absorb(right):
                return
            pager.touch(left)
            left.absorb(right)
        elif isinstance(left, TableInner) and isinstance(right, TableInner):
            if not must and not left.can_absorb(parent.keys[slot], right):
                return
            pager.touch(left)
            left.absorb(parent.keys[slot], right)
        else:
            raise corrupt()
        pager.touch(parent)
        pager.free(right)
        parent.remove_child(slot)
        if left.overfull():
            self.split(parent, slot, left, False)
