"""The passes, in order, each with a count of what it tried and what it took.

The order is from what takes most away to what takes least: statements, rows and columns of the
setup, then the query's clauses, tables and lists, its expressions, its literals, and at last
single tokens. When all have run and anything changed, they run again.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from harness.reduce import setup, token, tree
from harness.reduce.candidate import Candidate
from harness.reduce.probe import OutOfTime, Probe

Try = Callable[[Candidate], bool]
Pass = Callable[[Candidate, "State"], None]


@dataclass
class Count:
    """What one pass did: candidates tried, and how many of them were taken."""

    tried: int = 0
    taken: int = 0


class State:
    """The simplest candidate so far, and `offer` to make it simpler."""

    def __init__(self, probe: Probe, candidate: Candidate) -> None:
        self.probe = probe
        self.best = candidate
        self.counts: dict[str, Count] = {}
        self.current = ""

    def offer(self, candidate: Candidate) -> bool:
        """Take the candidate if it is simpler and still fails. Raises OutOfTime."""
        if candidate.size >= self.best.size:
            return False
        return self.force(candidate)

    def force(self, candidate: Candidate) -> bool:
        """Take the candidate if it still fails, simpler or not."""
        count = self.counts.setdefault(self.current, Count())
        count.tried += 1
        settled = self.probe.settle(candidate)
        if settled is None:
            return False
        self.best = settled
        count.taken += 1
        return True


PASSES: tuple[tuple[str, Callable[[State], None]], ...] = (
    ("drop statements", setup.drop_statements),
    ("join inserts", setup.join_inserts),
    ("drop rows", setup.drop_rows),
    ("drop set operations", tree.drop_set_operations),
    ("drop tables", tree.drop_tables),
    ("drop clauses", tree.drop_clauses),
    ("lift subqueries", tree.lift_subqueries),
    ("drop list items", tree.drop_list_items),
    ("drop terms", tree.drop_terms),
    ("unwrap expressions", tree.unwrap_expressions),
    ("expressions to literals", tree.expressions_to_literals),
    ("drop columns", setup.drop_columns),
    ("drop constraints", setup.drop_constraints),
    ("simplify literals", tree.simplify_literals),
    ("simplify stored values", setup.simplify_values),
    ("drop tokens", token.drop_tokens),
    ("drop tokens of the setup", token.drop_setup_tokens),
)
RECORDS_ONLY = ("drop statements",)
"""The passes that keep the query and its data: all that is left where SQLite disagrees too."""


@dataclass
class Reduced:
    """The outcome. `expected` is what SQLite answers (or the suite demands) for the query.

    `finished` is false when the time ran out first; `seconds` is what it took.
    """

    first: Candidate
    candidate: Candidate
    expected: list[str]
    counts: dict[str, Count]
    tried: int
    seconds: float
    finished: bool


def reduce(probe: Probe, candidate: Candidate) -> Reduced:
    """Make the candidate, which must fail, as simple as the passes can. Raises NotFailing."""
    began = time.monotonic()
    first = candidate = probe.learn(candidate)
    state = State(probe, candidate)
    finished = True
    try:
        while True:
            before = state.best
            for name, run in PASSES:
                if probe.fixed is None or name in RECORDS_ONLY:
                    state.current = name
                    run(state)
            if state.best == before:
                break
    except OutOfTime:
        finished = False
    return Reduced(
        first,
        state.best,
        probe.expected.get(state.best, []),
        state.counts,
        probe.tried,
        time.monotonic() - began,
        finished,
    )
