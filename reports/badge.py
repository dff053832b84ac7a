"""The pass rate as a badge: a small SVG for a README."""

from harness.store.queries import Run
from reports.numbers import percent
from reports.templating import environment

GOOD, FAIR, POOR = "#2a6f3f", "#8a5a00", "#b3261e"
"""Dark enough for white text (contrast above 4.5)."""
FAIR_FROM = 0.9
WIDE_LETTERS, NARROW_LETTERS = "mwMW@%", "fijlrtI.,:;|!' "


def badge(run: Run) -> str:
    """The SVG: `ENGINE · sqllogictest` and its pass rate, which is never rounded up."""
    label = f"{run.engine.partition(':')[0]} · sqllogictest"
    value = percent(run.passed, run.records)
    share = run.passed / run.records if run.records else 0.0
    return environment().get_template("badge.svg.j2").render(
        label=label,
        value=value,
        left=text_width(label) + 12,
        right=text_width(value) + 12,
        colour=GOOD if run.records and share == 1 else FAIR if share >= FAIR_FROM else POOR,
    )  # fmt: skip


def text_width(text: str) -> int:
    """About how wide the text is in 11-pixel Verdana, in pixels; the SVG stretches it to fit."""
    return round(
        sum(
            10.5 if letter in WIDE_LETTERS else 4.2 if letter in NARROW_LETTERS else 6.9
            for letter in text
        )
    )
