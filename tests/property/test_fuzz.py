"""Random programs give SQLite's answers, and the same with the optimiser off. The long search is
`dbwright fuzz`; here are 5,000 statements, always the same ones."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.engines.registry import find_engine
from harness.fuzz import oracles
from harness.fuzz.grammar.model import Statement
from harness.fuzz.oracles import ORACLES
from harness.fuzz.program import program, write_program

SEED = 2026
PROGRAMS = 102
PARTS = 17


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uncompiled, on a busy machine, five seconds are no sign of a hang."""
    monkeypatch.setattr(oracles, "SECONDS", 60.0)


def check(oracle_name: str, statements: list[Statement]) -> int:
    """Judge one program; the number of statements that ran."""
    engine, reference = find_engine("target_db").observer, find_engine("sqlite").observer
    oracle = ORACLES[oracle_name](engine, reference)
    try:
        for place, statement in enumerate(statements):
            verdict = oracle.judge(statement)
            before = ";\n".join(s.sql for s in statements[:place] if not s.is_query)
            assert not verdict.what, (
                f"{verdict.what}\n{before};\n{statement.sql};\n"
                f"ours:   {verdict.ours}\ntheirs: {verdict.theirs}"
            )
            if verdict.stop:
                return place + 1
    finally:
        oracle.end()
    return len(statements)


@pytest.mark.parametrize("part", range(PARTS))
def test_same_answers_as_sqlite(part: int) -> None:
    ran = sum(
        check("differential", program(SEED, number)) for number in range(part, PROGRAMS, PARTS)
    )
    assert ran >= 290


@pytest.mark.parametrize("oracle", ["planner", "norec", "tlp"])
@pytest.mark.parametrize("number", range(6))
def test_same_answers_asked_otherwise(oracle: str, number: int) -> None:
    check(oracle, program(SEED, number, ORACLES[oracle].asks))


@settings(max_examples=5, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_programs_that_hypothesis_draws(rnd: random.Random) -> None:
    check("differential", write_program(rnd, length=20))


def test_a_program_is_the_same_each_time() -> None:
    assert program(3, 7) == program(3, 7) != program(3, 8)
