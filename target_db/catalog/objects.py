"""The schema objects that the binder, the planner and DML share.

They are made from `sqlite_schema` rows (SQL text) when a schema is loaded, and by DDL.
"""

from target_db.sql import ast
from target_db.storage.database import Store
from target_db.types.collation import BINARY, Collation


class Column:
    """A column: its name, declared type, and what follows from them."""

    def __init__(self, name: str, declared_type: str | None, affinity: int) -> None:
        self.name = name
        self.declared_type = declared_type
        self.affinity = affinity
        self.collation: Collation = BINARY
        self.not_null = False
        self.not_null_conflict: str | None = None
        self.default: ast.Expr | None = None
        self.generated: ast.Expr | None = None
        self.is_stored = False  # GENERATED ... STORED
        self.is_hidden = False  # of a table-valued function or virtual table
        self.primary_key_position = 0  # 1-based; 0 when it is not part of the key


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
        self.conflict: str | None = None
        self.where: ast.Expr | None = None
        self.sql: str | None = None
        self.statistics: list[int] | None = None  # sqlite_stat1: rows, then rows per prefix


class Table:
    """A table, or the shape of one (a view's or function's rows)."""

    def __init__(self, name: str, schema: str, columns: list[Column]) -> None:
        self.name = name
        self.schema = schema  # main, temp, or an attached name
        self.columns = columns
        self.positions: dict[str, int] = {c.name.lower(): i for i, c in enumerate(columns)}
        self.store: Store | None = None
        self.root = 0
        self.rowid_column = -1  # the INTEGER PRIMARY KEY's index, or -1
        self.rowid_conflict: str | None = None
        self.primary_key: list[IndexColumn] = []
        self.has_rowid = True
        self.is_strict = False
        self.has_autoincrement = False
        self.indexes: list[Index] = []
        self.sql = ""
        self.statistics_rows = -1  # from ANALYZE; -1 unknown


class View:
    """A view: its SELECT, bound anew in each statement that names it."""

    def __init__(self, name: str, schema: str, columns: list[str], select: ast.Select) -> None:
        self.name = name
        self.schema = schema
        self.columns = columns  # the explicit list, or empty
        self.select = select
        self.sql = ""
