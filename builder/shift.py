"""One round's attempts: agents side by side at the open orders, each order leased to one."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from builder.agents.team import LARGER
from builder.errors import BudgetSpent
from builder.gate.verdict import Verdict
from builder.measure import Measurement
from builder.orders.order import WorkOrder
from builder.orders.write import design_order, hand_out
from builder.settings import PAUSED, Settings
from builder.state.journal import Journal
from builder.state.ledger import Attempt
from builder.state.orders import OPEN, PROPOSED, STUCK, OrderRow, Orders
from builder.strategy import ARCHITECT, GIVE_UP, SPLIT, next_strategy, split
from builder.workshop import Workshop

POLL = 0.5


@dataclass(frozen=True)
class Shift:
    """Who works, at what, and for whom: `holder` has the leases."""

    shop: Workshop
    orders: Orders
    journal: Journal
    settings: Settings
    holder: str
    round: int

    def work(self, waiting: list[OrderRow], head: Measurement) -> None:
        """Have the open orders worked at side by side. Raises the first BuildError."""
        base = self.shop.repository.head()
        stop = threading.Event()
        with ThreadPoolExecutor(self.settings.agents, "agent") as pool:
            futures = [pool.submit(self._work_at, row.id, base, head, stop) for row in waiting]
            fault: BaseException | None = None
            for future in futures:
                try:
                    future.result()
                except BaseException as error:
                    stop.set()
                    fault = fault or error
        if fault is not None:
            raise fault

    def _work_at(self, number: int, base: str, head: Measurement, stop: threading.Event) -> None:
        """Attempts at one order until it is proposed or this round's tries are used up."""
        for _ in range(self.settings.tries):
            self._wait_while_paused()
            if stop.is_set() or not self.orders.lease(number, self.holder, self.settings.lease):
                return
            row = self.orders.get(number)
            assert row is not None
            spent = self.shop.ledger.exhausted(number)
            if spent:
                self.orders.settle(number, OPEN if "build" in spent else STUCK)
                self.journal.decide(self.round, number, "budget", spent)
                return
            order = hand_out(row, base, self.shop.ledger, self.journal)
            try:
                attempt, verdict = self.shop.attempt(order, head)
            except BudgetSpent as over:
                self.orders.settle(number, OPEN if over.whole else STUCK)
                if over.whole:
                    raise
                self.journal.decide(self.round, number, "budget", over.message)
                return
            except BaseException:
                self.orders.settle(number, OPEN)
                raise
            if verdict.accepted:
                self.orders.settle(number, PROPOSED)
                return
            self._turned_down(row, attempt, verdict)

    def _turned_down(self, row: OrderRow, attempt: Attempt, verdict: Verdict) -> None:
        """Note the reason; open the order again, perhaps with another strategy."""
        order = WorkOrder.from_json(row.body)
        order.id, order.strategy = row.id, row.strategy
        larger = LARGER in self.settings.models
        strategy, why = next_strategy(order, self.shop.ledger.attempts(row.id), larger)
        first = verdict.feedback.splitlines()[0] if verdict.feedback else ""
        with self.orders.state.transaction():
            self.journal.decide(
                self.round, row.id, "turned down",
                f"attempt {attempt.number}: {verdict.reason}: {first}",
            )  # fmt: skip
            self.orders.settle(row.id, STUCK if strategy == GIVE_UP else OPEN)
            if strategy == row.strategy:
                return
            self.journal.decide(self.round, row.id, "strategy", f"{strategy}: {why}")
            if strategy == SPLIT:
                order = split(order)
            elif strategy == ARCHITECT:
                order = design_order(order, why)
                order.cause = row.cause
            if strategy != GIVE_UP:
                self.orders.change(row.id, order.as_json(), strategy)

    def _wait_while_paused(self) -> None:
        while self.orders.state.setting(PAUSED, False):
            time.sleep(POLL)
