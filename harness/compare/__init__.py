"""compare: two runs of one suite, case by case. A case is the same record of the same file."""

from dataclasses import dataclass

from harness.store import comparison
from harness.store.comparison import ChangedCase, OtherFile, OtherTime, Transition
from harness.store.queries import Connection, Run


@dataclass(frozen=True)
class Comparison:
    """What differs. The numbers count all cases, the lists hold as many as were asked for.

    `changed` are those that neither newly fail nor newly pass: failed before and crashed now, or
    gone from the suite. `conditions` says in what the runs themselves differ.
    """

    newly_failing: int
    newly_passing: int
    changed: int
    transitions: list[Transition]
    failing_cases: list[ChangedCase]
    passing_cases: list[ChangedCase]
    changed_cases: list[ChangedCase]
    slower: list[OtherTime]
    faster: list[OtherTime]
    other_files: list[OtherFile]
    conditions: list[str]


def compare(connection: Connection, old: Run, new: Run, limit: int | None = None) -> Comparison:
    """Compare two runs; at most `limit` cases of each kind are listed (None: all)."""
    comparison.prepare(connection, old, new)
    kinds = (comparison.NEWLY_FAILING, comparison.NEWLY_PASSING, comparison.OTHERWISE)
    counts = [comparison.count_changed(connection, kind) for kind in kinds]
    cases = [comparison.changed_cases(connection, new, kind, limit) for kind in kinds]
    return Comparison(
        newly_failing=counts[0],
        newly_passing=counts[1],
        changed=counts[2],
        transitions=comparison.transitions(connection),
        failing_cases=cases[0],
        passing_cases=cases[1],
        changed_cases=cases[2],
        slower=comparison.slower_files(connection, old, new),
        faster=comparison.faster_files(connection, old, new),
        other_files=comparison.other_files(connection, old, new),
        conditions=_conditions(old, new),
    )


def _conditions(old: Run, new: Run) -> list[str]:
    """In what the runs were not alike, for a reader to know what is compared with what."""
    pairs: list[tuple[str, object, object]] = [
        ("engine", old.engine_version, new.engine_version),
        ("label", old.label, new.label),
        ("selection", old.selection, new.selection),
    ]
    names = sorted((old.options.keys() | new.options.keys()) - {"workers"})
    pairs += [(name, old.options.get(name), new.options.get(name)) for name in names]
    return [f"{name}: {was!r}, now {now!r}" for name, was, now in pairs if was != now]
