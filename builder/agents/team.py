"""Who does what: from a role to an agent with its model, and the review of a patch."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from langchain_core.messages import HumanMessage, SystemMessage

from builder.agents.actions import ActionAgent
from builder.agents.agent import Agent
from builder.agents.command import CommandAgent
from builder.agents.meter import Meter
from builder.agents.models import Models, ModelSpec
from builder.agents.native import NativeAgent
from builder.agents.roles import prompt_of
from builder.agents.transcript import TranscriptFile
from builder.errors import AgentFault, BuildUsageError
from builder.sandbox.jail import Jail
from builder.state.ledger import Ledger
from builder.tester import Script, understand_scripts

LARGER = "larger"
"""The strategy, and the name among the models, of a larger model."""
LONGEST_DIFF = 60_000


@dataclass(frozen=True)
class Review:
    """What a reviewer said."""

    accepted: bool
    comment: str


@dataclass
class Team:
    """Models by role ('' for all others), or a command-line agent in place of coders."""

    models: dict[str, ModelSpec]
    jail: Jail
    ledger: Ledger
    command: str = ""
    roles: Path | None = None
    first_wait: float = 1.0
    maker: Models = field(default_factory=Models)

    def spec(self, role: str) -> ModelSpec | None:
        return self.models.get(role) or self.models.get("")

    def agent(self, role: str, strategy: str, order: int, attempt: int, number: int) -> Agent:
        """The agent for attempt `number` of an order (`attempt` is its row in the ledger)."""
        if self.command and role != "architect":
            return CommandAgent(self.command, self.jail)
        spec = self.models.get(LARGER) if strategy == LARGER else None
        spec = spec or self.spec(role)
        if spec is None:
            if self.command:
                return CommandAgent(self.command, self.jail)
            raise BuildUsageError(f"the {role} has no model", "--model provider:name")
        model = self.maker.make(spec, role, number)
        meter = self._meter(spec, role, order, attempt)
        if spec.actions:
            return ActionAgent(spec.name, model, meter, self.first_wait, spec.schema)
        return NativeAgent(spec.name, model, meter, self.first_wait)

    def _meter(self, spec: ModelSpec, role: str, order: int | None, attempt: int | None) -> Meter:
        return Meter(self.ledger, attempt, order, role, spec.name, spec.price, spec.most_out)

    def prompt(self, role: str) -> str:
        return prompt_of(role, self.roles)

    def review(
        self, page: str, diff: str, order: int, attempt: int, number: int,
        transcript: TranscriptFile,
    ) -> Review:  # fmt: skip
        """Have a patch read by a reviewer with a fresh context. Accepts where there is no model."""
        spec = self.spec("reviewer")
        if spec is None:
            return Review(True, "no reviewer")
        if len(diff) > LONGEST_DIFF:
            diff = diff[:LONGEST_DIFF] + "\n... the rest is left out"
        model = self.maker.make(spec, "reviewer", number)
        asker = ActionAgent(
            spec.name, model, self._meter(spec, "reviewer", order, attempt), self.first_wait
        )
        request = HumanMessage(f"{page}\n\n## The patch\n\n```diff\n{diff}\n```")
        reply = asker.ask([SystemMessage(self.prompt("reviewer")), request])
        transcript(reply)
        return understand_review(reply.text)

    def scripts(self, page: str, transcript: TranscriptFile) -> list[Script]:
        """Scripts for new cases, by the tester. Raises AgentFault, BudgetSpent."""
        spec = self.spec("tester")
        if spec is None:
            return []
        model = self.maker.make(spec, "tester", 1)
        asker = ActionAgent(
            spec.name, model, self._meter(spec, "tester", None, None), self.first_wait
        )
        reply = asker.ask([SystemMessage(self.prompt("tester")), HumanMessage(page)])
        transcript(reply)
        return understand_scripts(reply.text)


def understand_review(text: str) -> Review:
    """The verdict in a reviewer's answer; raises AgentFault where there is none."""
    found = re.search(r"\{.*\}", text, re.DOTALL)
    try:
        answer = json.loads(found[0]) if found else {}
    except ValueError:
        answer = {}
    if answer.get("verdict") not in ("accept", "return"):
        raise AgentFault(f"the reviewer gave no verdict: {text[:300]}")
    return Review(answer["verdict"] == "accept", str(answer.get("comment", "")))
