"""ORDER BY and GROUP BY terms: a column number, a result alias, or an expression.

Source: "SELECT", section 4, and the messages that SQLite gives.
"""

from typing import Final

from target_db.bind import expressions as binder
from target_db.bind.bound import BoundCompound, BoundOrder, BoundSelect
from target_db.bind.column_names import column_names, star_names
from target_db.bind.same import same_name, same_node
from target_db.bind.scope import Scope
from target_db.errors import SqlError
from target_db.expr.aggregates import AggregateRef, WindowRef
from target_db.expr.base import Expr
from target_db.sql import ast
from target_db.sql.codes import NEGATE, NULLS_DEFAULT, NULLS_FIRST, PLUS

MAX_INT32: Final = 0x7FFF_FFFF


def without_collate(node: ast.Expr) -> ast.Expr:
    """The expression inside any COLLATE operators."""
    while isinstance(node, ast.Collate):
        node = node.operand
    return node


def ordinal(node: ast.Expr) -> int | None:
    """The number, where a term is a 32-bit integer constant (with signs, as in `-1`)."""
    if isinstance(node, ast.Literal):
        value = node.value
        if node.is_answer or not isinstance(value, int):
            return None
        return value if 0 <= value <= MAX_INT32 else None
    if isinstance(node, ast.Unary) and (node.op == NEGATE or node.op == PLUS):
        inner = ordinal(node.operand)
        if inner is not None:
            return -inner if node.op == NEGATE else inner
    return None


def check_range(
    number: int, position: int, clause: str, width: int, names_only: bool = False
) -> None:
    """Raise SqlError when a column number is not one. In a simple SELECT of which only the
    names are looked at, as ALTER does with views, SQLite lets a number be too large."""
    if number < 1 or (number > width and not names_only):
        raise SqlError(
            f"{nth(position)} {clause} BY term out of range - should be between 1 and {width}"
        )


def looks_up_names(scope: Scope) -> bool:
    """Whether a query is that of a view which ALTER looks at, and not of a view that one reads."""
    return scope.context.names_only and not scope.context.open_views


def nth(position: int) -> str:
    """1st, 2nd, 3rd, 4th, ... (SQLite's rule)."""
    tail = position % 10
    if position % 100 in (11, 12, 13) or tail > 3 or tail == 0:
        return f"{position}th"
    return f"{position}{('st', 'nd', 'rd')[tail - 1]}"


def nulls_first_of(term: ast.OrderTerm) -> bool:
    """Whether NULLs come first: by default they do where the order ascends."""
    if term.nulls == NULLS_DEFAULT:
        return not term.descending
    return term.nulls == NULLS_FIRST


def bind_order_by(terms: list[ast.OrderTerm], scope: Scope, query: BoundSelect) -> None:
    """Bind the ORDER BY of a simple select. Raises SqlError."""
    position = 1
    width = len(query.outputs)
    query.order = []
    for term in terms:
        node = without_collate(term.expr)
        column = -1
        number = ordinal(node)
        if number is not None:
            check_range(number, position, "ORDER", width, looks_up_names(scope))
            column = number - 1 if number <= width else -1
        elif isinstance(node, ast.ColumnRef) and node.table is None:
            column = find_alias(node.name, query)
        if column >= 0:
            expr = query.outputs[column]
            if node is not term.expr:
                expr = collated(term.expr, expr, scope)
        else:
            expr = binder.bind_expr(term.expr, scope)
        query.order.append(BoundOrder(expr, column, term.descending, nulls_first_of(term)))
        position += 1


def find_alias(name: str, query: BoundSelect) -> int:
    """The position of the result column with that alias, or -1."""
    if not query.scope.aliases:
        return -1
    lower = name.lower()
    if lower not in query.scope.aliases:
        return -1
    position = 0
    for column in query.core.columns:
        if isinstance(column.expr, ast.Star):
            return find_alias_after_star(lower, query)
        if column.alias is not None and column.alias.lower() == lower:
            return position
        position += 1
    return -1


def find_alias_after_star(lower: str, query: BoundSelect) -> int:
    """As `find_alias` where stars move the positions: counted from the expanded names."""
    names = column_names(query)
    for position, name in enumerate(names):
        if name.lower() == lower:
            return position
    return -1


