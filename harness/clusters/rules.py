"""Finding what the SQL of failures has in common and the SQL of passing cases lacks.

Sequential covering, as rule learners do (Fürnkranz, "Separate-and-conquer rule learning", 1999):
the best rule is taken, the failures that it explains are set aside, and the next is sought among
those that are left. A rule is a few features that must all be there. Its worth is close to FOIL's
gain (Quinlan, 1990): how many failures it explains, times how much likelier (in bits) a failure is
to have it than a passing case; and the failures that it explains should be wrong in one way.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

MOST_FEATURES = 3
"""In one rule: more than a person wants to read at once is chance, mostly."""
SAMENESS = 0.2
"""How much it counts that the failures of a rule are wrong in one way."""
WORTH_A_FEATURE = 1.15
"""How much better a rule must get by one more feature."""
BEAM = 8
FEWEST = 2
"""Failures that a rule must explain."""
LEAST_BITS = 1.0
"""How much likelier a failure must be to have the rule than a passing case: twice."""
MOST_BITS = 7.0
"""Beyond that, more failures are worth more than fewer passing cases."""
STEEPNESS = 1.2
"""The power in which the bits count."""


@dataclass(frozen=True)
class Rule:
    """Features that must all be there; how many failing and passing cases of the sample have it."""

    features: tuple[str, ...]
    failing: int
    passing: int


class Sample:
    """Cases as bits: for each feature, a number whose bit N says whether case N has it."""

    def __init__(self, cases: Sequence[frozenset[str]]) -> None:
        self.size = len(cases)
        self.masks: dict[str, int] = {}
        places: dict[str, bytearray] = {}
        width = self.size // 8 + 1
        for number, features in enumerate(cases):
            for feature in features:
                bits = places.get(feature)
                if bits is None:
                    bits = places[feature] = bytearray(width)
                bits[number >> 3] |= 1 << (number & 7)
        for feature, bits in places.items():
            self.masks[feature] = int.from_bytes(bits, "little")

    def mask(self, feature: str) -> int:
        return self.masks.get(feature, 0)


def find_rules(
    failing: Sequence[frozenset[str]], ways: Sequence[str], passing: Sequence[frozenset[str]]
) -> list[Rule]:
    """The rules that explain the failures, the best first; what none explains is left over.

    `ways` says how each failing case is wrong; `passing` may be a sample.
    """  # fmt: skip
    return _Search(failing, ways, passing).run()


class _Search:
    def __init__(
        self, failing: Sequence[frozenset[str]], ways: Sequence[str],
        passing: Sequence[frozenset[str]],
    ) -> None:  # fmt: skip
        self.bad = Sample(failing)
        self.good = Sample(passing)
        self.ways = Sample([frozenset((way,)) for way in ways])
        self.left = (1 << self.bad.size) - 1

    def run(self) -> list[Rule]:
        rules: list[Rule] = []
        while self.left:
            rule = self.best()
            if rule is None:
                break
            rules.append(rule)
            self.left &= ~self.having(self.bad, rule.features)
        return rules

    def best(self) -> Rule | None:
        """The best rule for the failures that are left."""
        single = [
            (feature, mask & self.left)
            for feature, mask in self.bad.masks.items()
            if (mask & self.left).bit_count() >= FEWEST
        ]
        all_good = (1 << self.good.size) - 1
        beam: list[tuple[float, tuple[str, ...], int, int]] = [(0.0, (), self.left, all_good)]
        found = beam[0]
        for _ in range(MOST_FEATURES):
            grown: dict[tuple[str, ...], tuple[float, tuple[str, ...], int, int]] = {}
            for _, features, bad, good in beam:
                for feature, mask in single:
                    if feature in features:
                        continue
                    now_bad = bad & mask
                    count = now_bad.bit_count()
                    if count < FEWEST:
                        continue
                    now_good = good & self.good.mask(feature)
                    if features and now_good == good:
                        continue
                    key = tuple(sorted((*features, feature)))
                    if key not in grown:
                        score = self.score(now_bad, count, now_good)
                        grown[key] = (score, key, now_bad, now_good)
            if not grown:
                break
            beam = sorted(grown.values(), key=lambda entry: (-entry[0], _plainness(entry[1])))[
                :BEAM
            ]
            if beam[0][0] > found[0] * WORTH_A_FEATURE:
                found = beam[0]
        if not found[1] or found[0] <= 0.0:
            return None
        return Rule(found[1], found[2].bit_count(), found[3].bit_count())

    def score(self, bad: int, count: int, good: int) -> float:
        """How well the rule that covers these failing and passing cases explains."""
        share = count / self.left.bit_count()
        other = (good.bit_count() + 0.5) / (self.good.size + 1.0)
        bits = min(math.log2(share / other), MOST_BITS) if share > other else 0.0
        if bits < LEAST_BITS:
            return 0.0
        return (count - 1) * math.pow(bits, STEEPNESS) * self.sameness(bad, count)

    def sameness(self, bad: int, count: int) -> float:
        """From about 0.6, where the failures are wrong in many ways, to 1, where in one."""
        entropy = 0.0
        for mask in self.ways.masks.values():
            share = (mask & bad).bit_count() / count
            if share:
                entropy -= share * math.log2(share)
        return 1.0 / (1.0 + SAMENESS * entropy)

    def having(self, sample: Sample, features: Sequence[str]) -> int:
        mask = (1 << sample.size) - 1
        for feature in features:
            mask &= sample.mask(feature)
        return mask


def _plainness(features: tuple[str, ...]) -> tuple[int, int, int, tuple[str, ...]]:
    """Between rules that are equally good: few features, that name things, in few words."""
    telling = sum(" tables" not in feature and " in " not in feature for feature in features)
    return (len(features), -telling, sum(map(len, features)), features)


def contrast(
    failing: Sequence[frozenset[str]], passing: Sequence[frozenset[str]], most: int = 6
) -> list[tuple[str, float, float]]:
    """What the failing cases have and the passing ones lack: (feature, share, share), best first.

    Shares are from 0 to 1, of the failing and of the passing cases.
    """
    bad = Counter(feature for features in failing for feature in features)
    good = Counter(feature for features in passing for feature in features)
    found = []
    for feature, count in bad.items():
        share, other = count / len(failing), good[feature] / max(1, len(passing))
        if share >= 0.3 and share - other > 0.1:
            found.append((share * (share - other) / (share + other), feature, share, other))
    found.sort(key=lambda entry: (-entry[0], len(entry[1]), entry[1]))
    return [(feature, share, other) for _, feature, share, other in found[:most]]
