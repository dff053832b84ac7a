"""`dbwright fuzz` finds the seeded faults, from nothing but random programs."""

from statistics import median

import pytest
from catalogue import FAULTS
from lab import engine

from harness.engines.registry import find_engine
from harness.fuzz.campaign import Campaign, Outcome, Request
from harness.fuzz.findings import Finding
from harness.fuzz.grammar.model import Statement
from harness.fuzz.oracles import Differential

SEED = 2026
MOST_SECONDS = 600.0
"""For each fault."""

SOME = ("avg-floors", "left-join-drops")


def ignore(_: Outcome) -> None:
    """Nobody watches."""


def search(name: str, seconds: float = 0.0, statements: int = 0, seed: int = SEED) -> Outcome:
    """Fuzz the engine with that fault until there is a finding."""
    request = Request(
        engine(name), "sqlite", "differential", seed, seconds, statements, None, causes=1
    )
    return Campaign(request, ignore).run()


def is_answered_by_the_sound_engine(finding: Finding) -> bool:
    """Whether the statements of a finding show nothing wrong without the fault."""
    oracle = Differential(find_engine("target_db").observer, find_engine("sqlite").observer)
    try:
        return not any(oracle.judge(Statement(sql)).what for sql in (*finding.setup, finding.sql))
    finally:
        oracle.end()


def check(outcome: Outcome) -> Finding:
    """The finding of a search that ended with one, which is none of the sound engine's."""
    (finding,) = outcome.findings.values()
    assert is_answered_by_the_sound_engine(finding)
    return finding


@pytest.mark.parametrize("name", SOME)
def test_a_fault_is_found(name: str) -> None:
    check(search(name, statements=3000))


def test_a_crash_is_found_and_made_small() -> None:
    finding = check(search("unicode-aborts", statements=3000, seed=2))
    assert finding.what == "the engine crashes in functions/text.py:unicode"
    assert len(finding.setup) <= 3


def test_the_sound_engine_has_none() -> None:
    assert not search("none", statements=600).findings


@pytest.mark.soak
def test_nearly_every_fault_is_found() -> None:
    seconds = []
    missed = []
    for name in FAULTS:
        outcome = search(name, seconds=MOST_SECONDS)
        if not outcome.findings:
            missed.append(name)
            continue
        check(outcome)
        seconds.append(outcome.seconds)
        print(f"{name}: {outcome.seconds:.1f} s, {outcome.statements:,} statements, "
              f"{next(iter(outcome.findings))}", flush=True)  # fmt: skip
    print(f"found {len(seconds)} of {len(FAULTS)}, median {median(seconds):.1f} s; missed {missed}")
    assert len(missed) <= len(FAULTS) * 2 // 40
