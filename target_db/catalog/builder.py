"""From CREATE TABLE's syntax tree to a `Table`, with the checks SQLite makes on the way."""

from __future__ import annotations

from typing import Final

from target_db.catalog.indexes import (
    add_constraint_index,
    agreed_conflict,
    finish_index,
    key_columns,
    next_automatic_name,
    same_key,
)
from target_db.catalog.objects import (
    CheckConstraint,
    Column,
    ForeignKey,
    IndexColumn,
    Table,
)
from target_db.catalog.references import is_constant_default
from target_db.errors import SqlError
from target_db.sql import ast
from target_db.storage.keyinfo import KeyInfo
from target_db.types.affinity import BLOB, affinity_of_type, width_of_type
from target_db.types.collation import Collation, default_collation

STRICT_TYPES: Final = ("INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY")
MAX_COLUMNS: Final = 2000


class TableBuilder:
    """Makes one `Table`. `collations` are the connection's, by lower-case name.

    The result has its columns, constraints and constraint indexes; all roots are 0. The
    indexes are in the order in which they are declared.
    """

    def __init__(
        self,
        node: ast.CreateTable,
        schema: str,
        sql: str,
        collations: dict[str, Collation],
    ) -> None:
        self.node = node
        self.sql = sql
        self.collations = collations
        self.name = node.table.name
        self.table = Table(self.name, schema, [])
        self.table.is_strict = node.strict
        self.table.has_rowid = not node.without_rowid
        self.primary_key: ast.ColumnPrimaryKey | ast.TablePrimaryKey | None = None

    def build(self) -> Table:
        """The table. Raises SqlError with SQLite's messages."""
        table = self.table
        if len(self.node.columns) > MAX_COLUMNS:
            raise SqlError(f"too many columns on {self.name}")
        for definition in self.node.columns:
            self.add_column(definition)
        for index, definition in enumerate(self.node.columns):
            for constraint in definition.constraints:
                self.apply_column_constraint(index, constraint)
        for constraint in self.node.constraints:
            self.apply_table_constraint(constraint)
        if all(column.generated is not None for column in table.columns):
            raise SqlError("must have at least one non-generated column")
        if table.is_strict:
            self.check_strict()
        if not table.has_rowid:
            self.finish_without_rowid()
        for made in table.indexes:
            finish_index(made)
        return table

    def add_column(self, definition: ast.ColumnDef) -> None:
        key = definition.name.lower()
        if key in self.table.positions:
            raise SqlError(f"duplicate column name: {definition.name}")
        declared = definition.type_name or None
        if declared is not None and declared.upper() in STRICT_TYPES:
            declared = declared.upper()  # SQLite keeps these as codes, not as written
        column = Column(definition.name, declared, affinity_of_type(declared))
        if self.table.is_strict and declared is not None and declared.upper() == "ANY":
            column.affinity = BLOB
        column.width = width_of_type(declared)
        column.collation = default_collation(self.collations)
        self.table.positions[key] = len(self.table.columns)
        self.table.columns.append(column)

    def find_collation(self, name: str) -> Collation:
        found = self.collations.get(name.lower())
        if found is None:
            raise SqlError(f"no such collation sequence: {name}", 257)
        return found

    def apply_column_constraint(self, index: int, constraint: ast.Constraint) -> None:
        column = self.table.columns[index]
        if isinstance(constraint, ast.NotNull):
            column.not_null = True
            column.not_null_conflict = int(constraint.conflict)
        elif isinstance(constraint, ast.Default):
            self.set_default(column, constraint)
        elif isinstance(constraint, ast.ColumnCollate):
            column.collation = self.find_collation(constraint.collation)
            for known in self.table.indexes:
                for part in known.columns:
                    if part.column == index:
                        part.collation = column.collation
        elif isinstance(constraint, ast.ColumnPrimaryKey):
            part = IndexColumn(index, column.collation, constraint.descending)
            self.set_primary_key(
                [part],
                int(constraint.conflict),
                constraint.autoincrement,
                constraint.descending,
            )
        elif isinstance(constraint, ast.ColumnUnique):
            part = IndexColumn(index, column.collation, False)
            add_constraint_index(self.table, [part], int(constraint.conflict), "u")
        elif isinstance(constraint, ast.Check):
            self.add_check(constraint)
        elif isinstance(constraint, ast.Generated):
            self.set_generated(column, constraint)
        elif isinstance(constraint, ast.ForeignKey):
            self.add_foreign_key([index], constraint)

    def apply_table_constraint(self, constraint: ast.Constraint) -> None:
        if isinstance(constraint, ast.TablePrimaryKey):
            parts = key_columns(self.table, constraint.columns, self.collations)
            self.set_primary_key(parts, int(constraint.conflict), constraint.autoincrement, False)
        elif isinstance(constraint, ast.TableUnique):
            parts = key_columns(self.table, constraint.columns, self.collations)
            add_constraint_index(self.table, parts, int(constraint.conflict), "u")
        elif isinstance(constraint, ast.Check):
            self.add_check(constraint)
        elif isinstance(constraint, ast.ForeignKey):
            columns = []
            for name in constraint.columns or []:
                position = self.table.positions.get(name.name.lower())
                if position is None:
                    raise SqlError(f'unknown column "{name.name}" in foreign key definition')
                columns.append(position)
            self.add_foreign_key(columns, constraint)

    def set_default(self, column: Column, constraint: ast.Default) -> None:
        if column.generated is not None:
            raise SqlError("cannot use DEFAULT on a generated column")
        if not is_constant_default(constraint.expr):
            raise SqlError(f"default value of column [{column.name}] is not constant")
        column.default = constraint.expr
        column.default_sql = self.sql[constraint.expr_start : constraint.expr_end]

    def set_generated(self, column: Column, constraint: ast.Generated) -> None:
        if column.default is not None:
            raise SqlError("cannot use DEFAULT on a generated column")
        if column.primary_key_position:
            raise SqlError("generated columns cannot be part of the PRIMARY KEY")
        column.generated = constraint.expr
        column.is_stored = constraint.stored
        self.table.has_generated = True

    def add_check(self, constraint: ast.Check) -> None:
        text = self.sql[constraint.expr_start : constraint.expr_end].strip()
        self.table.checks.append(CheckConstraint(constraint.name, text, constraint.expr))

    def add_foreign_key(self, columns: list[int], constraint: ast.ForeignKey) -> None:
        parent = constraint.table.name
        key = ForeignKey(self.table, columns, parent)
        if constraint.parent_columns is not None:
            key.parent_columns = [name.name for name in constraint.parent_columns]
            if len(key.parent_columns) != len(columns):
                if constraint.columns is None:
                    name = self.table.columns[columns[0]].name
                    raise SqlError(
                        f"foreign key on {name} should reference only one column of table {parent}"
                    )
                raise SqlError(
                    "number of columns in foreign key does not match "
                    "the number of columns in the referenced table"
                )
        key.on_delete = int(constraint.on_delete)
        key.on_update = int(constraint.on_update)
        key.is_deferred = constraint.initially_deferred
        self.table.foreign_keys.append(key)

    def set_primary_key(
        self,
        parts: list[IndexColumn],
        conflict: int,
        autoincrement: bool,
        descending: bool,
    ) -> None:
        table = self.table
        if table.primary_key:
            raise SqlError(f'table "{self.name}" has more than one primary key')
        table.primary_key = parts
        for place, part in enumerate(parts):
            column = table.columns[part.column]
            if column.generated is not None:
                raise SqlError("generated columns cannot be part of the PRIMARY KEY")
            if column.primary_key_position == 0:
                column.primary_key_position = place + 1
        first = table.columns[parts[0].column]
        is_integer = (first.declared_type or "").upper() == "INTEGER"
        if len(parts) == 1 and is_integer and not descending:
            if autoincrement and not table.has_rowid:
                raise SqlError("AUTOINCREMENT not allowed on WITHOUT ROWID tables")
            if table.has_rowid:
                table.rowid_column = parts[0].column
                table.rowid_conflict = conflict
                table.has_autoincrement = autoincrement
                return
        elif autoincrement:
            raise SqlError("AUTOINCREMENT is only allowed on an INTEGER PRIMARY KEY")
        if table.has_rowid:
            add_constraint_index(table, parts, conflict, "pk")
        else:
            table.rowid_conflict = conflict
            if not (len(parts) == 1 and is_integer and not descending):
                self.place_primary_key(parts)

    def place_primary_key(self, parts: list[IndexColumn]) -> None:
        """Name the key of a WITHOUT ROWID table, and note which indexes stand behind it. A
        UNIQUE constraint on the same columns becomes the key, in its own order."""
        table = self.table
        table.primary_index_name = next_automatic_name(table)
        table.before_primary = table.indexes[:]
        for place, known in enumerate(table.indexes):
            if same_key(known.columns, parts):
                table.primary_index_name = known.name
                table.primary_key = known.columns
                table.rowid_conflict = agreed_conflict(known.conflict, table.rowid_conflict)
                del table.indexes[place]
                table.before_primary = table.indexes[:place]
                return

    def check_strict(self) -> None:
        for position, column in enumerate(self.table.columns):
            where = f"{self.name}.{column.name}"
            if column.declared_type is None:
                raise SqlError(f"missing datatype for {where}")
            if column.declared_type.upper() not in STRICT_TYPES:
                raise SqlError(f'unknown datatype for {where}: "{column.declared_type}"')
            if column.primary_key_position and position != self.table.rowid_column:
                column.not_null = True

    def finish_without_rowid(self) -> None:
        """Order the entries: the primary key's columns (each once), then the others.

        VIRTUAL columns, which a file does not store, stand at the end.
        """
        table = self.table
        if not table.primary_key:
            raise SqlError(f"PRIMARY KEY missing on table {self.name}")
        if not table.primary_index_name:
            # One INTEGER column: a rowid until the whole statement is read, then the last index.
            self.place_primary_key(table.primary_key)
        key: list[IndexColumn] = []
        order: list[int] = []
        for part in table.primary_key:
            if part.column not in order:
                order.append(part.column)
                key.append(part)
            column = table.columns[part.column]
            column.not_null = True
        table.primary_key = key
        others = [i for i in range(len(table.columns)) if i not in order]
        order += [i for i in others if not table.columns[i].is_virtual()]
        order += [i for i in others if table.columns[i].is_virtual()]
        table.entry_columns = order
        table.entry_positions = [order.index(i) for i in range(len(order))]
        table.key_info = KeyInfo(
            [part.collation for part in key], [part.descending for part in key], len(key)
        )


def build_table(
    node: ast.CreateTable, schema: str, sql: str, collations: dict[str, Collation]
) -> Table:
    """The `Table` that a CREATE TABLE statement declares. `sql` is the text the node's offsets
    point into. Raises SqlError."""
    return TableBuilder(node, schema, sql, collations).build()
