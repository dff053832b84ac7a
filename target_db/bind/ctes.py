"""Common table expressions: WITH, and WITH RECURSIVE ("The WITH Clause")."""

from target_db.bind import order, shapes
from target_db.bind import select as selects
from target_db.bind.bound import (
    BoundCompound,
    BoundQuery,
    BoundRecursive,
    BoundSelect,
    Recursion,
    SharedQuery,
)
from target_db.bind.scope import BindContext, Scope
from target_db.catalog.objects import Table
from target_db.errors import SqlError
from target_db.sql import ast
from target_db.sql.codes import UNION, UNION_ALL


class CommonTableEntry:
    """A common table in sight: its definition and the surroundings it was written in.

    shared: its bound query, once a FROM item has used it, unless it is correlated.
    recursion: while its recursive arms are bound, what its own name means there.
    """

    def __init__(
        self, node: ast.CommonTable, parent: Scope | None, ctes: dict[str, object], sql: str
    ) -> None:
        self.node = node
        self.parent = parent
        self.ctes = ctes
        self.sql = sql
        self.shared: SharedQuery | None = None
        self.recursion: Recursion | None = None
        self.is_open = False


def define_common_tables(
    with_: ast.With, context: BindContext, parent: Scope | None, outer: dict[str, object]
) -> dict[str, object]:
    """The common tables in sight inside a select that has this WITH clause.

    Each may name the others, earlier or later ones. Raises SqlError for a repeated name.
    """
    ctes = outer.copy()
    names: set[str] = set()
    for node in with_.tables:
        key = node.name.lower()
        if key in names:
            raise SqlError(f"duplicate WITH table name: {node.name}")
        names.add(key)
        ctes[key] = CommonTableEntry(node, parent, ctes, context.sql)
    return ctes


def bind_common_table(entry: CommonTableEntry, context: BindContext) -> SharedQuery:
    """The query of a common table, bound at its first use and kept for the others."""
    if entry.shared is not None:
        return entry.shared
    if entry.is_open:
        raise SqlError(f"circular reference: {entry.node.name}")
    entry.is_open = True
    sql = context.sql
    context.sql = entry.sql
    select = entry.node.select
    if is_recursive(select, entry.node.name.lower()):
        query = bind_recursive(entry, context)
    else:
        query = bind_plain(entry, context)
    context.sql = sql
    entry.is_open = False
    columns = entry.node.columns
    if columns is not None and len(columns) != len(query.outputs):
        raise SqlError(
            f"table {entry.node.name} has {len(query.outputs)} values for {len(columns)} columns"
        )
    shared = SharedQuery(query)
    if query.outer_mask == 0:
        entry.shared = shared
    return shared


def bind_plain(entry: CommonTableEntry, context: BindContext) -> BoundQuery:
    """A common table that does not name itself."""
    return selects.bind_query(entry.node.select, context, entry.parent, entry.ctes)


def is_recursive(select: ast.Select, name: str) -> bool:
    """Whether the last core of a UNION [ALL] names `name` in its FROM clause."""
    if not select.operators:
        return False
    return reads_table(select.cores[-1], name)


def reads_table(core: ast.SelectCore, name: str) -> bool:
    """Whether `name` stands in the FROM clause of `core` itself (not in a subquery)."""
    if core.from_ is None:
        return False
    return count_uses(core.from_, name) > 0


def count_uses(items: list[ast.FromItem], name: str) -> int:
    """How often `name` stands in a FROM clause, joins in parentheses included."""
    uses = 0
    for item in items:
        if isinstance(item, ast.TableRef):
            if item.schema is None and item.name.lower() == name:
                uses += 1
        elif isinstance(item, ast.JoinGroup):
            uses += count_uses(item.items, name)
    return uses


def bind_recursive(entry: CommonTableEntry, context: BindContext) -> BoundQuery:
    """A common table whose last arms name it: those are run on the queue's rows."""
    select = entry.node.select
    name = entry.node.name
    lower = name.lower()
    first = len(select.cores) - 1
    while first > 1 and reads_table(select.cores[first - 1], lower):
        first -= 1
    if reads_table(select.cores[0], lower):
        raise SqlError(f"circular reference: {name}")
    ctes = entry.ctes
    if select.with_ is not None:
        ctes = define_common_tables(select.with_, context, entry.parent, ctes)
        ctes[lower] = entry
    operators = select.operators[first - 1 :]
    for operator in operators:
        if operator != UNION and operator != UNION_ALL:
            raise SqlError(f"circular reference: {name}")
    recursion = Recursion(name, context)
    query = BoundRecursive(select, context, recursion)
    query.distinct = UNION in operators
    initial = select.cores[:first]
    compound = BoundCompound(select, context)
    for core in initial:
        arm = selects.bind_core(select, core, context, entry.parent, ctes)
        compound.arms.append(arm)
        compound.outer_mask |= arm.outer_mask
    compound.operators = select.operators[: first - 1]
    compound.outputs = compound.arms[0].outputs
    query.initial = [compound if len(initial) > 1 else compound.arms[0]]
    query.outputs = compound.outputs
    query.outer_mask = compound.outer_mask
    check_widths(compound.arms, len(query.outputs))
    recursion.table = shape_of_common_table(entry, query.initial[0])
    entry.recursion = recursion
    for core in select.cores[first:]:
        if count_uses(core.from_ or [], lower) > 1:
            raise SqlError(f"multiple references to recursive table: {name}")
        recursion.uses = 0
        arm = selects.bind_core(select, core, context, entry.parent, ctes)
        check_recursive_arm(arm)
        query.recursive.append(arm)
        query.outer_mask |= arm.outer_mask
    entry.recursion = None
    check_widths(query.recursive, len(query.outputs))
    if select.order_by is not None:
        compound.arms.extend(query.recursive)
        order.bind_compound_order(select.order_by, compound)
        query.order = compound.order
        del compound.arms[len(initial) :]
    if select.limit is not None:
        selects.bind_limit(select, query, context, entry.parent, ctes)
    return query


def check_recursive_arm(arm: BoundQuery) -> None:
    """Raise SqlError when a recursive arm groups, aggregates or has window functions."""
    if not isinstance(arm, BoundSelect):
        return
    if arm.is_aggregate:
        raise SqlError("recursive aggregate queries not supported")
    if arm.scope.windows:
        raise SqlError("cannot use window functions in recursive queries")


def check_widths(arms: list[BoundQuery], width: int) -> None:
    """Raise SqlError when an arm has another number of columns."""
    for arm in arms:
        if len(arm.outputs) != width:
            raise SqlError(
                "SELECTs to the left and right of UNION ALL"
                " do not have the same number of result columns"
            )


def shape_of_common_table(entry: CommonTableEntry, query: BoundQuery) -> Table:
    """The shape of a common table's rows, under its own column names if it has any."""
    columns = entry.node.columns
    names = None if columns is None else [column.name for column in columns]
    return shapes.shape_of_query(entry.node.name, query, names)
