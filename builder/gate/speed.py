"""The check on time: cases that passed before must not have become slower than the design says.

Two measures of the same engine differ by what else the machine does. So a suspicion is
measured again, and the best of the measures counts; and the median case's ratio, which load
shifts and a slow path does not, is taken out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable

from builder.gate.verdict import SLOWER, Verdict, refused
from builder.measure import Case, Measurement, slowdown, typical_ratio
from harness.suites.family import family_of

LEAST_MICROS = 200_000
"""What a family's cases must cost more, in all, to be worth a refusal."""
MEASURES = 3


def check_speed(
    before: Measurement, after: Measurement, allowed: float,
    again: Callable[[Iterable[str]], Measurement],
) -> Verdict | None:  # fmt: skip
    """None when no family of cases takes more than `allowed` times as long as before."""
    suspects = slower_families(before, after, allowed)
    for _ in range(MEASURES - 1):
        if not suspects:
            return None
        names = {case[1] for cases in suspects.values() for case in cases}
        repeated = again(names)
        still = slower_families(before, repeated, allowed)
        suspects = {family: cases for family, cases in suspects.items() if family in still}
        after = repeated
    if not suspects:
        return None
    told = ", ".join(
        f"{family} {slowdown(before, after, cases):.1f} times"
        for family, cases in sorted(suspects.items())
    )
    return refused(SLOWER, f"cases that passed before take longer: {told}; allowed {allowed:g}")


def slower_families(
    before: Measurement, after: Measurement, allowed: float
) -> dict[str, list[Case]]:
    """The families whose cases take more than `allowed` times as long, with those cases."""
    families: dict[str, list[Case]] = defaultdict(list)
    for case in before.micros.keys() & after.micros.keys():
        families[family_of(case[1])].append(case)
    load = max(1.0, typical_ratio(before, after)) if len(before.files) > 3 else 1.0
    found = {}
    for family, cases in families.items():
        extra = sum(after.micros[case] - before.micros[case] for case in cases)
        if extra > LEAST_MICROS and slowdown(before, after, cases) > allowed * load:
            found[family] = sorted(cases)
    return found
