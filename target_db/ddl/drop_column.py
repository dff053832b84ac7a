"""ALTER TABLE ... DROP COLUMN."""

from __future__ import annotations

from target_db.catalog.objects import Table
from target_db.ddl.add_column import end_of_columns
from target_db.ddl.alter import AlterProgram, find_alterable, find_column
from target_db.ddl.recheck import check_schema_before, recheck_schema
from target_db.ddl.rows import Remove, rewrite_rows, table_rows
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.sql import ast


class DropColumnProgram(AlterProgram):
    """Takes a column out of every row and out of the CREATE text."""

    def __init__(self, runtime: Runtime, node: ast.DropColumn) -> None:
        table = find_alterable(runtime, node.table, 'cannot drop column from view "{}"')
        super().__init__(runtime, table)
        name = node.column.name
        self.position = find_column(table, name)
        column = table.columns[self.position]
        if column.primary_key_position:
            raise SqlError(f'cannot drop PRIMARY KEY column: "{name}"')
        for index in table.indexes:
            if index.origin == "u" and [p.column for p in index.columns] == [self.position]:
                raise SqlError(f'cannot drop UNIQUE column: "{name}"')
        if len(table.columns) == 1:
            raise SqlError(f'cannot drop column "{name}": no other columns exist')
        check_schema_before(runtime, self.schema)
        self.text = self.text_without()

    def text_without(self) -> str:
        node = self.parsed()
        sql = self.table.sql
        start = int(node.columns[self.position].pos)
        if self.position + 1 < len(node.columns):
            end = int(node.columns[self.position + 1].pos)
        else:
            end = end_of_columns(sql, node)
            start = sql.rindex(",", 0, start)
        return sql[:start] + sql[end:]

    def run(self) -> None:
        self.begin_change()
        old = self.table
        rows = table_rows(old)
        self.write_sql(self.text)
        recheck_schema(self.runtime, self.schema, "after drop column")
        self.reload()
        table = self.schema.tables[old.name.lower()]
        assert isinstance(table, Table)
        rewrite_rows(self.runtime, rows, table, Remove(self.position))
