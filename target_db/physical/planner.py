"""The planner: from bound queries to executable plans. The way in for everything above.

A query without joins, indexes and ordering takes a short way through here: most queries are
like that, and their planning must cost next to nothing.
"""

from typing import Final

from mypy_extensions import mypyc_attr

from target_db.bind.bound import (
    BoundCompound,
    BoundOrder,
    BoundQuery,
    BoundRecursive,
    BoundSelect,
    BoundValues,
    JoinLeaf,
    JoinNode,
)
from target_db.bind.column_names import column_names, column_types, stored_names
from target_db.bind.compound_affinity import output_affinities
from target_db.bind.from_clause import required_index
from target_db.bind.scope import BindContext, Scope, ScopeItem
from target_db.bind.select import bind_conjuncts, bind_query
from target_db.bind.subqueries import install_planner
from target_db.exec.compound import SetOperation, UnionAll
from target_db.exec.conditions import all_of
from target_db.exec.derived import CoroutineScan, MaterializedScan, SharedRows
from target_db.exec.distinct import Distinct, Prefix
from target_db.exec.hash_join import HashScan
from target_db.exec.keys import RowKeys
from target_db.exec.limit import Limit
from target_db.exec.plan_notes import PlanNotes
from target_db.exec.project import Filter, Projection, SingleRow, SingleStep, Values
from target_db.exec.recursive import QueueScan, Recursive
from target_db.exec.rows import JoinedRows, RowMaker, WholeRow, row_maker
from target_db.exec.shortcuts import CountTable, FirstNotNull
from target_db.exec.sort import Sort, SortRows, SortTerm
from target_db.exec.table_function import FunctionScan
from target_db.expr.aggregates import AggregateRef
from target_db.expr.base import Expr, Operator, RowPlan, Source
from target_db.expr.comparison import Comparison
from target_db.expr.leaves import ColumnExpr
from target_db.logical.having import move_having
from target_db.logical.pushdown import push_down
from target_db.physical.build_scan import build_scan
from target_db.physical.explain import (
    count_text,
    name_of,
    note_compound,
    note_derived,
    note_recursive,
    note_sorts,
    note_subqueries,
    note_text,
    note_values,
    rows_of,
)
from target_db.physical.from_plan import plan_from
from target_db.physical.grouping import NO_SOURCES, plan_aggregate, reads_bare_columns
from target_db.physical.join_order import Unit
from target_db.physical.leaf_plan import LeafPlanner
from target_db.physical.windowing import plan_windows
from target_db.sql import ast
from target_db.sql.codes import EQ, UNION_ALL
from target_db.types.collation import BINARY, Collation


@mypyc_attr(free_list_len=1)
class QueryPlan(RowPlan):
    """The plan of a whole statement: what it gives, and the names of the columns."""

    def __init__(self, query: BoundQuery, plan: RowPlan) -> None:
        super().__init__(len(query.outputs))
        self.query = query
        self.plan = plan

    @property
    def column_names(self) -> list[str]:
        """The result column names."""
        return column_names(self.query)

    @property
    def stored_names(self) -> list[str]:
        """The names of the columns of a view or table that the query makes."""
        return stored_names(self.query)

    @property
    def column_types(self) -> list[str | None]:
        """The declared types of the result columns that are columns of tables."""
        return column_types(self.query)

    @property
    def column_affinities(self) -> list[int]:
        """The affinities of the result columns, for CREATE TABLE ... AS."""
        return output_affinities(self.query)

    def open(self) -> None:
        self.plan.open()

    def step(self) -> bool:
        plan = self.plan
        if plan.step():
            self.row = plan.row
            return True
        return False

    def fetch_all(self, into: list[tuple[object, ...]]) -> None:
        self.plan.fetch_all(into)

    def close(self) -> None:
        self.plan.close()


def plan_select(select: ast.Select, context: BindContext, parent: Scope | None = None) -> QueryPlan:
    """Bind and plan a SELECT. parent: a scope whose columns it may name (NEW, OLD).

    Raises SqlError.
    """
    query = bind_query(select, context, parent)
    return QueryPlan(query, PLANNER.plan(query))


def explain_select(select: ast.Select, context: BindContext) -> list[tuple[object, ...]]:
    """The rows of EXPLAIN QUERY PLAN: (id, parent, notused, detail). Raises SqlError."""
    notes = PlanNotes()
    context.notes = notes
    query = bind_query(select, context, None)
    PLANNER.plan(query)
    return rows_of(query.notes)


