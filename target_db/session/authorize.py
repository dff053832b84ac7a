"""Asking the authorizer: what a statement will do, and which columns it reads.

Source: "Compile-Time Authorization Callbacks" and "Authorizer Action Codes".
"""

from __future__ import annotations

from typing import Final

from target_db.bind.scope import Authorizer, ScopeItem
from target_db.catalog.catalog import Catalog
from target_db.catalog.objects import Table, View
from target_db.errors import AUTH, SqlError
from target_db.sql import ast

OK: Final = 0
IGNORE: Final = 2
CREATE_INDEX: Final = 1
CREATE_TABLE: Final = 2
CREATE_TRIGGER: Final = 7
CREATE_VIEW: Final = 8
DELETE: Final = 9
DROP_INDEX: Final = 10
DROP_TABLE: Final = 11
DROP_TRIGGER: Final = 16
DROP_VIEW: Final = 17
INSERT: Final = 18
PRAGMA: Final = 19
READ: Final = 20
SELECT: Final = 21
TRANSACTION: Final = 22
UPDATE: Final = 23
ATTACH: Final = 24
DETACH: Final = 25
ALTER_TABLE: Final = 26
REINDEX: Final = 27
ANALYZE: Final = 28
SAVEPOINT: Final = 32
# From the action on something permanent to the same on something temporary.
TEMPORARY: Final = {
    CREATE_INDEX: 3, CREATE_TABLE: 4, CREATE_TRIGGER: 5, CREATE_VIEW: 6,
    DROP_INDEX: 12, DROP_TABLE: 13, DROP_TRIGGER: 14, DROP_VIEW: 15,
}  # fmt: skip


class Question:
    """One action: its code, two details, the schema."""

    def __init__(
        self, action: int, first: str | None = None, second: str | None = None,
        schema: str | None = None,
    ) -> None:  # fmt: skip
        self.action = TEMPORARY.get(action, action) if schema == "temp" else action
        self.first = first
        self.second = second
        self.schema = schema


def authorize_statement(node: ast.Statement, catalog: Catalog, ask: Authorizer) -> None:
    """Ask for what the statement itself does. Raises SqlError (AUTH) when that is denied."""
    for question in questions(node, catalog):
        if ask(question.action, question.first, question.second, question.schema, None) != OK:
            raise SqlError("not authorized", AUTH)


def authorize_reads(items: list[ScopeItem], ask: Authorizer) -> dict[str, set[int]]:
    """Ask for the columns that a bound statement reads of these tables. Raises SqlError (AUTH).

    Returns the columns that are to be read as NULL, by "schema.table".
    """
    hidden: dict[str, set[int]] = {}
    for item in items:
        table = item.table
        bits = int(item.source.columns_read)
        names = [c.name for i, c in enumerate(table.columns) if bits < 0 or bits >> i & 1]
        for name in names or [""]:
            answer = ask(READ, table.name, name, table.schema, None)
            if answer == IGNORE:
                if name:
                    key = f"{table.schema}.{table.name.lower()}"
                    hidden.setdefault(key, set()).add(table.positions[name.lower()])
            elif answer != OK:
                place = table.name if table.schema == "main" else f"{table.schema}.{table.name}"
                raise SqlError(f"access to {place}.{name} is prohibited", AUTH)
    return hidden


def home_of(catalog: Catalog, schema: str | None, name: str) -> str:
    """The schema that a table is in, or would be made in."""
    found = catalog.find_table(schema, name)
    if isinstance(found, (Table, View)):
        return found.schema
    return "main" if schema is None else schema.lower()


def questions(node: ast.Statement, catalog: Catalog) -> list[Question]:
    """What to ask for a statement, apart from the columns it reads."""
    if isinstance(node, ast.Select):
        return [Question(SELECT)]
    if isinstance(node, ast.Explain):
        return questions(node.statement, catalog)
    if isinstance(node, (ast.Insert, ast.Update, ast.Delete)):
        return change_questions(node, catalog)
    if isinstance(node, (ast.Begin, ast.Commit)):
        return [Question(TRANSACTION, "BEGIN" if isinstance(node, ast.Begin) else "COMMIT")]
    if isinstance(node, ast.Rollback):
        if node.savepoint is None:
            return [Question(TRANSACTION, "ROLLBACK")]
        return [Question(SAVEPOINT, "ROLLBACK", node.savepoint)]
    if isinstance(node, ast.Savepoint):
        return [Question(SAVEPOINT, "BEGIN", node.name)]
    if isinstance(node, ast.Release):
        return [Question(SAVEPOINT, "RELEASE", node.name)]
    if isinstance(node, ast.Pragma):
        return [Question(PRAGMA, node.name.name, node.value, node.name.schema)]
    if isinstance(node, ast.Attach):
        file = node.file
        name = str(file.value) if isinstance(file, ast.Literal) else None
        return [Question(ATTACH, name)]
    if isinstance(node, ast.Detach):
        return [Question(DETACH)]
    return schema_questions(node, catalog)


def change_questions(
    node: ast.Insert | ast.Update | ast.Delete, catalog: Catalog
) -> list[Question]:
    """INSERT, UPDATE (a question for each column) and DELETE."""
    table = node.table
    name = table.name
    schema = home_of(catalog, table.schema, name)
    if isinstance(node, ast.Insert):
        return [Question(INSERT, name, None, schema)]
    if isinstance(node, ast.Delete):
        return [Question(DELETE, name, None, schema)]
    columns = [column.name for change in node.assignments for column in change.columns]
    return [Question(UPDATE, name, column, schema) for column in columns]


def schema_questions(node: ast.Statement, catalog: Catalog) -> list[Question]:
    """Statements that change the schema."""
    if isinstance(node, ast.CreateTable):
        schema = "temp" if node.temporary else node.table.schema or "main"
        return [Question(CREATE_TABLE, node.table.name, None, schema)]
    if isinstance(node, ast.CreateView):
        schema = "temp" if node.temporary else node.view.schema or "main"
        return [Question(CREATE_VIEW, node.view.name, None, schema)]
    if isinstance(node, ast.CreateIndex):
        schema = home_of(catalog, node.index.schema, node.table.name)
        return [Question(CREATE_INDEX, node.index.name, node.table.name, schema)]
    if isinstance(node, ast.CreateTrigger):
        schema = "temp" if node.temporary else node.trigger.schema or "main"
        return [Question(CREATE_TRIGGER, node.trigger.name, node.table.name, schema)]
    if isinstance(node, (ast.DropTable, ast.DropView)):
        action = DROP_TABLE if isinstance(node, ast.DropTable) else DROP_VIEW
        schema = home_of(catalog, node.name.schema, node.name.name)
        return [Question(action, node.name.name, None, schema)]
    if isinstance(node, ast.DropIndex):
        return [Question(DROP_INDEX, node.name.name, None, node.name.schema or "main")]
    if isinstance(node, ast.DropTrigger):
        return [Question(DROP_TRIGGER, node.name.name, None, node.name.schema or "main")]
    if isinstance(node, ast.Reindex):
        return [Question(REINDEX)]
    if isinstance(node, ast.Analyze):
        return [Question(ANALYZE)]
    if isinstance(node, (ast.RenameTable, ast.RenameColumn, ast.AddColumn, ast.DropColumn)):
        name = node.table
        return [Question(ALTER_TABLE, home_of(catalog, name.schema, name.name), name.name)]
    return []
