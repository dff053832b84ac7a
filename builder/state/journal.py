"""Decisions, notes and approvals: what people and later orders read."""

import time
from dataclasses import dataclass

from builder.state.database import State


@dataclass(frozen=True)
class Decision:
    """One line of the decision log. `order` is None for the build as a whole."""

    at: float
    round: int
    order: int | None
    kind: str
    text: str


class Journal:
    """The decision log, people's notes on orders, and the steps that wait for a person."""

    def __init__(self, state: State) -> None:
        self.state = state

    def decide(self, round_: int, order: int | None, kind: str, text: str) -> None:
        self.state.run(
            'INSERT INTO decisions (at, round, "order", kind, text) VALUES (?, ?, ?, ?, ?)',
            time.time(), round_, order, kind, text,
        )  # fmt: skip

    def decisions(self, order: int | None = None) -> list[Decision]:
        """All decisions, or those about one order, the oldest first."""
        found = self.state.rows(
            """SELECT at, round, "order", kind, text FROM decisions
               WHERE ? IS NULL OR "order" = ? ORDER BY id""",
            order, order,
        )  # fmt: skip
        return [Decision(*row) for row in found]

    def note(self, order: int, text: str) -> None:
        """Something a person wants the next attempt at `order` to know."""
        self.state.run(
            'INSERT INTO notes ("order", at, text) VALUES (?, ?, ?)', order, time.time(), text
        )

    def notes(self, order: int) -> list[str]:
        found = self.state.rows('SELECT text FROM notes WHERE "order" = ? ORDER BY id', order)
        return [row[0] for row in found]

    def ask(self, step: str) -> bool:
        """Whether `step` may be taken; asks for it if nobody has yet."""
        self.state.run(
            "INSERT OR IGNORE INTO approvals (step, asked) VALUES (?, ?)", step, time.time()
        )
        granted = self.state.value("SELECT granted FROM approvals WHERE step = ?", step)
        return granted is not None

    def grant(self, step: str) -> bool:
        """Approve a step; False where nobody asked for it."""
        with self.state.transaction():
            if self.state.value("SELECT 1 FROM approvals WHERE step = ?", step) is None:
                return False
            self.state.run("UPDATE approvals SET granted = ? WHERE step = ?", time.time(), step)
            return True

    def waiting(self) -> list[str]:
        """Steps that were asked for and not approved."""
        found = self.state.rows("SELECT step FROM approvals WHERE granted IS NULL ORDER BY asked")
        return [row[0] for row in found]
