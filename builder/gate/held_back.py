"""The check on siblings: what a patch gained must hold for the same questions in other words."""

import tempfile
from collections import Counter
from pathlib import Path

from builder.cases import SuiteText
from builder.gate.verdict import SIBLINGS, Verdict, refused
from builder.measure import Case, Suite, measure
from builder.rules import EngineEntry
from builder.sandbox.jail import Jail
from builder.siblings import Sibling, siblings
from sqllogictest.parser import parse_bytes

MOST_CASES = 6
TOLERATED = 0.25
"""The share of siblings that may fail: another gap of the engine may show in one."""

FEWEST_OF_A_KIND = 3
"""Siblings of one kind that must all have failed to say that the kind is lost."""


def check_siblings(
    text: SuiteText, gained: list[Case], seed: str, suite: Suite, entry: EngineEntry,
    worktree: Path, jail: Jail, store: Path,
) -> Verdict | None:  # fmt: skip
    """None when the siblings of `gained` hold.

    Refused where one case, or one kind of change, has no sibling that holds, or where more than
    TOLERATED fail in all.
    """
    drawn = _spread(gained, MOST_CASES)
    made: dict[str, tuple[Case, Sibling]] = {}
    with tempfile.TemporaryDirectory(prefix="dbwright-siblings-") as name:
        folder = Path(name)
        for number, case in enumerate(drawn):
            script = text.script(case)
            for index, sibling in enumerate(siblings(script, seed) if script else []):
                file = f"s{number}_{index}.test"
                (folder / file).write_text(sibling.text, encoding="utf-8")
                made[file] = (case, sibling)
        if not made:
            return None
        own = Suite((name,), workers=suite.workers, record_timeout=suite.record_timeout)
        result = measure(own, entry, worktree, jail, store)
    wrong = [made[file] for file in made if _question_failed(made[file][1], file, result.failures)]
    if not wrong:
        return None
    asked, failed = Counter(case for case, _ in made.values()), Counter(case for case, _ in wrong)
    kinds = Counter(sibling.kind for _, sibling in wrong)
    made_by_kind = Counter(sibling.kind for _, sibling in made.values())
    whole = any(count == asked[case] and count > 1 for case, count in failed.items())
    kind_lost = any(
        count == made_by_kind[kind] and count >= FEWEST_OF_A_KIND for kind, count in kinds.items()
    )
    if not whole and not kind_lost and len(wrong) <= TOLERATED * len(made):
        return None
    told = ", ".join(f"{count} with {kind}" for kind, count in sorted(kinds.items()))
    return refused(
        SIBLINGS,
        f"the cases pass, but {len(wrong)} of {len(made)} of their siblings do not ({told}): "
        "the answers must follow from the SQL and the data",
    )


def _question_failed(sibling: Sibling, file: str, failures: object) -> bool:
    """Whether the last record of a sibling, its question, is among the failures."""
    last = len(parse_bytes(sibling.text.encode(), file, "auto")) - 1
    assert isinstance(failures, dict)
    return ("", file, last) in failures


def _spread(cases: list[Case], most: int) -> list[Case]:
    """At most `most` of the cases, evenly spread."""
    if len(cases) <= most:
        return cases
    return [cases[index * len(cases) // most] for index in range(most)]
