"""EXPLAIN QUERY PLAN, and EXPLAIN."""

from __future__ import annotations

from typing import Final

from target_db.bind.scope import Parameters
from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.dml.update_from import UpdateFromProgram
from target_db.exec.plan_notes import PlanNotes
from target_db.physical.explain import rows_of
from target_db.physical.planner import explain_select
from target_db.session.pragma_call import Rows
from target_db.sql import ast

PLAN_COLUMNS: Final = ["id", "parent", "notused", "detail"]
CODE_COLUMNS: Final = ["addr", "opcode", "p1", "p2", "p3", "p4", "p5", "comment"]


class ExplainProgram(Program):
    """EXPLAIN QUERY PLAN of a statement: rows (id, parent, notused, detail).

    EXPLAIN gives rows in the shape of SQLite's bytecode. There is no bytecode here: between the
    first and the last are the Explain instructions that SQLite has too, one for a line of the
    plan. Raises SqlError for a statement that cannot be compiled.
    """

    def __init__(
        self, runtime: Runtime, node: ast.Explain, sql: str, parameters: Parameters
    ) -> None:
        super().__init__()
        self.is_readonly = True
        self.needs_undo = False
        self.column_names = list(PLAN_COLUMNS if node.query_plan else CODE_COLUMNS)
        self.column_types = [None] * len(self.column_names)
        self.lines = plan_lines(runtime, node.statement, sql, parameters)
        if not node.query_plan:
            self.lines = as_code(self.lines)

    def run(self) -> None:
        self.rows = list(self.lines)


def plan_lines(
    runtime: Runtime, statement: ast.Statement, sql: str, parameters: Parameters
) -> Rows:
    """The rows of EXPLAIN QUERY PLAN; none for statements that read no table."""
    context = runtime.bind_context(sql, parameters)
    if isinstance(statement, ast.Select):
        return explain_select(statement, context)
    if not isinstance(statement, (ast.Insert, ast.Update, ast.Delete)):
        return []
    notes = PlanNotes()
    context.notes = notes
    notes.begin()
    program = runtime.compiler.compile(statement, context, None, 0)
    found = notes.end()
    if isinstance(program, UpdateFromProgram):
        found = program.plan.query.notes
    if isinstance(statement, ast.Insert) and statement.select is not None:
        return explain_select(statement.select, runtime.bind_context(sql, parameters))
    return rows_of(found)


def as_code(lines: Rows) -> Rows:
    """Lines of a plan as instructions."""
    code: Rows = [(0, "Init", 0, 1, 0, None, 0, None)]
    for line in lines:
        code.append((len(code), "Explain", line[0], line[1], line[2], line[3], 0, None))
    code.append((len(code), "Halt", 0, 0, 0, None, 0, None))
    return code
