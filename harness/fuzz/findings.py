"""What was found: the fewest statements that show it, and the cause that it is filed under."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from harness.engines.observation import Observation
from sqllogictest.rendering import render

NUMBERED_NAME = re.compile(r"\b(?:tab|ind|view|trig|win|k|c|t|w|s|v)\d+\b")
NUMBER = re.compile(r"\d+")
CLAUSES = (
    "DISTINCT", "GROUP BY", "HAVING", "OVER", "UNION", "INTERSECT", "EXCEPT", "LEFT JOIN",
    "RIGHT JOIN", "FULL JOIN", "WITH", "LIMIT", "EXISTS", "IN (SELECT", "FILTER", "RETURNING",
    "ON CONFLICT", "COLLATE", "BETWEEN", "LIKE", "GLOB", "CAST", "CASE", "ROWID", "STRICT",
)  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """A program's statements; the last one gives a wrong answer.

    what: the difference in a few words. expected: SQLite's answer as lines of a suite file, or
    None where no engine says what is right; `types` the letters of its columns, '' for an
    error. seed, number: of the program that it came from.
    """

    oracle: str
    seed: int
    number: int
    what: str
    setup: list[str]
    sql: str
    twin: str
    ours: str
    theirs: str
    types: str
    expected: list[str] | None

    @property
    def cause(self) -> str:
        """What findings with the same cause have in common, as well as can be told."""
        what = NUMBER.sub("N", NUMBERED_NAME.sub("X", self.what))
        verb = self.sql.split(maxsplit=1)[0].upper()
        text = self.sql.upper()
        clauses = [word for word in CLAUSES if word in text]
        if self.what.startswith("error") or self.what.startswith("no error"):
            clauses = []
        return " ".join([what, "in", verb, *clauses])

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "cause": self.cause}

    def suite_text(self) -> str:
        """A suite file that fails by itself while the fault is there."""
        lines = [f"# {line}" for line in (self.cause, f"ours: {self.ours}")]
        lines += [f"# seed {self.seed}, program {self.number}, oracle {self.oracle}", ""]
        for sql in self.setup:
            lines += ["statement ok", sql, ""]
        if self.expected is None:
            lines += [f"# must give the same as: {self.twin or 'without the optimiser'}"]
            lines += ["statement ok", self.sql, ""]
        elif self.types:
            lines += [f"query {self.types} rowsort", self.sql, "----", *self.expected, ""]
        else:
            lines += [f"statement {'error' if self.theirs.startswith('error') else 'ok'}"]
            lines += [self.sql, ""]
        return "\n".join(lines)


def type_letters(rows: list[tuple[object, ...]]) -> str:
    """The letter for each column that shows its values best."""
    letters = ""
    for column in zip(*rows, strict=True):
        kinds = {type(value) for value in column if value is not None}
        letters += "I" if kinds == {int} else "R" if kinds == {float} else "T"
    return letters


def expected_lines(rows: list[tuple[object, ...]], types: str) -> list[str]:
    """The rows, sorted as `rowsort` sorts them, one value a line."""
    width = len(types)
    values = render(rows, types)
    grouped = [values[start : start + width] for start in range(0, len(values), width)]
    return [value for row in sorted(grouped) for value in row]


def describe(answer: Observation) -> str:
    """An answer on one line."""
    if answer.error is not None:
        return f"error {answer.error[0]}: {answer.error[1]}"
    shown = ", ".join(repr(row) for row in answer.rows[:5])
    more = f", ... ({len(answer.rows)} rows)" if len(answer.rows) > 5 else ""
    return f"[{shown}{more}]".replace("\n", "\\n")


def save(finding: Finding, folder: Path) -> Path:
    """Write the finding's case below `folder`; its file."""
    folder.mkdir(parents=True, exist_ok=True)
    words = re.sub(r"[^a-z0-9]+", "-", finding.cause.lower()).strip("-")[:60]
    file = folder / f"{words}-{finding.seed}-{finding.number}.test"
    file.write_text(finding.suite_text(), encoding="utf-8", errors="backslashreplace")
    return file
