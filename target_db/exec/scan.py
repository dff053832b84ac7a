"""Scans of rowid tables: whole, by rowid range, by one rowid.

A scan loops over the lists of one leaf after the other. Others may write between two steps:
the tree's version tells, and the scan then goes on behind the last rowid it gave.
"""

from typing import Final

from mypy_extensions import i64, mypyc_attr

from target_db.catalog.objects import Table
from target_db.exec.execution import Execution
from target_db.expr.base import Expr, Operator, Source
from target_db.storage.database import Store
from target_db.storage.failure import corrupt
from target_db.storage.integers import position
from target_db.storage.node import TableLeaf
from target_db.storage.table_tree import TableTree
from target_db.types.affinity import NUMERIC, apply_affinity

MIN_ROWID: Final = -0x8000_0000_0000_0000
MAX_ROWID: Final = 0x7FFF_FFFF_FFFF_FFFF

NO_ROWS: Final[list[tuple[object, ...]]] = []


def store_of(table: Table) -> Store:
    """The store of a table that has a tree."""
    store = table.store
    assert store is not None
    return store


@mypyc_attr(free_list_len=1)
class TableScan(Operator):
    """All rows of a table in rowid order for which the filter holds."""

    def __init__(
        self, source: Source, table: Table, condition: Expr | None, execution: Execution
    ) -> None:
        self.source = source
        self.table = table
        self.condition = condition
        self.execution = execution
        self.tree: TableTree = store_of(table).table_tree(table.root)
        self.version: i64 = -1
        self.rows = NO_ROWS
        self.leaf: TableLeaf | None = None
        self.pos: i64 = 0
        self.last: i64 = 0
        self.started = False

    def open(self) -> None:
        self.source.is_padding = False
        tree = store_of(self.table).table_tree(self.table.root)
        self.tree = tree
        self.version = tree.version
        self.started = False
        self.enter(tree.edge_leaf(False), 0)

    def enter(self, leaf: TableLeaf, pos: i64) -> None:
        """Go on in `leaf` at `pos`."""
        self.execution.tick()
        leaf.decode_all()
        self.leaf = leaf
        self.rows = leaf.rows
        self.pos = pos

    def reposition(self) -> None:
        """Find the place behind the last row again, after the tree has changed."""
        tree = self.tree
        self.version = tree.version
        if not self.started:
            self.enter(tree.edge_leaf(False), 0)
            return
        leaf = tree.find_leaf(self.last)
        pos = position(leaf.keys, self.last)
        if pos < len(leaf.keys) and leaf.keys[pos] == self.last:
            pos += 1
        self.enter(leaf, pos)

    def step(self) -> bool:
        if self.version != self.tree.version:
            self.reposition()
        source = self.source
        condition = self.condition
        while True:
            leaf = self.leaf
            if leaf is None:
                return False
            rows = self.rows
            keys = leaf.keys
            pos = self.pos
            count: i64 = len(rows)
            while pos < count:
                source.row = rows[pos]
                source.rowid = int(keys[pos])
                pos += 1
                if condition is None or condition.is_true():
                    self.pos = pos
                    self.last = keys[pos - 1]
                    self.started = True
                    return True
            self.pos = pos
            if count == 0:
                self.leaf = None
                return False
            self.last = keys[count - 1]
            self.started = True
            following = self.tree.leaf_after(keys[count - 1])
            if following is None:
                self.leaf = None
                return False
            if len(following.keys) > 0 and following.keys[0] <= keys[count - 1]:
                raise corrupt()
            self.enter(following, 0)

    def close(self) -> None:
        self.leaf = None
        self.rows = NO_ROWS


class RowidBound:
    """One end of a rowid range: an expression, and whether its value belongs to the range."""

    def __init__(self, expr: Expr, inclusive: bool) -> None:
        self.expr = expr
        self.inclusive = inclusive


