"""The cheapest access path of one table, with the wanted order taken into account."""

from math import log2

from target_db.bind.bound import BoundOrder, JoinLeaf
from target_db.catalog.objects import Index, Table
from target_db.errors import SqlError
from target_db.expr.base import Expr, Source
from target_db.expr.logic import Or
from target_db.logical.conjuncts import split_and, split_or
from target_db.physical.access_path import (
    COVERING_COST,
    LOOKUP_COST,
    SCAN_COST,
    AccessPath,
    covers,
    full_scan,
    index_path,
    index_rows,
    rowid_path,
)
from target_db.physical.constraints import Constraint, column_of, find_constraints
from target_db.physical.ordering import order_direction
from target_db.physical.row_width import index_width, is_narrower, table_width


def constraints_on(leaf: JoinLeaf, conditions: list[Expr]) -> list[Constraint]:
    """What `conditions` say about single columns of the leaf's table."""
    source = leaf.item.source
    rowid_column = leaf.item.table.rowid_column
    found: list[Constraint] = []
    for condition in conditions:
        if condition.mask & source.mask:
            find_constraints(condition, source, rowid_column, found)
    return found


def usable_indexes(leaf: JoinLeaf) -> list[Index]:
    """The indexes that may serve the leaf: INDEXED BY and NOT INDEXED say which.

    The tree of a WITHOUT ROWID table is the table itself, which NOT INDEXED leaves.
    """
    table = leaf.item.table
    indexes: list[Index] = []
    if not table.has_rowid:
        indexes.append(primary_key_index(table))
    if leaf.not_indexed:
        return indexes
    for index in table.indexes:
        if index.where is not None and index not in leaf.partial_indexes:
            continue
        if leaf.indexed_by is None or index.name.lower() == leaf.indexed_by:
            indexes.append(index)
    return indexes


def primary_key_index(table: Table) -> Index:
    """The tree of a WITHOUT ROWID table, seen as an index on its primary key."""
    index = Index(f"sqlite_autoindex_{table.name}_1", table, table.primary_key, table.root)
    index.key_info = table.key_info
    index.is_unique = True
    index.origin = "pk"
    return index


def choose_path(
    leaf: JoinLeaf,
    constraints: list[Constraint],
    conditions: list[Expr],
    available: int,
    may_cover: bool,
    order: list[BoundOrder],
) -> AccessPath:
    """The cheapest way to read the leaf's table, given rows of the `available` sources.

    may_cover: whether an index alone may do, without the table. order: what the rows should be
        ordered by, if that would spare a sort.
    """
    table = leaf.item.table
    source = leaf.item.source
    best: AccessPath | None = None
    if leaf.indexed_by is None and table.has_rowid:
        best = rate(full_scan(table), None, table, source, order)
        if constraints:
            best = rate(rowid_path(table, constraints, available), best, table, source, order)
    indexes = usable_indexes(leaf)
    if indexes:
        for index in indexes:
            is_table = index.root == table.root
            covering = is_table or (may_cover and covers(index, source))
            if constraints:
                path = index_path(index, constraints, available, covering)
                best = rate(path, best, table, source, order)
            if (
                best is None
                or is_table
                or (covering and is_narrower(index))
                or index.where is not None
                or (order and may_order(index, source, order))
            ):
                best = rate(whole_index(index, covering), best, table, source, order)
    if conditions and leaf.indexed_by is None and table.has_rowid:
        union = union_path(leaf, conditions, available, indexes)
        best = rate(union, best, table, source, order)
    if best is None:
        raise SqlError("no query solution")
    return best


def may_order(index: Index, source: Source, order: list[BoundOrder]) -> bool:
    """Whether the first column of an index is that of the first ORDER BY term."""
    rowid_column = index.table.rowid_column
    column = column_of(order[0].expr, source, rowid_column)
    return column == index.columns[0].column or column < 0


def whole_index(index: Index, covering: bool) -> AccessPath:
    """Read a whole index, for its order or because it covers the query."""
    path = AccessPath(index)
    path.is_covering = covering
    path.rows = index_rows(index)
    cost = LOOKUP_COST
    if covering:
        cost = SCAN_COST
        if index.root != index.table.root:
            cost = COVERING_COST + index_width(index) / table_width(index.table) - 1.0
    path.cost = path.rows * cost
    return path


def rate(
    path: AccessPath | None,
    best: AccessPath | None,
    table: Table,
    source: Source,
    order: list[BoundOrder],
) -> AccessPath | None:
    """The better of two paths, the cost of sorting added where the order does not come free."""
    if path is None:
        return best
    if order:
        direction = order_direction(path, table, source, order)
        path.backward = direction < 0
        path.gives_order = direction != 0
        if direction == 0:
            path.cost += path.rows * (log2(path.rows + 2) / 2)
    if best is None or path.cost < best.cost:
        return path
    return best


def union_path(
    leaf: JoinLeaf, conditions: list[Expr], available: int, indexes: list[Index]
) -> AccessPath | None:
    """An OR of conditions that can each use an index or the rowid by equality."""
    table = leaf.item.table
    source = leaf.item.source
    for condition in conditions:
        if not isinstance(condition, Or) or not condition.mask & source.mask:
            continue
        path = AccessPath(None)
        path.union_of = condition
        path.branches = []
        operands: list[Expr] = []
        split_or(condition, operands)
        for operand in operands:
            branch = branch_path(leaf, operand, available, indexes, table)
            if branch is None:
                break
            path.branches.append(branch)
            path.cost += branch.cost + branch.rows
            path.rows += branch.rows
            path.mask |= branch.mask
        else:
            return path
    return None


def branch_path(
    leaf: JoinLeaf, operand: Expr, available: int, indexes: list[Index], table: Table
) -> AccessPath | None:
    """The best selective path for one operand of an OR; None when there is none."""
    parts: list[Expr] = []
    split_and(operand, parts)
    constraints = constraints_on(leaf, parts)
    if not constraints:
        return None
    best = rowid_path(table, constraints, available)
    for index in indexes:
        path = index_path(index, constraints, available, False)
        if path is not None and (best is None or path.cost < best.cost):
            best = path
    if best is not None:
        known = available | leaf.item.source.mask
        best.filters = [part for part in parts if not part.mask & ~known]
    return best
