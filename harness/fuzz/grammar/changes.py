"""INSERT, UPDATE, DELETE and their conflict clauses, UPSERT, RETURNING and UPDATE FROM."""

from harness.fuzz.grammar.dice import Dice
from harness.fuzz.grammar.expressions import Expressions
from harness.fuzz.grammar.literals import Literals
from harness.fuzz.grammar.model import Column, Database, Table, Visible
from harness.fuzz.grammar.queries import Queries

CONFLICTS = ["", "", "", "", " OR IGNORE", " OR REPLACE", " OR ABORT", " OR FAIL", " OR ROLLBACK"]


class Changes:
    """Makes statements that change rows."""

    def __init__(self, dice: Dice, database: Database, queries: Queries) -> None:
        self.dice = dice
        self.database = database
        self.queries = queries
        self.literals = Literals(dice)

    def row(self, columns: list[Column], table: Table) -> str:
        """A row of literals for these columns of the table."""
        strict = table.strict and self.dice.chance(0.98)
        values = [self.literals.stored(column.kind, strict) for column in columns]
        return f"({', '.join(values)})"

    def fill(self, table: Table) -> str:
        """The first rows of a table."""
        rows = ", ".join(self.row(table.writable, table) for _ in range(self.dice.number(3, 12)))
        names = ", ".join(column.name for column in table.writable)
        return f"INSERT OR IGNORE INTO {table.name}({names}) VALUES {rows}"

    def change(self) -> tuple[str, Table]:
        """One change, and the table that it changes."""
        table = self.dice.pick(self.database.tables)
        sql = self.dice.branch(
            [
                (5, lambda: self.insert(table)),
                (2, lambda: self.upsert(table)),
                (4, lambda: self.update(table)),
                (1, lambda: self.update_from(table)),
                (3, lambda: self.delete(table)),
            ]
        )
        return sql, table

    def returning(self, table: Table) -> str:
        if not self.dice.chance(0.15):
            return ""
        if self.dice.chance(0.3):
            return " RETURNING *"
        visible = [Visible(column.name, column.kind) for column in table.columns]
        value = Expressions(self.dice, visible, None).value("any", 1)
        return f" RETURNING {value} AS r0, {self.dice.pick(table.columns).name}"

    def insert(self, table: Table) -> str:
        dice = self.dice
        columns = table.writable
        if dice.chance(0.3):
            columns = dice.some(columns, 1, len(columns))
        names = ", ".join(column.name for column in columns)
        verb = "REPLACE" if dice.chance(0.1) else f"INSERT{dice.pick(CONFLICTS)}"
        head = f"{verb} INTO {table.name}({names})"
        if dice.chance(0.04):
            return f"{verb} INTO {table.name} DEFAULT VALUES{self.returning(table)}"
        if dice.chance(0.2):
            query = self.queries.query(1, [column.kind for column in columns])
            sql = query.sql
            if not query.ordered:
                sql = self.queries.in_total_order(sql, len(columns))
            return f"{head} {sql}{self.returning(table)}"
        rows = ", ".join(self.row(columns, table) for _ in range(dice.number(1, 4)))
        return f"{head} VALUES {rows}{self.returning(table)}"

    def upsert(self, table: Table) -> str:
        dice = self.dice
        names = ", ".join(column.name for column in table.writable)
        head = f"INSERT INTO {table.name}({names}) VALUES {self.row(table.writable, table)}"
        target = ""
        if table.unique and dice.chance(0.85):
            target = f" ({', '.join(dice.pick(table.unique))})"
        if target and len(table.unique) > 1 and dice.chance(0.4):
            head += f" ON CONFLICT ({', '.join(dice.pick(table.unique))}) DO NOTHING"
        if not target or dice.chance(0.3):
            return f"{head} ON CONFLICT{target} DO NOTHING{self.returning(table)}"
        visible = [Visible(column.name, column.kind) for column in table.columns]
        visible += [Visible(f"excluded.{column.name}", column.kind) for column in table.columns]
        expressions = Expressions(dice, visible, None)
        column = dice.pick(table.writable)
        where = f" WHERE {expressions.condition(1)}" if dice.chance(0.3) else ""
        return (
            f"{head} ON CONFLICT{target} DO UPDATE SET {column.name} = "
            f"{expressions.value(column.kind, 1)}{where}{self.returning(table)}"
        )

    def expressions(self, table: Table) -> Expressions:
        visible = [Visible(f"{table.name}.{column.name}", column.kind) for column in table.columns]
        nested = self.queries.nested(0) if self.dice.chance(0.3) else None
        return Expressions(self.dice, visible, nested)

    def where(self, table: Table, expressions: Expressions) -> str:
        if self.dice.chance(0.1):
            return ""
        return f" WHERE {expressions.condition(1)}"

    def update(self, table: Table) -> str:
        dice = self.dice
        expressions = self.expressions(table)
        conflict = dice.pick(CONFLICTS)
        columns = dice.some(table.writable, 1, 2)
        if len(columns) > 1 and dice.chance(0.2):
            values = ", ".join(expressions.value(column.kind, 1) for column in columns)
            sets = f"({', '.join(column.name for column in columns)}) = ({values})"
        else:
            sets = ", ".join(
                f"{column.name} = {expressions.value(column.kind, 2)}" for column in columns
            )
        # Which row conflicts first depends on the order of the scan.
        hint = " NOT INDEXED"
        where = self.where(table, expressions)
        return f"UPDATE{conflict} {table.name}{hint} SET {sets}{where}{self.returning(table)}"

    def update_from(self, table: Table) -> str:
        """An UPDATE FROM whose source has one row, so that it matters not which is taken."""
        dice = self.dice
        source = dice.pick(self.database.tables)
        column = dice.pick(table.writable)
        other = dice.pick(source.columns)
        aggregate = dice.pick(["max", "min", "count"])
        return (
            f"UPDATE {table.name} NOT INDEXED SET {column.name} = s.m FROM "
            f"(SELECT {aggregate}({other.name}) AS m FROM {source.name}) AS s "
            f"WHERE {self.expressions(table).condition(1)}"
        )

    def delete(self, table: Table) -> str:
        expressions = self.expressions(table)
        condition = expressions.condition(2)
        key = self.dice.pick(table.columns)
        if self.dice.chance(0.7):
            condition = (
                f"{table.name}.{key.name} = {self.literals.stored(key.kind)} AND {condition}"
            )
        return f"DELETE FROM {table.name} WHERE {condition}{self.returning(table)}"
