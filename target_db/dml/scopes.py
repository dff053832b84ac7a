"""Scopes for the parts of DML statements."""

from __future__ import annotations

from target_db.bind.ctes import define_common_tables
from target_db.bind.scope import BindContext, Scope, ScopeItem
from target_db.catalog.objects import Column, Table
from target_db.expr.base import Source
from target_db.sql import ast
from target_db.types.affinity import NONE


def child_scope(context: BindContext, parent: Scope | None) -> Scope:
    """An empty scope inside `parent`, which sees the same common tables."""
    scope = Scope(context, parent)
    if parent is not None:
        scope.ctes = parent.ctes
    return scope


def with_scope(with_: ast.With | None, context: BindContext, parent: Scope | None) -> Scope | None:
    """The scope that a statement's own parts stand in: `parent`, with the common tables of
    its WITH clause in sight."""
    if with_ is None:
        return parent
    scope = Scope(context, parent)
    outer = {} if parent is None else parent.ctes
    scope.ctes = define_common_tables(with_, context, parent, outer)
    return scope


def table_scope(
    context: BindContext, parent: Scope | None, source: Source, table: Table, alias: str | None
) -> Scope:
    """A scope with one FROM item, the table being changed."""
    scope = child_scope(context, parent)
    name = (alias or table.name).lower()
    scope.items.append(ScopeItem(source, table, name, table.schema.lower()))
    return scope


def pseudo_shape(table: Table, has_key: bool = True) -> Table:
    """The columns of NEW, OLD and excluded: those of the table, but without affinity. Only the
    INTEGER PRIMARY KEY of NEW and OLD keeps its own (`has_key`). So SQLite compares them; it is
    documented nowhere."""
    columns = []
    for position, column in enumerate(table.columns):
        affinity = column.affinity if has_key and position == table.rowid_column else NONE
        twin = Column(column.name, column.declared_type, affinity)
        twin.collation = column.collation
        columns.append(twin)
    shape = Table(table.name, table.schema, columns)
    shape.rowid_column = table.rowid_column
    shape.has_rowid = table.has_rowid
    return shape
