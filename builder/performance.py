"""Performance mode: families that are slow against SQLite become work orders."""

from collections import defaultdict
from pathlib import Path

from builder.cases import SuiteText
from builder.gate.speed import TURNS, Measure, take_best
from builder.measure import Case, Measurement, Suite, read_measurement, scratch_store
from builder.orders.order import PERFORMANCE, Repro, WorkOrder
from builder.rules import Rules
from harness import runs
from harness.coordinator import Observer
from harness.suites.family import family_of

REFERENCE = "sqlite"
FLOOR = 100
"""Microseconds that a case counts at least: below it the timer and the pipe are measured."""
MOST_CASES = 40
_known: dict[tuple[str, ...], dict[Case, int]] = {}


def reference_micros(suite: Suite, folder: Path) -> dict[Case, int]:
    """What each case takes in SQLite at best, measured TURNS times once a suite and process."""
    if suite.paths not in _known:
        with scratch_store(folder / "scratch", "reference") as store:
            request = runs.RunRequest(
                REFERENCE, list(suite.paths), workers=1, selection=suite.selection, store=store
            )
            found = [
                read_measurement(store, runs.start(request, Observer()).run_id)
                for _ in range(TURNS)
            ]
        for other in found[1:]:
            take_best(found[0], other)
        _known[suite.paths] = found[0].micros
    return _known[suite.paths]


def family_ratios(
    head: Measurement, reference: dict[Case, int]
) -> dict[str, tuple[float, list[Case]]]:
    """Family -> (ratio of its time to SQLite's, its cases with the worst first)."""
    families: dict[str, list[Case]] = defaultdict(list)
    for case in head.micros:
        if case in reference:
            families[family_of(case[1])].append(case)
    found = {}
    for family, cases in families.items():
        ours = sum(max(head.micros[case], FLOOR) for case in cases)
        theirs = sum(max(reference[case], FLOOR) for case in cases)
        cases.sort(key=lambda case: (-head.micros[case] / max(reference[case], FLOOR), case))
        found[family] = (ours / theirs, cases)
    return found


def slow_orders(
    suite: Suite, text: SuiteText, head: Measurement, rules: Rules, base: str, folder: Path,
    limit: float, again: Measure,
) -> list[WorkOrder]:  # fmt: skip
    """An order for each family that takes more than `limit` times as long as SQLite.

    One measure may be slow for what else the machine does: `again` measures the suspects' files
    anew, and each case of `head` keeps its best time.
    """
    reference = reference_micros(suite, folder)
    suspects = [cases for ratio, cases in family_ratios(head, reference).values() if ratio > limit]
    if suspects:
        names = sorted({case[1] for cases in suspects for case in cases})
        for _ in range(TURNS - 1):
            take_best(head, again(names))
    orders = []
    for family, (ratio, cases) in sorted(
        family_ratios(head, reference).items(), key=lambda item: -item[1][0]
    ):
        if ratio <= limit:
            break
        worst = cases[:MOST_CASES]
        repros = []
        for case in worst[:3]:
            script = text.script(case)
            took = f"{head.micros[case] / 1000:.1f} ms"
            theirs = f"{reference[case] / 1000:.1f} ms in SQLite"
            repros.append(Repro(case[1], script.text() if script else "", theirs, took))
        orders.append(
            WorkOrder(
                0,
                PERFORMANCE,
                f"{family} is {ratio:.0f} times as slow as SQLite",
                f"slow:{family}",
                base,
                worst,
                repros,
                editable=list(rules.editable),
                ratio=ratio,
                strategy="coder",
            )
        )
    return orders
