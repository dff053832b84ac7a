"""INSERT, UPDATE and DELETE on a view: its INSTEAD OF triggers do the work."""

from __future__ import annotations

from target_db.bind.column_names import unique_names
from target_db.bind.scope import BindContext, Scope
from target_db.catalog.objects import Column, Table, View
from target_db.dml.assignments import Assignments
from target_db.dml.insert import ValueSource, bind_values
from target_db.dml.program import Program
from target_db.dml.returning import Returning
from target_db.dml.runtime import Runtime
from target_db.dml.scopes import table_scope
from target_db.dml.target import require_column
from target_db.dml.triggers import TriggerSet
from target_db.errors import SqlError
from target_db.expr.base import Source
from target_db.physical.planner import QueryPlan, plan_select
from target_db.sql import ast
from target_db.sql.codes import ON_DELETE, ON_INSERT, ON_UPDATE
from target_db.types.affinity import NONE, apply_affinity


def plan_view(runtime: Runtime, view: View) -> QueryPlan:
    """The plan of a view's SELECT by itself. Raises SqlError when that does not bind."""
    context = runtime.bind_context(view.sql, None)
    context.home_schema = view.schema
    return plan_select(view.select, context, None)


def view_shape(runtime: Runtime, view: View) -> Table:
    """The columns of a view, as a table's; names without a column in its SELECT have no type.

    Raises SqlError when the SELECT does not bind.
    """
    plan = plan_view(runtime, view)
    names = unique_names(view.columns) if view.columns else plan.stored_names
    missing = len(names) - len(plan.column_types)
    types = plan.column_types + [None] * missing
    affinities = plan.column_affinities + [NONE] * missing
    columns = [Column(name, types[i], affinities[i]) for i, name in enumerate(names)]
    shape = Table(view.name, view.schema, columns)
    shape.triggers = view.triggers
    return shape


def instead_triggers(
    runtime: Runtime, view: View, shape: Table, event: int, changed: set[int] | None, conflict: int
) -> TriggerSet:
    """The INSTEAD OF triggers. Raises SqlError when the view has none for the event."""
    found = TriggerSet(runtime, shape, view.triggers, event, changed, conflict)
    if not found.instead:
        raise SqlError(f"cannot modify {view.name} because it is a view")
    return found


class InsertIntoView(Program):
    """INSERT INTO a view."""

    def __init__(
        self,
        runtime: Runtime,
        node: ast.Insert,
        view: View,
        context: BindContext,
        parent: Scope | None,
    ) -> None:
        super().__init__()
        self.runtime = runtime
        self.execution = context.execution
        self.shape = view_shape(runtime, view)
        self.triggers = instead_triggers(
            runtime, view, self.shape, ON_INSERT, None, int(node.conflict)
        )
        self.source: ValueSource = bind_values(node.select, context, parent)
        count = len(self.shape.columns)
        if node.columns is None:
            self.targets = list(range(count))
            if node.select is not None and self.source.width != count:
                raise SqlError(
                    f"table {view.name} has {count} columns "
                    f"but {self.source.width} values were supplied"
                )
        else:
            self.targets = [require_column(self.shape, name.name) for name in node.columns]
            if self.source.width != len(self.targets):
                raise SqlError(f"{self.source.width} values for {len(self.targets)} columns")
        self.returning: Returning | None = None
        if node.returning is not None:
            self.returning = Returning(node.returning, self.shape, None, context, parent)
            self.column_names = self.returning.names
            self.column_types = self.returning.types

    def run(self) -> None:
        self.rows = []
        self.execution.begin()
        source = self.source
        gathered: list[tuple[object, ...]] = []
        if source.constants is not None:
            for constants in source.constants:
                gathered.append(tuple(constants))
        elif source.rows is not None:
            for row in source.rows:
                gathered.append(tuple([expr.eval() for expr in row]))
        elif source.plan is not None:
            source.plan.open()
            source.plan.fetch_all(gathered)
            source.plan.close()
        else:
            gathered.append(())
        for given in gathered:
            self.insert_one(given)
        self.changed = 0
        self.runtime.count(0)

    def insert_one(self, given: tuple[object, ...]) -> None:
        values: list[object] = [None] * len(self.shape.columns)
        for place, value in enumerate(given):
            position = self.targets[place]
            if position >= 0:
                values[position] = value
        row = tuple(values)
        self.triggers.fire(self.triggers.instead, 0, (), -1, row)
        if self.returning is not None:
            self.rows.append(self.returning.make(-1, row))


