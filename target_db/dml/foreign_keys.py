"""Foreign keys: checks of child rows, and what happens to children when a parent changes.

Source: "SQLite Foreign Key Support". A row that breaks an immediate key counts as a violation
of the statement, which fails at its end if any is left; one that breaks a deferred key counts
until COMMIT.
"""

from __future__ import annotations

from typing import Final

from target_db.catalog.catalog import Schema
from target_db.catalog.objects import ForeignKey, Index, Table
from target_db.dml.constraint_error import ConstraintError
from target_db.dml.program import Program
from target_db.dml.row_events import Row
from target_db.dml.runtime import Runtime
from target_db.errors import CONSTRAINT_FOREIGNKEY, CONSTRAINT_TRIGGER, SqlError
from target_db.sql import ast
from target_db.sql.codes import (
    AND,
    CASCADE,
    CONFLICT_ABORT,
    CONFLICT_DEFAULT,
    EQ,
    NO_ACTION,
    ON_INSERT,
    RESTRICT,
    SET_DEFAULT,
    SET_NULL,
)
from target_db.types.affinity import apply_affinity
from target_db.types.compare import compare

FAILED: Final = "FOREIGN KEY constraint failed"


class ParentKey:
    """What a foreign key refers to: the parent's rowid (`index` None), or a unique index.

    parent is None where the table does not exist. `columns` are the parent's, in the order of
    the child's columns; `order` gives for each column of the index its place among them.
    """

    def __init__(self, key: ForeignKey, parent: Table | None) -> None:
        self.key = key
        self.parent = parent
        self.columns: list[int] = []
        self.index: Index | None = None
        self.uses_primary_key = False
        self.order: list[int] = []


def resolve_parent(schema: Schema, key: ForeignKey) -> ParentKey:
    """Find the parent's unique key. Raises SqlError "foreign key mismatch"."""
    found = schema.tables.get(key.parent.lower())
    if not isinstance(found, Table):
        return ParentKey(key, None)
    result = ParentKey(key, found)
    if key.parent_columns:
        for name in key.parent_columns:
            position = found.positions.get(name.lower())
            if position is None:
                raise mismatch(key)
            result.columns.append(position)
    elif found.primary_key:
        result.columns = [part.column for part in found.primary_key]
    if len(result.columns) != len(key.columns):
        raise mismatch(key)
    if found.has_rowid and result.columns == [found.rowid_column]:
        return result
    if not found.has_rowid:
        primary = [part.column for part in found.primary_key]
        if sorted(primary) == sorted(result.columns):
            result.uses_primary_key = True
            result.order = [result.columns.index(column) for column in primary]
            return result
    for index in found.indexes:
        columns = [part.column for part in index.columns]
        if not index.is_unique or index.where is not None:
            continue
        if sorted(columns) != sorted(result.columns) or min(columns) < 0:
            continue
        if any(p.collation is not found.columns[p.column].collation for p in index.columns):
            continue
        result.index = index
        result.order = [result.columns.index(column) for column in columns]
        return result
    raise mismatch(key)


def mismatch(key: ForeignKey) -> SqlError:
    """The error of a foreign key whose parent has no such unique key."""
    return SqlError(f'foreign key mismatch - "{key.table.name}" referencing "{key.parent}"')


class ChildRule:
    """The check that rows of a child table have their parent."""

    def __init__(self, runtime: Runtime, key: ForeignKey, target: ParentKey) -> None:
        self.runtime = runtime
        self.key = key
        self.target = target

    def child_values(self, row: Row) -> list[object] | None:
        """The row's reference; None when it holds a NULL and so refers to nothing."""
        values = [row[column] for column in self.key.columns]
        return None if None in values else values

    def has_parent(self, values: list[object]) -> bool:
        """Whether a parent row with these values is there."""
        target = self.target
        parent = target.parent
        if parent is None or parent.store is None:
            return False
        converted = [
            apply_affinity(value, parent.columns[target.columns[place]].affinity)
            for place, value in enumerate(values)
        ]
        if target.index is not None:
            cursor = parent.store.index_cursor(target.index.root, target.index.key_info)
            return cursor.find(tuple([converted[place] for place in target.order]))
        if target.uses_primary_key:
            cursor = parent.store.index_cursor(parent.root, parent.key_info)
            return cursor.find(tuple([converted[place] for place in target.order]))
        rowid = converted[0]
        return isinstance(rowid, int) and parent.store.table_cursor(parent.root).seek(rowid)

    def is_self_reference(self, row: Row, values: list[object]) -> bool:
        """Whether the row is its own parent."""
        target = self.target
        if target.parent is not self.key.table:
            return False
        for place, column in enumerate(target.columns):
            collation = self.key.table.columns[column].collation
            if compare(row[column], values[place], collation) != 0:
                return False
        return True

    def is_deferred(self) -> bool:
        """Whether the key need hold only at COMMIT now."""
        return self.key.is_deferred or self.runtime.transactions.defer_foreign_keys

    def is_broken(self, row: Row) -> bool:
        """Whether the row refers to a parent that is not there."""
        values = self.child_values(row)
        if values is None or self.is_self_reference(row, values):
            return False
        return not self.has_parent(values)

    def count(self, row: Row, change: int) -> None:
        """Count the row's violation, if it is one: +1 when it comes, -1 when it goes."""
        transactions = self.runtime.transactions
        if change < 0 and self.pending() == 0:
            return
        if self.is_broken(row):
            if self.is_deferred():
                transactions.defer_violations(change)
            else:
                transactions.statement_violations += change

    def pending(self) -> int:
        """The violations counted so far, of this key's kind."""
        transactions = self.runtime.transactions
        if self.is_deferred():
            return transactions.deferred_violations
        return transactions.statement_violations


