"""The order of the loops of a join.

Small joins: every table is tried as the outermost, and the rest follow greedily. Large ones:
greedily from the cheapest start. So 64 tables cost some thousands of estimates, not 64!.
"""

from math import log2
from typing import Final

from target_db.bind.bound import BoundOrder, JoinLeaf
from target_db.exec.execution import Execution
from target_db.exec.hash_join import JoinKey
from target_db.expr.base import Expr, Operator
from target_db.expr.comparison import Comparison
from target_db.expr.logic import Or
from target_db.physical.access_path import AccessPath, full_scan
from target_db.physical.choose import choose_path, constraints_on, primary_key_index, whole_index
from target_db.physical.constraints import NO_COLUMN, Constraint, column_of
from target_db.physical.hash_path import hash_keys
from target_db.physical.ordering import order_direction
from target_db.physical.partial_index import find_partial_indexes
from target_db.sql.codes import EQ

DERIVED_ROWS: Final = 1000.0
FUNCTION_ROWS: Final = 30.0
EQUAL_ROWS: Final = 10.0
ALL_STARTS: Final = 8  # up to so many tables, every start is tried


class Unit:
    """What is one loop of a join: a table, another FROM item, or an outer join as a whole.

    needs: sources that must stand on a row before it is opened. on: of a LEFT JOIN's right
        side. path, hash_keys: how it is read, once decided.
    """

    def __init__(self, mask: int, leaf: JoinLeaf | None, execution: Execution) -> None:
        self.execution = execution
        self.mask = mask
        self.leaf = leaf
        self.leaves: list[JoinLeaf] = []
        self.operator: Operator | None = None
        self.needs = 0
        self.is_left = False
        self.on: list[Expr] = []
        self.constraints: list[Constraint] = []
        self.path: AccessPath | None = None
        self.hash_keys: list[JoinKey] = []
        self.gives_order = False
        # While the order is sought: the equalities with other units, the sources that any way
        # of reading it may depend on, and how it is read best when some of those are at hand.
        self.equalities: list[JoinKey] = []
        self.interest = 0
        self.has_or = False
        self.rated: dict[int, Step] = {}

    def all_leaves(self) -> list[JoinLeaf]:
        """The FROM items in it."""
        return self.leaves if self.leaf is None else [self.leaf]


