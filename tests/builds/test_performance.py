"""Performance mode: slow-downs are found by their ratio to SQLite, and mended with proof."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from engine_repository import make_repository
from slow_downs import SLOW_DOWNS, SlowDown, write_suite
from speed_team import WHY_NOT, SpeedTeam

from builder.build import DONE, SLOW_RUN, Build
from builder.gate.speed import TURNS, take_best
from builder.measure import measure, read_measurement, scratch_store
from builder.performance import family_ratios, reference_micros
from builder.rules import read_rules
from builder.settings import Settings
from builder.state.orders import MERGED
from harness.cli.main import group

LIMIT = 150.0
"""A family may take so many times as long as SQLite: the sound engine, uncompiled and behind a
pipe, takes 10 to 60 times as long (140 on a busy machine), a slow one 280 times and more."""
LEAST_GAIN = 6.0


def mended(folder: Path, chosen: Sequence[SlowDown]) -> None:
    """Build on the engine with these slow-downs, and look at all that came of it."""
    write_suite(folder / "suite", chosen)
    patches = [patch for slow in chosen for patch in slow.patches]
    sound = make_repository(folder / "repo", patches)
    settings = Settings(
        "make it fast", str(folder / "repo"), [str(folder / "suite")], agents=1, workers=1,
        seed="s", performance=LIMIT,
    )  # fmt: skip
    build = Build(folder / "build", settings, print, SpeedTeam)  # type: ignore[arg-type]
    outcome = build.run()
    assert outcome.state == DONE

    families = {slow.family for slow in chosen}
    merged = build.orders.all(MERGED)
    assert {row.cause for row in merged} == {f"slow:{family}" for family in families}
    refused = {}
    for row in merged:
        for attempt in build.ledger.attempts(row.id):
            if attempt.reason:
                refused[row.cause.removeprefix("slow:")] = attempt.reason
    assert refused.keys() == WHY_NOT.keys() & families
    assert all(reason in WHY_NOT[family] for family, reason in refused.items()), refused
    for path, text in sound.items():
        assert (folder / "repo" / path).read_text(encoding="utf-8") == text

    first = str(build.state.setting(SLOW_RUN))
    before, after = read_measurement(build.store, first), build.measure_head()
    entry = read_rules(folder / "repo").engine
    with scratch_store(folder, "again") as store:
        for _ in range(TURNS - 1):
            take_best(after, measure(settings.suite, entry, folder / "repo", build.jail, store))
    reference = reference_micros(settings.suite, folder)
    ratios = family_ratios(before, reference), family_ratios(after, reference)
    gains = {family: ratios[0][family][0] / ratios[1][family][0] for family in families}
    worst = max(families, key=lambda family: ratios[0][family][0])
    for family in sorted(families):
        was, now = (ratio[family][0] for ratio in ratios)
        print(f"{family}: {was:.0f} times as long as SQLite, now {now:.0f}: {gains[family]:.1f}")
    assert gains[worst] >= LEAST_GAIN

    report = CliRunner().invoke(
        group,
        ["report", "--store", str(build.store), "--against", first, "--reduce", "0",
         "--only", "markdown", "--output", "-"],
    )  # fmt: skip
    assert report.exit_code in (0, 1), report.output
    table = report.output.partition("| faster | was | is |")[2].partition("\n\n")[0]
    # Its measurement is a single one: on a busy machine a gain may drown in it, but not each.
    assert any(f"{family}/a.test" in table for family in families)


def test_a_slow_sort_and_a_lost_hash_join_are_mended(tmp_path: Path) -> None:
    mended(tmp_path, [slow for slow in SLOW_DOWNS if slow.family in ("sort", "join")])


@pytest.mark.soak
def test_six_slow_downs_are_mended(tmp_path: Path) -> None:
    mended(tmp_path, SLOW_DOWNS)
