"""FROM: tables, views, subqueries, common tables, and how they join."""

from typing import Final

from target_db.bind import ctes as common_tables
from target_db.bind import select as selects
from target_db.bind.bound import BoundQuery, BoundSelect, Join, JoinLeaf, JoinNode
from target_db.bind.column_names import stored_names
from target_db.bind.flatten import flatten
from target_db.bind.scope import NO_COLUMNS, Scope, ScopeItem
from target_db.bind.shapes import shape_of_query
from target_db.bind.table_functions import bind_table_function, is_table_function
from target_db.bind.using import bind_natural, bind_using
from target_db.catalog.objects import Table, View
from target_db.errors import SqlError
from target_db.expr.base import Source
from target_db.sql import ast
from target_db.sql.codes import JOIN_FULL, JOIN_LEFT, JOIN_RIGHT, MATERIALIZE_YES

MAX_TABLES: Final = 64
MAX_TERMS: Final = 200


def bind_from(items: list[ast.FromItem], scope: Scope, query: BoundSelect) -> JoinNode:
    """Bind a FROM clause; its items are in `scope.items` then. Raises SqlError."""
    if len(items) == 1:
        return bind_item(items[0], scope, query, True)
    if len(items) > MAX_TERMS:
        raise SqlError(f"too many FROM clause terms, max: {MAX_TERMS}")
    joins: list[Join] = []
    node = bind_items(items, scope, query, True, joins)
    if len(scope.items) > MAX_TABLES:
        raise SqlError(f"at most {MAX_TABLES} tables in a join")
    return node


def bind_items(
    items: list[ast.FromItem], scope: Scope, query: BoundSelect, outermost: bool, joins: list[Join]
) -> JoinNode:
    """Bind items joined from left to right; then their ON conditions, which see all of them."""
    first_place = len(scope.items)
    for item in items:
        if item.join == JOIN_RIGHT or item.join == JOIN_FULL:
            scope.has_right_join = True
    pending: list[PendingOn] = []
    node: JoinNode | None = None
    for i, item in enumerate(items):
        kind = item.join
        may_flatten = outermost and not is_nullable(items, i)
        place = len(scope.items)
        right = bind_item(item, scope, query, may_flatten)
        if node is None:
            node = right
            continue
        join = Join(node, right, kind)
        if item.natural:
            bind_natural(join, scope, first_place, place)
        elif item.using is not None:
            bind_using(join, item.using, scope, first_place, place)
        elif item.on is not None:
            pending.append(PendingOn(join, item.on))
        node = join
        joins.append(join)
    for wait in pending:
        bind_on(wait.join, wait.on, scope, query, joins)
    for join in joins:
        for condition in join.conditions:
            query.from_mask |= condition.mask
    assert node is not None
    return node


class PendingOn:
    """An ON condition that is bound when all FROM items are known."""

    def __init__(self, join: Join, on: ast.Expr) -> None:
        self.join = join
        self.on = on


def is_nullable(items: list[ast.FromItem], place: int) -> bool:
    """Whether an outer join may make NULLs of the item's columns."""
    if items[place].join == JOIN_LEFT or items[place].join == JOIN_FULL:
        return True
    for later in items[place + 1 :]:
        if later.join == JOIN_RIGHT or later.join == JOIN_FULL:
            return True
    return False


def bind_on(join: Join, on: ast.Expr, scope: Scope, query: BoundSelect, joins: list[Join]) -> None:
    """Bind an ON condition; that of an inner join counts as part of WHERE."""
    selects.bind_conjuncts(on, scope, join.conditions)
    if has_outer_join(joins):
        inside = join.mask
        everything = 0
        for item in scope.items:
            everything |= item.source.mask
        for condition in join.conditions:
            if condition.mask & everything & ~inside:
                raise SqlError("ON clause references tables to its right")


def has_outer_join(joins: list[Join]) -> bool:
    for join in joins:
        if join.kind == JOIN_LEFT or join.kind == JOIN_RIGHT or join.kind == JOIN_FULL:
            return True
    return False


