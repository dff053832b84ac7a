"""Expected against got, line by line."""

import difflib
from dataclasses import dataclass

MOST_LINES = 60

MISSING, EXTRA, SAME, GAP = "-", "+", " ", "@"


@dataclass(frozen=True)
class Line:
    """One line: `sign` is MISSING (expected, did not come), EXTRA (came instead), SAME or GAP."""

    sign: str
    text: str


def difference(expected: str, got: str) -> list[Line]:
    """The lines that differ, with two lines around them; at most MOST_LINES of them."""
    found = [
        Line(GAP, line.strip("@ \n")) if line.startswith("@@") else Line(line[:1], line[1:])
        for line in difflib.unified_diff(expected.splitlines(), got.splitlines(), lineterm="", n=2)
    ][2:]
    found = found[1:] if found and found[0].sign == GAP else found
    if len(found) > MOST_LINES:
        left_out = len(found) - MOST_LINES
        found = [*found[:MOST_LINES], Line(GAP, f"{left_out:,} more lines")]
    return found
