"""ALTER TABLE ... ADD COLUMN."""

from __future__ import annotations

from target_db.catalog.objects import Table
from target_db.ddl.alter import AlterProgram, find_alterable
from target_db.ddl.create_table import check_expressions
from target_db.ddl.rows import Append, rewrite_rows, table_rows
from target_db.dml.runtime import Runtime
from target_db.dml.writer import open_writer
from target_db.errors import CONSTRAINT_DATATYPE, SqlError
from target_db.sql import ast
from target_db.types.affinity import apply_affinity


class AddColumnProgram(AlterProgram):
    """Appends a column: its default to every row, its definition to the CREATE text."""

    def __init__(self, runtime: Runtime, node: ast.AddColumn, sql: str) -> None:
        table = find_alterable(runtime, node.table, "Cannot add a column to a view")
        super().__init__(runtime, table)
        self.definition = node.column
        for constraint in node.column.constraints:
            if isinstance(constraint, ast.ColumnPrimaryKey):
                raise SqlError("Cannot add a PRIMARY KEY column")
            if isinstance(constraint, ast.ColumnUnique):
                raise SqlError("Cannot add a UNIQUE column")
        if node.column.name.lower() in table.positions:
            raise SqlError(f"duplicate column name: {node.column.name}")
        text = sql[node.column.pos : node.end].rstrip()
        place = end_of_columns(table.sql, self.parsed())
        self.text = f"{table.sql[:place]}, {text}{table.sql[place:]}"

    def run(self) -> None:
        self.begin_change()
        old = self.table
        rows = table_rows(old)
        self.write_sql(self.text)
        table = self.read_again()
        column = table.columns[-1]
        has_rows = len(rows) > 0
        if has_rows and column.is_stored:
            raise SqlError("cannot add a STORED column")
        if has_rows and column.generated is None:
            self.check_default(table)
        value: object = None
        if column.generated is None and column.default is not None:
            value = apply_affinity(
                open_writer(self.runtime, table).default_values()[-1], column.affinity
            )
            if self.runtime.foreign_keys and value is not None and has_rows:
                for key in table.foreign_keys:
                    if key.columns == [len(table.columns) - 1]:
                        raise SqlError("Cannot add a REFERENCES column with non-NULL default value")
        try:
            rewrite_rows(self.runtime, rows, table, Append(value))
        except SqlError as error:
            if error.code != CONSTRAINT_DATATYPE:
                raise
            if column.generated is None:
                raise SqlError("type mismatch on DEFAULT") from None
            raise SqlError("constraint failed", CONSTRAINT_DATATYPE) from None
        if has_rows:
            self.check_rows(table)

    def read_again(self) -> Table:
        """The table with its new column. Raises SqlError.

        A fault that only the whole table shows is "error in table t after add column: ...".
        """
        name = self.table.name
        where = f"error in table {name} after add column"
        try:
            self.reload()
        except SqlError as error:
            if "datatype for" not in error.message:
                raise
            raise SqlError(f"{where}: {error.message}") from error
        table = self.schema.tables[name.lower()]
        assert isinstance(table, Table)
        try:
            check_expressions(self.runtime, table)
        except SqlError as fault:
            raise SqlError(f"{where}: {fault.message}") from fault
        return table

    def check_default(self, table: Table) -> None:
        column = table.columns[-1]
        default = column.default
        while isinstance(default, ast.Unary):
            default = default.operand
        if default is not None and not isinstance(default, ast.Literal):
            raise SqlError("Cannot add a column with non-constant default")
        is_null = default is None or (isinstance(default, ast.Literal) and default.value is None)
        if column.not_null and is_null:
            raise SqlError("Cannot add a NOT NULL column with default value NULL")

    def check_rows(self, table: Table) -> None:
        """Check the new column's constraints for the rows that are there."""
        column = table.columns[-1]
        writer = open_writer(self.runtime, table)
        new_checks = len(self.table.checks)
        checks = writer.checks[new_checks:]
        if not checks and not (column.generated is not None and column.not_null):
            return
        for rowid, row in table_rows(table):
            if column.not_null and row[-1] is None:
                raise SqlError("NOT NULL constraint failed")
            writer.stand_on(rowid, row)
            for _, check in checks:
                if check.is_false():
                    raise SqlError("CHECK constraint failed")


def end_of_columns(sql: str, node: ast.CreateTable) -> int:
    """Where in a CREATE TABLE text the column list ends: at the comma before the first table
    constraint, or at the closing parenthesis."""
    if node.constraints:
        return sql.rindex(",", 0, int(node.constraints[0].start))
    return sql.index(")", skip_space(sql, int(node.columns[-1].end)))


def skip_space(sql: str, place: int) -> int:
    """The place of the first character at or after `place` outside of spaces and comments."""
    while True:
        if sql[place].isspace():
            place += 1
        elif sql.startswith("--", place):
            place = sql.index("\n", place)
        elif sql.startswith("/*", place):
            place = sql.index("*/", place) + 2
        else:
            return place
