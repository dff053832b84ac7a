"""CREATE TABLE, INDEX, VIEW and TRIGGER, and ALTER TABLE."""

from harness.fuzz.grammar.dice import Dice
from harness.fuzz.grammar.expressions import Expressions
from harness.fuzz.grammar.literals import Literals
from harness.fuzz.grammar.model import Column, Database, Table, Visible
from harness.fuzz.grammar.queries import Queries

TYPES = {
    "int": ["INT", "INTEGER", "BIGINT", "NUMERIC"],
    "real": ["REAL", "DOUBLE", "FLOAT"],
    "text": ["TEXT", "VARCHAR(20)", "CHAR"],
    "blob": ["BLOB"],
    "any": ["", "BLOB", "ANYTHING"],
}
STRICT_TYPES = {"int": "INTEGER", "real": "REAL", "text": "TEXT", "blob": "BLOB", "any": "ANY"}
CONFLICTS = ["", "", "", "", " ON CONFLICT IGNORE", " ON CONFLICT REPLACE", " ON CONFLICT ABORT"]
ORDERS = ["", "", "", " DESC", " COLLATE NOCASE", " COLLATE RTRIM DESC"]

FOREIGN_KEY_ACTIONS = [
    "", " ON DELETE CASCADE", " ON DELETE SET NULL", " ON UPDATE CASCADE",
    " DEFERRABLE INITIALLY DEFERRED", " ON DELETE SET DEFAULT", " ON DELETE RESTRICT",
    " ON UPDATE SET NULL ON DELETE CASCADE", " ON UPDATE RESTRICT", " ON UPDATE SET DEFAULT",
    " ON DELETE NO ACTION NOT DEFERRABLE",
]  # fmt: skip


