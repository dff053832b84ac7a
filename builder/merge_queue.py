"""The merge queue: proposals onto the branch in batches; a red batch is bisected.

A commit names its order in a trailer. The branch is moved before the state is told, so after
a kill in between the branch says what is merged, and nothing is merged twice.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from builder.gate.gate import newly_failing
from builder.gate.verdict import CONFLICT, REGRESSION, RULE, Verdict, refused
from builder.measure import Measurement
from builder.patch import apply_patch
from builder.rules import breaches, read_rules
from builder.worktrees import ORDER_TRAILER, Repository, git

WORKTREE = "head"
"""Always the same place, so that runs of the branch are runs of the same engine to the store."""


@dataclass(frozen=True)
class Proposal:
    """A patch that passed the gate and the review."""

    order: int
    attempt: int
    title: str
    summary: str
    patch: str


@dataclass
class Merged:
    """What became of a batch. `after` is the measurement of the new head."""

    head: str
    after: Measurement
    merged: list[Proposal] = field(default_factory=list)
    returned: list[tuple[Proposal, Verdict]] = field(default_factory=list)


class MergeQueue:
    """`run` measures the engine in a worktree, as the whole suite."""

    def __init__(self, repository: Repository, run: Callable[[Path], Measurement]) -> None:
        self.repository = repository
        self.run = run

    def merge(self, proposals: list[Proposal], before: Measurement) -> Merged:
        """Merge what can be merged together; the branch is moved, the state is the caller's."""
        base = self.repository.head()
        result = Merged(base, before)
        waiting = list(proposals)
        with self.repository.worktree(WORKTREE, base) as worktree:
            while waiting:
                waiting = self._apply(worktree, base, waiting, result)
                if not waiting:
                    break
                after = self.run(worktree)
                lost = newly_failing(before, after)
                if not lost:
                    tip = git(worktree, "rev-parse", "HEAD").strip()
                    self.repository.advance(tip, base)
                    result.head, result.after, result.merged = tip, after, waiting
                    break
                culprit = self._bisect(worktree, base, waiting, before, result)
                others = [f"order {p.order}" for p in waiting if p is not culprit]
                told = f"{len(lost)} cases fail once it is merged"
                if others:
                    told += " with " + ", ".join(others)
                result.returned.append((culprit, refused(REGRESSION, told)))
                waiting = [proposal for proposal in waiting if proposal is not culprit]
        return result

    def _apply(
        self, worktree: Path, base: str, proposals: list[Proposal], result: Merged
    ) -> list[Proposal]:
        """Commit the proposals one after the other; returns those that could be."""
        git(worktree, "reset", "--quiet", "--hard", base)
        git(worktree, "clean", "-fdq")
        applied: list[Proposal] = []
        for proposal in proposals:
            fault = apply_patch(worktree, proposal.patch)
            reason = CONFLICT
            if fault:
                fault = f"does not apply after {_names(applied) or 'what was merged'}: {fault}"
            else:
                broken = breaches(read_rules(worktree), worktree)
                if broken:
                    reason, fault = RULE, "\n".join(map(str, broken[:5]))
                    git(worktree, "reset", "--quiet", "--hard")
            if fault:
                result.returned.append((proposal, refused(reason, fault)))
                continue
            message = (
                f"{proposal.title}\n\n{proposal.summary}\n\n{ORDER_TRAILER}: {proposal.order}\n"
            )
            git(worktree, "commit", "--quiet", "--allow-empty", "-F", "-", text=message)
            applied.append(proposal)
        return applied

    def _bisect(
        self, worktree: Path, base: str, batch: list[Proposal], before: Measurement, result: Merged
    ) -> Proposal:
        """The proposal with which the batch turns red: the last of its shortest red beginning."""
        low, high = 0, len(batch)
        while high - low > 1:
            middle = (low + high) // 2
            self._apply(worktree, base, batch[:middle], Merged(base, before))
            if newly_failing(before, self.run(worktree)):
                high = middle
            else:
                low = middle
        return batch[high - 1]


def _names(proposals: list[Proposal]) -> str:
    return ", ".join(f"order {proposal.order}" for proposal in proposals)
