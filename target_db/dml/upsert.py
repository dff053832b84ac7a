"""UPSERT: what INSERT does with a row that is already there ("UPSERT", SQL language page)."""

from __future__ import annotations

from typing import Final

from target_db.bind.expressions import bind_expr
from target_db.bind.same import same_node
from target_db.bind.scope import BindContext, Scope, ScopeItem
from target_db.catalog.objects import Index, Table
from target_db.dml.assignments import Assignments
from target_db.dml.conflicts import UpsertTargets
from target_db.dml.events import events_for
from target_db.dml.index_writer import IndexWriter
from target_db.dml.runtime import Runtime
from target_db.dml.scopes import child_scope, pseudo_shape, table_scope
from target_db.dml.target import ROWID_NAMES
from target_db.dml.update import RowUpdater
from target_db.dml.writer import TableWriter
from target_db.errors import SqlError
from target_db.expr.base import Expr, Source
from target_db.sql import ast
from target_db.sql.codes import CONFLICT_ABORT, CONFLICT_REPLACE, ON_UPDATE

NO_MATCH: Final = "ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint"
PRIMARY: Final = -1


class UpsertClause:
    """One ON CONFLICT clause: DO NOTHING (`updater` is None), or DO UPDATE."""

    def __init__(self, updater: RowUpdater | None, where: Expr | None) -> None:
        self.updater = updater
        self.where = where


class UpsertClauses:
    """The bound ON CONFLICT clauses of an INSERT.

    In DO UPDATE the table's columns mean the row that is there, and `excluded` the new one.
    updated_rowid, updated_row: what `apply` made of the row that was there.
    """

    def __init__(
        self,
        runtime: Runtime,
        node: ast.Insert,
        writer: TableWriter,
        context: BindContext,
        parent: Scope | None,
    ) -> None:
        self.writer = writer
        table = writer.table
        self.existing = Source(context.number_source(), table.name)
        self.excluded = Source(context.number_source(), "excluded")
        outer = child_scope(context, parent)
        outer.qualified_only = True
        shape = pseudo_shape(table, has_key=False)
        outer.items.append(ScopeItem(self.excluded, shape, "excluded", None))
        self.scope = table_scope(context, outer, self.existing, table, node.alias)
        self.clauses: list[UpsertClause] = []
        self.targets = UpsertTargets()
        covered: dict[int, int] = {}
        for number, clause in enumerate(node.upserts):
            for place in self.find_targets(clause, table):
                covered.setdefault(place, number)
            self.clauses.append(self.bind_clause(runtime, clause))
        self.order_targets(covered)
        self.updated_rowid = 0
        self.updated_row: tuple[object, ...] = ()

    def bind_clause(self, runtime: Runtime, clause: ast.Upsert) -> UpsertClause:
        if clause.assignments is None:
            return UpsertClause(None, None)
        assignments = Assignments(clause.assignments, self.writer.table, self.scope)
        events = events_for(
            runtime, self.writer.table, ON_UPDATE, assignments.changed, CONFLICT_ABORT, False
        )
        updater = RowUpdater(runtime, self.writer, assignments, CONFLICT_ABORT, events)
        where = None
        if clause.where is not None:
            where = bind_expr(clause.where, self.scope)
        return UpsertClause(updater, where)

    def find_targets(self, clause: ast.Upsert, table: Table) -> list[int]:
        """The constraints a clause covers: places in the writer's indexes, or PRIMARY."""
        places = [i for i, index in enumerate(self.writer.indexes) if index.is_unique]
        if clause.target is None:
            return [PRIMARY, *places]
        if self.is_primary_key(clause.target, table):
            return [PRIMARY]
        for place in places:
            index = self.writer.indexes[place].index
            if self.matches(clause, index, table):
                return [place]
        for term in clause.target:
            expr = term.expr
            while isinstance(expr, ast.Collate):
                expr = expr.operand
            bind_expr(expr, self.scope)
        raise SqlError(NO_MATCH)

    def is_primary_key(self, target: list[ast.OrderTerm], table: Table) -> bool:
        names = {column_of(term.expr) for term in target}
        if table.has_rowid:
            if len(target) != 1:
                return False
            name = next(iter(names))
            if name is None:
                return False
            if name in ROWID_NAMES and name not in table.positions:
                return True
            column = table.rowid_column
            return column >= 0 and name == table.columns[column].name.lower()
        key = {table.columns[part.column].name.lower() for part in table.primary_key}
        return names == key and len(target) == len(table.primary_key)

    def matches(self, clause: ast.Upsert, index: Index, table: Table) -> bool:
        """Whether the target names the index: all of its columns in any order, with their
        collations, and the WHERE of a partial index."""
        assert clause.target is not None
        if len(clause.target) != len(index.columns):
            return False
        if index.where is not None and (
            clause.target_where is None or not same_node(clause.target_where, index.where)
        ):
            return False
        for part in index.columns:
            if part.column == table.rowid_column and table.has_rowid and part.expression is None:
                return False  # an INTEGER PRIMARY KEY is no column of its indexes
            for term in clause.target:
                expr = term.expr
                collation = None
                if isinstance(expr, ast.Collate):
                    collation = expr.collation.lower()
                    expr = expr.operand
                if collation is not None and collation != part.collation.name.lower():
                    continue
                if part.expression is not None:
                    if same_node(expr, part.expression):
                        break
                elif column_of(expr) == table.columns[part.column].name.lower():
                    break
            else:
                return False
        return True

    def order_targets(self, covered: dict[int, int]) -> None:
        """Constraints in the order of the clauses that cover them, then those of none."""
        writers: dict[int, IndexWriter | None] = {PRIMARY: None}
        for place, index in enumerate(self.writer.indexes):
            if index.is_unique:
                writers[place] = index
        first = sorted((clause, place) for place, clause in covered.items() if place in writers)
        rest = [place for place in writers if place not in covered]
        if PRIMARY in rest and self.writer.table.rowid_conflict == CONFLICT_REPLACE:
            rest.remove(PRIMARY)
            rest.append(PRIMARY)
        for clause, place in first:
            self.targets.order.append(writers[place])
            self.targets.clauses.append(clause)
        for place in rest:
            self.targets.order.append(writers[place])
            self.targets.clauses.append(-1)

    def apply(self, number: int, rowid: int, row: tuple[object, ...]) -> bool:
        """Do what clause `number` says, the writer's `found_row` being in the way of `row`.

        True when a row was updated.
        """
        clause = self.clauses[number]
        updater = clause.updater
        if updater is None:
            return False
        writer = self.writer
        old_rowid = writer.found_rowid
        old_row = writer.found_row
        self.existing.rowid = old_rowid
        self.existing.row = old_row
        self.excluded.rowid = rowid
        self.excluded.row = row
        if clause.where is not None and not clause.where.is_true():
            return False
        values = updater.assign(old_rowid, old_row)
        if not updater.update(old_rowid, old_row, values):
            return False
        self.updated_rowid = updater.new_rowid
        self.updated_row = updater.new_row
        if updater.events.is_active:
            updater.events.after_update(old_rowid, old_row, updater.new_rowid, updater.new_row)
        return True


def column_of(expr: ast.Expr) -> str | None:
    """The lower-case name where a target term is just a column."""
    while isinstance(expr, ast.Collate):
        expr = expr.operand
    if isinstance(expr, ast.ColumnRef):
        return expr.name.lower()
    return None
