"""ALTER TABLE ... RENAME TO."""

from __future__ import annotations

from typing import Final

from target_db.catalog.objects import Table
from target_db.ddl.alter import AlterProgram, find_alterable
from target_db.ddl.quoting import quote_always
from target_db.ddl.recheck import check_indexes, recheck_schema, reload_named
from target_db.ddl.reference_walk import ReferenceWalk
from target_db.ddl.schema_rows import all_rows, check_name, replace_row
from target_db.ddl.text_edits import TextEdits
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.sql import ast
from target_db.sql.parser import parse_one

AUTOINDEX: Final = "sqlite_autoindex_"


class TableNames(ReferenceWalk):
    """Finds the places in a text that name the table."""

    def __init__(self, old: str, new: str, edits: TextEdits) -> None:
        super().__init__()
        self.old = old
        self.new = new
        self.edits = edits

    def see_table(self, name: str, place: int, schema: str | None) -> None:
        if name.lower() == self.old:
            self.edits.add(place, self.new)

    def see_qualifier(self, name: str, place: int) -> None:
        if name.lower() != self.old:
            return
        for sight in reversed(self.sights):
            for alias, item in sight.items:
                if alias == self.old:
                    if isinstance(item, ast.TableRef) and item.alias is None:
                        self.edits.add(place, self.new)
                    return


def rename_in_text(sql: str, old: str, new: str, legacy: bool, foreign_keys: bool) -> str:
    """A schema text with the table `old` (lower case) renamed to `new`, already quoted.

    `legacy` leaves views and the insides of triggers as they are, and references of foreign keys
    unless `foreign_keys` ("PRAGMA legacy_alter_table").
    """
    node = parse_one(sql, 0, True)[0]
    edits = TextEdits(sql)
    walk = TableNames(old, new, edits)
    if isinstance(node, ast.CreateTable):
        walk.see_table(node.table.name, int(node.table.pos), None)
        if foreign_keys or not legacy:
            for column in node.columns:
                rename_in_constraints(column.constraints, walk)
            rename_in_constraints(node.constraints, walk)
    elif isinstance(node, ast.CreateIndex):
        walk.see_table(node.table.name, int(node.table.pos), None)
    elif isinstance(node, ast.CreateView) and not legacy:
        walk.select(node.select)
    elif isinstance(node, ast.CreateTrigger):
        walk.see_table(node.table.name, int(node.table.pos), node.table.schema)
        if not legacy:
            walk.optional(node.when)
            for step in node.body:
                walk.statement(step)
    return edits.apply()


def rename_in_constraints(constraints: list[ast.Constraint], walk: TableNames) -> None:
    for constraint in constraints:
        if isinstance(constraint, ast.ForeignKey):
            walk.see_table(constraint.table.name, int(constraint.table.pos), None)


class RenameTableProgram(AlterProgram):
    """Renames a table everywhere in its schema and in temp."""

    def __init__(self, runtime: Runtime, node: ast.RenameTable) -> None:
        table = find_alterable(runtime, node.table, "view {} may not be altered")
        super().__init__(runtime, table)
        name = node.new_name.name
        key = name.lower()
        if key in self.schema.tables or key in self.schema.indexes:
            raise SqlError(f"there is already another table or index with this name: {name}")
        check_name(name)
        self.new_name = name
        self.is_legacy = bool(runtime.settings.get("legacy_alter_table"))
        if not self.is_legacy:
            recheck_schema(runtime, self.schema, "")

    def run(self) -> None:
        self.begin_change()
        old = self.table.name
        quoted = quote_always(self.new_name)
        schemas = [self.schema]
        temp = self.catalog.temp
        if temp is not self.schema and temp.user_tables():
            self.runtime.join(temp.store)
            schemas.append(temp)
        for schema in schemas:
            for rowid, row in all_rows(schema):
                kind, name, table_name, root, sql = row[:5]
                is_own = isinstance(table_name, str) and table_name.lower() == old.lower()
                if is_own and schema is self.schema and kind != "view":
                    table_name = self.new_name
                    if kind == "table":
                        name = self.new_name
                    elif kind == "index" and isinstance(name, str) and sql is None:
                        number = name[len(AUTOINDEX) + len(old) :]
                        name = f"{AUTOINDEX}{self.new_name}{number}"
                if isinstance(sql, str):
                    foreign_keys = self.runtime.foreign_keys
                    sql = rename_in_text(sql, old.lower(), quoted, self.is_legacy, foreign_keys)
                replace_row(schema, rowid, (kind, name, table_name, root, sql))
        self.rename_in("sqlite_sequence")
        if self.is_legacy:
            reload_named(self.runtime, self.schema, " after rename")
            check_indexes(self.runtime, self.schema, " after rename")
        else:
            recheck_schema(self.runtime, self.schema, "after rename")

    def rename_in(self, internal: str) -> None:
        """Rename the table in the first column of an internal table."""
        table = self.schema.tables.get(internal)
        if not isinstance(table, Table):
            return
        cursor = self.schema.store.table_cursor(table.root)
        changed = []
        more = cursor.first()
        while more:
            if cursor.row[0] == self.table.name:
                changed.append((cursor.rowid, (self.new_name, *cursor.row[1:])))
            more = cursor.next()
        for rowid, row in changed:
            cursor.insert(rowid, row)
