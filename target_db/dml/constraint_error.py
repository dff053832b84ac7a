"""The error of a broken constraint, and what is to be undone because of it."""

from __future__ import annotations

from target_db.errors import CONSTRAINT, SqlError
from target_db.sql.codes import CONFLICT_ABORT


class ConstraintError(SqlError):
    """A constraint failed. `action` is CONFLICT_ABORT (undo the statement), CONFLICT_FAIL (keep
    what it did before) or CONFLICT_ROLLBACK (undo the whole transaction)."""

    def __init__(self, message: str, code: int = CONSTRAINT, action: int = CONFLICT_ABORT) -> None:
        super().__init__(message, code)
        self.action = action
