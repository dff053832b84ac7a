"""From the tree of joins and the conditions to one operator."""

from mypy_extensions import mypyc_attr

from target_db.bind.bound import BoundOrder, Join, JoinLeaf, JoinNode
from target_db.bind.scope import NO_EXPRS, BindContext
from target_db.exec.conditions import all_of
from target_db.exec.joins import JoinLevel, NestedLoop
from target_db.exec.outer_join import OuterJoin
from target_db.exec.project import Filter, Gate
from target_db.exec.scan import TableScan
from target_db.expr.base import Expr, Operator
from target_db.logical.conjuncts import holds_before_rows
from target_db.logical.nulls import NEVER, never_hold
from target_db.logical.or_to_in import ors_to_in
from target_db.logical.strength import rejects_nulls
from target_db.physical.access_path import AccessPath, full_scan
from target_db.physical.build_scan import build_scan
from target_db.physical.choose import choose_path, constraints_on, primary_key_index, whole_index
from target_db.physical.explain import note_hash, note_path
from target_db.physical.hash_path import hash_keys
from target_db.physical.join_order import Unit, order_units
from target_db.physical.leaf_plan import LeafPlanner
from target_db.physical.partial_index import bind_partial_indexes, find_partial_indexes
from target_db.sql.codes import JOIN_CROSS, JOIN_FULL, JOIN_LEFT, JOIN_RIGHT


@mypyc_attr(free_list_len=1)
class FromPlan:
    """The operator of a FROM clause, and what it gives for free.

    gives_order: the rows come in the order of the query's ORDER BY.
    """

    def __init__(self, operator: Operator, gives_order: bool) -> None:
        self.operator = operator
        self.gives_order = gives_order


def leaves_of(node: JoinNode, into: list[JoinLeaf]) -> None:
    """All FROM items below a node, from left to right."""
    if isinstance(node, JoinLeaf):
        into.append(node)
    elif isinstance(node, Join):
        leaves_of(node.left, into)
        leaves_of(node.right, into)


def plan_from(
    node: JoinNode,
    where: list[Expr],
    order: list[BoundOrder],
    may_cover: bool,
    context: BindContext,
    planner: LeafPlanner,
) -> FromPlan:
    """Plan the reading of a FROM clause under WHERE.

    order: the wanted order, empty where none is wanted. may_cover: an index that has all the
    columns that are read may stand for its table.
    """
    own = node.mask
    if where and not context.optimizer_off:
        where = ors_to_in(where, context.execution)
    first: list[Expr] = NO_EXPRS
    rest: list[Expr] = where
    for condition in where:
        if not condition.mask & own and holds_before_rows(condition, own):
            first = [*first, condition]
    if first:
        rest = [c for c in where if c not in first]
    if isinstance(node, JoinLeaf):
        if rest and not context.optimizer_off and node.item.table.root != 0 and never_hold(rest):
            first = [*first, NEVER]
        plan = plan_single(node, rest, order, may_cover, context, planner)
    else:
        plan = plan_join(node, rest, order, may_cover, context, planner)
    if first:
        plan.operator = Gate(plan.operator, first)
    return plan


def plan_single(
    leaf: JoinLeaf,
    where: list[Expr],
    order: list[BoundOrder],
    may_cover: bool,
    context: BindContext,
    planner: LeafPlanner,
) -> FromPlan:
    """A FROM clause of one item."""
    table = leaf.item.table
    if table.root == 0:
        return FromPlan(planner.scan_derived(leaf, where, ~leaf.mask, True, ""), False)
    source = leaf.item.source
    is_bare = table.has_rowid and not table.indexes and not order and context.notes is None
    if is_bare and (not where or context.optimizer_off or not constraints_on(leaf, where)):
        return FromPlan(TableScan(source, table, all_of(where), context.execution), False)
    path = plan_path(leaf, where, order, may_cover, context)
    operator = build_scan(source, table, path, where, context.execution)
    if context.notes is not None:
        note_path(context, leaf, path, "")
    return FromPlan(operator, path.gives_order)


def plan_path(
    leaf: JoinLeaf,
    where: list[Expr],
    order: list[BoundOrder],
    may_cover: bool,
    context: BindContext,
) -> AccessPath:
    """The access path of the only table of a query."""
    table = leaf.item.table
    if context.optimizer_off:
        return plain_path(leaf)
    if not where and not order and table.has_rowid and not table.indexes:
        return full_scan(table)
    if where and table.indexes:
        bind_partial_indexes(table, context)
        find_partial_indexes(leaf, where)
    constraints = constraints_on(leaf, where) if where else []
    if not constraints and not order and not table.indexes and table.has_rowid:
        return full_scan(table)
    everything = ~leaf.item.source.mask
    return choose_path(leaf, constraints, where, everything, may_cover, order)


def plain_path(leaf: JoinLeaf) -> AccessPath:
    """The path that uses nothing: what "planner off" always takes."""
    table = leaf.item.table
    if table.has_rowid:
        return full_scan(table)
    return whole_index(primary_key_index(table), True)


