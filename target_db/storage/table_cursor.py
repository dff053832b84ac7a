"""A position in a rowid table.

A tight scan goes from leaf to leaf and loops over their lists::

    more = cursor.first()
    while more:
        leaf = cursor.leaf
        leaf.decode_all()
        for pos in range(cursor.pos, len(leaf.keys)):
            ... leaf.keys[pos], leaf.rows[pos] ...
        more = cursor.next_leaf()

The lists are the tree's own: whoever lets others write between two rows steps with `next`,
which notices the change and goes on behind the last rowid.
"""

from __future__ import annotations

from mypy_extensions import i64

from target_db.storage.failure import corrupt
from target_db.storage.integers import integers, position
from target_db.storage.node import TableLeaf
from target_db.storage.table_tree import TableTree


class TableCursor:
    """A position in the rows of a table: after a move that gives True, `rowid` and `row`.

    `row` has the stored values in the order of the columns; it may be shorter than the
    table, and holds None for an INTEGER PRIMARY KEY.
    """

    def __init__(self, tree: TableTree) -> None:
        self.tree = tree
        self.version: i64 = -1
        self.leaf = TableLeaf(integers([]), [])
        self.pos: i64 = 0
        self.rowid = 0
        self.row: tuple[object, ...] = ()

    def load(self) -> None:
        """Set `rowid` and `row` from the leaf and the position."""
        self.rowid = int(self.leaf.keys[self.pos])
        row = self.leaf.rows[self.pos]
        if not row:
            row = self.leaf.row_at(self.pos)
        self.row = row

    # Moving

    def first(self) -> bool:
        """To the first row; False in an empty table."""
        self.version = self.tree.version
        leaf = self.tree.edge_leaf(False)
        self.leaf = leaf
        self.pos = 0
        if len(leaf.keys) == 0:
            return False
        self.load()
        return True

    def last(self) -> bool:
        """To the last row; False in an empty table."""
        self.version = self.tree.version
        leaf = self.tree.edge_leaf(True)
        self.leaf = leaf
        self.pos = len(leaf.keys) - 1
        if len(leaf.keys) == 0:
            return False
        self.load()
        return True

    def next(self) -> bool:
        """To the row after the current one, which may have been deleted meanwhile."""
        if self.version != self.tree.version:
            return self.seek_gt(self.rowid)
        self.pos += 1
        if self.pos >= len(self.leaf.keys):
            return self.next_leaf()
        self.load()
        return True

    def prev(self) -> bool:
        """To the row before the current one, which may have been deleted meanwhile."""
        if self.version != self.tree.version:
            return self.seek_lt(self.rowid)
        if self.pos == 0:
            return self.prev_leaf()
        self.pos -= 1
        self.load()
        return True

    def next_leaf(self) -> bool:
        """To the first row of the next leaf."""
        if self.version != self.tree.version:
            return self.seek_gt(self.rowid)
        keys = self.leaf.keys
        if len(keys) == 0:
            return False
        leaf = self.tree.leaf_after(keys[len(keys) - 1])
        if leaf is None or len(leaf.keys) == 0:
            self.pos = len(keys)
            return False
        if leaf.keys[0] <= keys[len(keys) - 1]:
            raise corrupt()
        self.leaf = leaf
        self.pos = 0
        self.load()
        return True

    def prev_leaf(self) -> bool:
        """To the last row of the leaf before."""
        if self.version != self.tree.version:
            return self.seek_lt(self.rowid)
        keys = self.leaf.keys
        if len(keys) == 0:
            return False
        leaf = self.tree.leaf_before(keys[0])
        if leaf is None or len(leaf.keys) == 0:
            return False
        if leaf.keys[len(leaf.keys) - 1] >= keys[0]:
            raise corrupt()
        self.leaf = leaf
        self.pos = len(leaf.keys) - 1
        self.load()
        return True

    # Seeking

    def seek(self, rowid: int) -> bool:
        """To the row of `rowid`; False when there is none, and then the position is undefined."""
        tree = self.tree
        self.version = tree.version
        key: i64 = rowid
        leaf = tree.find_leaf(key)
        pos = position(leaf.keys, key)
        self.leaf = leaf
        self.pos = pos
        if pos == len(leaf.keys) or leaf.keys[pos] != key:
            return False
        row = leaf.rows[pos]
        if not row:
            row = leaf.row_at(pos)
        self.rowid = rowid
        self.row = row
        return True

    def seek_ge(self, rowid: int) -> bool:
        """To the first row at or after `rowid`, an int64."""
        tree = self.tree
        self.version = tree.version
        key: i64 = rowid
        leaf = tree.find_leaf(key)
        self.leaf = leaf
        self.pos = position(leaf.keys, key)
        if self.pos == len(leaf.keys):
            return self.next_leaf()
        self.load()
        return True

    def seek_gt(self, rowid: int) -> bool:
        """To the first row after `rowid`, an int64."""
        return rowid < 0x7FFF_FFFF_FFFF_FFFF and self.seek_ge(rowid + 1)

    def seek_le(self, rowid: int) -> bool:
        """To the last row at or before `rowid`, an int64."""
        tree = self.tree
        self.version = tree.version
        key: i64 = rowid
        leaf = tree.find_leaf(key)
        pos = position(leaf.keys, key)
        self.leaf = leaf
        if pos == len(leaf.keys) or leaf.keys[pos] != key:
            if pos == 0:
                return self.prev_leaf()
            pos -= 1
        self.pos = pos
        self.load()
        return True

    def seek_lt(self, rowid: int) -> bool:
        """To the last row before `rowid`, an int64."""
        return rowid > -0x8000_0000_0000_0000 and self.seek_le(rowid - 1)

    # Reading the whole, and writing

    def count(self) -> int:
        """Number of rows."""
        return self.tree.count()

    def max_rowid(self) -> int:
        """The largest rowid, 0 in an empty table."""
        return self.tree.max_rowid()

    def insert(self, rowid: int, row: tuple[object, ...]) -> None:
        """Store `row` under `rowid`, over the row that is there. The position does not move."""
        self.tree.insert(rowid, row)

    def delete(self) -> None:
        """Remove the current row. `next` and `prev` then go to its neighbours."""
        self.tree.delete(self.rowid)
