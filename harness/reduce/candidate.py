"""A smaller case that might still fail."""

from dataclasses import dataclass, replace

from harness.clusters.words import tokens
from sqllogictest.records import (
    ERROR,
    OK,
    ROWSORT,
    UNCONDITIONAL,
    HashThreshold,
    Query,
    Record,
    Statement,
)

QUERY = "query"


@dataclass(frozen=True)
class Candidate:
    """Statements that set up, and the one record that fails.

    `kind` is QUERY, or what a statement must do: OK or ERROR. `types` and `sort_mode` belong to
    a query.
    """

    setup: tuple[str, ...]
    sql: str
    kind: str
    types: str = ""
    sort_mode: str = ""

    def with_sql(self, sql: str) -> "Candidate":
        return replace(self, sql=sql)

    def with_setup(self, setup: tuple[str, ...]) -> "Candidate":
        return replace(self, setup=setup)

    def with_types(self, columns: int) -> "Candidate":
        """The same with a type for each of so many columns; what is not known is text."""
        return replace(self, types=(self.types + "T" * columns)[:columns])

    def records(self, expected: list[str]) -> list[Record]:
        """The records to run; no result is hashed. `expected` is for a query."""
        made: list[Record] = [HashThreshold("", 0, 0, UNCONDITIONAL, 0)]
        made += [Statement("", 0, 0, UNCONDITIONAL, sql, OK) for sql in self.setup]
        if self.kind == QUERY:
            made.append(
                Query(
                    "", 0, 0, UNCONDITIONAL, self.sql, self.types, self.sort_mode or ROWSORT, "",
                    "\n".join(expected),
                )
            )  # fmt: skip
        else:
            made.append(Statement("", 0, 0, UNCONDITIONAL, self.sql, self.kind))
        return made

    @property
    def size(self) -> tuple[int, int, int, int, int]:
        """How simple it is: statements, tokens of the query, tokens of the setup, characters."""
        return (
            len(self.setup),
            token_count(self.sql),
            sum(map(token_count, self.setup)),
            len(self.sql) + sum(map(len, self.setup)),
            sum(character.isalnum() and character != "0" for character in self.sql),
        )


def token_count(sql: str) -> int:
    """The tokens of an SQL text, comments left out."""
    return len(tokens(sql))


__all__ = ["ERROR", "OK", "QUERY", "Candidate", "token_count"]
