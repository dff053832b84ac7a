"""The checks on time, both ways: no case slower than the design allows; a gain that is real.

Two measures of the same engine differ by what else the machine does. So wherever a first look
finds something, the commit before and the patch are measured again in turns, and each case
counts with its best time of each.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable

from builder.gate.verdict import NO_GAIN, SLOWER, Verdict, refused
from builder.measure import Case, Measurement, slowdown
from harness.suites.family import family_of

Measure = Callable[[Iterable[str]], Measurement]
"""Runs these files on one engine."""

LEAST_MICROS = 200_000
"""What a family's cases must cost more, in all, to be worth a refusal."""
TURNS = 3
LEAST_GAIN = 1.25
"""How many times faster a performance patch must make its cases."""


def check_speed(
    before: Measurement, after: Measurement, allowed: float, old: Measure, new: Measure
) -> Verdict | None:
    """None when no family of cases takes more than `allowed` times as long as before."""
    suspects = slower_families(before, after, allowed)
    if not suspects:
        return None
    names = {case[1] for cases in suspects.values() for case in cases}
    before, after = in_turns(names, old, new)
    slower = slower_families(before, after, allowed)
    if not slower:
        return None
    told = ", ".join(
        f"{family} {slowdown(before, after, cases):.1f} times"
        for family, cases in sorted(slower.items())
    )
    return refused(SLOWER, f"cases that passed before take longer: {told}; allowed {allowed:g}")


def check_gain(cases: Iterable[Case], old: Measure, new: Measure) -> Verdict | None:
    """None when the patch makes `cases` LEAST_GAIN times faster, in every turn's best times."""
    wanted = list(cases)
    before, after = in_turns({case[1] for case in wanted}, old, new)
    ratio = slowdown(before, after, wanted)
    if ratio > 1.0:
        return refused(SLOWER, f"the order's cases take {ratio:.2f} times as long as before")
    if ratio * LEAST_GAIN > 1.0:
        return refused(
            NO_GAIN,
            f"the order's cases became {1 / ratio:.2f} times faster, which may be noise; "
            f"at least {LEAST_GAIN:g} times is asked",
        )
    return None


def in_turns(names: Iterable[str], old: Measure, new: Measure) -> tuple[Measurement, Measurement]:
    """Both engines measured TURNS times in turns; each case with its best time."""
    chosen = sorted(set(names))
    before, after = old(chosen), new(chosen)
    for _ in range(TURNS - 1):
        take_best(before, old(chosen))
        take_best(after, new(chosen))
    return before, after


def take_best(best: Measurement, other: Measurement) -> None:
    """Let each case of `best` have the better time of the two."""
    for case, micros in other.micros.items():
        best.micros[case] = min(best.micros.get(case, micros), micros)


def slower_families(
    before: Measurement, after: Measurement, allowed: float
) -> dict[str, list[Case]]:
    """The families whose cases take more than `allowed` times as long, with those cases."""
    families: dict[str, list[Case]] = defaultdict(list)
    for case in before.micros.keys() & after.micros.keys():
        families[family_of(case[1])].append(case)
    found = {}
    for family, cases in families.items():
        extra = sum(after.micros[case] - before.micros[case] for case in cases)
        if extra > LEAST_MICROS and slowdown(before, after, cases) > allowed:
            found[family] = sorted(cases)
    return found
