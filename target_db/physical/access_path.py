"""How one table is read: the choice among full scan, rowid, and indexes, by cost.

Costs are in rows visited; without statistics the sizes are those that SQLite assumes ("The
SQLite Query Optimizer Overview" and "ANALYZE": a million rows, ten for an equality).
"""

from math import log2
from typing import Final

from mypy_extensions import i64, mypyc_attr

from target_db.catalog.objects import Index, Table
from target_db.exec.in_loop import InValues
from target_db.expr.base import Expr, Source
from target_db.physical.constraints import IN, ROWID, Constraint
from target_db.sql.codes import EQ, GE, GT, IS, LE, LT

DEFAULT_ROWS: Final = 1048576.0
IN_QUERY_ROWS: Final = 25.0
# One row in so many is assumed to be in a partial index.
PARTIAL_SHARE: Final = 4.0

# What visiting a row costs: in a scan of the table, of an index that covers the query, and of
# an index whose entry leads to the table.
SCAN_COST: Final = 3.0
COVERING_COST: Final = 2.0
LOOKUP_COST: Final = 5.0


@mypyc_attr(free_list_len=1)
class AccessPath:
    """One way to read a table.

    index: None for the table itself. equal: constraints of the leading index columns (or of
        the rowid), EQ, IS or IN. low, high: a range on the column after those.
    cost: of reading it once; rows: how many come out.
    """

    def __init__(self, index: Index | None) -> None:
        self.index = index
        self.equal: list[Constraint] = NO_CONSTRAINTS
        self.low: Constraint | None = None
        self.high: Constraint | None = None
        self.is_covering = False
        self.cost = 0.0
        self.rows = 0.0
        self.mask = 0
        self.backward = False
        self.gives_order = False  # the order asked for, read `backward` or not
        self.branches: list[AccessPath] = NO_PATHS  # of a union of index scans
        self.union_of: Expr | None = None
        self.filters: list[Expr] = NO_FILTERS  # of a branch of a union: what the scan must check

    def is_unique(self) -> bool:
        """Whether at most one row can come out."""
        return self.rows <= 1.0 and bool(self.equal)

    def uses_in(self) -> bool:
        for constraint in self.equal:
            if constraint.op == IN:
                return True
        return False

    def consumed(self) -> list[Expr]:
        """The conditions that the path itself makes sure of."""
        done: list[Expr] = []
        for constraint in self.equal:
            if constraint.is_whole:
                done.append(constraint.conjunct)
        low = self.low
        high = self.high
        if low is not None:
            both = low.is_half and high is not None and high.conjunct is low.conjunct
            if low.is_whole or both:
                done.append(low.conjunct)
        if high is not None and high.is_whole:
            done.append(high.conjunct)
        return done


NO_CONSTRAINTS: Final[list[Constraint]] = []
NO_PATHS: Final[list[AccessPath]] = []
NO_FILTERS: Final[list[Expr]] = []


def table_rows(table: Table) -> float:
    """The number of rows, from ANALYZE or as assumed."""
    if table.statistics_rows >= 0:
        return max(1.0, float(table.statistics_rows))
    return DEFAULT_ROWS


def index_rows(index: Index) -> float:
    """The number of entries of an index."""
    rows = table_rows(index.table)
    return rows if index.where is None else rows / PARTIAL_SHARE


def full_scan(table: Table) -> AccessPath:
    """Read the whole table."""
    path = AccessPath(None)
    path.rows = table_rows(table)
    path.cost = path.rows * SCAN_COST
    return path


def rowid_path(table: Table, constraints: list[Constraint], available: int) -> AccessPath | None:
    """By rowid: equality, IN or a range; None when no constraint allows it."""
    best: Constraint | None = None
    low: Constraint | None = None
    high: Constraint | None = None
    for constraint in constraints:
        if constraint.column != ROWID or constraint.mask & ~available:
            continue
        op = constraint.op
        if op == EQ:
            if best is None or best.op != EQ:
                best = constraint
        elif op == IN:
            if best is None:
                best = constraint
        elif op == GT or op == GE:
            if low is None:
                low = constraint
        elif (op == LT or op == LE) and high is None:
            high = constraint
    if best is None and low is None and high is None:
        return None
    path = AccessPath(None)
    rows = table_rows(table)
    if best is not None:
        path.equal = [best]
        path.mask = best.mask
        count = 1.0 if best.op != IN else in_count(best)
        path.rows = count
        path.cost = count * (log2(rows + 2) / 2)
        return path
    path.low = low
    path.high = high
    path.rows = range_rows(rows, low, high)
    path.cost = path.rows * SCAN_COST * 0.9 + log2(rows + 2)
    if low is not None:
        path.mask |= low.mask
    if high is not None:
        path.mask |= high.mask
    return path


