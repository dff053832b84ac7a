"""What table trees and index trees share: the root, the version, the walk over all nodes."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from target_db.storage.failure import corrupt
from target_db.storage.node import NO_COLUMNS, Node
from target_db.storage.pager import Pager
from target_db.storage.shape import RowShape

# Deeper than any tree can be: whoever gets there follows a malformed file in a circle.
MAX_DEPTH: Final = 40


class Tree:
    """One tree of a database. `version` changes with every change that moves a position."""

    def __init__(self, pager: Pager, root: int) -> None:
        self.pager = pager
        self.root = root
        self.reals = NO_COLUMNS
        self.shape: RowShape | None = None
        self.version: i64 = 0
        self.tail_generation: i64 = -1
        self.replaced_generation: i64 = -1

    def note_replaced(self) -> None:
        """Called when a row or entry was changed in its place, which moves no position.

        But a cursor may hold a node that has left the cache since, and is read anew now: the
        first change after pages were dropped makes all cursors seek again.
        """
        generation = self.pager.generation
        if self.replaced_generation != generation:
            self.replaced_generation = generation
            self.version += 1

    def forget(self) -> None:
        """Drop everything remembered of the nodes: they were replaced behind the tree."""
        self.version += 1
        self.tail_generation = -1

    def children(self, node: Node) -> vec[i64]:
        """Page numbers of the nodes below `node`; empty for a leaf."""
        raise NotImplementedError

    def empty_root(self) -> Node:
        """A leaf without entries, of the tree's kind."""
        raise NotImplementedError

    def own_count(self, node: Node) -> int:
        """How many rows or entries stand in `node` itself."""
        raise NotImplementedError

    def count(self) -> int:
        """Number of rows or entries; reads every node above and at the leaves once."""
        return self.count_below(self.pager.get(self.root), 0)

    def count_below(self, node: Node, depth: int) -> int:
        if depth > MAX_DEPTH:
            raise corrupt()
        total = self.own_count(node)
        for child in self.children(node):
            total += self.count_below(self.pager.get(child), depth + 1)
        return total

    def clear(self) -> int:
        """Remove every row or entry; returns how many there were. The root page stays."""
        root = self.pager.get(self.root)
        total = self.own_count(root)
        for child in self.children(root):
            total += self.free_below(child, 1)
        self.pager.touch(root)
        root.drop_payloads()
        self.pager.place(self.empty_root(), self.root)
        self.forget()
        return total

    def free_below(self, page: i64, depth: int) -> int:
        """Free the node on `page` and all below it; returns how many rows or entries they held."""
        if depth > MAX_DEPTH:
            raise corrupt()
        node = self.pager.get(page)
        total = self.own_count(node)
        for child in self.children(node):
            total += self.free_below(child, depth + 1)
        node.drop_payloads()
        self.pager.free(node)
        return total

    def drop(self) -> int:
        """Free every page of the tree; returns the root page that moved to fill it, or 0."""
        self.clear()
        return self.pager.fill_root(self.root)
