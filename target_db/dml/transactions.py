"""Transactions over all stores of a session: autocommit, BEGIN, savepoints, statement undo.

Every store that a transaction has written to holds the same number of open savepoints, the
named ones and those of running statements alike, so a savepoint's place in `marks` is its
level in each store. A store joins when it is first written.
"""

from __future__ import annotations

from target_db.errors import CONSTRAINT_FOREIGNKEY, SqlError
from target_db.storage.database import Store
from target_db.storage.super_journal import commit_together


class Mark:
    """An open savepoint: its lower-case name (None for a statement's own), and the state that
    rolling back to it restores."""

    def __init__(self, name: str | None, deferred: int, postponed: int, version: int) -> None:
        self.name = name
        self.deferred_violations = deferred
        self.postponed_violations = postponed
        self.version = version  # the catalogue's


class Transactions:
    """The transaction state of one session.

    autocommit: no BEGIN or outermost SAVEPOINT is open.
    writers: the stores with an open write transaction, in the order in which they joined.
    statement_violations: rows that break an immediate foreign key at this point of a statement.
    deferred_violations: rows that break a deferred foreign key now; COMMIT needs zero.
    postponed_violations: those of them counted while PRAGMA defer_foreign_keys was on.
    """

    def __init__(self) -> None:
        self.autocommit = True
        self.writers: list[Store] = []
        self.marks: list[Mark] = []
        self.opened_by_savepoint = False
        self.deferred_violations = 0
        self.postponed_violations = 0
        self.statement_violations = 0
        self.defer_foreign_keys = False
        # The catalogue's version when the transaction began, and whether it must be read
        # again because a rollback undid changes to the schema.
        self.catalog_version = 0
        self.start_version = 0
        self.schema_is_stale = False

    def mark(self, name: str | None) -> Mark:
        """A mark of the state now."""
        return Mark(name, self.deferred_violations, self.postponed_violations, self.catalog_version)

    def defer_violations(self, count: int) -> None:
        """Count rows that break a key which must hold at COMMIT."""
        self.deferred_violations += count
        if self.defer_foreign_keys:
            self.postponed_violations += count

    def postpone_foreign_keys(self, enable: bool) -> None:
        """PRAGMA defer_foreign_keys. Switching it off forgets what it has postponed."""
        self.defer_foreign_keys = enable
        if not enable:
            self.deferred_violations -= self.postponed_violations
            self.postponed_violations = 0

    def join(self, store: Store) -> None:
        """Make sure that `store` can be written in this transaction."""
        if store.in_write:
            return
        if not self.writers and self.autocommit:
            self.start_version = self.catalog_version
        store.begin(True)
        self.writers.append(store)
        for _ in self.marks:
            store.savepoint()

    def join_unlogged(self, store: Store) -> None:
        """The same for a statement that does not fail once it has changed something: outside a
        transaction nothing is kept to undo it."""
        if store.in_write:
            return
        if not self.autocommit or self.marks:
            self.join(store)
            return
        self.start_version = self.catalog_version
        store.begin_unlogged()
        self.writers.append(store)

    # Statements

    def open_statement(self) -> int:
        """Begin the part of a transaction that one statement may undo; returns its level."""
        self.marks.append(self.mark(None))
        for store in self.writers:
            store.savepoint()
        return len(self.marks)

    def close_statement(self, level: int) -> None:
        """End it and keep its changes."""
        self.release_level(level)

    def undo_statement(self, level: int) -> None:
        """End it and undo its changes."""
        self.roll_back_level(level)
        self.release_level(level)

    def release_level(self, level: int) -> None:
        for store in self.writers:
            store.release(level)
        del self.marks[level - 1 :]

    def roll_back_level(self, level: int) -> None:
        for store in self.writers:
            store.rollback_to(level)
        mark = self.marks[level - 1]
        self.deferred_violations = mark.deferred_violations
        self.postponed_violations = mark.postponed_violations
        if mark.version != self.catalog_version:
            self.schema_is_stale = True
        del self.marks[level:]

    # The SQL commands

    def begin(self) -> None:
        """BEGIN. Raises SqlError when a transaction is open."""
        if not self.autocommit:
            raise SqlError("cannot start a transaction within a transaction")
        self.autocommit = False
        self.opened_by_savepoint = False
        self.start_version = self.catalog_version

    def commit(self) -> None:
        """COMMIT, or the end of a statement in autocommit mode. A deferred foreign key that is
        broken raises SqlError and leaves the transaction open."""
        if self.deferred_violations > 0:
            raise SqlError("FOREIGN KEY constraint failed", CONSTRAINT_FOREIGNKEY)
        self.commit_writers()
        self.finish()

    def commit_writers(self) -> None:
        """Commit all stores or none. When it raises (BUSY), all are still in their transactions."""
        writers = self.writers
        if len(writers) == 1:
            writers[0].commit()
        else:
            commit_together(writers)

    def rollback(self) -> None:
        """Undo the whole transaction."""
        for store in self.writers:
            store.rollback()
        if self.start_version != self.catalog_version:
            self.schema_is_stale = True
        self.finish()

    def finish(self) -> None:
        self.writers.clear()
        self.marks.clear()
        self.autocommit = True
        self.opened_by_savepoint = False
        self.deferred_violations = 0
        self.postponed_violations = 0
        self.defer_foreign_keys = False

    def end_autocommit(self) -> None:
        """Commit what one statement did outside a transaction."""
        if self.deferred_violations > 0:
            self.rollback()
            raise SqlError("FOREIGN KEY constraint failed", CONSTRAINT_FOREIGNKEY)
        try:
            self.commit_writers()
        except SqlError:
            self.rollback()
            raise
        self.writers.clear()

    def savepoint(self, name: str) -> None:
        """SAVEPOINT; outside a transaction it begins one."""
        if self.autocommit:
            self.autocommit = False
            self.opened_by_savepoint = True
            self.start_version = self.catalog_version
        self.marks.append(self.mark(name.lower()))
        for store in self.writers:
            store.savepoint()

    def find(self, name: str) -> int:
        """The level of the innermost savepoint of that name. Raises SqlError."""
        key = name.lower()
        for place in range(len(self.marks) - 1, -1, -1):
            if self.marks[place].name == key:
                return place + 1
        raise SqlError(f"no such savepoint: {name}")

    def release(self, name: str) -> None:
        """RELEASE; of the outermost savepoint that began the transaction it is a COMMIT."""
        level = self.find(name)
        if level == 1 and self.opened_by_savepoint:
            self.commit()
            return
        self.release_level(level)

    def rollback_to(self, name: str) -> None:
        """ROLLBACK TO: undo what came after the savepoint, which stays open."""
        self.roll_back_level(self.find(name))