def bind_item(item: ast.FromItem, scope: Scope, query: BoundSelect, may_flatten: bool) -> JoinNode:
    """Bind one FROM item, and add what it brings to `scope.items`."""
    if isinstance(item, ast.TableRef):
        return bind_table(item, scope, query, may_flatten)
    if isinstance(item, ast.SubqueryRef):
        return bind_subquery_item(item, scope, query, may_flatten)
    if isinstance(item, ast.JoinGroup):
        if item.alias is not None:
            return bind_named_group(item, scope, query)
        joins: list[Join] = []
        return bind_items(item.items, scope, query, may_flatten, joins)
    assert isinstance(item, ast.TableFunction)
    return bind_table_function(item, scope, query)


def bind_table(ref: ast.TableRef, scope: Scope, query: BoundSelect, may_flatten: bool) -> JoinNode:
    """A table, view or common table by name."""
    context = scope.context
    name = ref.name
    schema = ref.schema
    if schema is None and scope.ctes:
        entry = scope.ctes.get(name.lower())
        if isinstance(entry, common_tables.CommonTableEntry):
            return bind_common_item(ref, entry, scope, query, may_flatten)
    if schema is None:
        schema = context.name_schema()
    found = context.catalog.find_table(schema, name)
    if isinstance(found, Table):
        return add_table(ref, found, scope)
    if isinstance(found, View):
        return bind_view(ref, found, scope, query, may_flatten)
    function = bind_function_as_table(ref, scope, query)
    if function is not None:
        return function
    shown = name if schema is None else f"{schema}.{name}"
    raise SqlError(f"no such table: {shown}")


def bind_function_as_table(ref: ast.TableRef, scope: Scope, query: BoundSelect) -> JoinNode | None:
    """A table-valued function named without arguments, or None when there is none."""
    if not is_table_function(ref.name, scope.context):
        return None
    pos = ref.pos
    call = ast.TableFunction(ref.name, pos, ref.schema, ref.schema_pos, [], ref.alias)
    return bind_table_function(call, scope, query)


def add_table(ref: ast.TableRef, table: Table, scope: Scope) -> JoinNode:
    """A table: its scope item and leaf. Raises SqlError for INDEXED BY an unknown index."""
    context = scope.context
    alias = ref.alias
    source = Source(context.number_source(), ref.name if alias is None else alias)
    key = table.name if alias is None else alias
    item = ScopeItem(source, table, key.lower(), table.schema)
    scope.items.append(item)
    if context.tables_read is not None:
        context.tables_read.append(item)
        item.hidden = context.hidden_columns.get(f"{table.schema}.{table.name.lower()}", NO_COLUMNS)
    leaf = JoinLeaf(item)
    leaf.indexed_by = required_index(table, ref.indexed_by)
    leaf.not_indexed = ref.not_indexed
    return leaf


def add_query_item(
    name: str, alias: str | None, shape: Table, query: BoundQuery, scope: Scope
) -> JoinLeaf:
    """A FROM item that is a query."""
    shown = name if alias is None else alias
    source = Source(scope.context.number_source(), shown)
    item = ScopeItem(source, shape, shown.lower(), None)
    scope.items.append(item)
    leaf = JoinLeaf(item)
    leaf.execution = scope.context.execution
    leaf.query = query
    return leaf


def required_index(table: Table, indexed_by: str | None) -> str | None:
    """The lower-case name of the index that INDEXED BY names. Raises SqlError when the table has
    none of that name."""
    if indexed_by is None:
        return None
    lower = indexed_by.lower()
    for index in table.indexes:
        if index.name.lower() == lower:
            return lower
    raise SqlError(f"no such index: {indexed_by}")


