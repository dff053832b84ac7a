"""The two cursors that everything above the storage works with."""

from target_db.storage.index_cursor import IndexCursor
from target_db.storage.table_cursor import TableCursor

__all__ = ["IndexCursor", "TableCursor"]