class ParentRule:
    """What a change of a parent's row does to the rows that refer to it."""

    def __init__(self, runtime: Runtime, key: ForeignKey, target: ParentKey) -> None:
        self.runtime = runtime
        self.key = key
        self.target = target
        self.programs: dict[str, ActionProgram] = {}

    def parent_values(self, row: Row) -> list[object]:
        return [row[column] for column in self.target.columns]

    def key_changes(self, old_row: Row, row: Row) -> bool:
        """Whether an update changes what children refer to."""
        assert self.target.parent is not None
        for column in self.target.columns:
            collation = self.target.parent.columns[column].collation
            if compare(old_row[column], row[column], collation) != 0:
                return True
        return False

    def matching_children(self, values: list[object]) -> int:
        """How many child rows refer to these values."""
        if None in values:
            return 0
        program = self.program("count")
        program.set_values(values, [])
        return program.count_rows()

    def violate(self, count: int) -> None:
        """Count children left without a parent."""
        transactions = self.runtime.transactions
        if self.key.is_deferred or transactions.defer_foreign_keys:
            transactions.defer_violations(count)
        else:
            transactions.statement_violations += count

    def forgive(self, values: list[object]) -> None:
        """A row with these values has come: children that waited for it are whole again."""
        transactions = self.runtime.transactions
        deferred = self.key.is_deferred or transactions.defer_foreign_keys
        pending = (
            transactions.deferred_violations if deferred else transactions.statement_violations
        )
        if pending == 0:
            return
        count = self.matching_children(values)
        if deferred:
            transactions.defer_violations(-count)
        else:
            transactions.statement_violations = max(0, pending - count)

    def program(self, kind: str) -> ActionProgram:
        made = self.programs.get(kind)
        if made is None or made.is_running:
            made = ActionProgram(self.runtime, self.key, self.target, kind)
            self.programs[kind] = made
        return made

    def act(self, action: int, old_row: Row, row: Row | None) -> None:
        """Do the action for the children of `old_row`, which is gone or has become `row`."""
        old_values = self.parent_values(old_row)
        if None in old_values:
            return
        if action == RESTRICT:
            if self.matching_children(old_values):
                raise ConstraintError(FAILED, CONSTRAINT_TRIGGER, CONFLICT_ABORT)
            return
        # Every child counts as broken; what the action then does to it takes that back.
        self.violate(self.matching_children(old_values))
        if action == NO_ACTION:
            return
        new_values = [] if row is None else self.parent_values(row)
        kind = ACTIONS[action]
        if action == CASCADE and row is None:
            kind = "delete"
        program = self.program(kind)
        program.set_values(old_values, new_values)
        self.runtime.enter_trigger()
        try:
            program.run()
        finally:
            self.runtime.leave_trigger()


ACTIONS: Final = {SET_NULL: "null", SET_DEFAULT: "default", CASCADE: "update"}


