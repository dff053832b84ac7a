"""ALTER TABLE ... RENAME COLUMN."""

from __future__ import annotations

from target_db.catalog.objects import Table, View
from target_db.ddl.alter import AlterProgram, find_alterable, find_column
from target_db.ddl.quoting import quote_always, quote_identifier
from target_db.ddl.recheck import check_schema_before, recheck_schema
from target_db.ddl.reference_walk import ReferenceWalk, Sight
from target_db.ddl.schema_rows import all_rows, replace_row
from target_db.ddl.text_edits import TextEdits
from target_db.dml.instead import view_shape
from target_db.dml.runtime import Runtime
from target_db.physical.planner import plan_select
from target_db.sql import ast
from target_db.sql.parser import parse_one


class ColumnNames(ReferenceWalk):
    """Finds the places in a text that name the column of the table."""

    def __init__(self, runtime: Runtime, table: Table, column: str, edits: TextEdits) -> None:
        super().__init__()
        self.runtime = runtime
        self.table = table
        self.column = column.lower()
        self.edits = edits
        self.new = ""
        self.new_quoted = ""

    def replace(self, place: int) -> None:
        """A quoted name is replaced by a quoted one."""
        if place < 0:
            return
        quoted = self.edits.sql[place] in "\"'`["
        self.edits.add(place, self.new_quoted if quoted else self.new)

    def see_column(self, node: ast.ColumnRef) -> None:
        if node.name.lower() != self.column:
            return
        wanted = None if node.table is None else node.table.lower()
        for sight in reversed(self.sights):
            for alias, item in sight.items:
                if wanted is not None and alias != wanted:
                    continue
                if wanted is None and item is None:
                    continue
                if self.is_table(item):
                    self.replace(int(node.pos))
                    return
                if wanted is not None or self.has_column(item):
                    return

    def is_table(self, item: ast.FromItem | None) -> bool:
        """Whether the item is the table itself; None stands for its NEW and OLD."""
        if item is None:
            return True
        return (
            isinstance(item, ast.TableRef)
            and item.name.lower() == self.table.name.lower()
            and item.name.lower() not in self.common
        )

    def has_column(self, item: ast.FromItem | None) -> bool:
        """Whether another item has a column of the name."""
        if isinstance(item, ast.TableRef):
            found = self.runtime.catalog.find_table(item.schema, item.name)
            if isinstance(found, View):
                return self.column in view_shape(self.runtime, found).positions
            return found is not None and self.column in found.positions
        if isinstance(item, ast.SubqueryRef):
            context = self.runtime.bind_context(self.edits.sql, None)
            names = plan_select(item.select, context, None).column_names
            return self.column in [name.lower() for name in names]
        return False

    def see_assigned(self, table: str, column: ast.Identifier) -> None:
        if table.lower() == self.table.name.lower() and column.name.lower() == self.column:
            self.replace(int(column.pos))

    def see_using(self, column: ast.Identifier) -> None:
        if column.name.lower() == self.column:
            self.replace(int(column.pos))

    def own_columns(self) -> None:
        """Put the table's own columns in sight, as in CHECKs and index terms."""
        sight = Sight()
        name = self.table.name
        item = ast.TableRef(name, -1, None, -1, None, None, False)
        sight.items.append((name.lower(), item))
        self.sights.append(sight)


def visit_schema_text(walk: ColumnNames, node: ast.Statement | None) -> None:
    """Visit what a row of the schema table says."""
    own = walk.table.name.lower()
    if isinstance(node, ast.CreateTable):
        is_own = node.table.name.lower() == own
        if is_own:
            walk.own_columns()
        visit_table(walk, node, is_own)
    elif isinstance(node, ast.CreateIndex) and node.table.name.lower() == own:
        walk.own_columns()
        for term in node.columns:
            walk.expression(term.expr)
        walk.optional(node.where)
    elif isinstance(node, ast.CreateView):
        walk.select(node.select)
    elif isinstance(node, ast.CreateTrigger):
        if node.table.name.lower() == own:
            sight = Sight()
            sight.items += [("new", None), ("old", None)]
            walk.sights.append(sight)
            for column in node.update_of or []:
                walk.see_assigned(own, column)
        walk.optional(node.when)
        for step in node.body:
            walk.statement(step)


def visit_table(walk: ColumnNames, node: ast.CreateTable, is_own: bool) -> None:
    own = walk.table.name
    for column in node.columns:
        if is_own and column.name.lower() == walk.column:
            walk.replace(int(column.pos))
        for constraint in column.constraints:
            visit_constraint(walk, constraint, is_own)
    for constraint in node.constraints:
        visit_constraint(walk, constraint, is_own)
        if not is_own:
            continue
        if isinstance(constraint, (ast.TablePrimaryKey, ast.TableUnique)):
            for term in constraint.columns:
                walk.expression(term.expr)
        elif isinstance(constraint, ast.ForeignKey):
            for name in constraint.columns or []:
                walk.see_assigned(own, name)


def visit_constraint(walk: ColumnNames, constraint: ast.Constraint, is_own: bool) -> None:
    if isinstance(constraint, ast.ForeignKey):
        for name in constraint.parent_columns or []:
            walk.see_assigned(constraint.table.name, name)
    elif is_own and isinstance(constraint, (ast.Check, ast.Generated)):
        walk.expression(constraint.expr)


class RenameColumnProgram(AlterProgram):
    """Renames a column everywhere in its schema and in temp."""

    def __init__(self, runtime: Runtime, node: ast.RenameColumn, sql: str) -> None:
        table = find_alterable(runtime, node.table, 'cannot rename columns of view "{}"')
        super().__init__(runtime, table)
        self.old_name = node.column.name
        find_column(table, self.old_name)
        check_schema_before(runtime, self.schema)
        self.new_name = node.new_name.name
        self.is_quoted = sql[node.new_name.pos] in "\"'`["

    def run(self) -> None:
        self.begin_change()
        quoted = quote_always(self.new_name)
        plain = quoted if self.is_quoted else quote_identifier(self.new_name)
        schemas = [self.schema]
        if self.catalog.temp is not self.schema and self.catalog.temp.user_tables():
            self.runtime.join(self.catalog.temp.store)
            schemas.append(self.catalog.temp)
        changes = []
        for schema in schemas:
            for rowid, row in all_rows(schema):
                text = row[4]
                if not isinstance(text, str):
                    continue
                edits = TextEdits(text)
                walk = ColumnNames(self.runtime, self.table, self.old_name, edits)
                walk.new = plain
                walk.new_quoted = quoted
                visit_schema_text(walk, parse_one(text, 0, True)[0])
                changes.append((schema, rowid, (*row[:4], edits.apply())))
        for schema, rowid, changed in changes:
            replace_row(schema, rowid, changed)
        recheck_schema(self.runtime, self.schema, "after rename")