def plan_where(
    scope: Scope,
    where: ast.Expr | None,
    indexed_by: str | None = None,
    not_indexed: bool = False,
) -> Operator:
    """The operator that positions the scope's only item on each row that meets `where`.

    For UPDATE and DELETE. Raises SqlError.
    """
    conditions: list[Expr] = []
    if where is not None:
        bind_conjuncts(where, scope, conditions)
    leaf = JoinLeaf(scope.items[0])
    leaf.indexed_by = required_index(scope.items[0].table, indexed_by)
    leaf.not_indexed = not_indexed
    return plan_from(leaf, conditions, [], False, scope.context, PLANNER).operator


class Planner(LeafPlanner):
    """Plans bound queries. It has no state: everything is in the query and its context."""

    def plan(self, query: BoundQuery) -> RowPlan:
        notes = query.context.notes
        if notes is not None:
            notes.begin()
            plan = self.plan_query(query)
            if isinstance(query, BoundSelect):
                note_subqueries(query)
            query.notes = notes.end()
            return plan
        return self.plan_query(query)

    def plan_query(self, query: BoundQuery) -> RowPlan:
        """`plan`, without the notes around it."""
        if isinstance(query, BoundSelect):
            return plan_core(query, self)
        if isinstance(query, BoundValues):
            note_values(query)
            return limited(Values(len(query.outputs), [row_maker(r) for r in query.rows]), query)
        if isinstance(query, BoundCompound):
            return plan_compound(query, self)
        assert isinstance(query, BoundRecursive)
        return plan_recursive(query, self)

    def scan_derived(
        self, leaf: JoinLeaf, conditions: list[Expr], outside: int, is_first: bool, suffix: str
    ) -> Operator:
        source = leaf.item.source
        condition = all_of(conditions)
        recursion = leaf.recursion
        if recursion is not None:
            note_text(recursion.context, f"SCAN {source.name}")
            return QueueScan(source, recursion.queue_row, condition)
        execution = leaf.execution
        assert execution is not None
        function = leaf.function
        if function is not None:
            args, rest = function_arguments(leaf, conditions)
            return FunctionScan(source, function, args, all_of(rest), execution)
        query = leaf.query
        assert query is not None
        shared = leaf.shared
        if shared is not None:
            rows = shared.rows
            if rows is None:
                rows = SharedRows(self.plan(query), execution, query.outer_mask != 0)
                shared.rows = rows
                note_derived(leaf, query, "CO-ROUTINE" if is_first else "MATERIALIZE")
            note_text(query.context, f"SCAN {name_of(leaf)}{suffix}")
            return MaterializedScan(source, rows, condition, True)
        if conditions:
            push_down(query, source, conditions, outside)
        plan = self.plan(query)
        note_derived(leaf, query, "CO-ROUTINE" if is_first else "MATERIALIZE")
        note_text(query.context, f"SCAN {name_of(leaf)}{suffix}")
        if is_first:
            return CoroutineScan(source, plan, condition)
        rows = SharedRows(plan, execution, query.outer_mask != 0)
        return MaterializedScan(source, rows, condition, False)

    def hash_scan(self, unit: Unit, leaf: JoinLeaf, conditions: list[Expr]) -> Operator:
        execution = unit.execution
        used = [key.condition for key in unit.hash_keys]
        local: list[Expr] = []
        rest: list[Expr] = []
        for condition in conditions:
            if condition in used:
                continue
            if condition.mask & ~unit.mask:
                rest.append(condition)
            else:
                local.append(condition)
        source = leaf.item.source
        if leaf.item.table.root == 0:
            build = self.scan_derived(leaf, local, 0, True, "")
        else:
            path = unit.path
            assert path is not None
            build = build_scan(source, leaf.item.table, path, local, execution)
        return HashScan(source, build, unit.hash_keys, all_of(rest), execution)


PLANNER: Final = Planner()
install_planner(PLANNER)


def function_arguments(leaf: JoinLeaf, conditions: list[Expr]) -> tuple[list[Expr], list[Expr]]:
    """A table function's arguments, those that WHERE gives by `hidden_column = value` too,
    and the conditions that are left."""
    args = list(leaf.function_args)
    function = leaf.function
    assert function is not None
    rest = list(conditions)
    source = leaf.item.source
    first_hidden = len(function.columns)
    while len(args) < len(function.arguments):
        column = first_hidden + len(args)
        for condition in rest:
            value = equal_to_column(condition, leaf, column)
            if value is not None and not value.mask & source.mask:
                args.append(value)
                rest.remove(condition)
                break
        else:
            break
    return args, rest


