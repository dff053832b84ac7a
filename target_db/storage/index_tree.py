"""The B-tree of an index or a WITHOUT ROWID table: entries ordered by a `KeyInfo`."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from target_db.storage.failure import corrupt
from target_db.storage.integers import integers
from target_db.storage.keyinfo import KeyInfo
from target_db.storage.node import IndexNode, Node
from target_db.storage.pager import Pager
from target_db.storage.tree import MAX_DEPTH, Tree


class IndexTree(Tree):
    """The entries of one index. No two agree in all of the key columns of `info`."""

    def __init__(self, pager: Pager, root: int, info: KeyInfo) -> None:
        super().__init__(pager, root)
        self.info: Final = info
        self.tail: IndexNode | None = None

    def node(self, page: i64) -> IndexNode:
        """The node on `page`. Raises SqlError (CORRUPT) when that is no index node."""
        node = self.pager.get(page)
        if not isinstance(node, IndexNode):
            raise corrupt()
        node.reals = self.reals
        if node.shape is not self.shape:
            node.reshape(self.shape)
        return node

    def check_depth(self, depth: i64) -> None:
        """Raises SqlError (CORRUPT) where a malformed file leads in a circle."""
        if depth > MAX_DEPTH:
            raise corrupt()

    def children(self, node: Node) -> vec[i64]:
        return node.children if isinstance(node, IndexNode) else integers([])

    def empty_root(self) -> Node:
        return self.pager.new_index_node()

    def own_count(self, node: Node) -> int:
        return int(node.count())

    # Changing

    def edit(self, node: IndexNode) -> None:
        """Make `node` ready to be changed.

        A page that auto_vacuum moved was touched, but nobody asked for its digests yet.
        """
        node.complete(self.info)
        self.pager.touch(node)

    def insert(self, entry: tuple[object, ...]) -> None:
        """Insert `entry`, in place of the one with the same key, if any."""
        pager = self.pager
        info = self.info
        fields = info.key_columns
        first = info.digest(entry)
        if pager.crowded:
            pager.relieve()
        if self.tail_generation == pager.generation:
            tail = self.tail
            if (
                tail is not None
                and info.compare(tail.entry_at(len(tail.entries) - 1), entry, fields) < 0
            ):
                self.append_to(tail, entry, self.info.digest(entry))
                return
            self.tail_generation = -1
        node = self.node(self.root)
        rightmost = True
        depth: i64 = 0
        while True:
            pos = info.search(node, entry, first)
            if pos >= 0:
                self.edit(node)
                node.replace_at(pos, entry)
                self.note_replaced()
                if node.overfull():
                    self.balance(entry)
                return
            pos = -1 - pos
            if len(node.children) == 0:
                break
            rightmost = rightmost and pos == len(node.entries)
            depth += 1
            self.check_depth(depth)
            node = self.node(node.children[pos])
        if rightmost and pos == len(node.entries):
            self.tail = node
            self.tail_generation = pager.generation
            self.append_to(node, entry, first)
            return
        self.edit(node)
        node.insert_at(pos, entry, first)
        self.version += 1
        if node.overfull():
            self.balance(entry)

    def append(self, entry: tuple[object, ...]) -> None:
        """Insert `entry`, which the caller knows to be above all others."""
        if self.pager.crowded:
            self.pager.relieve()
        tail = self.tail
        if tail is None or self.tail_generation != self.pager.generation:
            tail = self.node(self.root)
            depth: i64 = 0
            while len(tail.children) > 0:
                depth += 1
                self.check_depth(depth)
                tail = self.node(tail.children[len(tail.children) - 1])
            self.tail = tail
            self.tail_generation = self.pager.generation
        self.append_to(tail, entry, self.info.digest(entry))

    def build(self, entries: list[tuple[object, ...]]) -> None:
        """Insert many entries, already in order and above all others."""
        place: i64 = 0
        count: i64 = len(entries)
        while place < count:
            self.append(entries[place])
            place += 1
            tail = self.tail
            if tail is None or self.tail_generation != self.pager.generation:
                continue
            spare = tail.spare()
            if spare > 0:
                tail.extend(entries[place : place + spare], self.info)
                self.version += 1
                place += spare

    def append_to(self, tail: IndexNode, entry: tuple[object, ...], first: i64) -> None:
        self.edit(tail)
        tail.insert_at(len(tail.entries), entry, first)
        self.version += 1
        if tail.overfull():
            self.balance(entry)

    def delete(self, key: tuple[object, ...]) -> bool:
        """Remove the entry with the key columns of `key`; False when there is none."""
        pager = self.pager
        info = self.info
        first = info.digest(key)
        if pager.crowded:
            pager.relieve()
        node = self.node(self.root)
        depth: i64 = 0
        while True:
            pos = info.search(node, key, first)
            if pos >= 0:
                break
            if len(node.children) == 0:
                return False
            depth += 1
            self.check_depth(depth)
            node = self.node(node.children[-1 - pos])
        self.tail_generation = -1
        self.version += 1
        self.edit(node)
        node.drop_payload(pos)
        if len(node.children) == 0:
            node.delete_at(pos)
            if node.underfull():
                self.balance(key)
            return True
        leaf = self.node(node.children[pos])
        while len(leaf.children) > 0:
            depth += 1
            self.check_depth(depth)
            leaf = self.node(leaf.children[len(leaf.children) - 1])
        if not leaf.entries:
            raise corrupt()
        self.edit(leaf)
        last = len(leaf.entries) - 1
        heir = leaf.entry_at(last)
        node.copy_from(pos, leaf, last)
        leaf.delete_at(last)
        if leaf.underfull() or node.overfull():
            self.balance(heir)
        return True

    # Keeping shape

    def balance(self, key: tuple[object, ...]) -> None:
        """Split or merge the nodes on the way to the leaf of `key`, from the leaf upwards."""
        self.forget()
        info = self.info
        fields = info.key_columns
        first = info.digest(key)
        path: list[IndexNode] = []
        node = self.node(self.root)
        append = True
        while True:
            slot = info.lower_bound(node, key, fields, first)
            if len(node.children) == 0:
                break
            append = append and slot == len(node.entries)
            path.append(node)
            self.check_depth(len(path))
            node = self.node(node.children[slot])
        append = append and slot == len(node.entries) - 1
        while path:
            parent = path.pop()
            slot = info.lower_bound(parent, key, fields, first)
            if node.overfull():
                self.split(parent, slot, node, append)
            elif node.underfull() and parent.entries:
                left = slot if slot < len(parent.entries) else slot - 1
                self.merge(parent, left, node.count() == 0)
            node = parent
        self.balance_root(node, append)

    def balance_root(self, root: IndexNode, append: bool) -> None:
        """Put a level under a root that overflows; take away one that has a single child."""
        pager = self.pager
        if root.overfull():
            self.edit(root)
            pager.add(root)
            parent = pager.new_index_node()
            parent.shape = root.shape
            parent.insert_child(0, root.page)
            pager.place(parent, self.root)
            self.split(parent, 0, root, append)
        elif len(root.children) > 0 and not root.entries:
            child = self.node(root.children[0])
            if child.fits_page(self.root):
                pager.touch(root)
                self.edit(child)
                pager.free(child)
                pager.place(child, self.root)

    def split(self, parent: IndexNode, slot: i64, node: IndexNode, append: bool) -> None:
        """Cut `node`, the child of `parent` at `slot`, into pieces that fit."""
        pager = self.pager
        self.edit(parent)
        self.edit(node)
        for pos in reversed(node.cuts(append)):
            right = node.cut(pos)
            pager.add(right)
            parent.lift(slot, node, pos)
            parent.insert_child(slot + 1, right.page)
            node.delete_at(pos)

    def merge(self, parent: IndexNode, slot: i64, must: bool) -> None:
        """Join the children of `parent` at `slot` and after it, if they fit or `must` be.

        Raises SqlError (CORRUPT) when they are not of one level.
        """
        pager = self.pager
        left = self.node(parent.children[slot])
        right = self.node(parent.children[slot + 1])
        if left is right or (len(left.children) == 0) != (len(right.children) == 0):
            raise corrupt()
        if not must and not left.can_absorb(parent, slot, right):
            return
        right.complete(self.info)
        self.edit(parent)
        self.edit(left)
        left.absorb(parent, slot, right)
        pager.free(right)
        parent.delete_at(slot)
        parent.remove_child(slot + 1)
        if left.overfull():
            self.split(parent, slot, left, False)
