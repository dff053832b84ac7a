"""From failures to groups of one cause each.

1. A failure that follows from an earlier statement's in its file goes where that one goes.
2. The others are pooled by symptom. A telling symptom (an error message, a place in the engine's
   code) is a cause by itself.
3. A vague one (a wrong result, a hang) is divided by what the SQL of its cases has in common and
   that of passing cases lacks.
4. What no rule explains is grouped by how the result is wrong and by the kind of statement.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from harness.clusters.context import WORD, SuiteContext, targets
from harness.clusters.failing import FailingCase, Shapes
from harness.clusters.rules import Rule, find_rules
from harness.clusters.shapes import shape
from harness.clusters.words import names

MOST_SAMPLED = 3_000
"""Failures of one pool that rules are sought in; the rules then divide all of them."""
MOST_COMMON = 0.06
"""The share of passing cases that may have a function or operator that joins two groups."""
OPERANDS = frozenset(
    ("column", "*", "NULL", "SELECT", "unary -", "a number", "a real", "a text", "an empty text")
)
"""What stands below functions and operators everywhere, and so joins nothing."""
NOT_DATA = re.compile(
    r"\s*(CREATE\s+(UNIQUE\s+)?INDEX|DROP\s+INDEX|REINDEX|ANALYZE|PRAGMA|SELECT)\b", re.IGNORECASE
)
"""Statements whose failure changes no result that comes after."""


@dataclass
class Group:
    """Cases of one cause. `key` names the cause without regard to which cases it has."""

    key: str
    rule: tuple[str, ...] = ()
    cases: list[FailingCase] = field(default_factory=list)
    leader: FailingCase | None = None


def partition(cases: list[FailingCase], context: SuiteContext) -> list[Group]:
    """The groups that the cases (sorted by file and record) fall into."""
    leaders = follow_ons(cases)
    independent = [case for number, case in enumerate(cases) if number not in leaders]
    pools: dict[str, list[FailingCase]] = {}
    for case in independent:
        pools.setdefault(case.symptom.key, []).append(case)
    groups: list[Group] = []
    for key, pool in pools.items():
        if pool[0].symptom.is_vague:
            groups += divide(key, pool, context)
        else:
            groups.append(Group(key, (), pool))
    owner = {case.place: group for group in groups for case in group.cases}
    for number, leader in leaders.items():
        owner[cases[leader].place].cases.append(cases[number])
    return groups


def follow_ons(cases: Sequence[FailingCase]) -> dict[int, int]:
    """Cases that fail because an earlier statement of their file did: place -> its place."""
    found: dict[int, int] = {}
    file: tuple[str, str] | None = None
    broken: dict[str, int] = {}
    for number, case in enumerate(cases):
        if case.file != file:
            file, broken = case.file, {}
        if broken and not broken.keys().isdisjoint(WORD.findall(case.sql.lower())):
            earlier = [broken[name] for name in names(case.sql) if name in broken]
            if earlier and _may_follow(case, broken):
                found[number] = min(earlier)
                continue
        if case.kind == "statement" and not NOT_DATA.match(case.sql):
            for name in targets(case.sql):
                broken.setdefault(name, number)
    return found


def _may_follow(case: FailingCase, broken: dict[str, int]) -> bool:
    """Whether the failure is one that missing or wrong data explains."""
    if case.symptom.is_wrong_result:
        return True
    if case.symptom.reason == "no error":
        return not case.symptom.message
    return any(name in broken for name in names(case.raw_message))


def divide(key: str, pool: list[FailingCase], context: SuiteContext) -> list[Group]:
    """Divide one pool by the shape of its SQL."""
    features = Shapes(pool, context).features()
    step = -(-len(pool) // MOST_SAMPLED)
    rules = find_rules(
        features[::step],
        [case.symptom.wrongness for case in pool[::step]],
        context.passing,
    )
    homes = Homes(key, rules, context)
    for case, had in zip(pool, features, strict=True):
        homes.add(case, had)
    return homes.groups()


class Homes:
    """The groups of one pool, one a rule and some for what no rule explains.

    A small group whose rule is about the same function or operator as a bigger one's is part of it:
    the same cause, seen in another clause or beside another operand.
    """

    def __init__(self, key: str, rules: list[Rule], context: SuiteContext) -> None:
        self.key = key
        self.rules = rules
        self.context = context
        self.found = {rule.features: Group(key, rule.features) for rule in rules}
        self.shares: dict[str, float] = {}
        self.left: list[tuple[FailingCase, frozenset[str]]] = []

    def add(self, case: FailingCase, features: frozenset[str]) -> None:
        for rule in self.rules:
            if features.issuperset(rule.features):
                self.found[rule.features].cases.append(case)
                return
        self.left.append((case, features))

    def groups(self) -> list[Group]:
        made = sorted((g for g in self.found.values() if g.cases), key=lambda g: -len(g.cases))
        kept: list[Group] = []
        for group in made:
            home = self._home(_subjects(group.rule), len(group.cases), kept)
            if home is None:
                kept.append(group)
            else:
                home.cases += group.cases
        leftovers: dict[str, Group] = {}
        for case, features in self.left:
            home = self._home(_subjects(features), 1, kept)
            if home is None:
                left = f"{self.key}|{case.symptom.wrongness}|{_kind(case)}"
                home = leftovers.setdefault(left, Group(left))
            home.cases.append(case)
        return [part for group in kept for part in _by_way(group)] + list(leftovers.values())

    def _home(self, subjects: frozenset[str], size: int, kept: list[Group]) -> Group | None:
        """The group that has most to do with these functions and operators, if any has."""
        best, least = None, MOST_COMMON
        for group in kept:
            if size > len(group.cases):
                continue
            for subject in subjects & _subjects(group.rule):
                share = self._passing_share(subject)
                if share < least:
                    best, least = group, share
        return best

    def _passing_share(self, subject: str) -> float:
        """How many of the passing cases have anything to do with it, from 0 to 1."""
        passing = self.context.passing
        if subject not in self.shares:
            having = sum(subject in features for features in passing)
            self.shares[subject] = having / max(1, len(passing))
        return self.shares[subject]


def _by_way(group: Group) -> list[Group]:
    """The group, divided by how results are wrong where its rule says nothing of the SQL itself.

    A way that occurs once is no cause of its own.
    """
    if any(not f.startswith("after ") and f not in OPERANDS for f in group.rule):
        return [group]
    parts: dict[str, list[FailingCase]] = {}
    for case in group.cases:
        parts.setdefault(case.symptom.wrongness, []).append(case)
    biggest = max(parts.values(), key=len)
    for way, cases in list(parts.items()):
        if len(cases) == 1 and cases is not biggest:
            biggest += parts.pop(way)
    return [Group(f"{group.key}|{way}", group.rule, cases) for way, cases in parts.items()]


def _subjects(features: Iterable[str]) -> frozenset[str]:
    """The functions, operators and clauses that the features are about."""
    found: set[str] = set()
    for feature in features:
        if not feature.startswith("after "):
            found.update(feature.split(" in ")[0].split(" under "))
    return frozenset(subject for subject in found if subject not in OPERANDS)


def _kind(case: FailingCase) -> str:
    """The kind of statement that the case is."""
    return next(
        (name for name in sorted(shape(case.sql)) if name.isupper() and " " not in name), ""
    )
