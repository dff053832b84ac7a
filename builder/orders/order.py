"""A work order as data, and as JSON by the published schema (order.schema.json beside this)."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from builder.errors import BuildUsageError

SCHEMA = 1
SCHEMA_FILE = Path(__file__).with_name("order.schema.json")

REPAIR, PERFORMANCE, DESIGN = "repair", "performance", "design"
"""Kinds of order: cases that fail, cases that are slow, a design rule to revise."""


@dataclass(frozen=True)
class Repro:
    """A case by itself. `script` is a suite file; `expected` and `got` are as the run saw them."""

    where: str
    script: str
    expected: str
    got: str


@dataclass(frozen=True)
class EarlierAttempt:
    """What was tried and why it was turned down."""

    number: int
    summary: str
    reason: str
    feedback: str


@dataclass
class WorkOrder:
    """One order. `cases` are (container, file, record); `base` the commit to start from.

    `ratio` is that to SQLite, for PERFORMANCE. `budget` has tokens, money and seconds.
    """

    id: int
    kind: str
    title: str
    cause: str
    base: str
    cases: list[tuple[str, str, int]]
    repros: list[Repro]
    files: list[str] = field(default_factory=list)
    contrast: list[str] = field(default_factory=list)
    editable: list[str] = field(default_factory=list)
    attempts: list[EarlierAttempt] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    decisions: list[str] = field(default_factory=list)
    budget: dict[str, float] = field(default_factory=dict)
    ratio: float = 0.0
    strategy: str = "coder"

    def as_json(self) -> dict[str, Any]:
        return {"schema": SCHEMA, **asdict(self)}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "WorkOrder":
        """The order that `as_json` described; raises BuildUsageError for anything else."""
        if stored.get("schema") != SCHEMA:
            raise BuildUsageError(f"work order of schema {stored.get('schema')!r}, not {SCHEMA}")
        values = {key: value for key, value in stored.items() if key != "schema"}
        try:
            order = cls(**values)
            order.cases = [(str(c), str(n), int(r)) for c, n, r in order.cases]
            order.repros = [Repro(**repro) for repro in values["repros"]]
            order.attempts = [EarlierAttempt(**attempt) for attempt in values["attempts"]]
        except (TypeError, KeyError, ValueError) as error:
            raise BuildUsageError(f"not a work order: {error}", f"see {SCHEMA_FILE}") from error
        return order


def load_order(path: Path) -> WorkOrder:
    """An order from a JSON file."""
    try:
        return WorkOrder.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        raise BuildUsageError(f"{path}: no work order: {error}") from error
