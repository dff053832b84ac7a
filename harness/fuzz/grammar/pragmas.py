"""PRAGMAs that give rows, and the same as table-valued functions."""

from harness.fuzz.grammar.dice import Dice
from harness.fuzz.grammar.model import Database

OF_A_TABLE = [
    "PRAGMA table_info({t})",
    "PRAGMA table_xinfo({t})",
    "PRAGMA foreign_key_list({t})",
    "PRAGMA foreign_key_check({t})",
    "PRAGMA index_list({t})",
    "SELECT * FROM pragma_table_xinfo('{t}') ORDER BY cid",
    "SELECT l.name, l.origin, i.* FROM pragma_index_list('{t}') AS l, "
    "pragma_index_xinfo(l.name) AS i ORDER BY 1, 3",
    "SELECT count(*), max(name) FROM pragma_table_list WHERE name = '{t}'",
]
OF_AN_INDEX = ["PRAGMA index_info({i})", "PRAGMA index_xinfo({i})"]
OF_A_VIEW = ["PRAGMA table_info({v})", "PRAGMA table_xinfo({v})"]
SETTINGS = [
    "user_version", "application_id", "foreign_keys", "recursive_triggers", "case_sensitive_like",
    "defer_foreign_keys", "ignore_check_constraints", "legacy_alter_table", "encoding",
    "reverse_unordered_selects", "query_only", "count_changes", "full_column_names",
    "short_column_names", "auto_vacuum", "journal_mode", "max_page_count", "page_size",
]  # fmt: skip
ALONE = [
    "PRAGMA integrity_check",
    "PRAGMA quick_check",
    "PRAGMA user_version = {n}",
    "PRAGMA application_id = {n}",
    "PRAGMA defer_foreign_keys = 1",
    "PRAGMA case_sensitive_like = {b}",
    "PRAGMA ignore_check_constraints = {b}",
    "SELECT name FROM pragma_collation_list ORDER BY name COLLATE BINARY",
    "SELECT name, type, wr, strict, ncol FROM pragma_table_list "
    "WHERE schema <> 'temp' AND name <> 'sqlite_stat4' ORDER BY schema, name",
]


class Pragmas:
    """Makes PRAGMAs about what the database has."""

    def __init__(self, dice: Dice, database: Database) -> None:
        self.dice = dice
        self.database = database

    def statement(self) -> str:
        """One PRAGMA, or a query for what it gives."""
        dice = self.dice
        database = self.database
        table = dice.pick(database.tables).name
        makers = [
            (6, lambda: dice.pick(OF_A_TABLE).format(t=table)),
            (3, lambda: dice.pick(ALONE).format(n=dice.number(-3, 9), b=dice.number(0, 1))),
            (3, lambda: f"PRAGMA {dice.pick(SETTINGS)}"),
        ]
        if database.indexes:
            index = dice.pick(database.indexes)
            makers.append((2, lambda: dice.pick(OF_AN_INDEX).format(i=index)))
        if database.views:
            view = dice.pick(database.views).name
            makers.append((1, lambda: dice.pick(OF_A_VIEW).format(v=view)))
        return dice.branch(makers)
