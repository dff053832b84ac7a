"""The names and declared types of result columns.

An alias, or the name of the column that the expression is, or its text as it was written.
"""

from typing import Final

from target_db.bind.bound import BoundCompound, BoundQuery, BoundRecursive, BoundSelect
from target_db.bind.scope import Scope, ScopeItem
from target_db.exec.subqueries import ScalarSubquery
from target_db.expr.base import Expr
from target_db.expr.leaves import ColumnExpr, PlainExpr, RowidExpr
from target_db.sql import ast

SUBQUERY: Final = "(subquery-1)"

HINTS: Final = ("likely", "unlikely", "likelihood")
"""Functions that give back their first argument, and in a view its name too."""

SHOWN: Final = 0  # to the user
INNER: Final = 1  # to the query around
STORED: Final = 2  # in the schema


def column_names(query: BoundQuery) -> list[str]:
    """The result column names of a query, in order."""
    return names_of(query, SHOWN)


def names_of(query: BoundQuery, use: int) -> list[str]:
    """The column names of a query for one of the uses above."""
    query = first_arm(query)
    if not isinstance(query, BoundSelect):
        return [f"column{i + 1}" for i in range(len(query.outputs))]
    names: list[str] = []
    for column in query.core.columns:
        expr = column.expr
        if isinstance(expr, ast.Star):
            star_names(expr, query.scope, names)
        elif column.alias is not None:
            names.append(column.alias)
        else:
            expr = bare(expr, use)
            name = referred_name(expr, query.scope)
            if name is None:
                name = query.sql[column.start : column.end]
            elif use == INNER and isinstance(expr, ast.ColumnRef):
                name = expr.name
            names.append(name)
    return names


def first_arm(query: BoundQuery) -> BoundQuery:
    """The first of the selects that make up a query: it names the columns."""
    while True:
        if isinstance(query, BoundCompound):
            query = query.arms[0]
        elif isinstance(query, BoundRecursive):
            query = query.initial[0]
        else:
            return query


def bare(expr: ast.Expr, use: int) -> ast.Expr:
    """The expression without what leaves a column its name: COLLATE outside of results, and in
    the schema the functions of HINTS too."""
    while use != SHOWN:
        if isinstance(expr, ast.Collate):
            expr = expr.operand
        elif use == STORED and isinstance(expr, ast.FunctionCall) and expr.name.lower() in HINTS:
            expr = expr.args[0]
        else:
            break
    return expr


def written_names(query: BoundQuery) -> list[str]:
    """The column names of a subquery or common table: where one is a column, as it was written
    there and not as it was declared."""
    return names_of(query, INNER)


def stored_names(query: BoundQuery) -> list[str]:
    """The names that a query gives the columns of a view or a table."""
    return unique_names(names_of(query, STORED))


def star_names(star: ast.Star, scope: Scope, names: list[str]) -> None:
    """Append the names of the columns that `star` stands for."""
    if star.table is not None:
        lower = star.table.lower()
        for item in scope.items:
            if item.alias == lower:
                names.extend([c.name for c in item.table.columns if not c.is_hidden])
        return
    for item in scope.items:
        for column in item.table.columns:
            if not column.is_hidden and column.name.lower() not in item.joined_columns:
                names.append(column.name)


def shown_names(query: BoundQuery, short: bool, full: bool) -> list[str]:
    """The names a user sees under PRAGMA short_column_names and full_column_names.

    By default, `short` alone, they are those of `column_names`. `full` puts the table before a
    column; with neither a column is named as it was written.
    """
    if short and not full:
        return column_names(query)
    query = first_arm(query)
    if not isinstance(query, BoundSelect):
        return column_names(query)
    scope = query.scope
    names: list[str] = []
    for column in query.core.columns:
        expr = column.expr
        text = query.sql[column.start : column.end]
        if isinstance(expr, ast.Star):
            if short or not full:
                star_names(expr, scope, names)
            else:
                full_star_names(expr, scope, names)
        elif column.alias is not None:
            names.append(column.alias)
        elif full and isinstance(expr, ast.ColumnRef):
            name = referred_name(expr, scope)
            names.append(text if name is None else f"{table_name(expr, scope)}.{name}")
        else:
            names.append(text)
    return names