class Step:
    """A unit as the next loop: how it is read, and what that costs for each outer row."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.path: AccessPath | None = None
        self.keys: list[JoinKey] = []
        self.setup = 0.0
        self.cost = 0.0
        self.rows = 1.0


def order_units(
    units: list[Unit],
    pool: list[Expr],
    may_cover: bool,
    order: list[BoundOrder],
    own: int,
    optimizer_off: bool,
) -> list[Unit]:
    """The units in the order of their loops, each with its way of being read."""
    if optimizer_off:
        return plain_order(units)
    for unit in units:
        prepare_unit(unit, pool, own)
    starts = [u for u in units if not u.needs & own]
    if len(units) > ALL_STARTS:
        starts = [cheapest_start(starts, pool, may_cover, own)]
    best: list[Step] = []
    best_cost = 0.0
    for start in starts:
        steps, cost = greedy(start, units, pool, may_cover, own)
        if not best or cost < best_cost * 0.999:
            best = steps
            best_cost = cost
    ordered: list[Unit] = []
    for step in best:
        step.unit.path = step.path
        step.unit.hash_keys = step.keys
        ordered.append(step.unit)
    for unit in units:
        unit.rated.clear()  # steps know their unit: a circle, which would outlive the query
    if order:
        follow_order(ordered[0], pool, may_cover, order, own)
    return ordered


def follow_order(
    unit: Unit, pool: list[Expr], may_cover: bool, order: list[BoundOrder], own: int
) -> None:
    """Read the outermost table in the order of the whole join, where that spares a sort.

    The loops inside keep its order; so it can give it if all terms are columns of its table.
    """
    leaf = unit.leaf
    path = unit.path
    if leaf is None or path is None:
        return
    table = leaf.item.table
    source = leaf.item.source
    for term in order:
        expr = term.expr
        if not expr.is_constant and column_of(expr, source, table.rowid_column) == NO_COLUMN:
            return
    if not unit.hash_keys:
        conditions = pool if unit.has_or else []
        path = choose_path(leaf, unit.constraints, conditions, ~own, may_cover, order)
        unit.path = path
    direction = order_direction(path, table, source, order)
    path.backward = direction < 0
    unit.gives_order = direction != 0


def prepare_unit(unit: Unit, pool: list[Expr], own: int) -> None:
    """Find what the conditions offer to this unit, once for all orders."""
    leaf = unit.leaf
    if leaf is None:
        return
    conditions = [c for c in (unit.on if unit.is_left else pool) if c.mask & unit.mask]
    if leaf.item.table.root != 0:
        find_partial_indexes(leaf, conditions)
        unit.constraints = constraints_on(leaf, conditions)
        for constraint in unit.constraints:
            unit.interest |= constraint.mask & own
        for condition in conditions:
            if isinstance(condition, Or):
                unit.has_or = True
                unit.interest |= condition.mask & own & ~unit.mask
    if not leaf.recursion and not leaf.outer_mask:
        unit.equalities = hash_keys(conditions, unit.mask, own & ~unit.mask)
        for key in unit.equalities:
            unit.interest |= key.outer.mask & own


def plain_order(units: list[Unit]) -> list[Unit]:
    """The units as they are written, read without any index: "planner off"."""
    for unit in units:
        leaf = unit.leaf
        if leaf is not None and leaf.item.table.root != 0:
            table = leaf.item.table
            if table.has_rowid:
                unit.path = full_scan(table)
            else:
                unit.path = whole_index(primary_key_index(table), True)
    return units


def cheapest_start(starts: list[Unit], pool: list[Expr], may_cover: bool, own: int) -> Unit:
    """The unit that is cheapest to read first."""
    best = starts[0]
    best_step = rate_step(best, 0, own, pool, may_cover)
    for unit in starts[1:]:
        step = rate_step(unit, 0, own, pool, may_cover)
        if step.setup + step.cost < best_step.setup + best_step.cost:
            best = unit
            best_step = step
    return best


def greedy(
    start: Unit,
    units: list[Unit],
    pool: list[Expr],
    may_cover: bool,
    own: int,
) -> tuple[list[Step], float]:
    """Order the units from `start` on, the cheapest next one each time; and the total cost."""
    done = 0
    outer_rows = 1.0
    total = 0.0
    steps: list[Step] = []
    remaining = list(units)
    step = rate_step(start, 0, own, pool, may_cover)
    while True:
        unit = step.unit
        steps.append(step)
        total += step.setup + outer_rows * step.cost
        done |= unit.mask
        outer_rows = max(1.0, outer_rows * step.rows * selectivity(unit, done, own, pool, step))
        remaining.remove(unit)
        if not remaining:
            return steps, total
        found: Step | None = None
        found_cost = 0.0
        for candidate in remaining:
            if candidate.needs & own & ~done:
                continue
            rated = rate_step(candidate, done, own, pool, may_cover)
            cost = rated.setup + outer_rows * rated.cost + outer_rows * rated.rows
            if found is None or cost < found_cost:
                found = rated
                found_cost = cost
        assert found is not None
        step = found


def rate_step(unit: Unit, done: int, own: int, pool: list[Expr], may_cover: bool) -> Step:
    """How `unit` is read best when the sources in `done` stand on rows already."""
    at_hand = done & unit.interest
    known = unit.rated.get(at_hand)
    if known is None:
        known = rate_anew(unit, at_hand, own, pool, may_cover)
        unit.rated[at_hand] = known
    return known


def rate_anew(unit: Unit, done: int, own: int, pool: list[Expr], may_cover: bool) -> Step:
    """As `rate_step`, without memory."""
    step = Step(unit)
    leaf = unit.leaf
    available = done | ~own
    if leaf is None:
        step.cost = DERIVED_ROWS
        step.rows = DERIVED_ROWS
        return step
    if leaf.item.table.root == 0:
        step.rows = DERIVED_ROWS
        step.cost = DERIVED_ROWS
        if leaf.function is not None:
            step.cost = FUNCTION_ROWS
            step.rows = FUNCTION_ROWS
            return step
    else:
        conditions: list[Expr] = []
        if unit.has_or:
            conditions = unit.on if unit.is_left else pool
        path = choose_path(leaf, unit.constraints, conditions, available, may_cover, [])
        step.path = path
        step.cost = path.cost
        step.rows = path.rows
        if path.mask & own or path.is_unique():
            return step
    keys = [key for key in unit.equalities if key.outer.mask & own & ~done == 0]
    if keys:
        step.keys = keys
        step.setup = step.cost + step.rows * log2(step.rows + 2) / 4
        step.rows = min(step.rows, EQUAL_ROWS)
        step.cost = 2.0 + step.rows
    return step


def selectivity(unit: Unit, done: int, own: int, pool: list[Expr], step: Step) -> float:
    """What share of the rows the conditions that are tested now are assumed to leave."""
    if unit.is_left:
        return 1.0
    used: list[Expr] = [] if step.path is None else step.path.consumed()
    share = 1.0
    for condition in pool:
        mask = condition.mask & own
        if not mask & unit.mask or mask & ~done or condition in used:
            continue
        if isinstance(condition, Comparison) and condition.op == EQ:
            share *= 0.1 if not step.keys else 1.0
        else:
            share *= 0.5
    return share
