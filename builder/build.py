"""The loop: measure, write orders, have them worked at, merge, again, until every case passes."""

import fcntl
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from builder.agents.team import Team
from builder.cases import SuiteText
from builder.errors import BudgetSpent, BuildUsageError, EngineFault
from builder.gate.gate import Gate
from builder.gate.verdict import Verdict
from builder.intent import has_design, make_design
from builder.measure import Measurement, measure, read_measurement, scratch_store
from builder.merge_queue import WORKTREE, Merged, MergeQueue, Proposal
from builder.new_cases import ask_for_cases
from builder.orders.order import WorkOrder
from builder.orders.renew import renew
from builder.orders.write import clusters_of, hand_out, order_for
from builder.performance import slow_orders
from builder.rules import read_rules
from builder.sandbox.jail import best_jail
from builder.settings import Settings, place_of_state
from builder.shift import POLL, Shift
from builder.state.database import State
from builder.state.journal import Journal
from builder.state.ledger import Ledger
from builder.state.orders import LEASED, MERGED, OPEN, PROPOSED, STUCK, Orders
from builder.workshop import ACCEPTED, REFUSED, Workshop
from builder.worktrees import Repository
from harness.errors import EngineStartError, UsageError

DONE, STOPPED, NO_PROGRESS = "done", "stopped", "no progress"
NEW_CASES = "new cases"
"""The setting with how often the tester was asked."""
SLOW_RUN = "slow run"
"""The setting with the run before the first performance order."""


@dataclass(frozen=True)
class Outcome:
    """How a build ended: DONE (every case passes), STOPPED (a budget) or NO_PROGRESS."""

    state: str
    why: str
    rounds: int
    records: int
    passed: int


