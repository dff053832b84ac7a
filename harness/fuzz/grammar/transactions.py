"""BEGIN, COMMIT, ROLLBACK and savepoints, and the statements that keep a database in order."""

from harness.fuzz.grammar.dice import Dice
from harness.fuzz.grammar.model import Database

UPKEEP = [
    "ANALYZE", "REINDEX", "PRAGMA foreign_keys = 1", "PRAGMA recursive_triggers = 1",
    "PRAGMA integrity_check", "PRAGMA foreign_key_check",
    "SELECT changes(), total_changes(), last_insert_rowid()",
    "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name <> 'sqlite_stat4'"
    " ORDER BY rowid",
]  # fmt: skip
"""Whether ANALYZE makes sqlite_stat4 depends on how SQLite was compiled."""


class Transactions:
    """Makes statements about transactions; what they roll back, the model still has."""

    def __init__(self, dice: Dice, database: Database) -> None:
        self.dice = dice
        self.database = database

    def statement(self) -> str:
        dice = self.dice
        database = self.database
        if dice.chance(0.3):
            return dice.pick(UPKEEP)
        if not database.in_transaction and dice.chance(0.6):
            database.in_transaction = True
            return dice.pick(["BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
        if database.in_transaction and dice.chance(0.4):
            database.in_transaction = False
            database.savepoints.clear()
            return dice.pick(["COMMIT", "END", "ROLLBACK"])
        if database.savepoints and dice.chance(0.6):
            name = dice.pick(database.savepoints)
            if dice.chance(0.5):
                return f"ROLLBACK TO {name}"
            del database.savepoints[database.savepoints.index(name) :]
            return f"RELEASE {name}"
        name = database.fresh("s")
        database.savepoints.append(name)
        return f"SAVEPOINT {name}"
