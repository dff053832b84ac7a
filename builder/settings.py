"""What a build was asked for: kept in its state, so that running it again goes on."""

import hashlib
import json
import secrets
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from builder.agents.meter import Price
from builder.agents.models import ModelSpec
from builder.measure import Suite
from builder.state.database import State
from builder.state.ledger import Budget
from harness.suites.selection import Selection

NAME = "settings"
PAUSED = "paused"
"""The setting by which a person has no further attempt begin."""


@dataclass
class Settings:
    """All that steers a build. Times are in seconds.

    `models` is by role ('' for all others). `agents` work side by side; `orders_a_round` are
    taken on in one round; `tries` is how often an order is tried within a round. `approve` are
    the steps that wait for a person: design, orders, merge. `new_cases` is how often the tester
    writes new cases when all pass. `seed` draws the siblings.
    """

    prompt: str
    repo: str
    suites: list[str]
    models: dict[str, ModelSpec] = field(default_factory=dict)
    command: str = ""
    roles: str = ""
    agents: int = 2
    orders_a_round: int = 8
    tries: int = 3
    rounds: int = 100
    workers: int = 2
    lease: float = 1800.0
    record_timeout: float = 20.0
    file_timeout: float = 120.0
    whole: Budget = field(default_factory=Budget)
    each: Budget = field(default_factory=Budget)
    approve: list[str] = field(default_factory=list)
    no_sandbox: bool = False
    performance: float = 0.0
    new_cases: int = 0
    selection: dict[str, Any] = field(default_factory=lambda: Selection().as_json())
    seed: str = field(default_factory=lambda: secrets.token_hex(16))
    first_wait: float = 1.0

    @property
    def suite(self) -> Suite:
        return Suite(
            tuple(self.suites), Selection.from_json(self.selection), self.workers,
            self.record_timeout, self.file_timeout,
        )  # fmt: skip

    @property
    def shared_suite(self) -> Suite:
        """The suite for agents that work side by side: they share the workers."""
        return replace(self.suite, workers=max(1, self.workers // self.agents))

    @property
    def measured_by(self) -> str:
        """A digest of what decides which cases are run."""
        text = json.dumps([self.suites, self.selection], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def save(self, state: State) -> None:
        state.set(NAME, asdict(self))

    @classmethod
    def load(cls, state: State) -> "Settings | None":
        """The settings that a state holds; None for a new one."""
        stored = state.setting(NAME)
        if stored is None:
            return None
        stored["models"] = {
            role: ModelSpec(**{**spec, "price": Price(**spec["price"])})
            for role, spec in stored["models"].items()
        }
        stored["whole"], stored["each"] = Budget(**stored["whole"]), Budget(**stored["each"])
        return cls(**stored)


def place_of_state(folder: Path) -> Path:
    """The state's file within a build's folder."""
    return folder / "state.sqlite"