def full_star_names(star: ast.Star, scope: Scope, names: list[str]) -> None:
    """Append `table.column` for the columns that `star` stands for."""
    for item in scope.items:
        if star.table is not None and item.alias != star.table.lower():
            continue
        for column in item.table.columns:
            joined = star.table is None and column.name.lower() in item.joined_columns
            if not column.is_hidden and not joined:
                names.append(f"{item.alias or SUBQUERY}.{column.name}")


def table_name(node: ast.ColumnRef, scope: Scope) -> str:
    """The name of the table, or the alias of the subquery, that a column is of."""
    item = referred_item(node, scope)
    if item is None:
        return ""
    return item.table.name if item.table.store is not None else item.alias or SUBQUERY


def referred_name(node: ast.Expr, scope: Scope) -> str | None:
    """The name, as declared, of the column that `node` is; None if it is no column."""
    if not isinstance(node, ast.ColumnRef):
        return None
    item = referred_item(node, scope)
    if item is None:
        return None
    position = item.table.positions.get(node.name.lower(), -1)
    if position >= 0:
        return item.table.columns[position].name
    key = item.table.rowid_column
    return "rowid" if key < 0 else item.table.columns[key].name


def referred_item(node: ast.ColumnRef, scope: Scope) -> ScopeItem | None:
    """The FROM item that a column is of; None if it is no column."""
    lower = node.name.lower()
    current: Scope | None = scope
    while current is not None:
        for item in current.items:
            if node.table is not None and item.alias != node.table.lower():
                continue
            position = item.table.positions.get(lower, -1)
            if position >= 0:
                return item
            if lower in ("rowid", "oid", "_rowid_") and item.table.has_rowid:
                return item
        current = current.parent
    return None


def unique_names(names: list[str]) -> list[str]:
    """Names for the columns of a subquery or view: a repeated one gets `:1`, `:2`, ..."""
    seen: set[str] = set()
    result: list[str] = []
    for name in names:
        candidate = name
        number = 0
        while candidate.lower() in seen:
            number += 1
            candidate = f"{name}:{number}"
        seen.add(candidate.lower())
        result.append(candidate)
    return result


def column_types(query: BoundQuery) -> list[str | None]:
    """The declared types of the result columns that are columns; None for the others."""
    query = first_arm(query)
    if not isinstance(query, BoundSelect):
        return [None] * len(query.outputs)
    return [declared_type(expr, query.scope) for expr in query.outputs]


def inner_types(query: BoundQuery) -> list[str | None]:
    """The declared types of a query that is part of another: of a compound, its last arm's."""
    while True:
        if isinstance(query, BoundCompound):
            query = query.arms[-1]
        elif isinstance(query, BoundRecursive):
            query = query.recursive[-1] if query.recursive else query.initial[0]
        else:
            break
    return column_types(query)


def declared_type(expr: Expr, scope: Scope) -> str | None:
    """The declared type of the column that `expr` is, or the column a subquery gives; or None."""
    if isinstance(expr, RowidExpr):
        return "INTEGER"
    if isinstance(expr, PlainExpr):
        expr = expr.operand
    if isinstance(expr, ScalarSubquery):
        return expr.subquery.declared_type
    if not isinstance(expr, ColumnExpr):
        return None
    current: Scope | None = scope
    while current is not None:
        for item in current.items:
            if item.source is expr.source:
                return item.table.columns[expr.index].declared_type
        for item in current.flattened:
            if item.source is expr.source:
                return item.table.columns[expr.index].declared_type
        current = current.parent
    return None