class Schemas:
    """Makes statements that change the schema, and keeps the model of it."""

    def __init__(self, dice: Dice, database: Database, queries: Queries) -> None:
        self.dice = dice
        self.database = database
        self.queries = queries
        self.literals = Literals(dice)

    def expressions(self, table: Table) -> Expressions:
        """Over the table's own columns, without subqueries."""
        return Expressions(
            self.dice, [Visible(column.name, column.kind) for column in table.columns], None
        )

    # Tables

    def create_table(self) -> str:
        dice = self.dice
        table = Table(self.database.fresh("tab"), [])
        if self.database.attached and dice.chance(0.4):
            table.schema = f"{self.database.attached}."
        table.strict = dice.chance(0.12)
        kinds = [
            dice.pick(["int", "int", "text", "text", "real", "any", "blob"])
            for _ in range(dice.number(2, 5))
        ]
        texts = [self.column(table, f"k{number}", kind) for number, kind in enumerate(kinds)]
        constraints = self.primary_key(table, texts)
        constraints += self.table_constraints(table)
        if dice.chance(0.12):
            texts.append(self.generated_column(table))
        options = ", ".join(
            (["WITHOUT ROWID"] if not table.has_rowid else [])
            + (["STRICT"] if table.strict else [])
        )
        self.database.tables.append(table)
        parts = ", ".join(texts + constraints)
        return f"CREATE TABLE {table.schema}{table.name}({parts}) {options}".rstrip()

    def column(self, table: Table, name: str, kind: str) -> str:
        dice = self.dice
        table.columns.append(Column(name, kind))
        declared = STRICT_TYPES[kind] if table.strict else dice.pick(TYPES[kind])
        text = f"{name} {declared}".rstrip()
        if dice.chance(0.1):
            text += f" DEFAULT {self.literals.of(kind, 0.0)}"
        if dice.chance(0.08):
            text += f" NOT NULL{dice.pick(CONFLICTS)}"
        if kind == "text" and dice.chance(0.25):
            text += f" COLLATE {dice.pick(['NOCASE', 'RTRIM', 'BINARY'])}"
        if dice.chance(0.05):
            text += f" CHECK ({name} IS NULL OR {name} <> {self.literals.of(kind, 0.0)})"
        if dice.chance(0.07):
            table.unique.append([name])
            text += f" UNIQUE{dice.pick(CONFLICTS)}"
        return text

    def primary_key(self, table: Table, texts: list[str]) -> list[str]:
        """A primary key of some sort: added to a column's text, or given back as a constraint."""
        dice = self.dice
        draw = dice.rnd.random()
        if draw < 0.35:
            first = table.columns[0]
            first.kind = "int"
            table.rowid = first.name
            table.unique.append([first.name])
            texts[0] = f"{first.name} INTEGER PRIMARY KEY" + dice.maybe(0.2, " AUTOINCREMENT")
            return []
        if draw < 0.6:
            columns = dice.some([column.name for column in table.columns], 1, 2)
            table.unique.append(columns)
            table.has_rowid = dice.chance(0.4)
            keys = ", ".join(column + dice.pick(["", "", " DESC"]) for column in columns)
            return [f"PRIMARY KEY ({keys}){dice.pick(CONFLICTS)}"]
        return []

    def table_constraints(self, table: Table) -> list[str]:
        dice = self.dice
        constraints: list[str] = []
        if dice.chance(0.12):
            columns = dice.some([column.name for column in table.columns], 1, 3)
            # A second UNIQUE on the key of WITHOUT ROWID makes SQLite refuse to rename its column.
            if not table.has_rowid and columns in table.unique:
                return constraints
            table.unique.append(columns)
            constraints.append(f"UNIQUE ({', '.join(columns)}){dice.pick(CONFLICTS)}")
        if dice.chance(0.08):
            constraints.append(f"CHECK ({self.expressions(table).condition(1)})")
        parents = [parent for parent in self.database.tables if parent.rowid]
        parents = [parent for parent in parents if parent.schema == table.schema]
        if parents and dice.chance(0.12):
            parent = dice.pick(parents)
            child = dice.pick(table.columns).name
            action = dice.pick(FOREIGN_KEY_ACTIONS)
            constraints.append(
                f"FOREIGN KEY ({child}) REFERENCES {parent.name}({parent.rowid}){action}"
            )
        return constraints

    def generated_column(self, table: Table) -> str:
        dice = self.dice
        kind = dice.pick(["int", "text"])
        value = self.expressions(table).value(kind, 1)
        table.columns.append(Column("g", kind, generated=True))
        declared = STRICT_TYPES[kind] if table.strict else dice.pick(TYPES[kind])
        return f"g {declared} AS ({value}) {dice.pick(['', 'STORED', 'VIRTUAL'])}".rstrip()

    # The rest

    def create_index(self) -> str:
        dice = self.dice
        table = dice.pick(self.database.tables)
        name = self.database.fresh("ind")
        terms = [column.name + dice.pick(ORDERS) for column in dice.some(table.columns, 1, 3)]
        if dice.chance(0.15):
            terms[0] = f"({self.expressions(table).call('text', 1)})"
        where = f" WHERE {self.expressions(table).condition(1)}" if dice.chance(0.15) else ""
        unique = dice.maybe(0.1, "UNIQUE ")
        self.database.indexes.append(name)
        return (
            f"CREATE {unique}INDEX {table.schema}{name} ON {table.name}({', '.join(terms)}){where}"
        )

    def create_view(self) -> str:
        query = self.queries.query(1)
        name = self.database.fresh("view")
        columns = [Column(f"c{number}", kind) for number, kind in enumerate(query.kinds)]
        listed = ""
        if self.dice.chance(0.3):
            columns = [Column(f"v{number}", kind) for number, kind in enumerate(query.kinds)]
            listed = f"({', '.join(column.name for column in columns)})"
        self.database.views.append(Table(name, columns, is_view=True))
        return f"CREATE VIEW {name}{listed} AS {query.sql}"

    def create_trigger(self) -> str:
        """A trigger that writes to another table, never to one with triggers of its own."""
        dice = self.dice
        table, target = dice.some(self.database.tables, 2, 2)
        name = self.database.fresh("trig")
        event = dice.pick(["INSERT", "UPDATE", "DELETE"])
        rows = ["new"] if event == "INSERT" else ["old"] if event == "DELETE" else ["new", "old"]
        visible = [
            Visible(f"{row}.{column.name}", column.kind) for row in rows for column in table.columns
        ]
        expressions = Expressions(dice, visible, None)
        of = (
            f" OF {dice.pick(table.columns).name}" if event == "UPDATE" and dice.chance(0.4) else ""
        )
        when = f" WHEN {expressions.condition(1)}" if dice.chance(0.4) else ""
        columns = dice.some(target.writable, 1, 3)
        values = ", ".join(expressions.value(column.kind, 1) for column in columns)
        names = ", ".join(column.name for column in columns)
        action = dice.branch(
            [
                (3, lambda: f"INSERT OR IGNORE INTO {target.name}({names}) VALUES ({values})"),
                (1, lambda: f"SELECT RAISE(IGNORE) WHERE {expressions.condition(0)}"),
                (1, lambda: f"SELECT RAISE(ABORT, 'stopped') WHERE {expressions.leaf('int')} = 42"),
            ]
        )
        self.database.triggers.append(name)
        time = dice.pick(["BEFORE", "AFTER"])
        head = f"CREATE TRIGGER {table.schema}{name} {time} {event}{of} ON {table.name}"
        return f"{head}{when} BEGIN {action}; END"

    def alter_table(self) -> str:
        dice = self.dice
        table = dice.pick(self.database.tables)
        draw = dice.rnd.random()
        column = dice.pick(table.columns)
        if draw < 0.3:
            name = self.database.fresh("tab")
            old, table.name = table.name, name
            return f"ALTER TABLE {old} RENAME TO {name}"
        # SQLite does not find an integer key again that is in a UNIQUE constraint too.
        is_key = column.kind == "int" and any(column.name in key for key in table.unique)
        if draw < 0.6 and not is_key:
            name = self.database.fresh("k")
            old, column.name = column.name, name
            return f"ALTER TABLE {table.name} RENAME COLUMN {old} TO {name}"
        if draw < 0.85:
            kind = dice.pick(["int", "text", "real"])
            name = self.database.fresh("k")
            declared = STRICT_TYPES[kind] if table.strict else dice.pick(TYPES[kind])
            default = f" DEFAULT {self.literals.stored(kind)}" if dice.chance(0.6) else ""
            table.columns.append(Column(name, kind))
            return f"ALTER TABLE {table.name} ADD COLUMN {name} {declared}{default}"
        if len(table.columns) > 2 and not self.database.triggers:
            table.columns.remove(column)
        else:
            return self.create_index()
        return f"ALTER TABLE {table.name} DROP COLUMN {column.name}"

    def drop(self) -> str:
        database = self.database
        if database.indexes and self.dice.chance(0.6):
            name = self.dice.pick(database.indexes)
            database.indexes.remove(name)
            return f"DROP INDEX IF EXISTS {name}"
        if database.triggers and self.dice.chance(0.6):
            name = self.dice.pick(database.triggers)
            database.triggers.remove(name)
            return f"DROP TRIGGER IF EXISTS {name}"
        if database.views:
            view = self.dice.pick(database.views)
            database.views.remove(view)
            return f"DROP VIEW {view.name}"
        return "DROP TABLE IF EXISTS nothing"
