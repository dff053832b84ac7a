"""Statements other than selects back to SQL text."""

from typing import Final

from target_db.sql import ast, codes
from target_db.sql.render import (
    expression,
    from_item,
    from_items,
    identifier,
    identifiers,
    order_terms,
    qualified,
    result_columns,
    select,
    type_name,
    with_clause,
)

_CONFLICT: Final = {
    codes.CONFLICT_ROLLBACK: "ROLLBACK",
    codes.CONFLICT_ABORT: "ABORT",
    codes.CONFLICT_FAIL: "FAIL",
    codes.CONFLICT_IGNORE: "IGNORE",
    codes.CONFLICT_REPLACE: "REPLACE",
}
_ACTIONS: Final = {
    codes.RESTRICT: "RESTRICT",
    codes.SET_NULL: "SET NULL",
    codes.SET_DEFAULT: "SET DEFAULT",
    codes.CASCADE: "CASCADE",
}
_TIMING: Final = {
    codes.TRIGGER_BEFORE: "BEFORE",
    codes.TRIGGER_AFTER: "AFTER",
    codes.TRIGGER_INSTEAD: "INSTEAD OF",
}
_EVENTS: Final = {codes.ON_DELETE: "DELETE", codes.ON_INSERT: "INSERT", codes.ON_UPDATE: "UPDATE"}
_MODES: Final = {
    codes.DEFERRED: "BEGIN",
    codes.IMMEDIATE: "BEGIN IMMEDIATE",
    codes.EXCLUSIVE: "BEGIN EXCLUSIVE",
}


def statement(node: ast.Statement) -> str:
    """A statement as SQL, without a semicolon."""
    if isinstance(node, ast.Select):
        return select(node)
    if isinstance(node, ast.Insert):
        return insert(node)
    if isinstance(node, ast.Update):
        return update(node)
    if isinstance(node, ast.Delete):
        return delete(node)
    if isinstance(node, ast.CreateTable):
        return create_table(node)
    if isinstance(node, ast.CreateIndex):
        return create_index(node)
    if isinstance(node, ast.CreateView):
        columns = "" if node.columns is None else f" ({identifiers(node.columns)})"
        return f"{create('VIEW', node.temporary, node.if_not_exists, node.view)}{columns} AS " + (
            select(node.select)
        )
    if isinstance(node, ast.CreateTrigger):
        return create_trigger(node)
    if isinstance(node, ast.CreateVirtualTable):
        args = f"({', '.join(node.args)})" if node.args else ""
        head = create("VIRTUAL TABLE", False, node.if_not_exists, node.table)
        return f"{head} USING {identifier(node.module.name)}{args}"
    if isinstance(node, ast.Explain):
        return f"EXPLAIN {'QUERY PLAN ' if node.query_plan else ''}{statement(node.statement)}"
    return schema_statement(node)


def schema_statement(node: ast.Statement) -> str:
    """DROP, ALTER, REINDEX and ANALYZE as SQL."""
    if isinstance(node, ast.DropTable):
        return drop("TABLE", node.if_exists, node.name)
    if isinstance(node, ast.DropIndex):
        return drop("INDEX", node.if_exists, node.name)
    if isinstance(node, ast.DropView):
        return drop("VIEW", node.if_exists, node.name)
    if isinstance(node, ast.DropTrigger):
        return drop("TRIGGER", node.if_exists, node.name)
    if isinstance(node, ast.RenameTable):
        return f"{alter(node.table)} RENAME TO {identifier(node.new_name.name)}"
    if isinstance(node, ast.RenameColumn):
        old, new = identifier(node.column.name), identifier(node.new_name.name)
        return f"{alter(node.table)} RENAME COLUMN {old} TO {new}"
    if isinstance(node, ast.AddColumn):
        return f"{alter(node.table)} ADD COLUMN {column_def(node.column)}"
    if isinstance(node, ast.DropColumn):
        return f"{alter(node.table)} DROP COLUMN {identifier(node.column.name)}"
    if isinstance(node, ast.AddConstraint):
        return f"{alter(node.table)} ADD {constraint(node.constraint)}"
    if isinstance(node, ast.DropConstraint):
        return f"{alter(node.table)} DROP CONSTRAINT {identifier(node.constraint.name)}"
    if isinstance(node, ast.SetNotNull):
        column = identifier(node.column.name)
        return f"{alter(node.table)} ALTER COLUMN {column} SET NOT NULL" + on_conflict(
            int(node.conflict)
        )
    if isinstance(node, ast.DropNotNull):
        return f"{alter(node.table)} ALTER COLUMN {identifier(node.column.name)} DROP NOT NULL"
    if isinstance(node, ast.Reindex):
        return "REINDEX" if node.name is None else f"REINDEX {qualified(node.name)}"
    if isinstance(node, ast.Analyze):
        return "ANALYZE" if node.name is None else f"ANALYZE {qualified(node.name)}"
    return other_statement(node)


