"""Repair: an engine with seeded faults becomes sound, and only right patches are merged."""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest
from catalogue import FAULTS
from engine_repository import make_repository
from make_suite import Writer, make_suite
from repair_team import WHY_NOT, Repairs

from builder.build import DONE, Build
from builder.gate.verdict import REGRESSION
from builder.settings import Settings
from builder.state.ledger import Attempt
from harness.suites.selection import Sample, Selection

AT_ONCE = 12
DRAWS = 10


def repaired(
    folder: Path, names: Iterable[str], seed: int, selection: Selection,
    write_suite: Callable[[Path], Path] = make_suite,
) -> list[Attempt]:  # fmt: skip
    """Seed the faults, build, and hold what came of it against the sound engine.

    Returns the attempts in the order that they began.
    """
    repairs = Repairs(names, seed)
    sound = make_repository(folder / "repo", [FAULTS[name].patch for name in repairs.names])
    write_suite(folder / "suite")
    settings = Settings(
        "mend it", str(folder / "repo"), [str(folder / "suite")], agents=2, workers=2, seed="s",
        record_timeout=5.0, selection=selection.as_json(),
    )  # fmt: skip
    build = Build(folder / "build", settings, print, repairs.team)
    outcome = build.run()
    assert outcome.state == DONE and outcome.passed == outcome.records
    attempts = {attempt.id: attempt for attempt in build.ledger.attempts()}
    for attempt, kind in repairs.wrong.items():
        assert attempts[attempt].reason in WHY_NOT[kind], (kind, attempts[attempt].feedback)
    for path, text in sound.items():
        found = (folder / "repo" / path).read_text(encoding="utf-8")
        if found != text:
            left = [name for name in repairs.names if path.endswith(FAULTS[name].patch.module)]
            raise AssertionError(f"{path} is not sound again: {left}")
    print(f"draw {seed}: {outcome.records} records, {outcome.rounds} rounds, {len(attempts)} "
          f"attempts, {len(repairs.wrong)} wrong patches, all turned down")  # fmt: skip
    return list(attempts.values())


def write_masked(folder: Path) -> Path:
    """A suite on which coalesce() that skips 0 hides that nullif() gives 0 for NULL."""
    file = Writer("masked.test")
    for number in range(2, 8):
        file.query(f"SELECT coalesce(a - {number}, {number}) FROM t", "I")
        file.query(f"SELECT coalesce(nullif(a, {number}), {number}) FROM t", "I")
    folder.mkdir()
    (folder / file.name).write_text(file.text(), encoding="utf-8")
    return folder


def test_two_faults_that_hide_one_another_are_mended_together(tmp_path: Path) -> None:
    names = ("coalesce-skips-zero", "nullif-null")
    attempts = repaired(tmp_path, names, 3, Selection(), write_masked)
    assert [attempt.reason for attempt in attempts] == [REGRESSION, REGRESSION, ""]
    assert "coalesce-skips-zero, nullif-null" in attempts[-1].summary


def test_three_faults_at_once(tmp_path: Path) -> None:
    names = ("offset-ignored", "recursion-repeats", "except-intersects")
    files = ("sorting*", "compounds*", "recursion*")
    repaired(tmp_path, names, 3, Selection(include=files, queries=Sample(0.6, "repair")))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(DRAWS))
def test_twelve_faults_at_once(tmp_path: Path, seed: int) -> None:
    names = Random(seed).sample(sorted(FAULTS), AT_ONCE)
    repaired(tmp_path, names, seed, Selection(queries=Sample(0.5, "repair")))
