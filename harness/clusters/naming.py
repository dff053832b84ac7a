"""What a cluster is called: by a person's words, and by an id that stays from run to run."""

import hashlib
from collections import Counter

from harness.clusters.partition import Group
from harness.store.causes import Earlier

LONGEST_NAME = 110
MOST_OF = 0.6
"""The share of cases that must be wrong in one way for the name to say which."""


def ways(group: Group) -> dict[str, int]:
    """In which ways the results of the group's cases are wrong, the most frequent first."""
    counted = Counter(case.symptom.wrongness for case in group.cases if case.symptom.wrongness)
    return dict(counted.most_common())


def name(group: Group) -> str:
    """A line that says what goes wrong, and with which SQL."""
    symptom = group.cases[0].symptom
    rule = " with ".join(_readable(feature) for feature in group.rule)
    if symptom.is_wrong_result:
        text = _way(group) + (f": {rule}" if rule else ", no common shape")
    elif symptom.verdict == "crashed":
        text = f"Crash: {symptom.message or 'the engine died'}" + (f", {rule}" if rule else "")
    elif symptom.verdict == "timed_out":
        text = "No answer in time" + (f": {rule}" if rule else "")
    elif symptom.reason == "no error":
        text = "Accepted, but must fail"
        if symptom.message or rule:
            text += f": {symptom.message or rule}"
    else:
        error = symptom.error_class if symptom.error_class not in ("", "EngineError") else ""
        text = ": ".join(filter(None, (error, symptom.message))) or symptom.reason
        if rule:
            text += f", {rule}"
    if symptom.frames:
        text += f" in {symptom.frames[-1]}"
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


def _way(group: Group) -> str:
    counted = ways(group)
    if counted:
        way, count = next(iter(counted.items()))
        if count >= MOST_OF * len(group.cases):
            return way[0].upper() + way[1:]
    return "Wrong result"


def _readable(feature: str) -> str:
    return feature.replace(" in the result columns", " in the result")


def new_id(key: str, rule: tuple[str, ...]) -> str:
    """The id that this cause gets where no earlier run knows it: 8 hexadecimal digits."""
    text = "\0".join((key, *rule))
    return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()


def identify(
    groups: list[Group], members: dict[tuple[int, int], str], earlier: list[Earlier]
) -> list[str]:
    """An id for each group: that of the earlier cluster it continues, or a new one.

    A group continues a cluster of the latest run before when they share most of the cases of the
    smaller of them; each earlier cluster goes on in one group, the one that shares most with it.
    """
    sizes = Counter(members.values())
    claims: list[tuple[int, int, str]] = []
    for number, group in enumerate(groups):
        shared = Counter(members[case.place] for case in group.cases if case.place in members)
        for cluster, count in shared.items():
            if count * 2 > min(len(group.cases), sizes[cluster]):
                claims.append((-count, number, cluster))
    taken: dict[int, str] = {}
    used: set[str] = set()
    for _, number, cluster in sorted(claims):
        if number not in taken and cluster not in used:
            taken[number] = cluster
            used.add(cluster)
    reserved = used | {old.cluster for old in earlier if old.cluster in sizes}
    for number, group in enumerate(groups):
        if number in taken:
            continue
        made = new_id(group.key, group.rule)
        attempt = 0
        while made in reserved and attempt < 1000:
            attempt += 1
            made = new_id(f"{group.key}#{attempt}", group.rule)
        reserved.add(made)
        taken[number] = made
    return [taken[number] for number in range(len(groups))]