def plan_join(
    node: JoinNode,
    where: list[Expr],
    order: list[BoundOrder],
    may_cover: bool,
    context: BindContext,
    planner: LeafPlanner,
) -> FromPlan:
    """A FROM clause with joins: an order for the loops, and an access path for each."""
    pool = list(where)
    units: list[Unit] = []
    collect_units(node, units, pool, where, context, planner)
    ordered = order_units(units, pool, may_cover, order, node.mask, context.optimizer_off)
    return FromPlan(
        build_levels(ordered, pool, node.mask, context, planner), ordered[0].gives_order
    )


def collect_units(
    node: JoinNode,
    units: list[Unit],
    pool: list[Expr],
    where: list[Expr],
    context: BindContext,
    planner: LeafPlanner,
) -> None:
    """Break a tree of joins into units that may be ordered freely, as far as they say.

    ON conditions of inner joins go to the `pool` of conditions.
    """
    if isinstance(node, JoinLeaf):
        bind_partial_indexes(node.item.table, context)
        unit = Unit(node.mask, node, context.execution)
        unit.needs = node.outer_mask
        units.append(unit)
        return
    assert isinstance(node, Join)
    kind = node.kind
    if kind == JOIN_RIGHT or kind == JOIN_FULL:
        units.append(outer_unit(node, context, planner))
        return
    if kind == JOIN_LEFT:
        collect_units(node.left, units, pool, where, context, planner)
        right = right_unit(node.right, context, planner)
        if rejects_nulls(where, node.right.mask) and not context.optimizer_off:
            pool.extend(node.conditions)
            units.append(right)
            return
        right.is_left = True
        right.on = node.conditions
        right.needs |= node.left.mask
        units.append(right)
        return
    collect_units(node.left, units, pool, where, context, planner)
    place = len(units)
    collect_units(node.right, units, pool, where, context, planner)
    if kind == JOIN_CROSS:
        for unit in units[place:]:
            unit.needs |= node.left.mask
    pool.extend(node.conditions)


def right_unit(node: JoinNode, context: BindContext, planner: LeafPlanner) -> Unit:
    """The right side of a LEFT JOIN: one item, or joins in parentheses as a whole."""
    if isinstance(node, JoinLeaf):
        bind_partial_indexes(node.item.table, context)
        unit = Unit(node.mask, node, context.execution)
        unit.needs = node.outer_mask
        return unit
    unit = Unit(node.mask, None, context.execution)
    unit.operator = plan_join(node, [], [], True, context, planner).operator
    leaves_of(node, unit.leaves)
    return unit


def outer_unit(node: Join, context: BindContext, planner: LeafPlanner) -> Unit:
    """A RIGHT or FULL JOIN: both sides planned on their own."""
    left: list[JoinLeaf] = []
    right: list[JoinLeaf] = []
    leaves_of(node.left, left)
    leaves_of(node.right, right)
    left_plan = plan_from(node.left, [], [], True, context, planner)
    right_plan = plan_from(node.right, [], [], True, context, planner)
    conditions = node.conditions
    join = OuterJoin(
        left_plan.operator,
        right_plan.operator,
        [leaf.item.source for leaf in left],
        [len(leaf.item.table.columns) for leaf in left],
        [leaf.item.source for leaf in right],
        [len(leaf.item.table.columns) for leaf in right],
        conditions,
        context.execution,
        node.kind == JOIN_FULL,
    )
    join.keys = hash_keys(conditions, node.right.mask, node.left.mask)
    unit = Unit(node.mask, None, context.execution)
    unit.operator = join
    unit.leaves = left + right
    return unit


def build_levels(
    units: list[Unit], pool: list[Expr], own: int, context: BindContext, planner: LeafPlanner
) -> Operator:
    """The nest of loops, each condition at the first loop where it can be tested."""
    levels: list[JoinLevel] = []
    available = ~own
    waiting = list(pool)
    for place, unit in enumerate(units):
        available |= unit.mask
        now: list[Expr] = []
        later: list[Expr] = []
        for condition in waiting:
            if condition.mask & ~available:
                later.append(condition)
            else:
                now.append(condition)
        waiting = later
        in_scan = unit.on if unit.is_left else now
        scan = build_unit(unit, in_scan, ~own, place == 0, context, planner)
        level = JoinLevel(scan, now if unit.is_left else [])
        if unit.is_left:
            level.is_left = True
            for leaf in unit.all_leaves():
                level.padded.append(leaf.item.source)
                level.widths.append(len(leaf.item.table.columns))
        levels.append(level)
    if len(levels) == 1 and not levels[0].is_left:
        return levels[0].scan
    return NestedLoop(levels)


def build_unit(
    unit: Unit,
    conditions: list[Expr],
    outside: int,
    is_first: bool,
    context: BindContext,
    planner: LeafPlanner,
) -> Operator:
    """The operator of one loop."""
    operator = unit.operator
    leaf = unit.leaf
    if operator is not None:
        return Filter(operator, conditions) if conditions else operator
    assert leaf is not None
    table = leaf.item.table
    path = unit.path
    suffix = " LEFT-JOIN" if unit.is_left else ""
    if unit.hash_keys:
        note_hash(context, leaf, unit.hash_keys, suffix)
        return planner.hash_scan(unit, leaf, conditions)
    if table.root == 0:
        return planner.scan_derived(leaf, conditions, outside, is_first, suffix)
    assert path is not None
    note_path(context, leaf, path, suffix)
    return build_scan(leaf.item.source, table, path, conditions, context.execution)
