"""Every attempt and every model call, with tokens and money; and the budgets they keep.

A call is *reserved* before it is made, at the most it can cost, and *settled* afterwards at
what it did cost. A reservation that would go over a budget is refused, so that parallel
agents cannot overdraw together. A reservation that a kill left behind is settled in full at
the next start: the provider may have charged it.
"""

import time
from dataclasses import dataclass
from typing import Any

from builder.errors import BudgetSpent
from builder.state.database import State

RUNNING, INTERRUPTED = "running", "interrupted"


@dataclass(frozen=True)
class Budget:
    """Limits, for one order or for the whole build; 0 is no limit.

    `tokens` counts both directions, `money` is in the currency of the price table,
    `seconds` is agents' time, `attempts` counts attempts at orders.
    """

    tokens: int = 0
    money: float = 0.0
    seconds: float = 0.0
    attempts: int = 0


@dataclass(frozen=True)
class Spent:
    """What calls and attempts have used so far, open reservations included."""

    tokens_in: int
    tokens_out: int
    money: float
    seconds: float
    attempts: int
    calls: int

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out


@dataclass(frozen=True)
class Usage:
    """Tokens of one call; `estimated` where the endpoint told nothing."""

    tokens_in: int
    tokens_out: int
    estimated: bool = False


@dataclass(frozen=True)
class Attempt:
    """One attempt at an order, as the ledger has it."""

    id: int
    order: int
    number: int
    agent: str
    base: str
    started: float
    seconds: float | None
    verdict: str
    reason: str
    feedback: str
    summary: str
    patch: str
    gained: int


_ATTEMPT = (
    'id, "order", number, agent, base, started, seconds, verdict, reason, feedback, summary, '
    "patch, gained"
)


