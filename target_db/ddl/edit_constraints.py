"""ALTER TABLE ... ADD/DROP CONSTRAINT, ALTER COLUMN ... SET/DROP NOT NULL."""

from __future__ import annotations

from typing import Final

from target_db.catalog.objects import Table
from target_db.ddl.add_column import end_of_columns
from target_db.ddl.alter import AlterProgram, find_alterable
from target_db.ddl.rows import table_rows
from target_db.dml.runtime import Runtime
from target_db.dml.writer import open_writer
from target_db.errors import CONSTRAINT, SqlError
from target_db.sql import ast

VIEW: Final = "view {} may not be altered"


class EditProgram(AlterProgram):
    """Replaces the CREATE text, and checks the rows where something was added."""

    def __init__(self, runtime: Runtime, name: ast.QualifiedName) -> None:
        super().__init__(runtime, find_alterable(runtime, name, VIEW))
        self.text = self.table.sql

    def run(self) -> None:
        if self.text == self.table.sql:
            return
        self.begin_change()
        self.write_sql(self.text)
        self.reload()
        table = self.schema.tables[self.table.name.lower()]
        assert isinstance(table, Table)
        self.check_rows(table)

    def check_rows(self, table: Table) -> None:
        """Check the rows that are there. Raises SqlError."""


class AddConstraintProgram(EditProgram):
    """ADD CONSTRAINT name CHECK (...)."""

    def __init__(self, runtime: Runtime, node: ast.AddConstraint, sql: str) -> None:
        super().__init__(runtime, node.table)
        text = sql[node.constraint.start : node.end].rstrip()
        old = self.table.sql
        tree = self.parsed()
        last = tree.constraints[-1].end if tree.constraints else tree.columns[-1].end
        place = old.index(")", int(last)) if tree.constraints else end_of_columns(old, tree)
        self.text = f"{old[:place]}, {text}{old[place:]}"

    def check_rows(self, table: Table) -> None:
        writer = open_writer(self.runtime, table)
        for rowid, row in table_rows(table):
            writer.stand_on(rowid, row)
            if writer.checks[-1][1].is_false():
                raise SqlError("constraint failed", CONSTRAINT)


class DropConstraintProgram(EditProgram):
    """DROP CONSTRAINT name."""

    def __init__(self, runtime: Runtime, node: ast.DropConstraint) -> None:
        super().__init__(runtime, node.table)
        tree = self.parsed()
        name = node.constraint.name.lower()
        sql = self.table.sql
        for constraint in tree.constraints:
            if constraint.name is not None and constraint.name.lower() == name:
                start = sql.rindex(",", 0, int(constraint.start))
                self.text = sql[:start] + sql[constraint.end :]
                return
        for column in tree.columns:
            for constraint in column.constraints:
                if constraint.name is not None and constraint.name.lower() == name:
                    before = sql[: constraint.start].rstrip()
                    self.text = before + sql[constraint.end :]
                    return
        raise SqlError(f"no such constraint: {node.constraint.name}")


class NotNullProgram(EditProgram):
    """ALTER COLUMN column SET NOT NULL (`words` is that, as written), or DROP NOT NULL ("")."""

    def __init__(
        self, runtime: Runtime, name: ast.QualifiedName, column: ast.Identifier, words: str
    ) -> None:
        super().__init__(runtime, name)
        position = self.table.positions.get(column.name.lower())
        if position is None:
            raise SqlError(f"no such column: {column.name}")
        self.position = position
        self.is_set = bool(words)
        sql = self.table.sql
        definition = self.parsed().columns[position]
        end = int(definition.end)
        for constraint in reversed(definition.constraints):
            if isinstance(constraint, ast.NotNull):
                before = sql[: constraint.start].rstrip()
                rest = sql[constraint.end : end]
                end = len(before) + len(rest)
                sql = before + rest + sql[definition.end :]
        self.text = f"{sql[:end]} {words}{sql[end:]}" if words else sql

    def check_rows(self, table: Table) -> None:
        if self.is_set:
            for _, row in table_rows(table):
                if row[self.position] is None:
                    raise SqlError("constraint failed", CONSTRAINT)
