"""From an access path to the operator that follows it."""

from target_db.catalog.objects import Table
from target_db.exec.conditions import all_of
from target_db.exec.execution import Execution
from target_db.exec.in_loop import InLoop, InValues, ValueHolder
from target_db.exec.index_scan import (
    EntryReader,
    EntryRow,
    IndexLookup,
    IndexScan,
    PrimaryKeyReader,
    Probe,
    RangeEnd,
    RowReader,
    covering_reader,
)
from target_db.exec.scan import RowidBound, RowidLookup, RowidRangeScan, TableScan
from target_db.exec.union_scan import UnionScan
from target_db.expr.base import Expr, Operator, Source
from target_db.physical.access_path import AccessPath
from target_db.physical.constraints import IN, Constraint
from target_db.sql.codes import GE, IS, LE


def build_scan(
    source: Source,
    table: Table,
    path: AccessPath,
    conditions: list[Expr],
    execution: Execution,
) -> Operator:
    """The operator that reads `table` along `path` and keeps rows that meet `conditions`."""
    if path.branches:
        return build_union(source, table, path, conditions, execution)
    if conditions:
        done = path.consumed()
        if done:
            conditions = [c for c in conditions if c not in done]
    condition = all_of(conditions)
    if path.index is None and table.has_rowid:
        return build_rowid_scan(source, table, path, condition, execution)
    return build_index_scan(source, table, path, condition, execution)


def build_rowid_scan(
    source: Source, table: Table, path: AccessPath, condition: Expr | None, execution: Execution
) -> Operator:
    """A full scan, a range of rowids, or a look-up by rowid."""
    if path.equal:
        constraint = path.equal[0]
        if constraint.op != IN:
            return RowidLookup(source, table, constraint.value, condition)
        holder = ValueHolder()
        lookup = RowidLookup(source, table, holder, condition)
        return in_loop(constraint, holder, lookup, path.backward)
    if path.low is None and path.high is None and not path.backward:
        return TableScan(source, table, condition, execution)
    low = None if path.low is None else RowidBound(path.low.value, path.low.op == GE)
    high = None if path.high is None else RowidBound(path.high.value, path.high.op == LE)
    return RowidRangeScan(source, table, low, high, path.backward, condition, execution)


def in_loop(
    constraint: Constraint, holder: ValueHolder, inner: Operator, backward: bool
) -> Operator:
    """`inner` once for each value of an IN."""
    values = constraint.value
    assert isinstance(values, InValues)
    return InLoop(holder, values, constraint.affinity, constraint.collation, backward, inner)


def build_index_scan(
    source: Source, table: Table, path: AccessPath, condition: Expr | None, execution: Execution
) -> Operator:
    """A scan of an index, or of a WITHOUT ROWID table (whose path has no index)."""
    index = path.index
    reader: EntryReader
    assert index is not None
    root = index.root
    info = index.key_info
    if root == table.root:
        reader = EntryRow(table)
    else:
        if not table.has_rowid:
            reader = PrimaryKeyReader(index)
        elif path.is_covering:
            reader = covering_reader(index, source)
        else:
            reader = RowReader(table)
    probes: list[Probe] = []
    holders: list[ValueHolder] = []
    loops: list[Constraint] = []
    for constraint in path.equal:
        if constraint.op == IN:
            holder = ValueHolder()
            holders.append(holder)
            loops.append(constraint)
            probes.append(Probe(holder, constraint.affinity, False))
        else:
            probes.append(Probe(constraint.value, constraint.affinity, constraint.op == IS))
    scan: Operator
    if index.is_unique and len(probes) == len(index.columns) and finds_no_nulls(path):
        scan = IndexLookup(source, table, root, info, reader, probes, condition)
    else:
        low = None if path.low is None else range_end(path.low)
        high = None if path.high is None else range_end(path.high)
        backward = path.backward
        scan = IndexScan(
            source, table, root, info, reader, probes, low, high, backward, condition, execution
        )
    place = len(loops) - 1
    while place >= 0:
        scan = in_loop(loops[place], holders[place], scan, path.backward)
        place -= 1
    return scan


def finds_no_nulls(path: AccessPath) -> bool:
    """Whether no constraint is IS, which would find any number of NULLs in a unique index."""
    for constraint in path.equal:
        if constraint.op == IS:
            return False
    return True


def range_end(constraint: Constraint) -> RangeEnd:
    """One end of an index range."""
    inclusive = constraint.op == GE or constraint.op == LE
    return RangeEnd(Probe(constraint.value, constraint.affinity, False), inclusive)


def build_union(
    source: Source,
    table: Table,
    path: AccessPath,
    conditions: list[Expr],
    execution: Execution,
) -> Operator:
    """An OR by several scans; a row that two of them find comes once."""
    arms = [
        build_scan(source, table, branch, branch.filters, execution) for branch in path.branches
    ]
    rest = [c for c in conditions if c is not path.union_of]
    return UnionScan(source, arms, all_of(rest))
