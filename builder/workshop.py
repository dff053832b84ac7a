"""Everything that one attempt needs, and the attempt itself: worktree, agent, gate, review."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from builder.agents.agent import Assignment
from builder.agents.team import Review, Team
from builder.agents.transcript import TranscriptFile
from builder.agents.workbench import Workbench
from builder.errors import AgentFault, BudgetSpent
from builder.gate.gate import Gate, Subject
from builder.gate.verdict import NO_PATCH, REVIEW, Verdict, refused
from builder.measure import Measurement, Suite
from builder.orders.markdown import to_markdown
from builder.orders.order import DESIGN, PERFORMANCE, WorkOrder
from builder.patch import take_patch
from builder.rules import read_rules
from builder.sandbox.jail import Jail
from builder.state.ledger import Attempt, Ledger
from builder.worktrees import Repository

ACCEPTED, REFUSED = "accepted", "refused"


@dataclass
class Workshop:
    """What attempts share. `tell` hears one line about each step."""

    repository: Repository
    suite: Suite
    jail: Jail
    ledger: Ledger
    team: Team
    gate: Gate
    folder: Path
    lease: float
    tell: Callable[[str], None]

    def attempt(self, order: WorkOrder, before: Measurement) -> tuple[Attempt, Verdict]:
        """One attempt at an order, to its verdict; all of it is in the ledger afterwards.

        Raises BudgetSpent when the whole build's budget does not allow another call.
        """
        role = role_of(order)
        row = self.ledger.begin(order.id, role, order.base)
        transcript = TranscriptFile(
            self.folder / "transcripts" / f"order-{order.id}-attempt-{row.number}.jsonl"
        )
        page = to_markdown(order)
        transcript.head(role, row.number, page)
        summary = patch = ""
        try:
            summary, patch = self._work(order, row, role, page, transcript)
            verdict = self.judge(order, before, patch, f"{order.id}-{row.number}")
            if verdict.accepted:
                review = self.team.review(page, patch, order.id, row.id, row.number, transcript)
                verdict = self._reviewed(verdict, review)
        except BudgetSpent as spent:
            verdict = refused(NO_PATCH, spent.message)
            self._finish(row, verdict, summary, patch, transcript)
            raise
        except AgentFault as fault:
            verdict = refused(NO_PATCH, fault.message)
        self._finish(row, verdict, summary, patch, transcript)
        return self.ledger.attempts(id_=row.id)[0], verdict

    @staticmethod
    def _reviewed(verdict: Verdict, review: Review) -> Verdict:
        return verdict if review.accepted else refused(REVIEW, review.comment)

    def _work(
        self, order: WorkOrder, row: Attempt, role: str, page: str, transcript: TranscriptFile
    ) -> tuple[str, str]:
        """The agent's part: (summary, patch)."""
        agent = self.team.agent(role, order.strategy, order.id, row.id, row.number)
        seconds = min(self.lease, order.budget.get("seconds", self.lease))
        name = f"order-{order.id}-attempt-{row.number}"
        with self.repository.worktree(name, order.base) as worktree:
            bench = Workbench(
                worktree, order, read_rules(worktree), self.suite, self.jail, self.folder,
                time.monotonic() + seconds,
            )  # fmt: skip
            prompt = self.team.prompt(role)
            summary = agent.work(Assignment(role, prompt, page, bench, transcript))
            return summary, take_patch(worktree, order.base).text

    def judge(self, order: WorkOrder, before: Measurement, patch: str, name: str) -> Verdict:
        """What the gate says of a patch for the order."""
        if not patch.strip():
            return refused(NO_PATCH, "nothing was changed in the worktree")
        return self.gate.judge(
            Subject(
                name, order.base, tuple(order.cases), before,
                role="architect" if order.kind == DESIGN else "coder",
                wants_speed=order.kind == PERFORMANCE,
            ),
            patch,
        )  # fmt: skip

    def _finish(
        self, row: Attempt, verdict: Verdict, summary: str, patch: str, transcript: TranscriptFile
    ) -> None:
        word = ACCEPTED if verdict.accepted else REFUSED
        self.ledger.finish(
            row.id, word, verdict.reason, verdict.feedback, summary, patch, len(verdict.gained)
        )
        transcript.end(word, verdict.reason)
        gained = f", {len(verdict.gained)} cases gained" if verdict.accepted else ""
        why = verdict.reason if verdict.reason else "through the gate and the review"
        first = verdict.feedback.splitlines()[0] if verdict.feedback else ""
        told = f": {first}" if first else ""
        self.tell(f"order {row.order}, attempt {row.number}: {word} ({why}{gained}){told}")


def role_of(order: WorkOrder) -> str:
    """Who works at an order."""
    if order.kind == DESIGN or order.strategy == "architect":
        return "architect"
    return "performance" if order.kind == PERFORMANCE else "coder"
