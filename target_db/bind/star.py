"""`*` and `table.*` in a result list."""

from target_db.bind.names import bind_column, column_of
from target_db.bind.scope import Scope, ScopeItem
from target_db.errors import SqlError
from target_db.expr.base import Expr
from target_db.sql import ast


def expand_star(star: ast.Star, scope: Scope, outputs: list[Expr]) -> None:
    """Append the columns that `star` stands for. Raises SqlError."""
    name = star.table
    if name is None:
        if not scope.items:
            raise SqlError("no tables specified")
        for place in range(len(scope.items)):
            item = scope.items[place]
            refuse_twins(scope, place)
            if not item.joined_columns and not merges_later(scope, place):
                append_columns(item, outputs)
            else:
                append_merged_columns(scope, place, outputs)
        return
    lower = name.lower()
    found = False
    for place in range(len(scope.items)):
        item = scope.items[place]
        if item.alias == lower:
            refuse_twins(scope, place)
            append_columns(item, outputs)
            found = True
    if not found:
        raise SqlError(f"no such table: {name}")


def refuse_twins(scope: Scope, place: int) -> None:
    """Raise SqlError where a later item has the item's name, and one of its columns: the star
    stands for `schema.table.column`, which is then ambiguous."""
    item = scope.items[place]
    for other in scope.items[place + 1 :]:
        if other.alias != item.alias or other.schema != item.schema:
            continue
        for column in item.table.columns:
            key = column.name.lower()
            if column.is_hidden or key in item.joined_columns or key in other.joined_columns:
                continue
            if key in other.table.positions:
                schema = "*" if item.schema is None else item.schema
                shown = f"{schema}.{item.source.name}.{column.name}"
                raise SqlError(f"ambiguous column name: {shown}")


def append_columns(item: ScopeItem, outputs: list[Expr]) -> None:
    """Append all columns of one item that are not hidden."""
    index = 0
    for column in item.table.columns:
        if not column.is_hidden:
            outputs.append(column_of(item, index))
        index += 1


def merges_later(scope: Scope, place: int) -> bool:
    """Whether a later item is joined by USING or NATURAL."""
    for item in scope.items[place + 1 :]:
        if item.joined_columns:
            return True
    return False


def append_merged_columns(scope: Scope, place: int, outputs: list[Expr]) -> None:
    """Append the columns of an item in a query with USING or NATURAL joins.

    A column joined to an earlier item is left out. The earlier one stands for both: beside
    RIGHT and FULL JOIN as the lone name does, with all that can be wrong about that.
    """
    item = scope.items[place]
    index = 0
    for column in item.table.columns:
        key = column.name.lower()
        if not column.is_hidden and key not in item.joined_columns:
            expr = column_of(item, index)
            if scope.has_right_join and is_merged_later(scope, place, key):
                name = ast.ColumnRef(column.name, -1, None, -1, None, -1, False, True)
                expr = bind_column(name, scope)
            outputs.append(expr)
        index += 1


def is_merged_later(scope: Scope, place: int, key: str) -> bool:
    """Whether a later item's column of that name is joined to an earlier one."""
    for later in scope.items[place + 1 :]:
        if key in later.joined_columns:
            return True
    return False
