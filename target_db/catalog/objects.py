"""The schema objects that the binder, the planner and DML share.

They are made from `sqlite_schema` rows (SQL text) when a schema is loaded, and by DDL.
Conflict clauses are `sql.codes.CONFLICT_*`; CONFLICT_DEFAULT where none was written.
"""

from typing import Final

from target_db.sql import ast
from target_db.sql.codes import CONFLICT_REPLACE
from target_db.storage.database import Store
from target_db.storage.keyinfo import KeyInfo
from target_db.types.collation import BINARY, Collation

NO_KEY: Final = KeyInfo([], [], 0)


class Column:
    """A column: its name, declared type, and what follows from them."""

    def __init__(self, name: str, declared_type: str | None, affinity: int) -> None:
        self.name = name
        self.declared_type = declared_type
        self.affinity = affinity
        self.width = 1  # what the planner takes it for, in units of four bytes
        self.collation: Collation = BINARY
        self.not_null = False
        self.not_null_conflict = 0
        self.default: ast.Expr | None = None
        self.default_sql: str | None = None  # as written, for PRAGMA table_info
        self.generated: ast.Expr | None = None
        self.is_stored = False  # GENERATED ... STORED
        self.is_hidden = False  # of a table-valued function or virtual table
        self.primary_key_position = 0  # 1-based; 0 when it is not part of the key

    def is_virtual(self) -> bool:
        """Whether it is GENERATED ALWAYS AS ... VIRTUAL: computed when a row is read."""
        return self.generated is not None and not self.is_stored


class IndexColumn:
    """One key column of an index: a table column, the rowid (-1) or an expression (-2)."""

    def __init__(self, column: int, collation: Collation, descending: bool) -> None:
        self.column = column
        self.collation = collation
        self.descending = descending
        self.expression: ast.Expr | None = None


class Index:
    """An index of a table. Entries are (key values..., rowid), or for a WITHOUT ROWID
    table (key values..., the primary key columns that are not already among them)."""

    def __init__(self, name: str, table: "Table", columns: list[IndexColumn], root: int) -> None:
        self.name = name
        self.table = table
        self.columns = columns
        self.root = root
        self.is_unique = False
        self.origin = "c"  # c: CREATE INDEX, u: UNIQUE constraint, pk: PRIMARY KEY
        self.conflict = 0
        self.where: ast.Expr | None = None
        # What the planner keeps here: the WHERE, bound (`physical.partial_index`).
        self.condition: object = None
        self.sql: str | None = None
        self.statistics: list[int] | None = None  # sqlite_stat1: rows, then rows per prefix
        # The order of its entries: give this very object to `Store.index_cursor`.
        self.key_info = NO_KEY
        # Of a WITHOUT ROWID table: the primary key columns behind the key, in entry order.
        self.suffix: list[IndexColumn] = []


class CheckConstraint:
    """A CHECK: the text that its failure shows, and its expression."""

    def __init__(self, name: str | None, sql: str, expr: ast.Expr) -> None:
        self.name = name
        self.sql = sql
        self.expr = expr


class ForeignKey:
    """A foreign key, as the child table declares it. `parent_columns` is empty where the
    declaration names none (the parent's primary key is meant). Actions are codes."""

    def __init__(self, table: "Table", columns: list[int], parent: str) -> None:
        self.table = table
        self.columns = columns
        self.parent = parent
        self.parent_columns: list[str] = []
        self.on_delete = 0
        self.on_update = 0
        self.is_deferred = False


class Trigger:
    """A trigger: when it fires, and the statements it runs, bound anew when first used."""

    def __init__(
        self, name: str, schema: str, table_schema: str, table: str, node: ast.CreateTrigger
    ) -> None:
        self.name = name
        self.schema = schema
        self.table_schema = table_schema
        self.table = table
        self.node = node
        self.timing = int(node.timing)
        self.event = int(node.event)
        self.sql = ""
        self.is_running = False
        # What DML keeps here: its compiled programs (`dml.triggers.TriggerCache`).
        self.cache: object = None


class Table:
    """A table, or the shape of one (a view's or function's rows).

    `indexes` is in SQLite's order: the newest first, those that REPLACE at the end.
    """

    def __init__(self, name: str, schema: str, columns: list[Column]) -> None:
        self.name = name
        self.schema = schema  # main, temp, or an attached name
        self.columns = columns
        self.positions: dict[str, int] = {c.name.lower(): i for i, c in enumerate(columns)}
        self.store: Store | None = None
        self.root = 0
        self.rowid_column = -1  # the INTEGER PRIMARY KEY's index, or -1
        self.rowid_conflict = 0
        self.primary_key: list[IndexColumn] = []
        self.has_rowid = True
        self.is_strict = False
        self.has_autoincrement = False
        self.has_generated = False
        self.indexes: list[Index] = []
        self.checks: list[CheckConstraint] = []
        self.foreign_keys: list[ForeignKey] = []
        self.triggers: list[Trigger] = []
        self.sql = ""
        self.statistics_rows = -1  # from ANALYZE; -1 unknown
        # Of a WITHOUT ROWID table: entries hold the primary key first. `entry_columns[i]` is
        # the declared column of the entry's field i, `entry_positions` its inverse.
        self.entry_columns: list[int] = []
        self.entry_positions: list[int] = []
        # Of such a table: its primary key's name in PRAGMA index_list, and the indexes that were
        # there before it, which stand behind it in the order of `indexes`.
        self.primary_index_name = ""
        self.before_primary: list[Index] = []
        self.key_info = NO_KEY  # of such a table: for `Store.index_cursor(root, key_info)`
        # What DML keeps here between statements: the table's `dml.writer.TableWriter`.
        self.writer: object = None

    def follows_primary(self, index: "Index") -> bool:
        """Whether an index stands behind the primary key of a WITHOUT ROWID table in the order of
        `indexes`: it is older, or only one of the two REPLACEs, which is the last then."""
        replaces = index.conflict == CONFLICT_REPLACE
        if replaces != (self.rowid_conflict == CONFLICT_REPLACE):
            return replaces
        return index in self.before_primary


class View:
    """A view: its SELECT, bound anew in each statement that names it."""

    def __init__(self, name: str, schema: str, columns: list[str], select: ast.Select) -> None:
        self.name = name
        self.schema = schema
        self.columns = columns  # the explicit list, or empty
        self.select = select
        self.sql = ""
        self.triggers: list[Trigger] = []
