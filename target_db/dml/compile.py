"""From the syntax tree of an INSERT, UPDATE or DELETE to its program."""

from __future__ import annotations

from target_db.bind.scope import BindContext, Scope
from target_db.catalog.objects import View
from target_db.dml.delete import DeleteProgram
from target_db.dml.events import events_for
from target_db.dml.insert import InsertProgram
from target_db.dml.instead import DeleteFromView, InsertIntoView, UpdateView
from target_db.dml.program import Program
from target_db.dml.runtime import ProgramCompiler, Runtime
from target_db.dml.scopes import with_scope
from target_db.dml.single_row import changes_one_row
from target_db.dml.target import assigned_columns, find_target
from target_db.dml.update import UpdateProgram
from target_db.dml.update_from import UpdateFromProgram
from target_db.errors import INTERNAL, SqlError
from target_db.sql import ast
from target_db.sql.codes import CONFLICT_DEFAULT, ON_DELETE, ON_INSERT, ON_UPDATE


def compile_insert(
    runtime: Runtime, node: ast.Insert, context: BindContext, parent: Scope | None, conflict: int
) -> Program:
    """The program of an INSERT; `conflict` is the clause that holds in it."""
    target = find_target(context, node.table.schema, node.table.name)
    scope = with_scope(node.with_, context, parent)
    if isinstance(target, View):
        return InsertIntoView(runtime, node, target, context, scope)
    is_single = changes_one_row(node, target, conflict)
    events = events_for(runtime, target, ON_INSERT, None, conflict, is_single)
    return InsertProgram(runtime, node, target, context, scope, events, conflict)


def compile_update(
    runtime: Runtime, node: ast.Update, context: BindContext, parent: Scope | None, conflict: int
) -> Program:
    """The program of an UPDATE; `conflict` is the clause that holds in it."""
    target = find_target(context, node.table.schema, node.table.name)
    scope = with_scope(node.with_, context, parent)
    if isinstance(target, View):
        return UpdateView(runtime, node, target, context, scope)
    changed = assigned_columns(node.assignments, target)
    events = events_for(runtime, target, ON_UPDATE, changed, conflict, False)
    if node.from_ is not None:
        return UpdateFromProgram(runtime, node, target, context, scope, events, conflict)
    return UpdateProgram(runtime, node, target, context, scope, events, conflict)


def compile_delete(
    runtime: Runtime, node: ast.Delete, context: BindContext, parent: Scope | None
) -> Program:
    """The program of a DELETE."""
    target = find_target(context, node.table.schema, node.table.name)
    scope = with_scope(node.with_, context, parent)
    if isinstance(target, View):
        return DeleteFromView(runtime, node, target, context, scope)
    events = events_for(runtime, target, ON_DELETE, None, CONFLICT_DEFAULT, False)
    return DeleteProgram(runtime, node, target, context, scope, events)


class DmlCompiler(ProgramCompiler):
    """Compiles the statements of triggers and of foreign key actions."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime

    def compile(
        self, node: ast.Statement, context: BindContext, parent: Scope | None, conflict: int
    ) -> Program:
        if isinstance(node, ast.Insert):
            chosen = conflict or int(node.conflict)
            return compile_insert(self.runtime, node, context, parent, chosen)
        if isinstance(node, ast.Update):
            chosen = conflict or int(node.conflict)
            return compile_update(self.runtime, node, context, parent, chosen)
        if isinstance(node, ast.Delete):
            return compile_delete(self.runtime, node, context, parent)
        raise SqlError("a trigger holds a statement of another kind", INTERNAL)
