"""Duplicate keys: finding them, and resolving them by the conflict clause that holds.

Source: "The ON CONFLICT Clause". The rowid is looked at first and the indexes in their order
(the primary key of a WITHOUT ROWID table has a place in it), but constraints that REPLACE come
last, so that nothing is deleted for a row that another constraint refuses. With an UPSERT, the
constraints that its clauses cover come first, in the order of the clauses.
"""

from __future__ import annotations

from typing import Final

from target_db.dml.index_writer import IndexWriter
from target_db.dml.row_events import RowEvents
from target_db.dml.writer import TableWriter
from target_db.sql.codes import (
    CONFLICT_ABORT,
    CONFLICT_IGNORE,
    CONFLICT_REPLACE,
)

GO_ON: Final = 0
SKIP: Final = 1
UPSERT: Final = 2


class UpsertTargets:
    """Which constraints the clauses of an UPSERT cover.

    order: the indexes in the order in which they are checked; None is the primary key.
    clauses: for each the number of its clause, or -1.
    """

    def __init__(self) -> None:
        self.order: list[IndexWriter | None] = []
        self.clauses: list[int] = []


class ConflictResolver:
    """Decides what happens to a new (version of a) row whose keys `make_keys` has made.

    clause: the number of the UPSERT clause that holds, after `resolve` gave UPSERT.
    """

    def __init__(self, writer: TableWriter, conflict: int, events: RowEvents) -> None:
        self.writer = writer
        self.conflict = conflict
        self.events = events
        table = writer.table
        self.primary_action = conflict or table.rowid_conflict or CONFLICT_ABORT
        # Its REPLACE waits for the other constraints, unless the statement says it for all.
        self.primary_is_last = (
            self.primary_action == CONFLICT_REPLACE
            and conflict != CONFLICT_REPLACE
            and bool(writer.unique_indexes)
        )
        self.targets: UpsertTargets | None = None
        self.clause = -1

    def prepare(self, indexes: list[IndexWriter], check_primary: bool) -> None:
        """Make the events ready to delete rows, if one of the constraints to be checked may
        REPLACE. Raises SqlError where a trigger cannot be compiled."""
        targets = self.targets
        if targets is not None:
            indexes = []
            check_primary = False
            for place, index in enumerate(targets.order):
                if targets.clauses[place] >= 0:
                    continue
                if index is None:
                    check_primary = True
                else:
                    indexes.append(index)
        replaces = check_primary and self.primary_action == CONFLICT_REPLACE
        for index in indexes:
            if (self.conflict or index.conflict) == CONFLICT_REPLACE:
                replaces = True
        if replaces:
            self.events.prepare_replace()

    def resolve(
        self,
        rowid: int,
        row: tuple[object, ...],
        old_rowid: int,
        old_row: tuple[object, ...] | None,
        indexes: list[IndexWriter],
        check_primary: bool,
    ) -> int:
        """GO_ON, SKIP or UPSERT (the row in the way is then the writer's `found_row`).

        `old_row` is the row being updated, which is in nobody's way; None for an INSERT.
        `indexes` are the unique ones whose keys may be new. Raises ConstraintError.
        """
        types_pending = self.writer.is_strict and self.writer.types_wait()
        if self.targets is not None:
            return self.resolve_upsert(rowid, row, self.targets, types_pending)
        primary_pending = check_primary
        for index in indexes:
            if primary_pending and index.follows_primary and not self.primary_is_last:
                primary_pending = False
                verdict = self.resolve_primary(rowid, row)
                if verdict != GO_ON:
                    return verdict
            if types_pending:
                types_pending = False
                self.writer.check_types(row)
            if index.key is None or not index.find_duplicate(index.key):
                continue
            verdict = self.resolve_index(index, rowid, row, old_rowid, old_row)
            if verdict != GO_ON:
                return verdict
        verdict = GO_ON
        if primary_pending:
            verdict = self.resolve_primary(rowid, row)
        if types_pending and verdict == GO_ON:
            self.writer.check_types(row)
        return verdict

    def resolve_primary(self, rowid: int, row: tuple[object, ...]) -> int:
        writer = self.writer
        if not writer.find_again(rowid, row):
            return GO_ON
        action = self.primary_action
        if action == CONFLICT_IGNORE:
            return SKIP
        if action != CONFLICT_REPLACE:
            raise writer.primary_failed(action)
        self.replace(rowid, row)
        return GO_ON

    def resolve_index(
        self,
        index: IndexWriter,
        rowid: int,
        row: tuple[object, ...],
        old_rowid: int,
        old_row: tuple[object, ...] | None,
    ) -> int:
        writer = self.writer
        if old_row is not None and self.entry_is_of(index, old_rowid, old_row):
            return GO_ON
        action = self.conflict or index.conflict or CONFLICT_ABORT
        if action == CONFLICT_IGNORE:
            return SKIP
        if action != CONFLICT_REPLACE:
            raise writer.unique_failed(index, action)
        if writer.find_by_entry(index):
            self.replace(rowid, row)
        return GO_ON

    def entry_is_of(self, index: IndexWriter, rowid: int, row: tuple[object, ...]) -> bool:
        """Whether the index's current entry belongs to the row being updated."""
        entry = index.cursor.key
        if self.writer.has_rowid:
            return entry[-1] == rowid
        other = tuple([entry[place] for place in index.primary_key])
        info = self.writer.table.key_info
        return info.compare(other, self.writer.primary_key(row), info.key_columns) == 0

    def resolve_upsert(
        self,
        rowid: int,
        row: tuple[object, ...],
        targets: UpsertTargets,
        types_pending: bool,
    ) -> int:
        writer = self.writer
        for place, index in enumerate(targets.order):
            clause = targets.clauses[place]
            if index is None:
                if not writer.find_again(rowid, row):
                    continue
                if clause < 0:
                    verdict = self.resolve_primary(rowid, row)
                    if verdict != GO_ON:
                        return verdict
                    continue
            else:
                if types_pending:
                    types_pending = False
                    writer.check_types(row)
                if index.key is None or not index.find_duplicate(index.key):
                    continue
                if clause < 0:
                    verdict = self.resolve_index(index, rowid, row, 0, None)
                    if verdict != GO_ON:
                        return verdict
                    continue
                writer.find_by_entry(index)
            self.clause = clause
            return UPSERT
        if types_pending:
            writer.check_types(row)
        return GO_ON

    def replace(self, rowid: int, row: tuple[object, ...]) -> None:
        """Delete the writer's `found_row`, which is in the way of the new row."""
        writer = self.writer
        found_rowid = writer.found_rowid
        found_row = writer.found_row
        self.events.replace(writer, found_rowid, found_row)
        writer.make_keys(rowid, row)
