"""The names in a trigger, looked up as ALTER TABLE does.

ALTER TABLE refuses to touch a schema in which a name of a trigger means nothing. It asks no
more than that: a trigger that can never run (an ON CONFLICT without its index, too many values,
an unknown function) is no obstacle.
"""

from __future__ import annotations

from target_db.bind.expressions import bind_expr
from target_db.bind.scope import Scope, ScopeItem
from target_db.catalog.objects import Table, Trigger
from target_db.dml.runtime import Runtime
from target_db.dml.scopes import pseudo_shape, table_scope, with_scope
from target_db.dml.target import find_target
from target_db.dml.triggers import row_scope
from target_db.expr.base import Source
from target_db.physical.planner import plan_select
from target_db.sql import ast


class TriggerNames:
    """Looks up every name in the WHEN and the statements of a trigger."""

    def __init__(self, runtime: Runtime, trigger: Trigger, table: Table) -> None:
        context = runtime.bind_context(trigger.sql, None)
        context.in_trigger = True
        context.home_schema = trigger.schema
        context.names_only = True
        self.context = context
        old = Source(context.number_source(), "old")
        new = Source(context.number_source(), "new")
        self.scope = row_scope(context, trigger, table, old, new)
        self.trigger = trigger

    def check(self) -> None:
        """Raises SqlError for a name that means nothing."""
        if self.trigger.node.when is not None:
            bind_expr(self.trigger.node.when, self.scope)
        for step in self.trigger.node.body:
            if isinstance(step, ast.Select):
                plan_select(step, self.context, self.scope)
            elif isinstance(step, ast.Insert):
                self.check_insert(step)
            elif isinstance(step, ast.Update):
                values = assigned_values(step.assignments)
                self.check_change(step.with_, step.table, step.from_ or [], values, step.where)
            elif isinstance(step, ast.Delete):
                self.check_change(step.with_, step.table, [], [], step.where)

    def check_insert(self, node: ast.Insert) -> None:
        target = find_target(self.context, node.table.schema, node.table.name)
        parent = with_scope(node.with_, self.context, self.scope)
        if node.select is not None:
            plan_select(node.select, self.context, parent)
        if not isinstance(target, Table):
            return
        outer = Scope(self.context, parent)
        outer.qualified_only = True
        excluded = Source(self.context.number_source(), "excluded")
        shape = pseudo_shape(target, has_key=False)
        outer.items.append(ScopeItem(excluded, shape, "excluded", None))
        existing = Source(self.context.number_source(), target.name)
        scope = table_scope(self.context, outer, existing, target, node.alias)
        for clause in node.upserts:
            for term in clause.target or []:
                bind_expr(term.expr, scope)
            for value in assigned_values(clause.assignments or []):
                bind_expr(value, scope)
            for condition in (clause.target_where, clause.where):
                if condition is not None:
                    bind_expr(condition, scope)

    def check_change(
        self,
        with_: ast.With | None,
        table: ast.TableRef,
        others: list[ast.FromItem],
        values: list[ast.Expr],
        where: ast.Expr | None,
    ) -> None:
        """An UPDATE or DELETE: the names that a SELECT of its values would have."""
        find_target(self.context, table.schema, table.name)
        columns = [ast.ResultColumn(value, None, 0, 0) for value in values]
        if not columns:
            columns = [ast.ResultColumn(ast.Literal(None, 0), None, 0, 0)]
        core = ast.SelectCore(
            False, columns, [table, *others], where, None, None, None, None, table.pos
        )
        plan_select(ast.Select(with_, [core], [], None, None, None), self.context, self.scope)


def assigned_values(nodes: list[ast.Assignment]) -> list[ast.Expr]:
    """The values of a SET clause, each a single one."""
    values: list[ast.Expr] = []
    for node in nodes:
        if isinstance(node.value, ast.RowValue):
            values += node.value.items
        elif node.is_row and isinstance(node.value, ast.Subquery):
            values.append(ast.Exists(node.value.select, node.value.pos))
        else:
            values.append(node.value)
    return values
