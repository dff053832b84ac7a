"""What else happens when a row of a table changes: triggers and foreign keys.

`RowEvents` of this module does nothing but change the row; `triggers.TriggerEvents` adds
what there is to do. A program asks `is_active` once and skips the calls when it is False.
"""

from __future__ import annotations

from target_db.dml.writer import TableWriter

Row = tuple[object, ...]


class RowEvents:
    """The events of one table, for one statement. All methods may raise SqlError.

    has_before: BEFORE triggers fire.
    """

    def __init__(self) -> None:
        self.is_active = False
        self.has_before = False

    def prepare_replace(self) -> None:
        """Called once, before any row, where `replace` may be called."""

    def replace(self, writer: TableWriter, rowid: int, row: Row) -> None:
        """Delete a row that stands in the way of one that REPLACEs it."""
        writer.delete_row(rowid, row)

    def before_insert(self, rowid: int, row: Row) -> bool:
        """False: leave the row out (RAISE(IGNORE))."""
        return True

    def storing(self, row: Row) -> None:
        """The row passed all other checks and is about to be stored."""

    def after_insert(self, rowid: int, row: Row) -> None:
        """The row is in."""

    def before_delete(self, rowid: int, row: Row) -> bool:
        """False: leave the row where it is."""
        return True

    def after_delete(self, rowid: int, row: Row) -> None:
        """The row is gone."""

    def before_update(self, old_rowid: int, old_row: Row, rowid: int, row: Row) -> bool:
        """False: leave the row as it is."""
        return True

    def after_update(self, old_rowid: int, old_row: Row, rowid: int, row: Row) -> None:
        """The row is changed."""
