"""A program that takes the engine's process with it, and the statements of it that do."""

import time
from dataclasses import dataclass

from harness.clusters.frames import frames, last_words
from harness.reduce.minimise import minimise
from harness.reduce.token import join, raw_tokens
from harness.replay.replayer import Replayed, Replayer
from sqllogictest.records import MAYBE, UNCONDITIONAL, Statement
from sqllogictest.verdicts import CRASHED, TIMED_OUT

MOST_SECONDS = 60.0
STATEMENT_SECONDS = 10.0
"""After which a statement hangs."""


@dataclass(frozen=True)
class Death:
    """How the engine ended, in a few words, and the statements that bring it about."""

    how: str
    statements: list[str]


def find_death(engine: str, statements: list[str]) -> Death | None:
    """Run the statements again in a process of their own, and make the program small.

    None when the engine survives them. Raises EngineStartError.
    """
    with Replayer(engine, timeout=STATEMENT_SECONDS) as replayer:
        outcomes = replayer.run(records(statements))
        for place, outcome in enumerate(outcomes):
            if outcome.verdict in (CRASHED, TIMED_OUT):
                shortened = Shortener(replayer, outcome.verdict).shorten(statements[: place + 1])
                return Death(how_it_died(outcome), shortened)
    return None


def records(statements: list[str]) -> list[Statement]:
    """The statements as records of a suite file, each of which may fail."""
    return [Statement("", 0, 0, UNCONDITIONAL, sql, MAYBE) for sql in statements]


def how_it_died(outcome: Replayed) -> str:
    """Where in the engine, if that can be told; else what it said last."""
    if outcome.verdict == TIMED_OUT:
        return "hangs"
    where = frames("", outcome.output)
    if where:
        return f"crashes in {where[-1]}"
    return f"crashes: {last_words(outcome.output) or outcome.message}"


class Shortener:
    """Leaves out statements, then tokens of the last one, for as long as it ends that way."""

    def __init__(self, replayer: Replayer, verdict: str) -> None:
        self.replayer = replayer
        self.verdict = verdict
        self.deadline = time.monotonic() + MOST_SECONDS

    def holds(self, statements: list[str]) -> bool:
        """Whether the last of the statements, and none before it, ends the engine."""
        if time.monotonic() > self.deadline:
            return False
        verdicts = [outcome.verdict for outcome in self.replayer.run(records(statements))]
        return verdicts[-1] == self.verdict and not {CRASHED, TIMED_OUT} & set(verdicts[:-1])

    def shorten(self, statements: list[str]) -> list[str]:
        *setup, last = statements
        setup = minimise(setup, lambda rest: self.holds([*rest, last]))
        tokens = raw_tokens(last)
        kept = minimise(tokens, lambda rest: self.holds([*setup, join(rest)]), least=1)
        return [*setup, last if kept == tokens else join(kept)]
