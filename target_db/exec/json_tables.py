"""The table-valued functions json_each and json_tree."""

from mypy_extensions import i64

from target_db.exec.table_function import RowStream, TableFunction
from target_db.functions.json.tables import (
    COLUMNS,
    HIDDEN_COLUMNS,
    json_each,
    json_tree,
    tight_walk,
)
from target_db.functions.json.tight_walk import TightWalk


class JsonRows(RowStream):
    """The rows of one call."""

    def __init__(self, rows: list[tuple[object, ...]]) -> None:
        super().__init__()
        self.rowid = -1  # SQLite counts these rows from 0
        self.rows = rows

    def step(self) -> bool:
        self.rowid += 1
        if self.rowid >= len(self.rows):
            return False
        self.row = self.rows[self.rowid]
        return True


class TightRows(RowStream):
    """The rows of a walk over tight text."""

    def __init__(self, walk: TightWalk) -> None:
        super().__init__()
        self.rowid = -1
        self.walk = walk

    def step(self) -> bool:
        if not self.walk.advance():
            return False
        self.row = self.walk.row
        self.rowid += 1
        return True


class JsonTable(TableFunction):
    """json_each(json, root), or json_tree when `recursive`."""

    def __init__(self, name: str, recursive: bool) -> None:
        super().__init__(name, list(COLUMNS), list(HIDDEN_COLUMNS))
        self.recursive = recursive

    def start(self, args: list[object], columns: i64) -> RowStream:
        walk = tight_walk(args, self.recursive, columns)
        if walk is not None:
            return TightRows(walk)
        return JsonRows(json_tree(args) if self.recursive else json_each(args))


def json_tables() -> list[TableFunction]:
    """Both of them."""
    return [JsonTable("json_each", False), JsonTable("json_tree", True)]
