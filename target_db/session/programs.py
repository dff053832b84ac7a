"""The program of every kind of statement but SELECT."""

from __future__ import annotations

from target_db.bind.scope import Parameters
from target_db.ddl.alter_programs import make_alter_program
from target_db.ddl.analyze import AnalyzeProgram
from target_db.ddl.create_index import CreateIndexProgram
from target_db.ddl.create_table import CreateTableProgram
from target_db.ddl.create_view import CreateTriggerProgram, CreateViewProgram
from target_db.ddl.drop import DropIndexProgram, DropTableProgram, DropTriggerProgram
from target_db.ddl.reindex import ReindexProgram
from target_db.dml.compile import compile_delete, compile_insert, compile_update
from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.session.attach import AttachProgram, DetachProgram
from target_db.session.explain import ExplainProgram
from target_db.session.pragma_program import PragmaProgram
from target_db.session.transaction_programs import TransactionProgram
from target_db.session.vacuum import VacuumProgram
from target_db.sql import ast


class CountingProgram(Program):
    """PRAGMA count_changes: a statement that gives the number of rows it changed."""

    def __init__(self, inner: Program, node: ast.Statement) -> None:
        super().__init__()
        self.inner = inner
        verb = "inserted"
        if isinstance(node, ast.Update):
            verb = "updated"
        elif isinstance(node, ast.Delete):
            verb = "deleted"
        self.column_names = [f"rows {verb}"]
        self.column_types = [None]
        self.needs_undo = inner.needs_undo

    def run(self) -> None:
        try:
            self.inner.run()
        finally:
            self.changed = self.inner.changed
        self.rows = [(self.inner.changed,)]


def make_program(
    runtime: Runtime, node: ast.Statement, sql: str, parameters: Parameters
) -> Program:
    """The program of `node`, whose offsets point into `sql`. Raises SqlError."""
    program = make_dml_program(runtime, node, sql, parameters)
    if program is not None:
        if runtime.count_changes and not program.column_names:
            return CountingProgram(program, node)
        return program
    if isinstance(node, (ast.Begin, ast.Commit, ast.Rollback, ast.Savepoint, ast.Release)):
        return TransactionProgram(runtime, node)
    return make_schema_program(runtime, node, sql, parameters)


def make_dml_program(
    runtime: Runtime, node: ast.Statement, sql: str, parameters: Parameters
) -> Program | None:
    """The program of an INSERT, UPDATE or DELETE; None for others."""
    if isinstance(node, ast.Insert):
        context = runtime.bind_context(sql, parameters)
        return compile_insert(runtime, node, context, None, int(node.conflict))
    if isinstance(node, ast.Update):
        context = runtime.bind_context(sql, parameters)
        return compile_update(runtime, node, context, None, int(node.conflict))
    if isinstance(node, ast.Delete):
        context = runtime.bind_context(sql, parameters)
        return compile_delete(runtime, node, context, None)
    return None


def make_schema_program(
    runtime: Runtime, node: ast.Statement, sql: str, parameters: Parameters
) -> Program:
    """The program of a DDL statement, a PRAGMA, ATTACH and the like."""
    if isinstance(node, ast.CreateTable):
        return CreateTableProgram(runtime, node, sql)
    if isinstance(node, ast.CreateIndex):
        return CreateIndexProgram(runtime, node, sql)
    if isinstance(node, ast.CreateView):
        return CreateViewProgram(runtime, node, sql)
    if isinstance(node, ast.CreateTrigger):
        return CreateTriggerProgram(runtime, node, sql)
    if isinstance(node, ast.DropTable):
        return DropTableProgram(runtime, node.name, node.if_exists, False)
    if isinstance(node, ast.DropView):
        return DropTableProgram(runtime, node.name, node.if_exists, True)
    if isinstance(node, ast.DropIndex):
        return DropIndexProgram(runtime, node)
    if isinstance(node, ast.DropTrigger):
        return DropTriggerProgram(runtime, node)
    if isinstance(node, ast.Pragma):
        return PragmaProgram(runtime, node)
    if isinstance(node, ast.Explain):
        return ExplainProgram(runtime, node, sql, parameters)
    if isinstance(node, ast.Reindex):
        return ReindexProgram(runtime, node)
    if isinstance(node, ast.Analyze):
        return AnalyzeProgram(runtime, node)
    if isinstance(node, ast.Attach):
        return AttachProgram(runtime, node, sql, parameters)
    if isinstance(node, ast.Detach):
        return DetachProgram(runtime, node)
    if isinstance(node, ast.Vacuum):
        return VacuumProgram(runtime, node, sql, parameters)
    if isinstance(node, ast.CreateVirtualTable):
        raise SqlError(f"no such module: {node.module.name}")
    return make_alter_program(runtime, node, sql)
