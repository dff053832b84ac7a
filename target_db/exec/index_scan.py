"""Scans by an index: equality on leading columns, then a range on the next one.

Also scans of WITHOUT ROWID tables, which are indexes that hold whole rows.
"""

from mypy_extensions import i64, mypyc_attr

from target_db.catalog.objects import Index, Table
from target_db.exec.execution import Execution
from target_db.exec.scan import store_of
from target_db.expr.base import Expr, Operator, Source
from target_db.expr.comparison import convert
from target_db.storage.failure import corrupt
from target_db.storage.index_cursor import IndexCursor
from target_db.storage.integers import position
from target_db.storage.keyinfo import KeyInfo
from target_db.storage.node import IndexNode, TableLeaf
from target_db.storage.table_tree import TableTree
from target_db.types.affinity import NONE


@mypyc_attr(free_list_len=1)
class Probe:
    """A value that an index column is compared with.

    affinity: what the comparison applies to it. is_null_safe: IS, which finds NULLs.
    """

    def __init__(self, expr: Expr, affinity: int, is_null_safe: bool) -> None:
        self.expr = expr
        self.affinity = affinity
        self.is_null_safe = is_null_safe

    def value(self) -> object:
        """The value to look for."""
        value = self.expr.eval()
        if self.affinity != NONE:
            value = convert(value, self.affinity)
        return value


@mypyc_attr(free_list_len=1)
class RangeEnd:
    """One end of a range on an index column."""

    def __init__(self, probe: Probe, inclusive: bool) -> None:
        self.probe = probe
        self.inclusive = inclusive


class EntryReader:
    """Puts what an index entry stands for into a source. Returns whether there is a row."""

    def read(self, entry: tuple[object, ...], source: Source) -> None:
        """Make `source` stand on the row of `entry`."""
        raise NotImplementedError

    def open(self) -> None:
        """Called when a scan opens."""


