"""The program of each kind of ALTER TABLE."""

from __future__ import annotations

from target_db.ddl.add_column import AddColumnProgram
from target_db.ddl.drop_column import DropColumnProgram
from target_db.ddl.edit_constraints import (
    AddConstraintProgram,
    DropConstraintProgram,
    NotNullProgram,
)
from target_db.ddl.rename_column import RenameColumnProgram
from target_db.ddl.rename_table import RenameTableProgram
from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.errors import INTERNAL, SqlError
from target_db.sql import ast


def make_alter_program(runtime: Runtime, node: ast.Statement, sql: str) -> Program:
    """The program of an ALTER TABLE statement. Raises SqlError."""
    if isinstance(node, ast.AddColumn):
        return AddColumnProgram(runtime, node, sql)
    if isinstance(node, ast.DropColumn):
        return DropColumnProgram(runtime, node)
    if isinstance(node, ast.RenameTable):
        return RenameTableProgram(runtime, node)
    if isinstance(node, ast.RenameColumn):
        return RenameColumnProgram(runtime, node, sql)
    if isinstance(node, ast.AddConstraint):
        return AddConstraintProgram(runtime, node, sql)
    if isinstance(node, ast.DropConstraint):
        return DropConstraintProgram(runtime, node)
    if isinstance(node, ast.SetNotNull):
        return NotNullProgram(runtime, node.table, node.column, not_null_words(node, sql))
    if isinstance(node, ast.DropNotNull):
        return NotNullProgram(runtime, node.table, node.column, "")
    raise SqlError(f"statement {type(node).__name__} is not supported", INTERNAL)


def not_null_words(node: ast.SetNotNull, sql: str) -> str:
    """The text from NOT NULL to the end of ALTER COLUMN ... SET NOT NULL."""
    text = sql[node.column.pos : node.end].rstrip()
    return text[text.lower().rindex("not") :]
