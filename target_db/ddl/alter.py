"""ALTER TABLE."""

from __future__ import annotations

from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.sql import ast


def make_alter_program(runtime: Runtime, node: ast.Statement, sql: str) -> Program:
    """The program of an ALTER TABLE statement. Raises SqlError."""
    raise SqlError("ALTER TABLE is not there yet")