def equal_to_column(condition: Expr, leaf: JoinLeaf, column: int) -> Expr | None:
    """What the column must equal by this condition, or None."""
    if not isinstance(condition, Comparison) or condition.op != EQ:
        return None
    left = condition.left
    right = condition.right
    source = leaf.item.source
    if isinstance(left, ColumnExpr) and left.source is source and left.index == column:
        return right
    if isinstance(right, ColumnExpr) and right.source is source and right.index == column:
        return left
    return None


def plan_core(query: BoundSelect, planner: Planner) -> RowPlan:
    """The plan of one SELECT core with its ORDER BY and LIMIT."""
    outputs = query.outputs
    width = len(outputs)
    order = query.order
    from_ = query.from_
    is_plain = not query.is_aggregate and not query.scope.windows
    operator: Operator
    if from_ is None:
        note_text(query.context, "SCAN CONSTANT ROW")
        if is_plain:
            single = SingleRow(width, row_maker(outputs), query.where)
            return limited(single, query)
        operator = SingleStep()
        if query.where:
            operator = Filter(operator, query.where)
    else:
        if is_plain:
            found = plan_from(from_, query.where, order, True, query.context, planner)
            operator = found.operator
            if found.gives_order:
                order = EMPTY_ORDER
        else:
            operator = plan_input(query, from_, planner)
    if query.context.notes is not None:
        note_sorts(query, order)
    if query.is_aggregate and not isinstance(operator, CountTable):
        operator = plan_aggregate(query, operator)
    if query.scope.windows:
        operator = plan_windows(query, operator)
    if query.distinct:
        return limited(plan_distinct(query, operator, order), query)
    maker = maker_of(query, is_plain)
    if order:
        return limited(Sort(width, operator, maker, sort_terms(order)), query)
    return limited(Projection(width, operator, maker), query)


EMPTY_ORDER: Final[list[BoundOrder]] = []
MOST_VALUES: Final = 3  # up to so many outputs, a row is made of single values


def plan_input(query: BoundSelect, from_: JoinNode, planner: Planner) -> Operator:
    """The input rows of a query with aggregates or windows; as few as will do."""
    ref = only_aggregate(query)
    context = query.context
    move_having(query)
    if ref is not None and not context.optimizer_off:
        name = ref.function.name
        if not ref.args:
            if name == "count" and query.having is None and isinstance(from_, JoinLeaf):
                table = from_.item.table
                if (
                    table.root != 0
                    and not query.where
                    and not reads_bare_columns(query, from_.mask)
                ):
                    note_text(context, count_text(from_))
                    return CountTable(ref, table)
        elif len(ref.args) == 1 and (name == "min" or name == "max"):
            return plan_extreme(query, from_, ref.args[0], name == "max", planner)
    return plan_from(from_, query.where, EMPTY_ORDER, True, context, planner).operator


def only_aggregate(query: BoundSelect) -> AggregateRef | None:
    """The only aggregate call of a query without GROUP BY, if it is a plain one."""
    if query.group_by is not None or len(query.scope.aggregates) != 1:
        return None
    ref = query.scope.aggregates[0]
    if not isinstance(ref, AggregateRef) or ref.filter is not None or ref.order_by is not None:
        return None
    return ref


def plan_extreme(
    query: BoundSelect, from_: JoinNode, expr: Expr, descending: bool, planner: Planner
) -> Operator:
    """The input of a lone min() or max(): one row, where an index gives the order."""
    order = [BoundOrder(expr, -1, descending, not descending)]
    found = plan_from(from_, query.where, order, True, query.context, planner)
    if found.gives_order:
        return FirstNotNull(found.operator, expr)
    return found.operator


def maker_of(query: BoundSelect, is_plain: bool) -> RowMaker:
    """What makes the result rows; the table's own rows where the outputs are just those."""
    outputs = query.outputs
    if is_plain and isinstance(query.from_, JoinLeaf):
        item = query.from_.item
        if len(outputs) == len(item.table.columns):
            place = 0
            for output in outputs:
                if not isinstance(output, ColumnExpr) or output.index != place:
                    break
                if output.source is not item.source:
                    break
                place += 1
            else:
                return WholeRow(item.source)
    elif is_plain and len(outputs) > MOST_VALUES:
        sources = joined_sources(outputs, query.scope.items)
        if sources:
            return JoinedRows(sources)
    return row_maker(outputs)


