"""UPDATE ... FROM: the new values come from a join of the table with other FROM items."""

from __future__ import annotations

from target_db.bind.scope import BindContext, Scope
from target_db.catalog.objects import Table
from target_db.dml.assignments import Assignments
from target_db.dml.program import Program
from target_db.dml.returning import Returning
from target_db.dml.row_events import RowEvents
from target_db.dml.runtime import Runtime
from target_db.dml.scopes import table_scope
from target_db.dml.update import RowUpdater
from target_db.dml.writer import open_writer
from target_db.errors import SqlError
from target_db.expr.base import Source
from target_db.physical.planner import plan_select
from target_db.sql import ast
from target_db.sql.codes import JOIN_COMMA


def reference(table: str, name: str) -> ast.ColumnRef:
    """`table.name` as an expression."""
    return ast.ColumnRef(name, -1, table, -1, None, -1, False, False)


class UpdateFromProgram(Program):
    """UPDATE table SET ... FROM ... WHERE ...

    A query over the join gives the rowid (or primary key) of each row to change and its new
    values. Where several join rows meet one row of the table, the last one counts.
    """

    def __init__(
        self,
        runtime: Runtime,
        node: ast.Update,
        table: Table,
        context: BindContext,
        parent: Scope | None,
        events: RowEvents,
        conflict: int,
    ) -> None:
        super().__init__()
        self.changed = 0
        self.runtime = runtime
        self.writer = open_writer(runtime, table)
        self.events = events
        self.execution = context.execution
        alias = node.table.alias or table.name
        values = [value for assignment in node.assignments for value in new_values(assignment)]
        self.key_names = key_names(table)
        columns = [
            ast.ResultColumn(reference(alias, name), None, -1, -1) for name in self.key_names
        ]
        columns += [ast.ResultColumn(value, None, -1, -1) for value in values]
        assert node.from_ is not None
        refuse_target(table, alias, node.from_, runtime)
        node.from_[0].join = JOIN_COMMA
        core = ast.SelectCore(
            False, columns, [node.table, *node.from_], node.where, None, None, None, None, -1
        )
        select = ast.Select(None, [core], [], None, None, None)
        self.plan = plan_select(select, context, parent)
        source = Source(context.number_source(), table.name)
        scope = table_scope(context, parent, source, table, alias)
        self.assignments = Assignments([], table, scope)
        for assignment in node.assignments:
            positions = [self.assignments.find(c.name, table) for c in assignment.columns]
            self.assignments.columns += positions
            self.assignments.changed.update(positions)
        self.updater = RowUpdater(runtime, self.writer, self.assignments, conflict, events)
        self.returning: Returning | None = None
        if node.returning is not None:
            self.returning = Returning(node.returning, table, None, context, parent)
            self.column_names = self.returning.names
            self.column_types = self.returning.types

    def run(self) -> None:
        runtime = self.runtime
        runtime.join(self.writer.store)
        self.execution.begin()
        self.changed = 0
        self.rows = []
        gathered: list[tuple[object, ...]] = []
        self.plan.open()
        self.plan.fetch_all(gathered)
        self.plan.close()
        width = len(self.key_names)
        last: dict[object, tuple[object, ...]] = {}
        for joined in gathered:
            last[joined[:width]] = joined
        for joined in last.values():
            self.update_one(joined[:width], joined[width:])
        runtime.count(self.changed)

    def update_one(self, key: tuple[object, ...], given: tuple[object, ...]) -> None:
        writer = self.writer
        if writer.has_rowid:
            rowid = key[0]
            assert isinstance(rowid, int)
            if not writer.find_rowid(rowid):
                return
        else:
            rowid = 0
            if not writer.find_primary(key):
                return
        row = writer.found_row
        values = list(row)
        new_rowid: object = rowid
        for place, position in enumerate(self.assignments.columns):
            if position >= 0:
                self.updater.assign_column(values, position, given[place])
            else:
                new_rowid = given[place]
        updater = self.updater
        if not updater.update(rowid, row, updater.settle(values, new_rowid)):
            return
        self.changed += 1
        if self.returning is not None:
            self.rows.append(self.returning.make(updater.new_rowid, updater.new_row))
        if self.events.is_active:
            self.events.after_update(rowid, row, updater.new_rowid, updater.new_row)


def key_names(table: Table) -> list[str]:
    """The columns that tell a row of the table: the rowid, or the primary key."""
    if table.has_rowid:
        return ["rowid"]
    return [table.columns[part.column].name for part in table.primary_key]


def refuse_target(table: Table, alias: str, items: list[ast.FromItem], runtime: Runtime) -> None:
    """Raise SqlError when the table to change stands in FROM too, under the same name."""
    lower = alias.lower()
    for item in items:
        if not isinstance(item, ast.TableRef) or (item.alias or item.name).lower() != lower:
            continue
        if runtime.catalog.find_table(item.schema, item.name) is table:
            raise SqlError(f"target object/alias may not appear in FROM clause: {alias}")


def new_values(assignment: ast.Assignment) -> list[ast.Expr]:
    """The value of each column of an assignment. Raises SqlError when their count differs."""
    if not assignment.is_row:
        return [assignment.value]
    width = len(assignment.columns)
    value = assignment.value
    if isinstance(value, ast.RowValue):
        if len(value.items) != width:
            raise SqlError(f"{width} columns assigned {len(value.items)} values")
        return value.items
    if width != 1:
        raise SqlError(f"{width} columns assigned 1 values")
    return [value]