class ViewRows:
    """The rows of a view that a WHERE clause selects, and values computed over each."""

    def __init__(
        self,
        table: ast.TableRef,
        from_: list[ast.FromItem],
        where: ast.Expr | None,
        context: BindContext,
        parent: Scope | None,
    ) -> None:
        columns = [ast.ResultColumn(ast.Star(table.alias or table.name, -1), None, -1, -1)]
        core = ast.SelectCore(False, columns, [table, *from_], where, None, None, None, None, -1)
        self.plan = plan_select(ast.Select(None, [core], [], None, None, None), context, parent)
        self.execution = context.execution

    def gather(self) -> list[tuple[object, ...]]:
        rows: list[tuple[object, ...]] = []
        self.execution.begin()
        self.plan.open()
        self.plan.fetch_all(rows)
        self.plan.close()
        return rows


class DeleteFromView(Program):
    """DELETE FROM a view."""

    def __init__(
        self,
        runtime: Runtime,
        node: ast.Delete,
        view: View,
        context: BindContext,
        parent: Scope | None,
    ) -> None:
        super().__init__()
        self.runtime = runtime
        shape = view_shape(runtime, view)
        self.triggers = instead_triggers(runtime, view, shape, ON_DELETE, None, 0)
        self.view_rows = ViewRows(node.table, [], node.where, context, parent)
        self.returning: Returning | None = None
        if node.returning is not None:
            self.returning = Returning(node.returning, shape, None, context, parent)
            self.column_names = self.returning.names
            self.column_types = self.returning.types

    def run(self) -> None:
        self.rows = []
        rows = self.view_rows.gather()
        for row in rows:
            self.triggers.fire(self.triggers.instead, -1, row, 0, ())
            if self.returning is not None:
                self.rows.append(self.returning.make(-1, row))
        self.changed = 0
        self.runtime.count(0)


class UpdateView(Program):
    """UPDATE a view."""

    def __init__(
        self,
        runtime: Runtime,
        node: ast.Update,
        view: View,
        context: BindContext,
        parent: Scope | None,
    ) -> None:
        super().__init__()
        self.runtime = runtime
        shape = view_shape(runtime, view)
        self.shape = shape
        self.source = Source(context.number_source(), view.name)
        scope = table_scope(context, parent, self.source, shape, node.table.alias)
        self.assignments = Assignments(node.assignments, shape, scope)
        self.triggers = instead_triggers(
            runtime, view, shape, ON_UPDATE, self.assignments.changed, int(node.conflict)
        )
        if node.from_ is not None:
            raise SqlError("UPDATE FROM on a view is not supported")
        self.view_rows = ViewRows(node.table, [], node.where, context, parent)
        self.returning: Returning | None = None
        if node.returning is not None:
            self.returning = Returning(node.returning, shape, None, context, parent)
            self.column_names = self.returning.names
            self.column_types = self.returning.types

    def run(self) -> None:
        self.rows = []
        rows = self.view_rows.gather()
        for row in rows:
            self.update_one(row)
        self.changed = 0
        self.runtime.count(0)

    def update_one(self, row: tuple[object, ...]) -> None:
        self.source.row = row
        self.source.rowid = -1
        values = list(row)
        assignments = self.assignments
        for place, expr in enumerate(assignments.values):
            self.set_value(values, assignments.columns[place], expr.eval())
        for assignment in assignments.rows:
            given = assignment.subquery.eval_row()
            for place, position in enumerate(assignment.columns):
                self.set_value(values, position, given[place])
        new_row = tuple(values)
        self.triggers.fire(self.triggers.instead, -1, row, -1, new_row)
        if self.returning is not None:
            self.rows.append(self.returning.make(-1, new_row))

    def set_value(self, values: list[object], position: int, value: object) -> None:
        if position >= 0:
            values[position] = apply_affinity(value, self.shape.columns[position].affinity)
