"""Triggers: their programs, and firing them around each row.

A trigger's statements are compiled once and kept with the trigger. A program belongs to one
run at a time, so a trigger that fires inside itself takes a second one.
"""

from __future__ import annotations

from target_db.bind.expressions import bind_expr
from target_db.bind.scope import BindContext, Scope, ScopeItem
from target_db.catalog.objects import Table, Trigger
from target_db.dml.program import Program
from target_db.dml.row_events import Row
from target_db.dml.runtime import Runtime
from target_db.dml.scopes import pseudo_shape
from target_db.errors import SqlError
from target_db.expr.base import Expr, RowPlan, Source
from target_db.expr.calls import RaiseError
from target_db.physical.planner import plan_select
from target_db.sql import ast
from target_db.sql.codes import (
    CONFLICT_IGNORE,
    ON_DELETE,
    ON_INSERT,
    TRIGGER_AFTER,
    TRIGGER_BEFORE,
    TRIGGER_INSTEAD,
)


class SelectStep(Program):
    """A SELECT inside a trigger: it runs for what its expressions do."""

    def __init__(self, plan: RowPlan, context: BindContext) -> None:
        super().__init__()
        self.plan = plan
        self.execution = context.execution

    def run(self) -> None:
        self.execution.begin()
        plan = self.plan
        plan.open()
        while plan.step():
            pass
        plan.close()


class TriggerProgram:
    """One compiled trigger: its WHEN and statements, which read NEW and OLD."""

    def __init__(self, runtime: Runtime, trigger: Trigger, table: Table, conflict: int) -> None:
        self.runtime = runtime
        self.trigger = trigger
        self.conflict = conflict
        self.version = runtime.catalog.version
        context = runtime.bind_context(trigger.sql, None)
        context.in_trigger = True
        context.home_schema = trigger.schema
        self.context = context
        self.old = Source(context.number_source(), "old")
        self.new = Source(context.number_source(), "new")
        scope = row_scope(context, trigger, table, self.old, self.new)
        self.when: Expr | None = None
        if trigger.node.when is not None:
            self.when = bind_expr(trigger.node.when, scope)
        self.steps = [self.compile_step(step, scope) for step in trigger.node.body]

    def compile_step(self, node: ast.Statement, scope: Scope) -> Program:
        context = self.context
        if isinstance(node, ast.Select):
            return SelectStep(plan_select(node, context, scope), context)
        return self.runtime.compiler.compile(node, context, scope, self.conflict)

    def run(self, old_rowid: int, old_row: Row, new_rowid: int, new_row: Row) -> None:
        """Run it for one row. Raises SqlError; RaiseError with CONFLICT_IGNORE is its end."""
        self.old.rowid = old_rowid
        self.old.row = old_row
        self.new.rowid = new_rowid
        self.new.row = new_row
        self.context.execution.begin()
        if self.when is not None and not self.when.is_true():
            return
        runtime = self.runtime
        counters = runtime.counters
        changes = counters.changes
        last_insert_rowid = counters.last_insert_rowid
        runtime.enter_trigger()
        try:
            for step in self.steps:
                step.run()
        except RecursionError as error:  # uncompiled, Python's limit comes before ours
            raise SqlError("triggers nested too deep") from error
        finally:
            runtime.leave_trigger()
            counters.changes = changes
            counters.last_insert_rowid = last_insert_rowid


def row_scope(
    context: BindContext, trigger: Trigger, table: Table, old: Source, new: Source
) -> Scope:
    """The scope around a trigger's statements: NEW and OLD, as far as its event has them."""
    scope = Scope(context, None)
    scope.qualified_only = True
    shape = pseudo_shape(table)
    if trigger.event != ON_INSERT:
        scope.items.append(ScopeItem(old, shape, "old", None))
    if trigger.event != ON_DELETE:
        scope.items.append(ScopeItem(new, shape, "new", None))
    return scope


class TriggerCache:
    """The compiled programs of one trigger that are not running now."""

    def __init__(self) -> None:
        self.free: list[TriggerProgram] = []
        self.is_compiling = False


def cache_of(trigger: Trigger) -> TriggerCache:
    """Where the trigger's programs are kept."""
    cache = trigger.cache
    if isinstance(cache, TriggerCache):
        return cache
    fresh = TriggerCache()
    trigger.cache = fresh
    return fresh


def take_program(runtime: Runtime, trigger: Trigger, table: Table, conflict: int) -> TriggerProgram:
    """A program of the trigger for the caller alone. Raises SqlError when it cannot compile."""
    cache = cache_of(trigger)
    while cache.free:
        program = cache.free.pop()
        if program.version == runtime.catalog.version and program.conflict == conflict:
            return program
    cache.is_compiling = True
    try:
        return TriggerProgram(runtime, trigger, table, conflict)
    finally:
        cache.is_compiling = False


class TriggerSet:
    """The triggers of one table (or view) for one event, and the statement's conflict clause,
    which holds in their programs too. `changed`: of an UPDATE, the columns it assigns."""

    def __init__(
        self,
        runtime: Runtime,
        table: Table,
        triggers: list[Trigger],
        event: int,
        changed: set[int] | None,
        conflict: int,
    ) -> None:
        self.runtime = runtime
        self.table = table
        self.conflict = conflict
        fitting = [t for t in triggers if t.event == event and fires_for(t, table, changed)]
        self.before = [t for t in fitting if t.timing == TRIGGER_BEFORE]
        self.after = [t for t in fitting if t.timing == TRIGGER_AFTER]
        self.instead = [t for t in fitting if t.timing == TRIGGER_INSTEAD]
        for trigger in fitting:
            cache = cache_of(trigger)
            if not cache.is_compiling:
                program = take_program(runtime, trigger, table, conflict)
                cache.free.append(program)

    def is_empty(self) -> bool:
        return not (self.before or self.after or self.instead)

    def fire(
        self, triggers: list[Trigger], old_rowid: int, old_row: Row, new_rowid: int, new_row: Row
    ) -> bool:
        """Run these triggers for one row. False after RAISE(IGNORE)."""
        for trigger in triggers:
            if trigger.is_running and not self.runtime.recursive_triggers:
                continue
            program = take_program(self.runtime, trigger, self.table, self.conflict)
            was_running = trigger.is_running
            trigger.is_running = True
            try:
                program.run(old_rowid, old_row, new_rowid, new_row)
            except RaiseError as error:
                if error.action == CONFLICT_IGNORE:
                    return False
                raise
            finally:
                trigger.is_running = was_running
                cache_of(trigger).free.append(program)
        return True


def fires_for(trigger: Trigger, table: Table, changed: set[int] | None) -> bool:
    """Whether an UPDATE of these columns fires the trigger (UPDATE OF); -1 is the rowid."""
    names = trigger.node.update_of
    if names is None or changed is None:
        return True
    for name in names:
        position = table.positions.get(name.name.lower(), -1)
        if position in changed:
            return True
    return False