def other_statement(node: ast.Statement) -> str:
    """Transactions, PRAGMA, ATTACH, DETACH and VACUUM as SQL."""
    if isinstance(node, ast.Begin):
        return _MODES[int(node.mode)]
    if isinstance(node, ast.Commit):
        return "COMMIT"
    if isinstance(node, ast.Rollback):
        return "ROLLBACK" if node.savepoint is None else f"ROLLBACK TO {identifier(node.savepoint)}"
    if isinstance(node, ast.Savepoint):
        return f"SAVEPOINT {identifier(node.name)}"
    if isinstance(node, ast.Release):
        return f"RELEASE {identifier(node.name)}"
    if isinstance(node, ast.Pragma):
        return pragma(node)
    if isinstance(node, ast.Attach):
        key = "" if node.key is None else f" KEY {expression(node.key)}"
        return f"ATTACH {expression(node.file)} AS {expression(node.schema)}{key}"
    if isinstance(node, ast.Detach):
        return f"DETACH {expression(node.schema)}"
    assert isinstance(node, ast.Vacuum)
    schema = "" if node.schema is None else f" {identifier(node.schema)}"
    into = "" if node.into is None else f" INTO {expression(node.into)}"
    return f"VACUUM{schema}{into}"


def pragma(node: ast.Pragma) -> str:
    """A PRAGMA. Its value is a name, a word, or a number, and may always be a string."""
    name = f"PRAGMA {qualified(node.name)}"
    if node.value is None:
        return name
    value = "'" + node.value.replace("'", "''") + "'"
    return f"{name}({value})" if node.called else f"{name} = {value}"


# --------------------------------------------------------------------------- changes


def insert(node: ast.Insert) -> str:
    """INSERT, with REPLACE as INSERT OR REPLACE."""
    parts = [] if node.with_ is None else [with_clause(node.with_)]
    parts.append(f"INSERT{or_conflict(int(node.conflict))} INTO {qualified(node.table)}")
    if node.alias is not None:
        parts.append(f"AS {identifier(node.alias)}")
    if node.columns is not None:
        parts.append(f"({identifiers(node.columns)})")
    if node.select is None:
        parts.append("DEFAULT VALUES")
    else:
        parts.append(select(node.select))
    for clause in node.upserts:
        parts.append(upsert(clause))
    return " ".join(parts) + returning(node.returning)


def upsert(node: ast.Upsert) -> str:
    """One ON CONFLICT clause of an INSERT."""
    text = "ON CONFLICT"
    if node.target is not None:
        text += f" ({order_terms(node.target)})"
        if node.target_where is not None:
            text += f" WHERE {expression(node.target_where)}"
    if node.assignments is None:
        return f"{text} DO NOTHING"
    text += f" DO UPDATE SET {assignments(node.assignments)}"
    return text if node.where is None else f"{text} WHERE {expression(node.where)}"


def assignments(items: list[ast.Assignment]) -> str:
    """What stands after SET."""
    rendered = []
    for item in items:
        names = identifiers(item.columns)
        target = f"({names})" if item.is_row else names
        rendered.append(f"{target} = {expression(item.value)}")
    return ", ".join(rendered)


def update(node: ast.Update) -> str:
    """UPDATE."""
    parts = [] if node.with_ is None else [with_clause(node.with_)]
    parts.append(f"UPDATE{or_conflict(int(node.conflict))} {from_item(node.table)}")
    parts.append(f"SET {assignments(node.assignments)}")
    if node.from_ is not None:
        parts.append(f"FROM {from_items(node.from_)}")
    if node.where is not None:
        parts.append(f"WHERE {expression(node.where)}")
    return " ".join(parts) + returning(node.returning)


def delete(node: ast.Delete) -> str:
    """DELETE."""
    parts = [] if node.with_ is None else [with_clause(node.with_)]
    parts.append(f"DELETE FROM {from_item(node.table)}")
    if node.where is not None:
        parts.append(f"WHERE {expression(node.where)}")
    return " ".join(parts) + returning(node.returning)


def returning(columns: list[ast.ResultColumn] | None) -> str:
    """A RETURNING clause, or nothing."""
    return "" if columns is None else f" RETURNING {result_columns(columns)}"


def or_conflict(conflict: int) -> str:
    """`OR action` after INSERT or UPDATE, or nothing."""
    return "" if conflict == codes.CONFLICT_DEFAULT else f" OR {_CONFLICT[conflict]}"


def on_conflict(conflict: int) -> str:
    """`ON CONFLICT action` of a constraint, or nothing."""
    return "" if conflict == codes.CONFLICT_DEFAULT else f" ON CONFLICT {_CONFLICT[conflict]}"


# --------------------------------------------------------------------------- CREATE


def create(what: str, temporary: bool, if_not_exists: bool, name: ast.QualifiedName) -> str:
    """The first words of a CREATE."""
    words = "CREATE TEMP " if temporary else "CREATE "
    words += what
    if if_not_exists:
        words += " IF NOT EXISTS"
    return f"{words} {qualified(name)}"


