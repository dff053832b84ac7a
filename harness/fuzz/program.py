"""One random database's life: its schema, its rows, and what is asked of it."""

import random

from harness.fuzz.grammar.changes import Changes
from harness.fuzz.grammar.dice import Dice
from harness.fuzz.grammar.model import Database, Statement, Table
from harness.fuzz.grammar.pragmas import Pragmas
from harness.fuzz.grammar.queries import Queries
from harness.fuzz.grammar.schema import Schemas
from harness.fuzz.grammar.slips import Slips
from harness.fuzz.grammar.transactions import Transactions

LENGTH = 60

PLAIN = "plain"
NOREC = "norec"
TLP = "tlp"


def program(seed: int, number: int, asks: str = PLAIN) -> list[Statement]:
    """The program with that number: always the same one for a seed."""
    return write_program(random.Random(f"{seed}:{number}"), asks)


def write_program(rnd: random.Random, asks: str = PLAIN, length: int = LENGTH) -> list[Statement]:
    """A program of about `length` statements drawn from `rnd`, whose queries are of the kind
    that an oracle `asks` for."""
    writer = Writer(rnd)
    writer.asks = asks
    writer.set_up()
    while len(writer.statements) < length:
        writer.add_one()
    for table in writer.database.tables:
        writer.show(table)
    return writer.statements


class Writer:
    """Writes one program, statement by statement."""

    def __init__(self, rnd: random.Random) -> None:
        self.dice = Dice(rnd)
        self.database = Database()
        self.queries = Queries(self.dice, self.database)
        self.schemas = Schemas(self.dice, self.database, self.queries)
        self.changes = Changes(self.dice, self.database, self.queries)
        self.transactions = Transactions(self.dice, self.database)
        self.pragmas = Pragmas(self.dice, self.database)
        self.slips = Slips(self.dice, self.database)
        self.statements: list[Statement] = []
        self.asks = PLAIN

    def say(self, sql: str) -> None:
        """Add a statement that changes something. SQLite's RETURNING gives integers for whole
        REALs that an expression hands on."""
        self.statements.append(Statement(sql, loose=" RETURNING " in sql))

    def show(self, table: Table) -> None:
        """Add a query for a whole table."""
        what = "rowid, *" if table.has_rowid else "*"
        self.statements.append(Statement(f"SELECT {what} FROM {table.name}", is_query=True))

    def set_up(self) -> None:
        dice = self.dice
        if dice.chance(0.12):
            self.database.attached = "att"
            self.say("ATTACH ':memory:' AS att")
        for _ in range(dice.number(2, 4)):
            self.say(self.schemas.create_table())
        if dice.chance(0.3):
            self.say("PRAGMA foreign_keys = 1")
        for table in self.database.tables:
            self.say(self.changes.fill(table))
        for _ in range(dice.number(0, 4)):
            self.say(self.schemas.create_index())
        for _ in range(dice.number(0, 2)):
            self.say(self.schemas.create_view())
        if dice.chance(0.4):
            self.say(self.schemas.create_trigger())

    def add_one(self) -> None:
        self.dice.branch(
            [
                (60, self.add_query),
                (25, self.add_change),
                (3, lambda: self.say(self.schemas.create_index())),
                (1, lambda: self.say(self.schemas.create_view())),
                (1, lambda: self.say(self.schemas.create_trigger())),
                (1, lambda: self.say(self.schemas.drop())),
                (2, lambda: self.say(self.schemas.alter_table())),
                (5, lambda: self.say(self.transactions.statement())),
                (2, lambda: self.say(self.pragmas.statement())),
                (3, self.add_slip),
            ]
        )

    def add_query(self) -> None:
        if self.asks != PLAIN:
            source, condition = self.queries.filtered()
            make = norec if self.asks == NOREC else tlp
            self.statements.append(make(source, condition))
            return
        query = self.queries.query()
        self.statements.append(Statement(query.sql, True, query.ordered, query.loose))

    def add_slip(self) -> None:
        """Add a statement that has one thing wrong, if any, where no trigger may have another."""
        sql = self.slips.statement()
        is_query = sql.startswith(("SELECT", "VALUES", "WITH"))
        self.statements.append(Statement(sql, is_query, exact=not self.database.triggers))

    def add_change(self) -> None:
        sql, table = self.changes.change()
        self.say(sql)
        if self.dice.chance(0.5):
            self.show(table)


def norec(source: str, condition: str) -> Statement:
    """Rows that pass a filter, counted where an optimiser can act, and where it cannot.

    Non-optimising reference engine construction (Rigger and Su, ESEC/FSE 2020).
    """
    return Statement(
        f"SELECT count(*) FROM {source} WHERE {condition}",
        is_query=True,
        twin=f"SELECT count(*) FILTER (WHERE passes) FROM "
        f"(SELECT ({condition}) IS TRUE AS passes FROM {source} LIMIT -1)",
    )


def tlp(source: str, condition: str) -> Statement:
    """All rows, and those for which a condition is true, false and NULL, put together.

    Ternary logic partitioning (Rigger and Su, OOPSLA 2020).
    """
    parts = [f"{condition}", f"NOT ({condition})", f"({condition}) IS NULL"]
    return Statement(
        f"SELECT * FROM {source}",
        is_query=True,
        twin=" UNION ALL ".join(f"SELECT * FROM {source} WHERE {part}" for part in parts),
    )
