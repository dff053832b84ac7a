"""What every statement is that does its work in one go."""

from __future__ import annotations


class Program:
    """A compiled statement other than SELECT. `run` does everything it does.

    column_names, column_types: of the rows it gives (RETURNING, a PRAGMA), else empty.
    rows: those rows, after `run`.
    is_readonly: it writes to no database.
    manages_transaction: it is BEGIN, COMMIT and the like: no statement is opened around it.
    changed: rows changed so far, of one that counts changes; -1 for all others.
    needs_undo: it can fail after it has changed something, so that a savepoint must be open
        around it when a transaction is.
    """

    def __init__(self) -> None:
        self.column_names: list[str] = []
        self.column_types: list[str | None] = []
        self.rows: list[tuple[object, ...]] = []
        self.is_readonly = False
        self.manages_transaction = False
        self.needs_undo = True
        self.changed = -1

    def run(self) -> None:
        """Do the work. Raises SqlError; the caller undoes what was done before it."""
        raise NotImplementedError

    def take_rows(self) -> list[tuple[object, ...]]:
        """The rows of this run, which the program forgets."""
        rows = self.rows
        self.rows = []
        return rows