def drop(what: str, if_exists: bool, name: ast.QualifiedName) -> str:
    """A DROP."""
    return f"DROP {what} {'IF EXISTS ' if if_exists else ''}{qualified(name)}"


def alter(table: ast.QualifiedName) -> str:
    """The first words of an ALTER TABLE."""
    return f"ALTER TABLE {qualified(table)}"


def create_table(node: ast.CreateTable) -> str:
    """CREATE TABLE."""
    head = create("TABLE", node.temporary, node.if_not_exists, node.table)
    if node.select is not None:
        return f"{head} AS {select(node.select)}"
    parts = [column_def(column) for column in node.columns]
    parts += [constraint(item) for item in node.constraints]
    options = []
    if node.without_rowid:
        options.append("WITHOUT ROWID")
    if node.strict:
        options.append("STRICT")
    return f"{head} ({', '.join(parts)}) {', '.join(options)}".rstrip()


def column_def(node: ast.ColumnDef) -> str:
    """A column definition."""
    parts = [identifier(node.name), type_name(node.type_name)]
    parts += [constraint(item) for item in node.constraints]
    return " ".join([part for part in parts if part])


def constraint(node: ast.Constraint) -> str:
    """A constraint of a column or a table, with its name."""
    text = bare_constraint(node)
    return text if node.name is None else f"CONSTRAINT {identifier(node.name)} {text}"


def bare_constraint(node: ast.Constraint) -> str:
    """A constraint without its name."""
    if isinstance(node, ast.NotNull):
        return f"NOT NULL{on_conflict(int(node.conflict))}"
    if isinstance(node, ast.NullAllowed):
        return f"NULL{on_conflict(int(node.conflict))}"
    if isinstance(node, ast.ColumnPrimaryKey):
        text = f"PRIMARY KEY{' DESC' if node.descending else ''}{on_conflict(int(node.conflict))}"
        return text + " AUTOINCREMENT" if node.autoincrement else text
    if isinstance(node, ast.ColumnUnique):
        return f"UNIQUE{on_conflict(int(node.conflict))}"
    if isinstance(node, ast.Check):
        return f"CHECK ({expression(node.expr)}){on_conflict(int(node.conflict))}"
    if isinstance(node, ast.Default):
        return f"DEFAULT ({expression(node.expr)})"
    if isinstance(node, ast.ColumnCollate):
        return f"COLLATE {identifier(node.collation)}"
    if isinstance(node, ast.Generated):
        return f"AS ({expression(node.expr)}){' STORED' if node.stored else ''}"
    if isinstance(node, ast.TablePrimaryKey):
        word = " AUTOINCREMENT" if node.autoincrement else ""
        text = f"PRIMARY KEY ({order_terms(node.columns)}{word})"
        return text + on_conflict(int(node.conflict))
    if isinstance(node, ast.TableUnique):
        return f"UNIQUE ({order_terms(node.columns)}){on_conflict(int(node.conflict))}"
    assert isinstance(node, ast.ForeignKey)
    return foreign_key(node)


def foreign_key(node: ast.ForeignKey) -> str:
    """A foreign key of a column or a table."""
    text = f"REFERENCES {identifier(node.table.name)}"
    if node.columns is not None:
        text = f"FOREIGN KEY ({identifiers(node.columns)}) {text}"
    if node.parent_columns is not None:
        text += f" ({identifiers(node.parent_columns)})"
    if node.on_delete != codes.NO_ACTION:
        text += f" ON DELETE {_ACTIONS[int(node.on_delete)]}"
    if node.on_update != codes.NO_ACTION:
        text += f" ON UPDATE {_ACTIONS[int(node.on_update)]}"
    if node.deferrable:
        text += " DEFERRABLE"
        if node.initially_deferred:
            text += " INITIALLY DEFERRED"
    return text


def create_index(node: ast.CreateIndex) -> str:
    """CREATE INDEX."""
    head = create("UNIQUE INDEX" if node.unique else "INDEX", False, node.if_not_exists, node.index)
    text = f"{head} ON {identifier(node.table.name)} ({order_terms(node.columns)})"
    return text if node.where is None else f"{text} WHERE {expression(node.where)}"


def create_trigger(node: ast.CreateTrigger) -> str:
    """CREATE TRIGGER with its body on one line."""
    parts = [
        create("TRIGGER", node.temporary, node.if_not_exists, node.trigger),
        _TIMING[int(node.timing)],
        _EVENTS[int(node.event)],
    ]
    if node.update_of is not None:
        parts.append(f"OF {identifiers(node.update_of)}")
    parts.append(f"ON {qualified(node.table)}")
    if node.for_each_row:
        parts.append("FOR EACH ROW")
    if node.when is not None:
        parts.append(f"WHEN {expression(node.when)}")
    body = [f"{statement(step)};" for step in node.body]
    return f"{' '.join(parts)} BEGIN {' '.join(body)} END"
