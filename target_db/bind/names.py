"""Column names: which source's column a name means ("SQL Language Expressions", section 6).

The FROM items of the innermost query are looked at first, then its result aliases, then the
enclosing queries. A lone name that is nowhere may still be TRUE, FALSE or a quoted string.
"""

from typing import Final

from target_db.bind import expressions as binder
from target_db.bind.scope import NO_ALIASES, Scope, ScopeItem
from target_db.errors import SqlError
from target_db.expr.base import Expr
from target_db.expr.leaves import ColumnExpr, LiteralExpr, RowidExpr
from target_db.sql import ast
from target_db.types.affinity import INTEGER
from target_db.types.collation import BINARY

# Where only the table's own columns may be named, without its name and without its rowid.
NO_QUALIFIERS: Final = ("index expressions", "generated columns")
ROWID_NAMES: Final = ("rowid", "oid", "_rowid_")


def bind_column(node: ast.ColumnRef, scope: Scope) -> Expr:
    """What `node` means in `scope`. Raises SqlError when it means nothing or too much."""
    if node.table is not None and scope.context.restricted_to is not None:
        forbid_qualifier(scope.context.restricted_to)
    name = node.name
    current: Scope | None = scope
    while current is not None:
        if current.qualified_only and node.table is None:
            current = current.parent
            continue
        found = find_in_items(node, name, current)
        if found is None and node.table is None and current.aliases:
            found = find_alias(name, current)
        if found is not None:
            note_scope(scope, current)
            return found
        current = current.parent
    return bind_unknown(node, scope)


def forbid_qualifier(restricted_to: str) -> None:
    """Raise SQLite's error for `table.column` in an index or a generated column."""
    if restricted_to in NO_QUALIFIERS:
        raise SqlError(f'the "." operator prohibited in {restricted_to}')


def find_in_items(node: ast.ColumnRef, name: str, scope: Scope) -> Expr | None:
    """The column (or rowid) of the scope's FROM items that `node` names, or None."""
    items = scope.items
    table = node.table
    if len(items) == 1 and table is None:
        item = items[0]
        positions = item.table.positions
        index = positions.get(name, -1)
        if index < 0:
            index = positions.get(name.lower(), -1)
        if index >= 0:
            return column_of(item, index)
        return find_rowid(name, item, scope)
    found: Expr | None = None
    only: ScopeItem | None = None
    matches = 0
    candidates = 0
    for item in items:
        if table is not None and not is_named(item, node, table):
            continue
        candidates += 1
        only = item
        positions = item.table.positions
        index = positions.get(name, -1)
        if index < 0:
            index = positions.get(name.lower(), -1)
            if index < 0:
                continue
        if table is None and matches == 1 and name.lower() in item.joined_columns:
            found = item.joined_columns[name.lower()]
            continue
        if matches == 0:
            found = column_of(item, index)
        matches += 1
    if matches > 1:
        raise ambiguous(node)
    if found is not None or only is None:
        return found
    lower = name.lower()
    if candidates == 1:
        return find_rowid(lower, only, scope)
    if lower in ROWID_NAMES:
        return find_rowid_among(node, lower, scope)
    return None


def is_named(item: ScopeItem, node: ast.ColumnRef, table: str) -> bool:
    """Whether `table.` or `schema.table.` in front of a column means the item."""
    if item.alias != table and item.alias != table.lower():
        return False
    schema = node.schema
    return schema is None or item.schema == schema.lower()


def column_of(item: ScopeItem, index: int) -> Expr:
    """The item's column at `index`, or NULL where an authorizer wants that."""
    return LiteralExpr(None) if index in item.hidden else joined_column(item, index)


def joined_column(item: ScopeItem, index: int) -> Expr:
    """The item's column at `index`, as USING compares it: it is no read to an authorizer.

    A literal is always a fresh node, which folding may change.
    """
    if item.expressions is not None:
        expr = item.expressions[index]
        if isinstance(expr, LiteralExpr):
            literal = LiteralExpr(expr.value)
            literal.collation = BINARY
            return literal
        return expr
    column = item.table.columns[index]
    source = item.source
    if index < 62:
        source.columns_read |= 1 << index
    else:
        source.columns_read = -1
    return ColumnExpr(source, index, column.affinity, column.collation)


def find_rowid(name: str, item: ScopeItem, scope: Scope) -> Expr | None:
    """The item's rowid when `name` is one of the rowid's names, or None."""
    if name.lower() not in ROWID_NAMES or not item.table.has_rowid:
        return None
    restricted_to = scope.context.restricted_to
    if restricted_to is not None and restricted_to in NO_QUALIFIERS:
        return None
    if item.table.rowid_column >= 0:
        return column_of(item, item.table.rowid_column)
    return RowidExpr(item.source, INTEGER, BINARY)


def find_rowid_among(node: ast.ColumnRef, name: str, scope: Scope) -> Expr | None:
    """As `find_rowid` where several items are in question: only one may have a rowid."""
    found: Expr | None = None
    for item in scope.items:
        if node.table is not None and not is_named(item, node, node.table):
            continue
        rowid = find_rowid(name, item, scope)
        if rowid is not None:
            if found is not None:
                raise ambiguous(node)
            found = rowid
    return found


def find_alias(name: str, current: Scope) -> Expr | None:
    """The result column of `current` with that alias, bound once more, or None.

    In a result column, aliases mean nothing.
    """
    aliased = current.aliases.get(name)
    if aliased is None:
        aliased = current.aliases.get(name.lower())
        if aliased is None:
            return None
    aliases = current.aliases
    current.aliases = NO_ALIASES
    current.context.alias = name
    bound = binder.bind_expr(aliased, current)
    current.context.alias = ""
    current.aliases = aliases
    return bound


def note_scope(scope: Scope, owner: Scope) -> None:
    """Note that an expression of `scope` names something of `owner`."""
    context = scope.context
    depth = owner.depth
    if context.named_depth < depth <= context.aggregate_depth:
        context.named_depth = depth
    current = scope
    while current is not owner:
        current.is_correlated = True
        parent = current.parent
        if parent is None:
            return
        current = parent


def bind_unknown(node: ast.ColumnRef, scope: Scope) -> Expr:
    """A name that no FROM item has: a quoted string, TRUE or FALSE, or an error."""
    if node.table is None:
        if node.quoted:
            return LiteralExpr(node.name)
        if node.bare:
            lower = node.name.lower()
            if lower == "true":
                return LiteralExpr(1)
            if lower == "false":
                return LiteralExpr(0)
    raise SqlError(f"no such column: {full_name(node)}", offset=int(node.pos))


def ambiguous(node: ast.ColumnRef) -> SqlError:
    """The error for a name that several FROM items have."""
    return SqlError(f"ambiguous column name: {full_name(node)}", offset=int(node.pos))


def full_name(node: ast.ColumnRef) -> str:
    """The name as messages show it, with the qualifiers that were written."""
    if node.table is None:
        return node.name
    if node.schema is None:
        return f"{node.table}.{node.name}"
    return f"{node.schema}.{node.table}.{node.name}"