@mypyc_attr(free_list_len=1)
class RowReader(EntryReader):
    """Looks the row up in the rowid table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tree: TableTree = store_of(table).table_tree(table.root)
        self.leaf: TableLeaf | None = None
        self.version: i64 = -1

    def open(self) -> None:
        self.tree = store_of(self.table).table_tree(self.table.root)
        self.leaf = None

    def read(self, entry: tuple[object, ...], source: Source) -> None:
        rowid = entry[-1]
        assert isinstance(rowid, int)
        key: i64 = rowid
        leaf = self.leaf
        tree = self.tree
        if leaf is None or self.version != tree.version:
            leaf = tree.find_leaf(key)
        else:
            keys = leaf.keys
            count: i64 = len(keys)
            if count == 0 or key < keys[0] or key > keys[count - 1]:
                leaf = tree.find_leaf(key)
        self.leaf = leaf
        self.version = tree.version
        pos = position(leaf.keys, key)
        if pos == len(leaf.keys) or leaf.keys[pos] != key:
            raise corrupt()
        row = leaf.rows[pos]
        if not row:
            row = leaf.row_at(pos)
        source.row = row
        source.rowid = rowid


@mypyc_attr(free_list_len=1)
class CoveringReader(EntryReader):
    """Makes the row from the entry alone, with the columns that the statement reads."""

    def __init__(self, width: int, columns: list[int], places: list[int]) -> None:
        # Field `places[i]` of the entry is column `columns[i]` of the row.
        self.columns = columns
        self.places = places
        self.row: list[object] = [None] * width

    def read(self, entry: tuple[object, ...], source: Source) -> None:
        row = self.row
        i: i64 = 0
        for column in self.columns:
            row[column] = entry[self.places[i]]
            i += 1
        rowid = entry[-1]
        assert isinstance(rowid, int)
        source.row = tuple(row)
        source.rowid = rowid


@mypyc_attr(free_list_len=1)
class ColumnReader(EntryReader):
    """A covering reader of one column of the index, and of the rowid if that is a column."""

    def __init__(self, width: int, column: int, place: int, rowid_column: int) -> None:
        self.column: i64 = column
        self.place = place
        self.rowid_column: i64 = rowid_column
        self.row: list[object] = [None] * width

    def read(self, entry: tuple[object, ...], source: Source) -> None:
        row = self.row
        row[self.column] = entry[self.place]
        rowid = entry[-1]
        assert isinstance(rowid, int)
        if self.rowid_column >= 0:
            row[self.rowid_column] = rowid
        source.row = tuple(row)
        source.rowid = rowid


def covering_reader(index: Index, source: Source) -> EntryReader:
    """The reader of an index that has all columns which the statement reads of the source."""
    table = index.table
    columns: list[int] = []
    places: list[int] = []
    width = 1  # rows end with the last column that is read: the shorter, the quicker made
    one: i64 = 1
    for place, column in enumerate(index.columns):
        number = column.column
        if 0 <= number < 62 and source.columns_read & (one << number):
            columns.append(number)
            places.append(place)
            if number >= width:
                width = number + 1
    rowid_column = table.rowid_column
    if not (0 <= rowid_column < 62 and source.columns_read & (one << rowid_column)):
        rowid_column = -1
    elif rowid_column >= width:
        width = rowid_column + 1
    if len(columns) == 1:
        return ColumnReader(width, columns[0], places[0], rowid_column)
    if rowid_column >= 0:
        columns.append(rowid_column)
        places.append(len(index.columns))
    return CoveringReader(width, columns, places)


class EntryRow(EntryReader):
    """The entry of a WITHOUT ROWID table, its fields put in the declared order."""

    def __init__(self, table: Table) -> None:
        self.positions = table.entry_positions
        self.is_straight = self.positions == list(range(len(self.positions)))

    def read(self, entry: tuple[object, ...], source: Source) -> None:
        if self.is_straight:
            source.row = entry
        else:
            source.row = tuple([entry[p] for p in self.positions])


class PrimaryKeyReader(EntryReader):
    """Looks the row of a WITHOUT ROWID table up by the primary key in an index entry."""

    def __init__(self, index: Index) -> None:
        table = index.table
        self.table = table
        self.row = EntryRow(table)
        self.places: list[int] = []
        columns = [*index.columns, *index.suffix]
        for key in table.primary_key:
            for place, column in enumerate(columns):
                if column.column == key.column:
                    self.places.append(place)
                    break
        self.cursor = store_of(table).index_cursor(table.root, table.key_info)

    def open(self) -> None:
        self.cursor = store_of(self.table).index_cursor(self.table.root, self.table.key_info)

    def read(self, entry: tuple[object, ...], source: Source) -> None:
        if not self.cursor.find(tuple([entry[p] for p in self.places])):
            raise corrupt()
        self.row.read(self.cursor.key, source)


class IndexLookup(Operator):
    """The one row at most for which all columns of a unique index equal probes."""

    def __init__(
        self,
        source: Source,
        table: Table,
        root: int,
        info: KeyInfo,
        reader: EntryReader,
        equal: list[Probe],
        condition: Expr | None,
    ) -> None:
        self.source = source
        self.table = table
        self.root = root
        self.info = info
        self.reader = reader
        self.equal = equal
        self.condition = condition
        self.cursor: IndexCursor | None = None
        self.found = False

    def open(self) -> None:
        source = self.source
        source.is_padding = False
        self.found = False
        probes = self.equal
        key: tuple[object, ...]
        if len(probes) == 1:
            value = probes[0].value()
            if value is None:
                return
            key = (value,)
        else:
            key = tuple([probe.value() for probe in probes])
            if None in key:
                return
        cursor = self.cursor
        tree = store_of(self.table).index_tree(self.root, self.info)
        if cursor is None or cursor.tree is not tree:
            cursor = IndexCursor(tree)
            self.cursor = cursor
        if cursor.find(key):
            self.reader.open()
            self.reader.read(cursor.key, source)
            condition = self.condition
            self.found = condition is None or condition.is_true()

    def step(self) -> bool:
        found = self.found
        self.found = False
        return found


@mypyc_attr(free_list_len=1)
class IndexScan(Operator):
    """Entries of an index (or of a WITHOUT ROWID table) in its order or against it.

    equal: probes of the leading columns; low, high: the range on the column after those,
        by its values (not by its order: DESC columns are turned round here).
    A range never includes NULLs, which stand before all values.
    """

    def __init__(
        self,
        source: Source,
        table: Table,
        root: int,
        info: KeyInfo,
        reader: EntryReader,
        equal: list[Probe],
        low: RangeEnd | None,
        high: RangeEnd | None,
        backward: bool,
        condition: Expr | None,
        execution: Execution,
    ) -> None:
        self.source = source
        self.table = table
        self.root = root
        self.info = info
        self.reader = reader
        self.equal = equal
        self.low = low
        self.high = high
        self.backward = backward
        self.condition = condition
        self.execution = execution
        self.cursor: IndexCursor | None = None
        self.version: i64 = -1
        # The probe at which the scan ends, and whether entries equal to it belong to it.
        self.stop: tuple[object, ...] = ()
        self.stop_inclusive = True
        self.leaf: IndexNode | None = None
        self.pos: i64 = 0
        self.end: i64 = 0
        self.started = False

    def open(self) -> None:
        self.source.is_padding = False
        self.leaf = None
        self.started = False
        self.execution.tick()
        prefix: list[object] = []
        for probe in self.equal:
            value = probe.value()
            if value is None and not probe.is_null_safe:
                return
            prefix.append(value)
        cursor = self.cursor
        tree = store_of(self.table).index_tree(self.root, self.info)
        if cursor is None or cursor.tree is not tree:
            cursor = IndexCursor(tree)
            self.cursor = cursor
        self.reader.open()
        if self.low is None and self.high is None:
            found = self.open_prefix(cursor, tuple(prefix))
        else:
            found = self.open_range(cursor, prefix)
        self.version = cursor.version
        if found:
            self.enter(cursor)

    def open_prefix(self, cursor: IndexCursor, prefix: tuple[object, ...]) -> bool:
        """Go to the first entry with the prefix."""
        self.stop = prefix
        self.stop_inclusive = True
        if not prefix:
            return cursor.last() if self.backward else cursor.first()
        return cursor.seek_le(prefix) if self.backward else cursor.seek_ge(prefix)

    def open_range(self, cursor: IndexCursor, prefix: list[object]) -> bool:
        """Go to the first entry of the range after the prefix."""
        fixed = tuple(prefix)
        low: tuple[object, ...] = (*fixed, None)
        low_inclusive = False
        high = fixed
        high_inclusive = True
        low_end = self.low
        if low_end is not None:
            value = low_end.probe.value()
            if value is None:
                return False
            low = (*fixed, value)
            low_inclusive = low_end.inclusive
        high_end = self.high
        if high_end is not None:
            value = high_end.probe.value()
            if value is None:
                return False
            high = (*fixed, value)
            high_inclusive = high_end.inclusive
        if self.info.descending[len(fixed)]:
            low, high = high, low
            low_inclusive, high_inclusive = high_inclusive, low_inclusive
        if self.backward:
            self.stop = low
            self.stop_inclusive = low_inclusive
            if not high:
                return cursor.last()
            return cursor.seek_le(high) if high_inclusive else cursor.seek_lt(high)
        self.stop = high
        self.stop_inclusive = high_inclusive
        if not low:
            return cursor.first()
        return cursor.seek_ge(low) if low_inclusive else cursor.seek_gt(low)

    def enter(self, cursor: IndexCursor) -> None:
        """Go on in the cursor's leaf: find where in it the scan ends."""
        leaf = cursor.leaf
        leaf.decode_all()
        self.leaf = leaf
        self.pos = cursor.pos
        self.execution.tick()
        stop = self.stop
        fields: i64 = len(stop)
        info = self.info
        count: i64 = len(leaf.entries)
        if fields == 0:
            self.end = -1 if self.backward else count
        elif self.backward:
            first_order = info.compare(leaf.entries[0], stop, fields)
            if first_order > 0 or (first_order == 0 and self.stop_inclusive):
                self.end = -1
            elif cursor.inner:
                self.end = 0
            elif self.stop_inclusive:
                self.end = info.lower_bound(leaf, stop, fields, info.digest(stop)) - 1
            else:
                self.end = info.upper_bound(leaf, stop, fields, info.digest(stop)) - 1
        else:
            last_order = info.compare(leaf.entries[count - 1], stop, fields)
            if last_order < 0 or (last_order == 0 and self.stop_inclusive):
                self.end = count
            elif cursor.inner:
                self.end = 0
            elif self.stop_inclusive:
                self.end = info.upper_bound(leaf, stop, fields, info.digest(stop))
            else:
                self.end = info.lower_bound(leaf, stop, fields, info.digest(stop))

    def reposition(self, cursor: IndexCursor) -> bool:
        """Find the place behind the last entry again, after the tree has changed."""
        if not self.started:
            self.open()
            return self.leaf is not None
        more = cursor.prev() if self.backward else cursor.next()
        self.version = cursor.version
        if more:
            self.enter(cursor)
        return more

    def step(self) -> bool:
        leaf = self.leaf
        cursor = self.cursor
        if leaf is None or cursor is None:
            return False
        if self.version != cursor.tree.version and not self.reposition(cursor):
            self.leaf = None
            return False
        source = self.source
        reader = self.reader
        condition = self.condition
        step: i64 = -1 if self.backward else 1
        while True:
            leaf = self.leaf
            assert leaf is not None
            entries = leaf.entries
            pos = self.pos
            end = self.end
            while (pos > end) if self.backward else (pos < end):
                entry = entries[pos]
                pos += step
                reader.read(entry, source)
                if condition is None or condition.is_true():
                    self.pos = pos
                    cursor.key = entry
                    self.started = True
                    return True
            count: i64 = len(entries)
            if (end >= 0) if self.backward else (end < count):
                self.leaf = None
                return False
            cursor.key = entries[0] if self.backward else entries[count - 1]
            self.started = True
            more = cursor.prev_leaf() if self.backward else cursor.next_leaf()
            if not more:
                self.leaf = None
                return False
            self.enter(cursor)

    def close(self) -> None:
        self.leaf = None
        self.cursor = None