def lowest_rowid(bound: RowidBound | None) -> int | None:
    """The first rowid at or above a lower bound; None when there is none."""
    if bound is None:
        return MIN_ROWID
    value = apply_affinity(bound.expr.eval(), NUMERIC)
    if isinstance(value, int):
        if bound.inclusive:
            return value
        return None if value == MAX_ROWID else value + 1
    if isinstance(value, float):
        if value >= 9223372036854775808.0:
            return None
        if value < -9223372036854775808.0:
            return MIN_ROWID
        floor = int(value // 1)
        if float(floor) == value and bound.inclusive:
            return floor
        return None if floor == MAX_ROWID else floor + 1
    return None


def highest_rowid(bound: RowidBound | None) -> int | None:
    """The last rowid at or below an upper bound; None when there is none."""
    if bound is None:
        return MAX_ROWID
    value = apply_affinity(bound.expr.eval(), NUMERIC)
    if isinstance(value, int):
        if bound.inclusive:
            return value
        return None if value == MIN_ROWID else value - 1
    if isinstance(value, float):
        if value < -9223372036854775808.0:
            return None
        if value >= 9223372036854775808.0:
            return MAX_ROWID
        floor = int(value // 1)
        if float(floor) == value and not bound.inclusive:
            return None if floor == MIN_ROWID else floor - 1
        return floor
    return None if value is None else MAX_ROWID


class RowidRangeScan(Operator):
    """The rows of a table with rowids in a range, in either direction."""

    def __init__(
        self,
        source: Source,
        table: Table,
        low: RowidBound | None,
        high: RowidBound | None,
        descending: bool,
        condition: Expr | None,
        execution: Execution,
    ) -> None:
        self.source = source
        self.table = table
        self.low = low
        self.high = high
        self.descending = descending
        self.condition = condition
        self.execution = execution
        self.tree: TableTree = store_of(table).table_tree(table.root)
        self.version: i64 = -1
        self.leaf: TableLeaf | None = None
        self.pos: i64 = 0
        # What is left of the range: shrinks with every row.
        self.lowest: i64 = 0
        self.highest: i64 = -1

    def open(self) -> None:
        self.source.is_padding = False
        self.leaf = None
        self.lowest = 0
        self.highest = -1
        lowest = lowest_rowid(self.low)
        if lowest is None:
            return
        highest = highest_rowid(self.high)
        if highest is None or highest < lowest:
            return
        self.lowest = lowest
        self.highest = highest
        self.tree = store_of(self.table).table_tree(self.table.root)
        self.seek()

    def seek(self) -> None:
        """Find the leaf where what is left of the range begins."""
        tree = self.tree
        self.version = tree.version
        self.execution.tick()
        key = self.highest if self.descending else self.lowest
        leaf = tree.find_leaf(key)
        leaf.decode_all()
        self.leaf = leaf
        pos = position(leaf.keys, key)
        if self.descending and (pos == len(leaf.keys) or leaf.keys[pos] != key):
            pos -= 1
        self.pos = pos

    def next_leaf(self, leaf: TableLeaf) -> TableLeaf | None:
        """The leaf beside `leaf` in the direction of the scan."""
        count: i64 = len(leaf.keys)
        if count == 0:
            return None
        self.execution.tick()
        if self.descending:
            return self.tree.leaf_before(leaf.keys[0])
        return self.tree.leaf_after(leaf.keys[count - 1])

    def step(self) -> bool:
        if self.lowest > self.highest:
            return False
        if self.version != self.tree.version:
            self.seek()
        source = self.source
        condition = self.condition
        leaf = self.leaf
        step: i64 = -1 if self.descending else 1
        while leaf is not None:
            keys = leaf.keys
            rows = leaf.rows
            pos = self.pos
            count: i64 = len(rows)
            while 0 <= pos < count:
                key = keys[pos]
                if key < self.lowest or key > self.highest:
                    self.lowest = 0
                    self.highest = -1
                    return False
                source.row = rows[pos]
                source.rowid = int(key)
                pos += step
                if condition is None or condition.is_true():
                    self.pos = pos
                    return self.leave(key)
            leaf = self.next_leaf(leaf)
            if leaf is not None:
                leaf.decode_all()
                self.pos = len(leaf.rows) - 1 if self.descending else 0
            self.leaf = leaf
        self.lowest = 0
        self.highest = -1
        return False

    def leave(self, key: i64) -> bool:
        """Take `key` and what is before it off the range."""
        if self.descending:
            if key == MIN_ROWID:
                self.lowest = 0
                self.highest = -1
            else:
                self.highest = key - 1
        elif key == MAX_ROWID:
            self.lowest = 0
            self.highest = -1
        else:
            self.lowest = key + 1
        return True

    def close(self) -> None:
        self.leaf = None


class RowidLookup(Operator):
    """The row of a table whose rowid equals an expression.

    Between two look-ups it keeps its place: outer rows often come in the order of the rowids,
    or near to it, and then the next row stands in the same leaf.
    """

    def __init__(self, source: Source, table: Table, key: Expr, condition: Expr | None) -> None:
        self.source = source
        self.table = table
        self.key = key
        self.condition = condition
        self.found = False
        self.tree: TableTree | None = None
        self.version: i64 = -1
        self.leaf: TableLeaf | None = None
        self.pos: i64 = 0

    def open(self) -> None:
        source = self.source
        source.is_padding = False
        self.found = False
        value = self.key.eval()
        if not isinstance(value, int):
            value = apply_affinity(value, NUMERIC)
            if isinstance(value, float) and value.is_integer():
                value = int(value)
            if not isinstance(value, int):
                return
            if value < MIN_ROWID or value > MAX_ROWID:
                return
        leaf = self.seek(value)
        if leaf is None:
            return
        pos = self.pos
        row = leaf.rows[pos]
        if not row:
            row = leaf.row_at(pos)
        source.row = row
        source.rowid = value
        condition = self.condition
        self.found = condition is None or condition.is_true()

    def seek(self, key: i64) -> TableLeaf | None:
        """The leaf that has the rowid `key`, which then is at `pos`; None when there is none."""
        tree = self.tree
        leaf = self.leaf
        if tree is None or leaf is None or self.version != tree.version:
            tree = store_of(self.table).table_tree(self.table.root)
            self.tree = tree
            self.version = tree.version
            leaf = None
        if leaf is not None:
            keys = leaf.keys
            count: i64 = len(keys)
            pos = self.pos + 1
            if pos < count and keys[pos] == key:
                self.pos = pos
                return leaf
            if count == 0 or key < keys[0] or key > keys[count - 1]:
                leaf = None
        if leaf is None:
            leaf = tree.find_leaf(key)
            self.leaf = leaf
        keys = leaf.keys
        pos = position(keys, key)
        if pos == len(keys) or keys[pos] != key:
            return None
        self.pos = pos
        return leaf

    def step(self) -> bool:
        found = self.found
        self.found = False
        return found

    def close(self) -> None:
        self.leaf = None