def bind_common_item(
    ref: ast.TableRef,
    entry: "common_tables.CommonTableEntry",
    scope: Scope,
    query: BoundSelect,
    may_flatten: bool,
) -> JoinNode:
    """A common table as a FROM item."""
    context = scope.context
    recursion = entry.recursion
    if recursion is not None and recursion.table is not None:
        recursion.uses += 1
        if recursion.uses > 1:
            raise SqlError(f"multiple recursive references: {entry.node.name}")
        shape = recursion.table
        shown = ref.name if ref.alias is None else ref.alias
        item = ScopeItem(Source(context.number_source(), shown), shape, shown.lower(), None)
        scope.items.append(item)
        leaf = JoinLeaf(item)
        leaf.recursion = recursion
        return leaf
    if ref.indexed_by is not None:
        raise SqlError(f"no such index: {ref.indexed_by}")
    shared = common_tables.bind_common_table(entry, context)
    inner = shared.query
    shape = common_tables.shape_of_common_table(entry, inner)
    if entry.node.materialize != MATERIALIZE_YES and not shared.is_used:
        flat = flatten(inner, shape, ref.name, ref.alias, scope, query, may_flatten)
        if flat is not None:
            entry.shared = None
            return flat
    shared.is_used = True
    query.from_mask |= inner.outer_mask
    leaf = add_query_item(ref.name, ref.alias, shape, inner, scope)
    leaf.shared = shared
    leaf.outer_mask = inner.outer_mask
    return leaf


def bind_view(
    ref: ast.TableRef, view: View, scope: Scope, query: BoundSelect, may_flatten: bool
) -> JoinNode:
    """A view: its select is bound in the place of its name, and sees nothing around it."""
    context = scope.context
    if view in context.open_views:
        raise SqlError(f"view {view.name} is circularly defined")
    outside = context.open_views
    context.open_views = [*outside, view]
    sql = context.sql
    context.sql = view.sql
    inner = selects.bind_query(view.select, context, None, selects.EMPTY)
    context.open_views = outside
    shape = shape_of_query(view.name, inner, view_names(view, inner))
    context.sql = sql
    if ref.indexed_by is not None:
        raise SqlError(f"no such index: {ref.indexed_by}")
    flat = flatten(inner, shape, ref.name, ref.alias, scope, query, may_flatten)
    if flat is not None:
        scope.items[-1].schema = view.schema if ref.alias is None else None
        return flat
    leaf = add_query_item(view.name, ref.alias, shape, inner, scope)
    leaf.item.schema = view.schema if ref.alias is None else None
    return leaf


def view_names(view: View, inner: BoundQuery) -> list[str]:
    """The names of a view's columns. Raises SqlError when it lists too few or too many."""
    if not view.columns:
        return stored_names(inner)
    if len(view.columns) != len(inner.outputs):
        raise SqlError(
            f"expected {len(view.columns)} columns for '{view.name}' but got {len(inner.outputs)}"
        )
    return view.columns


def bind_subquery_item(
    ref: ast.SubqueryRef, scope: Scope, query: BoundSelect, may_flatten: bool
) -> JoinNode:
    """A subquery in FROM: it sees the queries around this one, but not its neighbours."""
    context = scope.context
    inner = selects.bind_query(ref.select, context, scope.parent, scope.ctes)
    alias = ref.alias
    shape = shape_of_query("" if alias is None else alias, inner, None)
    flat = flatten(inner, shape, "", alias, scope, query, may_flatten)
    if flat is not None:
        return flat
    query.from_mask |= inner.outer_mask
    leaf = add_query_item("", alias, shape, inner, scope)
    leaf.outer_mask = inner.outer_mask
    return leaf


def bind_named_group(item: ast.JoinGroup, scope: Scope, query: BoundSelect) -> JoinNode:
    """Joins in parentheses with an alias: the same as `(SELECT * FROM ...) AS alias`."""
    star = ast.ResultColumn(ast.Star(None, item.pos), None, 0, 0)
    core = ast.SelectCore(False, [star], item.items, None, None, None, None, None, item.pos)
    select = ast.Select(None, [core], [], None, None, None)
    inner = selects.bind_query(select, scope.context, scope.parent, scope.ctes)
    alias = item.alias
    shape = shape_of_query("" if alias is None else alias, inner, None)
    query.from_mask |= inner.outer_mask
    leaf = add_query_item("", alias, shape, inner, scope)
    leaf.outer_mask = inner.outer_mask
    return leaf