class CollatedOutput(Expr):
    """A result column that an ORDER BY term names, under the term's own collation."""

    def __init__(self, operand: Expr, like: Expr) -> None:
        self.operand = operand
        self.mask = operand.mask
        self.affinity = operand.affinity
        self.collation = like.collation
        self.explicit_collation = True

    def eval(self) -> object:
        return self.operand.eval()

    def children(self) -> list[Expr]:
        return [self.operand]


def collated(node: ast.Expr, output: Expr, scope: Scope) -> Expr:
    """`output` with the outermost COLLATE of `node`."""
    assert isinstance(node, ast.Collate)
    like = binder.bind_expr(
        ast.Collate(ast.Literal(None, node.pos), node.collation, node.pos), scope
    )
    return CollatedOutput(output, like)


def bind_group_by(terms: list[ast.Expr], scope: Scope, query: BoundSelect) -> None:
    """Bind the GROUP BY terms. Raises SqlError."""
    bound: list[Expr] = []
    width = len(query.outputs)
    for position, term in enumerate(terms, 1):
        number = ordinal(without_collate(term))
        if number is not None:
            check_range(number, position, "GROUP", width, looks_up_names(scope))
            if looks_up_names(scope):
                continue
            expr = query.outputs[number - 1]
            if isinstance(term, ast.Collate):
                expr = collated(term, expr, scope)
        else:
            known = len(scope.aggregates)
            expr = binder.bind_expr(term, scope)
            if len(scope.aggregates) > known:
                raise aggregate_in_group_by()
        if holds_aggregate(expr, scope):
            raise aggregate_in_group_by()
        bound.append(expr)
    query.group_by = bound


def aggregate_in_group_by() -> SqlError:
    """The error for an aggregate of the query in a term of its GROUP BY."""
    return SqlError("aggregate functions are not allowed in the GROUP BY clause")


def holds_aggregate(expr: Expr, scope: Scope) -> bool:
    """Whether an aggregate call of this query, not of one around it, stands in the expression."""
    if isinstance(expr, AggregateRef):
        return expr in scope.aggregates
    if isinstance(expr, WindowRef):
        return False
    for child in expr.children():
        if holds_aggregate(child, scope):
            return True
    return False


def bind_compound_order(terms: list[ast.OrderTerm], query: BoundCompound) -> None:
    """Bind the ORDER BY of a compound: each term must be a result column of some arm."""
    width = len(query.outputs)
    position = 1
    query.order = []
    for term in terms:
        node = without_collate(term.expr)
        number = ordinal(node)
        if number is not None:
            check_range(number, position, "ORDER", width)
            column = number - 1
        else:
            column = find_in_arms(node, query)
            if column < 0:
                raise SqlError(
                    f"{nth(position)} ORDER BY term does not match any column in the result set"
                )
        expr = query.outputs[column]
        if isinstance(term.expr, ast.Collate):
            expr = collated(term.expr, expr, Scope(query.context, None))
        query.order.append(BoundOrder(expr, column, term.descending, nulls_first_of(term)))
        position += 1


def find_in_arms(node: ast.Expr, query: BoundCompound) -> int:
    """The result column that a term of a compound's ORDER BY means, or -1: by alias or name
    in each arm, or as the same expression."""
    for arm in query.arms:
        if not isinstance(arm, BoundSelect):
            continue
        if isinstance(node, ast.ColumnRef) and node.table is None:
            column = find_alias(node.name, arm)
            if column >= 0:
                return column
        column = find_same(node, arm)
        if column >= 0:
            return column
    return -1


def find_same(node: ast.Expr, arm: BoundSelect) -> int:
    """The position of the output of `arm` that is written like `node`, or -1."""
    position = 0
    for column in arm.core.columns:
        expr = column.expr
        if isinstance(expr, ast.Star):
            names: list[str] = []
            star_names(expr, arm.scope, names)
            if isinstance(node, ast.ColumnRef):
                for i, name in enumerate(names):
                    if same_name(name, node.name):
                        return position + i
            position += len(names)
            continue
        if same_node(node, expr):
            return position
        position += 1
    return -1
