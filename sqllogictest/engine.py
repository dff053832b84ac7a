# mypyc: skip
"""What an engine must offer to be tested; subclass `Engine` and write two methods."""

from sqllogictest.rows import Rows

__all__ = ["Engine", "EngineError", "Rows"]


class EngineError(Exception):
    """The engine refused the SQL: a syntax error, a constraint, a missing table.

    `code` is the engine's own name or number for it, if it has one. Any other exception means
    that the engine itself is broken.
    """

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.message, self.code))


class Engine:
    """One connection to one database, at first a fresh and empty one."""

    name = "engine"

    def execute(self, sql: str) -> int | None:
        """Run every statement of `sql`; the number of rows affected, or None if not known.

        Raises EngineError at the first statement that fails.
        """
        raise NotImplementedError

    def query(self, sql: str) -> Rows:
        """Run the first statement of `sql` and fetch its rows.

        Raises EngineError when it cannot be prepared. A fault while stepping is reported in
        `Rows.fault`, with the rows that came before it.
        """
        raise NotImplementedError

    def connect(self, name: str) -> "Engine":
        """Another connection to the same database. Raises EngineError if there can be none."""
        raise EngineError(f"engine {self.name} has no second connection (wanted {name!r})")

    def reopen(self, path: str | None) -> "Engine":
        """Close this database and open it again, or the one at `path` ('' is in memory).

        Raises EngineError if the engine cannot.
        """
        raise EngineError(f"engine {self.name} cannot open a database again")

    def supports(self, feature: str) -> bool:
        """Whether the engine has what DuckDB's `require FEATURE` names."""
        return False

    def close(self) -> None:
        """Free the connection. Nothing is called after it."""