class Build:
    """One build. `folder` holds its state, worktrees, results and transcripts.

    Only one process may run it at a time; others may look, note, pause and approve.
    """

    def __init__(
        self, folder: Path, settings: Settings, tell: Callable[[str], None],
        make_team: Callable[..., Team] = Team,
    ) -> None:  # fmt: skip
        self.folder = folder.resolve()
        self.settings = settings
        self.tell = tell
        self.state = State(place_of_state(self.folder))
        self.orders = Orders(self.state)
        self.journal = Journal(self.state)
        self.ledger = Ledger(self.state, settings.whole, settings.each)
        self.store = self.folder / "results.duckdb"
        self.holder = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.round = int(self.state.setting("round", 0))
        self.jail = best_jail(settings.no_sandbox)
        self.repository = Repository.create(Path(settings.repo), self.folder / "worktrees")
        self.team = make_team(
            settings.models, self.jail, self.ledger, settings.command,
            Path(settings.roles) if settings.roles else None, settings.first_wait,
        )  # fmt: skip
        self._equip()
        self.queue = MergeQueue(self.repository, self._measure_in)

    def _equip(self) -> None:
        """What works with the suite: made anew when the suite has grown."""
        settings, shared = self.settings, self.settings.shared_suite
        self.text = SuiteText(settings.suite)
        gate = Gate(
            self.repository, shared, self.text, self.jail, self.folder / "scratch", settings.seed
        )
        self.shop = Workshop(
            self.repository, shared, self.jail, self.ledger, self.team, gate, self.folder,
            settings.lease, self.tell,
        )  # fmt: skip

    def run(self) -> Outcome:
        """Build until every case passes, a budget is spent, or nothing moves any more."""
        with self._alone():
            self._recover()
            self.settings.save(self.state)
            if not has_design(self.shop.repository.folder):
                make_design(self.shop, self.orders, self.settings.prompt)
                self._approved("design")
            head = self.measure_head()
            outcome = self._rounds(head)
            self.state.set("outcome", outcome.state)
            return outcome

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with (self.folder / "lock").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BuildUsageError(f"{self.folder}: this build is running already") from None
            yield

    def _recover(self) -> None:
        """After a kill: what the branch says is merged; what was being done is done again."""
        self.shop.repository.clean()
        merged = self.shop.repository.merged_orders()
        with self.state.transaction():
            self.ledger.close_interrupted()
            for row in self.orders.all(OPEN, LEASED, PROPOSED):
                if row.id in merged:
                    self.orders.settle(row.id, MERGED, merged[row.id])
            self.orders.release_lapsed(self.holder)

    def measure_head(self) -> Measurement:
        """The whole suite on the branch's head; from the store, where it is known."""
        repository = self.shop.repository
        head = repository.head()
        known = self.state.setting(self._run_of(head))
        if known is not None:
            try:
                return read_measurement(self.store, known)
            except UsageError:
                pass
        with repository.worktree(WORKTREE, head) as worktree:
            measurement = self._measure_in(worktree)
        self._remember(head, measurement)
        return measurement

    def _measure_in(self, worktree: Path) -> Measurement:
        rules = read_rules(worktree)
        broken = self.shop.gate.build(worktree, rules)
        if broken is not None:
            raise EngineFault(f"the engine does not build: {broken.feedback}")
        try:
            return measure(self.settings.suite, rules.engine, worktree, self.shop.jail, self.store)
        except EngineStartError as error:
            raise EngineFault(f"the engine does not start: {error.message}") from error

    def _run_of(self, commit: str) -> str:
        """The setting that names the run of a commit with the suite as it is now."""
        return f"run:{commit}:{self.settings.measured_by}"

    def _remember(self, head: str, run: Measurement) -> None:
        with self.state.transaction():
            self.state.set(self._run_of(head), run.run_id)
            self.state.run(
                'INSERT OR REPLACE INTO progress (round, at, "commit", records, passed) '
                "VALUES (?, ?, ?, ?, ?)",
                self.round, time.time(), head, run.records, run.passed,
            )  # fmt: skip

    def _rounds(self, head: Measurement) -> Outcome:
        idle = 0
        while True:
            self._finish_proposals(head)
            head = self.measure_head()
            slow = self._slow(head)
            if head.all_passed and not slow:
                if self._new_cases():
                    continue
                return self._outcome(DONE, "every case passes", head)
            if self.round >= self.settings.rounds:
                return self._outcome(STOPPED, f"{self.round} rounds are over", head)
            spent = self.ledger.exhausted(None)
            if spent:
                return self._outcome(STOPPED, spent, head)
            self.round += 1
            self.state.set("round", self.round)
            self._write_orders(head, slow)
            waiting = self.orders.all(OPEN)
            if not waiting:
                return self._outcome(NO_PROGRESS, "every order that is left is stuck", head)
            self.tell(
                f"round {self.round}: {head.passed} of {head.records} pass, {len(waiting)} orders"
            )
            self._approved(f"round-{self.round}", "orders")
            try:
                Shift(
                    self.shop, self.orders, self.journal, self.settings, self.holder, self.round
                ).work(waiting, head)
            except BudgetSpent as over:
                self._finish_proposals(head)
                return self._outcome(STOPPED, over.message, self.measure_head())
            moved = self._finish_proposals(head)
            idle = 0 if moved else idle + 1
            if idle > self.settings.tries * len(waiting) + 3:
                return self._outcome(NO_PROGRESS, f"{idle} rounds brought nothing", head)

    def _new_cases(self) -> bool:
        """Have the tester write cases, where it still may; whether the suite has grown."""
        times = int(self.state.setting(NEW_CASES, 0))
        if times >= self.settings.new_cases or self.ledger.exhausted(None):
            return False
        folder = ask_for_cases(self.shop, self.text, self.journal, self.round, times + 1)
        with self.state.transaction():
            self.state.set(NEW_CASES, times + 1)
            if folder is None:
                return False
            self.settings.suites.append(str(folder))
            self.settings.save(self.state)
        self._equip()
        return True

    def submit(self, number: int, patch: str, summary: str) -> Verdict:
        """A patch for an order by a person: through the gate and the queue, at once.

        Raises BuildUsageError when there is no such order, or it needs no patch any more.
        """
        with self._alone():
            self._recover()
            row = self.orders.get(number)
            if row is None or row.status not in (OPEN, STUCK):
                state = "no such order" if row is None else f"it is {row.status}"
                raise BuildUsageError(f"order {number} takes no patch: {state}")
            head = self.measure_head()
            base = self.shop.repository.head()
            order = hand_out(row, base, self.ledger, self.journal)
            attempt = self.ledger.begin(number, "person", base)
            verdict = self.shop.judge(order, head, patch, f"{number}-{attempt.number}")
            word = ACCEPTED if verdict.accepted else REFUSED
            gained = len(verdict.gained)
            self.ledger.finish(
                attempt.id, word, verdict.reason, verdict.feedback, summary, patch, gained
            )
            if not verdict.accepted:
                return verdict
            self.orders.settle(number, PROPOSED)
            if self._finish_proposals(head) and self.measure_head().all_passed:
                self.state.set("outcome", DONE)
            judged = self.ledger.attempts(id_=attempt.id)[0]
            return Verdict(judged.reason, judged.feedback, verdict.gained)

    def _outcome(self, state: str, why: str, head: Measurement) -> Outcome:
        self.tell(f"{state}: {why}; {head.passed} of {head.records} pass")
        slow = self.state.setting(SLOW_RUN)
        if slow is not None:
            report = f"dbwright report --store {self.store} --against {slow}"
            self.tell(f"before and after the orders on speed: {report}")
        return Outcome(state, why, self.round, head.records, head.passed)

    def _slow(self, head: Measurement) -> list[WorkOrder]:
        """Orders for what is slow, where performance is asked for and every case passes."""
        if not (self.settings.performance and head.all_passed):
            return []
        shop, commit = self.shop, self.shop.repository.head()
        with (
            shop.repository.worktree(WORKTREE, commit) as worktree,
            scratch_store(self.folder / "scratch", "speed") as store,
        ):
            rules = read_rules(worktree)
            shop.gate.build(worktree, rules)
            orders = slow_orders(
                self.settings.suite, self.text, head, rules, commit, self.folder,
                self.settings.performance,
                lambda names: measure(
                    self.settings.suite, rules.engine, worktree, shop.jail, store, names
                ),
            )  # fmt: skip
        given_up = {row.cause for row in self.orders.all(STUCK)}
        return [order for order in orders if order.cause not in given_up]

    def _write_orders(self, head: Measurement, slow: list[WorkOrder]) -> None:
        """Bring the open orders in line with the clusters of the head, or with what is slow."""
        repository = self.shop.repository
        base, rules = repository.head(), read_rules(repository.folder)
        if head.all_passed:
            fresh = slow
            if self.state.setting(SLOW_RUN) is None:
                self.state.set(SLOW_RUN, head.run_id)
        else:
            fresh = [
                order_for(cluster, cases, self.text, rules, base)
                for cluster, cases in clusters_of(self.store, head)
            ]
        renew(self.orders, self.journal, self.round, fresh, self.settings.orders_a_round)

    def _finish_proposals(self, head: Measurement) -> bool:
        """Merge what is proposed; whether the branch moved."""
        proposals = []
        for row in self.orders.all(PROPOSED):
            accepted = [a for a in self.ledger.attempts(row.id) if a.verdict == ACCEPTED]
            attempt = accepted[-1]
            proposals.append(
                Proposal(row.id, attempt.id, row.title, attempt.summary, attempt.patch)
            )
        if not proposals:
            return False
        self._approved(f"merge-{self.round}", "merge")
        result = self.queue.merge(proposals, head)
        self._book(result)
        return bool(result.merged)

    def _book(self, result: Merged) -> None:
        with self.state.transaction():
            for proposal in result.merged:
                self.orders.settle(proposal.order, MERGED, result.head)
                text = f"merged: {proposal.summary or proposal.title}"
                self.journal.decide(self.round, proposal.order, "merged", text)
            for proposal, verdict in result.returned:
                self.ledger.judge(proposal.attempt, REFUSED, verdict.reason, verdict.feedback)
                self.orders.settle(proposal.order, OPEN)
                text = f"back from the queue: {verdict.reason}: {verdict.feedback[:200]}"
                self.journal.decide(self.round, proposal.order, "turned down", text)
                self.tell(f"order {proposal.order}: {text}")
            if result.merged:
                self._remember(result.head, result.after)
        if result.merged:
            names = ", ".join(str(proposal.order) for proposal in result.merged)
            self.tell(
                f"merged orders {names}: {result.after.passed} of {result.after.records} pass"
            )

    def _approved(self, step: str, kind: str = "") -> None:
        """Wait until a person has approved a step that asks for it."""
        if (kind or step) not in self.settings.approve:
            return
        while not self.journal.ask(step):
            self.tell(f"waiting for approval: dbwright build approve {step}")
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and step in self.journal.waiting():
                time.sleep(POLL)
