"""Work orders in the state: their life from open to merged, and who holds them.

open -> leased -> proposed -> merged
         |  ^        |
         v  |        v
        open  <---- open (turned down in the queue)       ... or stuck, or withdrawn
"""

import json
import time
from dataclasses import dataclass
from typing import Any

from builder.state.database import State

OPEN, LEASED, PROPOSED, MERGED, STUCK, WITHDRAWN = (
    "open", "leased", "proposed", "merged", "stuck", "withdrawn",
)  # fmt: skip


@dataclass(frozen=True)
class OrderRow:
    """An order as the state has it; `body` is the WorkOrder as JSON."""

    id: int
    round: int
    kind: str
    cause: str
    title: str
    body: dict[str, Any]
    status: str
    strategy: str
    holder: str | None
    lease_until: float | None
    merged_commit: str | None


_COLUMNS = (
    "id, round, kind, cause, title, body, status, strategy, holder, lease_until, merged_commit"
)


def _row(row: tuple[Any, ...]) -> OrderRow:
    return OrderRow(*(*row[:5], json.loads(row[5]), *row[6:]))


class Orders:
    """The table of orders."""

    def __init__(self, state: State) -> None:
        self.state = state

    def add(
        self, round_: int, kind: str, cause: str, title: str, body: dict[str, Any], strategy: str
    ) -> int | None:
        """A new open order; None where its cause is claimed already. Returns its number."""
        with self.state.transaction():
            if self.state.value(
                "SELECT 1 FROM orders WHERE cause = ? AND status IN (?, ?, ?)",
                cause, OPEN, LEASED, PROPOSED,
            ):  # fmt: skip
                return None
            return self.state.run(
                f"INSERT INTO orders ({_COLUMNS}) VALUES (NULL,?,?,?,?,?,?,?,NULL,NULL,NULL)",
                round_, kind, cause, title, json.dumps(body), OPEN, strategy,
            )  # fmt: skip

    def all(self, *statuses: str) -> list[OrderRow]:
        """The orders of these statuses (of every status, if none is named), by number."""
        marks = ",".join("?" * len(statuses))
        where = f"WHERE status IN ({marks})" if statuses else ""
        found = self.state.rows(f"SELECT {_COLUMNS} FROM orders {where} ORDER BY id", *statuses)
        return [_row(row) for row in found]

    def get(self, order: int) -> OrderRow | None:
        found = self.state.rows(f"SELECT {_COLUMNS} FROM orders WHERE id = ?", order)
        return _row(found[0]) if found else None

    def lease(self, order: int, holder: str, seconds: float) -> bool:
        """Claim an open order for `holder`; False when someone else was quicker."""
        with self.state.transaction():
            if self.state.value("SELECT status FROM orders WHERE id = ?", order) != OPEN:
                return False
            self.state.run(
                "UPDATE orders SET status = ?, holder = ?, lease_until = ? WHERE id = ?",
                LEASED, holder, time.time() + seconds, order,
            )  # fmt: skip
            return True

    def settle(self, order: int, status: str, commit: str | None = None) -> None:
        """Give the order its next status; the lease ends."""
        self.state.run(
            """UPDATE orders SET status = ?, holder = NULL, lease_until = NULL,
               merged_commit = coalesce(?, merged_commit) WHERE id = ?""",
            status, commit, order,
        )  # fmt: skip

    def change(self, order: int, body: dict[str, Any], strategy: str) -> None:
        """Write the order anew, with another strategy for the next attempt."""
        self.state.run(
            "UPDATE orders SET body = ?, strategy = ? WHERE id = ?",
            json.dumps(body), strategy, order,
        )  # fmt: skip

    def release_lapsed(self, holder: str) -> list[int]:
        """Open again what nobody works at: leases that ran out, or of an earlier process.

        `holder` is the process that asks; its own leases stay until they lapse.
        """
        with self.state.transaction():
            lapsed = [
                row[0]
                for row in self.state.rows(
                    "SELECT id FROM orders WHERE status = ? AND (holder <> ? OR lease_until < ?)",
                    LEASED,
                    holder,
                    time.time(),
                )
            ]
            for order in lapsed:
                self.settle(order, OPEN)
            return lapsed