def range_rows(rows: float, low: Constraint | None, high: Constraint | None) -> float:
    """How many of `rows` a range is assumed to hold: a quarter for each end, 1/64 for both."""
    if low is not None and high is not None:
        return max(1.0, rows / 64)
    if low is not None or high is not None:
        return max(1.0, rows / 4)
    return rows


def in_count(constraint: Constraint) -> float:
    """How many values an IN is assumed to give."""
    value = constraint.value
    if isinstance(value, InValues) and value.in_list is not None:
        return float(len(value.in_list.items))
    return IN_QUERY_ROWS


def index_path(
    index: Index, constraints: list[Constraint], available: int, covering: bool
) -> AccessPath | None:
    """By an index: equality on leading columns, a range on the next; None if none applies."""
    first = index.columns[0].column
    if first == index.table.rowid_column and first >= 0:
        first = ROWID
    for constraint in constraints:
        if constraint.column == first:
            break
    else:
        return None
    path = AccessPath(index)
    path.equal = []
    path.is_covering = covering
    table = index.table
    rowid_column = table.rowid_column
    lookups = 1.0
    place = 0
    has_in = False
    for column in index.columns:
        number = ROWID if column.column == rowid_column >= 0 else column.column
        found: Constraint | None = None
        for constraint in constraints:
            if constraint.column != number or constraint.mask & ~available:
                continue
            if constraint.collation is not column.collation and constraint.column != ROWID:
                continue
            op = constraint.op
            if op == EQ or op == IS:
                if found is None or found.op == IN:
                    found = constraint
            elif op == IN and found is None:
                found = constraint
        if found is None:
            break
        path.equal.append(found)
        path.mask |= found.mask
        if found.op == IN:
            lookups *= in_count(found)
            has_in = True
        place += 1
    if place < len(index.columns):
        column = index.columns[place]
        number = ROWID if column.column == rowid_column >= 0 else column.column
        for constraint in constraints:
            if constraint.column != number or constraint.mask & ~available:
                continue
            if constraint.collation is not column.collation and constraint.column != ROWID:
                continue
            op = constraint.op
            if (op == GT or op == GE) and path.low is None:
                path.low = constraint
                path.mask |= constraint.mask
            elif (op == LT or op == LE) and path.high is None:
                path.high = constraint
                path.mask |= constraint.mask
    if place == 0 and path.low is None and path.high is None:
        return None
    rows = equal_rows(index, place, path)
    each = max(range_rows(rows, path.low, path.high), 1.0)
    path.rows = each * lookups
    factor = COVERING_COST if covering else LOOKUP_COST
    path.cost = lookups * log2(table_rows(table) + 2) / 2 + path.rows * factor
    if has_in:
        path.cost += lookups
    return path


def equal_rows(index: Index, place: int, path: AccessPath) -> float:
    """How many entries share values in the first `place` columns."""
    total = index_rows(index)
    if place == 0:
        return total
    statistics = index.statistics
    if statistics is not None and len(statistics) > place:
        return max(1.0, float(statistics[place]))
    if place >= len(index.columns) and index.is_unique:
        for constraint in path.equal:
            if constraint.op == IS:
                return 10.0
        return 1.0
    return min(total, float(max(11 - place, 5)))


def covers(index: Index, source: Source) -> bool:
    """Whether an index has all columns of the table that the statement reads."""
    table = index.table
    needed = source.columns_read
    if not table.has_rowid or needed < 0:
        return False
    if 0 <= table.rowid_column < 62:
        needed &= ~bit_of(table.rowid_column)
    for column in index.columns:
        if column.column >= 0:
            needed &= ~bit_of(column.column)
    return needed == 0


def bit_of(column: i64) -> i64:
    """The bit of a column in `Source.columns_read`."""
    one: i64 = 1
    return one << column if column < 62 else 0