class Ledger:
    """Attempts, calls and budgets. `whole` is the build's budget, `each` that of one order."""

    def __init__(self, state: State, whole: Budget, each: Budget) -> None:
        self.state = state
        self.whole = whole
        self.each = each

    def spent(self, order: int | None = None) -> Spent:
        """What the build, or one order, has used."""
        calls = self.state.rows(
            """SELECT total(tokens_in), total(tokens_out), total(cost), count(*) FROM calls
               WHERE ? IS NULL OR "order" = ?""",
            order, order,
        )[0]  # fmt: skip
        attempts = self.state.rows(
            """SELECT count(*), total(coalesce(seconds, ? - started)) FROM attempts
               WHERE ? IS NULL OR "order" = ?""",
            time.time(), order, order,
        )[0]  # fmt: skip
        return Spent(int(calls[0]), int(calls[1]), calls[2], attempts[1], attempts[0], calls[3])

    def exhausted(self, order: int | None) -> str:
        """Why no attempt may begin at `order` any more; '' when one may."""
        for budget, spent, whose in (
            (self.whole, self.spent(), "the build's"),
            (self.each, self.spent(order), "the order's"),
        ):
            for name in ("tokens", "money", "seconds", "attempts"):
                limit, used = getattr(budget, name), getattr(spent, name)
                if limit and used >= limit:
                    return f"{whose} budget of {limit:g} {name} is spent"
            if order is None:
                break
        return ""

    def begin(self, order: int, agent: str, base: str) -> Attempt:
        """Write down that an attempt starts from commit `base`."""
        with self.state.transaction():
            number = 1 + int(
                self.state.value('SELECT count(*) FROM attempts WHERE "order" = ?', order)
            )
            row = self.state.run(
                """INSERT INTO attempts ("order", number, agent, base, started, verdict)
                   VALUES (?, ?, ?, ?, ?, ?)""",
                order, number, agent, base, time.time(), RUNNING,
            )  # fmt: skip
        return self.attempts(id_=row)[0]

    def finish(
        self, attempt: int, verdict: str, reason: str = "", feedback: str = "",
        summary: str = "", patch: str = "", gained: int = 0,
    ) -> None:  # fmt: skip
        """Write down how an attempt ended; `gained` is the cases that newly pass."""
        self.state.run(
            """UPDATE attempts SET verdict = ?, reason = ?, feedback = ?, summary = ?, patch = ?,
               gained = ?, seconds = coalesce(seconds, ? - started) WHERE id = ?""",
            verdict, reason, feedback, summary, patch, gained, time.time(), attempt,
        )  # fmt: skip

    def judge(self, attempt: int, verdict: str, reason: str, feedback: str) -> None:
        """Another verdict on a finished attempt: the review's, or the queue's."""
        self.state.run(
            "UPDATE attempts SET verdict = ?, reason = ?, feedback = ? WHERE id = ?",
            verdict, reason, feedback, attempt,
        )  # fmt: skip

    def attempts(self, order: int | None = None, id_: int | None = None) -> list[Attempt]:
        found = self.state.rows(
            f"""SELECT {_ATTEMPT} FROM attempts WHERE (?1 IS NULL OR "order" = ?1)
                AND (?2 IS NULL OR id = ?2) ORDER BY id""",
            order, id_,
        )  # fmt: skip
        return [Attempt(*row) for row in found]

    def reserve(
        self, attempt: int | None, order: int | None, role: str, model: str, most: Usage,
        cost: float,
    ) -> int:  # fmt: skip
        """Set aside what a call may use at most; raises BudgetSpent. Returns the call's number.

        A budget never spent into is open to one call even if that call's most is beyond it.
        """
        with self.state.transaction():
            for budget, spent, whole in (
                (self.whole, self.spent(), True),
                (self.each, self.spent(order), False),
            ):
                if not whole and order is None:
                    continue
                wanted = most.tokens_in + most.tokens_out
                over_tokens = (
                    budget.tokens and spent.tokens and (spent.tokens + wanted > budget.tokens)
                )
                over_money = budget.money and spent.money and spent.money + cost > budget.money
                if over_tokens or over_money:
                    what = f"{budget.tokens} tokens" if over_tokens else f"{budget.money:g} money"
                    whose = "the build's" if whole else f"order {order}'s"
                    raise BudgetSpent(f"{whose} budget of {what} does not allow the call", whole)
            return self.state.run(
                """INSERT INTO calls (attempt, "order", role, model, state, tokens_in, tokens_out,
                   estimated, cost, started) VALUES (?, ?, ?, ?, 'reserved', ?, ?, 1, ?, ?)""",
                attempt, order, role, model, most.tokens_in, most.tokens_out, cost, time.time(),
            )  # fmt: skip

    def settle(self, call: int, usage: Usage, cost: float) -> None:
        """Replace a reservation by what the call really used."""
        self.state.run(
            """UPDATE calls SET state = 'settled', tokens_in = ?, tokens_out = ?, estimated = ?,
               cost = ?, seconds = ? - started WHERE id = ?""",
            usage.tokens_in, usage.tokens_out, int(usage.estimated), cost, time.time(), call,
        )  # fmt: skip

    def close_interrupted(self) -> list[int]:
        """After a kill: attempts that ran are interrupted, open reservations stay charged.

        Returns the numbers of those attempts.
        """
        with self.state.transaction():
            self.state.run("UPDATE calls SET state = 'settled' WHERE state = 'reserved'")
            found = [
                row[0]
                for row in self.state.rows("SELECT id FROM attempts WHERE verdict = ?", RUNNING)
            ]
            for attempt in found:
                self.finish(attempt, INTERRUPTED, "the orchestrator ended")
            return found

    def by_model(self) -> list[dict[str, Any]]:
        """Sums for each role and model, for the report."""
        names = ("role", "model", "calls", "tokens_in", "tokens_out", "cost", "estimated")
        found = self.state.rows(
            """SELECT role, model, count(*), sum(tokens_in), sum(tokens_out), sum(cost),
               sum(estimated) FROM calls GROUP BY role, model ORDER BY role, model"""
        )
        return [dict(zip(names, row, strict=True)) for row in found]
