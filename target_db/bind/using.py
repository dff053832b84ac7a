"""NATURAL JOIN and USING: equal columns, and one name for both ("SELECT", section 2.2)."""

from target_db.bind.bound import Join
from target_db.bind.names import joined_column
from target_db.bind.scope import Scope, ScopeItem
from target_db.errors import SqlError
from target_db.expr.base import Expr
from target_db.expr.specialised import make_comparison
from target_db.sql import ast
from target_db.sql.codes import EQ, JOIN_FULL, JOIN_RIGHT


def bind_natural(join: Join, scope: Scope, first: int, place: int) -> None:
    """Join on all columns that both sides have. Raises SqlError for an ambiguous one."""
    for item in scope.items[place:]:
        for column in item.table.columns:
            key = column.name.lower()
            if column.is_hidden or key in item.joined_columns:
                continue
            if find_left(key, scope, first, place):
                join_column(join, column.name, scope, first, place)


def bind_using(
    join: Join, names: list[ast.Identifier], scope: Scope, first: int, place: int
) -> None:
    """Join on the named columns. Raises SqlError when a side lacks one."""
    for name in names:
        join_column(join, name.name, scope, first, place)


def find_left(key: str, scope: Scope, first: int, place: int) -> list[ScopeItem]:
    """The items left of the join that show a column of that name."""
    found: list[ScopeItem] = []
    for item in scope.items[first:place]:
        position = item.table.positions.get(key, -1)
        if position < 0 or item.table.columns[position].is_hidden:
            continue
        if key not in item.joined_columns:
            found.append(item)
    return found


def join_column(join: Join, name: str, scope: Scope, first: int, place: int) -> None:
    """Add the equality of one column pair, and hide the right column behind the left."""
    key = name.lower()
    right_item: ScopeItem | None = None
    for item in scope.items[place:]:
        if key in item.table.positions and key not in item.joined_columns:
            right_item = item
            break
    left_items = find_left(key, scope, first, place)
    if right_item is None or not left_items:
        raise SqlError(f"cannot join using column {name} - column not present in both tables")
    if len(left_items) > 1 and scope.has_right_join:
        raise SqlError(f"ambiguous reference to {name} in USING()")
    left_item = left_items[0]
    left = joined_column(left_item, left_item.table.positions[key])
    for item in scope.items[first:place]:
        if key in item.joined_columns:
            left = item.joined_columns[key]
    right = joined_column(right_item, right_item.table.positions[key])
    join.conditions.append(make_comparison(EQ, left, right))
    if not right_item.joined_columns:
        right_item.joined_columns = {}
    if join.kind == JOIN_RIGHT or join.kind == JOIN_FULL:
        right_item.joined_columns[key] = FirstNotNull(left, right)
    else:
        right_item.joined_columns[key] = left


class FirstNotNull(Expr):
    """The column of a RIGHT or FULL JOIN's USING: the left value, or the right where it is NULL."""

    def __init__(self, left: Expr, right: Expr) -> None:
        self.left = left
        self.right = right
        self.mask = left.mask | right.mask
        self.affinity = left.affinity
        self.collation = left.collation

    def eval(self) -> object:
        value = self.left.eval()
        return self.right.eval() if value is None else value

    def children(self) -> list[Expr]:
        return [self.left, self.right]
