"""From a program with a wrong answer in it to the few statements and tokens that it takes."""

import time
from dataclasses import replace

from harness.fuzz.findings import Finding, describe, expected_lines, type_letters
from harness.fuzz.grammar.model import Statement
from harness.fuzz.oracles import Differential, Oracle, Verdict
from harness.reduce.minimise import minimise
from harness.reduce.token import join, raw_tokens

MOST_SECONDS = 20.0


class Reducer:
    """Makes one finding smaller for as long as the same thing stays wrong."""

    def __init__(self, oracle: Oracle, what: str) -> None:
        self.oracle = oracle
        self.what = what
        self.deadline = time.monotonic() + MOST_SECONDS

    def verdict(self, statements: list[Statement]) -> Verdict | None:
        """What the last of the statements gives on a fresh database; None if one before it
        goes wrong already."""
        self.oracle.start()
        try:
            for statement in statements[:-1]:
                if self.oracle.judge(statement).what:
                    return None
            return self.oracle.judge(statements[-1])
        finally:
            self.oracle.end()

    def holds(self, statements: list[Statement]) -> bool:
        """Whether the same is wrong with these statements."""
        if time.monotonic() > self.deadline:
            return False
        verdict = self.verdict(statements)
        return verdict is not None and verdict.what == self.what

    def reduce(self, statements: list[Statement]) -> list[Statement]:
        """Fewer statements, then fewer tokens in each of them."""
        last = statements[-1]
        setup = minimise(statements[:-1], lambda rest: self.holds([*rest, last]))
        for place in range(len(setup), -1, -1):
            setup, last = self.shorten(setup, last, place)
        return [*setup, last]

    def shorten(
        self, setup: list[Statement], last: Statement, place: int
    ) -> tuple[list[Statement], Statement]:
        """Leave out tokens of statement `place`; the last one is behind the set-up."""
        statements = [*setup, last]
        whole = statements[place]
        if whole.twin:
            return setup, last

        def holds(tokens: list[str]) -> bool:
            sql = join(tokens)
            if sql.upper().count("LIMIT") > sql.upper().count("ORDER BY"):
                return False
            statements[place] = replace(whole, sql=sql)
            return self.holds(statements)

        kept = minimise(raw_tokens(whole.sql), holds, least=1)
        shorter = join(kept)
        statements[place] = whole if shorter == whole.sql else replace(whole, sql=shorter)
        if not self.holds(statements):
            statements[place] = whole
        return statements[:-1], statements[-1]


def reduced_finding(
    oracle: Oracle, seed: int, number: int, statements: list[Statement], verdict: Verdict
) -> Finding:
    """The finding that a program's last statement is, as small as it gets in the time."""
    reducer = Reducer(oracle, verdict.what)
    smallest = reducer.reduce(statements) if reducer.holds(statements) else statements
    last = smallest[-1]
    again = reducer.verdict(smallest)
    verdict = verdict if again is None else again
    types, expected = "", None
    if isinstance(oracle, Differential):
        expected = []
        if verdict.theirs.error is None and verdict.theirs.rows:
            types = type_letters(verdict.theirs.rows)
            expected = expected_lines(verdict.theirs.rows, types)
    return Finding(
        oracle.name,
        seed,
        number,
        verdict.what,
        [statement.sql for statement in smallest[:-1]],
        last.sql,
        last.twin,
        describe(verdict.ours),
        describe(verdict.theirs),
        types,
        expected,
    )