class ActionProgram:
    """A statement on the child table, made of syntax nodes whose parameters are the parent's
    old values (1 to n) and new values (n + 1 to 2n)."""

    def __init__(self, runtime: Runtime, key: ForeignKey, target: ParentKey, kind: str) -> None:
        self.runtime = runtime
        self.is_running = False
        self.context = runtime.bind_context("", None)
        child = key.table
        count = len(key.columns)
        self.context.parameters.values = [None] * (2 * count)
        where: ast.Expr | None = None
        for place, column in enumerate(key.columns):
            assert target.parent is not None
            parent_column = target.parent.columns[target.columns[place]]
            name = ast.ColumnRef(child.columns[column].name, -1, None, -1, None, -1, False, False)
            value: ast.Expr = ast.Parameter(place + 1, None, -1)
            value = ast.Collate(value, parent_column.collation.name, -1)
            term: ast.Expr = ast.Binary(EQ, name, value, -1)
            where = term if where is None else ast.Binary(AND, where, term, -1)
        table = ast.TableRef(child.name, -1, child.schema, -1, None, None, False)
        node: ast.Statement
        if kind == "count":
            counted = ast.FunctionCall("count", [], False, True, None, None, None, None, -1)
            core = ast.SelectCore(
                False,
                [ast.ResultColumn(counted, None, -1, -1)],
                [table],
                where,
                None,
                None,
                None,
                None,
                -1,
            )
            node = ast.Select(None, [core], [], None, None, None)
        elif kind == "delete":
            node = ast.Delete(None, table, where, None)
        else:
            assignments = []
            for place, column in enumerate(key.columns):
                given: ast.Expr
                default = child.columns[column].default
                if kind == "update":
                    given = ast.Parameter(count + place + 1, None, -1)
                elif kind == "default" and default is not None:
                    given = default
                else:
                    given = ast.Literal(None, -1)
                names = [ast.Identifier(child.columns[column].name, -1)]
                assignments.append(ast.Assignment(names, given, False))
            node = ast.Update(None, CONFLICT_DEFAULT, table, assignments, None, where, None)
        self.node = node
        self.compiled: Program | None = None

    def set_values(self, old_values: list[object], new_values: list[object]) -> None:
        values = self.context.parameters.values
        for place, value in enumerate([*old_values, *new_values]):
            values[place] = value

    def count_rows(self) -> int:
        """Of a "count" program: the number of child rows."""
        from target_db.physical.planner import plan_select

        assert isinstance(self.node, ast.Select)
        plan = plan_select(self.node, self.context, None)
        self.context.execution.begin()
        plan.open()
        plan.step()
        found = plan.row[0]
        plan.close()
        assert isinstance(found, int)
        return found

    def run(self) -> None:
        """Run the action."""
        if self.compiled is None:
            self.compiled = self.runtime.compiler.compile(
                self.node, self.context, None, CONFLICT_DEFAULT
            )
        counters = self.runtime.counters
        changes = counters.changes
        self.is_running = True
        try:
            self.compiled.run()
        finally:
            self.is_running = False
            counters.changes = changes


class ForeignKeyRules:
    """The foreign keys that one statement on a table must heed, as child and as parent.

    `is_single`: the statement inserts one row, so that a broken immediate key fails at once.
    """

    def __init__(
        self, children: list[ChildRule], parents: list[ParentRule], is_single: bool
    ) -> None:
        self.children = children
        self.parents = parents
        self.is_single = is_single

    def before_insert(self, row: Row) -> None:
        for child in self.children:
            if self.is_single and not child.is_deferred():
                if child.is_broken(row):
                    raise ConstraintError(FAILED, CONSTRAINT_FOREIGNKEY)
            else:
                child.count(row, 1)

    def after_insert(self, row: Row) -> None:
        for parent in self.parents:
            parent.forgive(parent.parent_values(row))

    def after_delete(self, row: Row) -> None:
        for child in self.children:
            child.count(row, -1)
        for parent in self.parents:
            parent.act(parent.key.on_delete, row, None)

    def after_update(self, old_row: Row, row: Row) -> None:
        for child in self.children:
            child.count(old_row, -1)
            child.count(row, 1)
        for parent in self.parents:
            if parent.key_changes(old_row, row):
                parent.act(parent.key.on_update, old_row, row)
                parent.forgive(parent.parent_values(row))


def foreign_key_rules(
    runtime: Runtime, table: Table, event: int, changed: set[int] | None, is_single: bool
) -> ForeignKeyRules | None:
    """The rules for one statement on a table; None when no foreign key concerns it.

    Raises SqlError "foreign key mismatch".
    """
    schema = runtime.catalog.find_schema(table.schema)
    if schema is None:
        return None
    children = []
    for key in table.foreign_keys:
        if changed is None or not changed.isdisjoint(key.columns):
            target = resolve_parent(schema, key)
            if target.parent is None:
                raise SqlError(f"no such table: {schema.name}.{key.parent}")
            children.append(ChildRule(runtime, key, target))
    parents = []
    name = table.name.lower()
    for other in reversed(schema.tables.values()):  # the newest reference acts first
        if not isinstance(other, Table):
            continue
        for key in reversed(other.foreign_keys):
            if key.parent.lower() != name:
                continue
            deferred = key.is_deferred or runtime.transactions.defer_foreign_keys
            if event == ON_INSERT and is_single and not deferred:
                continue  # one row that comes neither breaks nor mends an immediate key
            target = resolve_parent(schema, key)
            if changed is None or parent_key_changes(target, changed):
                parents.append(ParentRule(runtime, key, target))
    if not children and not parents:
        return None
    return ForeignKeyRules(children, parents, is_single)


def parent_key_changes(target: ParentKey, changed: set[int]) -> bool:
    """Whether an UPDATE of these columns can change what children refer to."""
    return -1 in changed or not changed.isdisjoint(target.columns)
