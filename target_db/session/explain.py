"""EXPLAIN QUERY PLAN."""

from __future__ import annotations

from target_db.bind.scope import Parameters
from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.physical.planner import explain_select
from target_db.sql import ast


class ExplainProgram(Program):
    """EXPLAIN QUERY PLAN of a SELECT: rows (id, parent, notused, detail)."""

    def __init__(
        self, runtime: Runtime, node: ast.Explain, sql: str, parameters: Parameters
    ) -> None:
        super().__init__()
        self.runtime = runtime
        self.node = node
        self.sql = sql
        self.parameters = parameters
        self.is_readonly = True
        self.needs_undo = False
        if not node.query_plan:
            raise SqlError("EXPLAIN shows no bytecode here: use EXPLAIN QUERY PLAN")
        self.column_names = ["id", "parent", "notused", "detail"]
        self.column_types = [None, None, None, None]

    def run(self) -> None:
        statement = self.node.statement
        self.rows = []
        if isinstance(statement, ast.Select):
            context = self.runtime.bind_context(self.sql, self.parameters)
            self.rows = explain_select(statement, context)
