"""The process that runs programs.

    python -m harness.fuzz.child ENGINE REFERENCE ORACLE SEED FIRST

It tells its parent on standard output, a JSON object a line, which program it is at, what it
found, and how many statements it ran, and goes on until it is ended. A crash or a hang of the
engine is the end of this process alone.
"""

import json
import sys
from collections import Counter
from typing import Any

from harness.engines.registry import find_engine
from harness.fuzz.grammar.model import Statement
from harness.fuzz.oracles import ORACLES, Oracle
from harness.fuzz.program import program
from harness.fuzz.reducing import reduced_finding

MOST_ALIKE = 3
"""How often the same difference is reduced in one process."""


def tell(**message: Any) -> None:
    """One message to the parent."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def run_program(oracle: Oracle, seed: int, number: int, seen: Counter[str]) -> int:
    """Run one program and tell what it finds; the number of statements that ran.

    `seen` counts the differences so far: those that came often enough are not reduced again.
    """
    statements = program(seed, number, oracle.asks)
    oracle.start()
    pending = []
    ran = 0
    for place, statement in enumerate(statements):
        ran += 1
        verdict = oracle.judge(statement)
        if verdict.what:
            pending.append((before(statements, place), verdict))
        if verdict.stop:
            break
    oracle.end()
    for part, verdict in pending:
        seen[verdict.what] += 1
        if seen[verdict.what] > MOST_ALIKE:
            tell(again=verdict.what)
            continue
        finding = reduced_finding(oracle, seed, number, part, verdict)
        tell(finding=finding.as_json())
    return ran


def before(statements: list[Statement], place: int) -> list[Statement]:
    """The statement at `place`, and those before it that may matter: not the queries."""
    return [s for s in statements[:place] if not s.is_query] + [statements[place]]


def main() -> None:
    """Run programs until the parent ends this process."""
    engine, reference, name, seed, first = sys.argv[1:6]
    oracle = ORACLES[name](find_engine(engine).observer, find_engine(reference).observer)
    oracle.end()
    number = int(first)
    seen: Counter[str] = Counter()
    while True:
        tell(at=number)
        ran = run_program(oracle, int(seed), number, seen)
        tell(done=number, statements=ran)
        number += 1


if __name__ == "__main__":
    main()