def joined_sources(outputs: list[Expr], items: list[ScopeItem]) -> list[Source]:
    """The sources of all `items` if the outputs are just all their columns, otherwise none."""
    sources: list[Source] = []
    place = 0
    for item in items:
        source = item.source
        end = place + len(item.table.columns)
        if end > len(outputs):
            return NO_SOURCES
        for index, output in enumerate(outputs[place:end]):
            if not isinstance(output, ColumnExpr):
                return NO_SOURCES
            if output.source is not source or output.index != index:
                return NO_SOURCES
        sources.append(source)
        place = end
    return sources if place == len(outputs) else NO_SOURCES


def limited(plan: RowPlan, query: BoundQuery) -> RowPlan:
    """`plan` under the query's LIMIT and OFFSET."""
    limit = query.limit
    if limit is None:
        return plan
    return Limit(plan, limit, query.offset)


def collation_of(expr: Expr) -> Collation:
    """The collation by which a result column is compared."""
    collation = expr.collation
    return BINARY if collation is None else collation


def sort_terms(order: list[BoundOrder]) -> list[SortTerm]:
    """The terms of a sort: result columns by position, others by their expression."""
    terms: list[SortTerm] = []
    for term in order:
        expr = term.expr
        evaluated = None if term.column >= 0 else expr
        terms.append(
            SortTerm(evaluated, term.column, collation_of(expr), term.descending, term.nulls_first)
        )
    return terms


def plan_distinct(query: BoundSelect, operator: Operator, order: list[BoundOrder]) -> RowPlan:
    """SELECT DISTINCT: order terms that are no result column ride along as hidden columns."""
    outputs = query.outputs
    width = len(outputs)
    hidden: list[Expr] = []
    terms = sort_terms(order)
    for term in terms:
        expr = term.expr
        if expr is not None:
            term.expr = None
            term.column = width + len(hidden)
            hidden.append(expr)
    keys = RowKeys([collation_of(output) for output in outputs])
    row_width = width + len(hidden)
    rows = Projection(row_width, operator, row_maker([*outputs, *hidden]))
    distinct = Distinct(rows, keys, width)
    if not order:
        return distinct
    ordered = SortRows(distinct, terms)
    if hidden:
        return Prefix(ordered, width)
    return ordered


def plan_compound(query: BoundCompound, planner: Planner) -> RowPlan:
    """UNION and the like, from left to right; neighbouring UNION ALLs in one step."""
    arms = [planner.plan(arm) for arm in query.arms]
    collations = compound_collations(query)
    plan = arms[0]
    chain = [plan]
    for place, operator in enumerate(query.operators):
        arm = arms[place + 1]
        if operator == UNION_ALL:
            chain.append(arm)
            continue
        plan = chain[0] if len(chain) == 1 else UnionAll(chain)
        plan = SetOperation(operator, plan, arm, collations)
        chain = [plan]
    plan = chain[0] if len(chain) == 1 else UnionAll(chain)
    if query.order:
        plan = SortRows(plan, sort_terms(query.order))
    note_compound(query)
    return limited(plan, query)


def compound_collations(query: BoundCompound) -> list[Collation]:
    """The collation of each column: that of the first arm that has one."""
    collations: list[Collation] = []
    for place in range(len(query.outputs)):
        found: Collation | None = None
        for arm in query.arms:
            found = arm.outputs[place].collation
            if found is not None:
                break
        collations.append(BINARY if found is None else found)
    return collations


def plan_recursive(query: BoundRecursive, planner: Planner) -> RowPlan:
    """A recursive common table."""
    keys = None
    if query.distinct:
        keys = RowKeys([collation_of(output) for output in query.outputs])
    initial = [planner.plan(arm) for arm in query.initial]
    recursive = [planner.plan(arm) for arm in query.recursive]
    note_recursive(query)
    return Recursive(
        len(query.outputs),
        initial,
        recursive,
        query.recursion.queue_row,
        query.context.execution,
        keys,
        sort_terms(query.order),
        query.limit,
        query.offset,
    )
