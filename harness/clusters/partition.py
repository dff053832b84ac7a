"""From failures to groups of one cause each.

1. A failure that follows from an earlier statement's in its file goes where that one goes.
2. The others are pooled by symptom. A telling symptom (an error message, a place in the engine's
   code) is a cause by itself.
3. A vague one (a wrong result, a hang) is divided by what the SQL of its cases has in common and
   that of passing cases lacks.
4. What no rule explains is grouped by how the result is wrong and by the kind of statement.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from harness.clusters.context import SuiteContext, targets
from harness.clusters.failing import FailingCase, Shapes
from harness.clusters.rules import find_rules
from harness.clusters.shapes import shape
from harness.clusters.words import names

MOST_SAMPLED = 3_000
"""Failures of one pool that rules are sought in; the rules then divide all of them."""
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
        if broken:
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
    if case.symptom.is_wrong_result or case.symptom.reason == "no error":
        return True
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
    groups = {rule.features: Group(key, rule.features) for rule in rules}
    for case, had in zip(pool, features, strict=True):
        for rule in rules:
            if had.issuperset(rule.features):
                groups[rule.features].cases.append(case)
                break
        else:
            left = f"{key}|{case.symptom.wrongness}|{_kind(case)}"
            groups.setdefault((left,), Group(left, ())).cases.append(case)
    return [group for group in groups.values() if group.cases]


def _kind(case: FailingCase) -> str:
    """The kind of statement that the case is."""
    return next(
        (name for name in sorted(shape(case.sql)) if name.isupper() and " " not in name), ""
    )
