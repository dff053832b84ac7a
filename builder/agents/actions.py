"""The action protocol: a model without tool calls answers with one JSON object a turn.

{"tool": "read", "arguments": {"path": "engine/parser.py"}}
{"done": "what was changed, in a sentence"}
"""

import json
import re
import time
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from builder.agents.agent import MOST_CALLS, Agent, Assignment
from builder.agents.meter import Meter
from builder.agents.native import RETRIES, is_passing_fault
from builder.agents.workbench import TOOLS
from builder.errors import AgentFault, BuildError

MOST_MISUNDERSTOOD = 4
LONGEST_HISTORY = 120_000
"""Characters of conversation; beyond, the oldest turns are left out."""


def _object(**properties: Any) -> dict[str, Any]:
    """The JSON schema of an object with exactly these properties."""
    return {
        "type": "object", "properties": properties, "required": list(properties),
        "additionalProperties": False,
    }  # fmt: skip


ACTION_SCHEMA: dict[str, Any] = {
    "anyOf": [
        *(_object(tool={"const": tool.name}, arguments=tool.json_schema()) for tool in TOOLS),
        _object(done={"type": "string"}),
    ]
}
RESPONSE_FORMAT = {
    "type": "json_schema",
    "json_schema": {"name": "action", "schema": ACTION_SCHEMA},
}
"""Asks an OpenAI-compatible server to hold replies to the schema."""


def protocol_page() -> str:
    """How to act, for the system prompt."""
    lines = [
        "Answer with exactly one JSON object and nothing else. To use a tool:",
        '{"tool": "NAME", "arguments": {...}}',
        "When the work is done:",
        '{"done": "what you changed, in a sentence"}',
        "The tools:",
    ]
    for tool in TOOLS:
        parameters = ", ".join(
            f"{name}: {kind}{'?' if name in tool.optional else ''}"
            for name, kind in tool.parameters.items()
        )
        lines.append(f"- {tool.name}({parameters}): {tool.description}")
    return "\n".join(lines)


class ActionAgent(Agent):
    """The loop over plain chat calls."""

    def __init__(
        self, name: str, model: BaseChatModel, meter: Meter, first_wait: float = 1.0,
        by_schema: bool = False,
    ) -> None:  # fmt: skip
        """`by_schema` has the server hold replies to ACTION_SCHEMA."""
        self.name = name
        self.model = model
        self.meter = meter
        self.first_wait = first_wait
        self.options = {"response_format": RESPONSE_FORMAT} if by_schema else {}

    def work(self, assignment: Assignment) -> str:
        system = SystemMessage(f"{assignment.prompt}\n\n{protocol_page()}")
        order = HumanMessage(assignment.page)
        turns: list[BaseMessage] = []
        misunderstood = 0
        for _ in range(MOST_CALLS):
            assignment.bench.check_time()
            reply = self.ask([system, order, *_recent(turns)], **self.options)
            assignment.transcript(reply)
            action = parse_action(reply.text)
            if isinstance(action, str):
                misunderstood += 1
                if misunderstood > MOST_MISUNDERSTOOD:
                    raise AgentFault(f"the model does not follow the protocol: {action}")
                answer = f"error: {action}; answer with one JSON object"
            elif "done" in action:
                return str(action["done"])[:2000]
            else:
                answer = assignment.bench.call(action["tool"], action.get("arguments", {}))
            turns += [reply, HumanMessage(answer)]
            assignment.transcript(turns[-1])
        raise AgentFault(f"{MOST_CALLS} calls were not enough")

    def ask(self, messages: list[BaseMessage], **options: Any) -> AIMessage:
        """One reply, booked; passing faults are tried again, each booked.

        `options` go to the endpoint with the request.
        """
        wait = self.first_wait
        for tries in range(RETRIES + 1):
            try:
                made = self.meter.call(
                    messages, lambda: self.model.invoke(messages, **options),
                    lambda message: message,
                )  # fmt: skip
                assert isinstance(made, AIMessage)
                return made
            except BuildError:
                raise
            except Exception as error:  # whatever a provider's client raises
                if tries == RETRIES or not is_passing_fault(error):
                    raise AgentFault(f"{type(error).__name__}: {error}") from error
                time.sleep(wait)
                wait *= 2
        raise AssertionError("unreachable")


def parse_action(text: str) -> dict[str, Any] | str:
    """The action in a reply, or what is wrong with it."""
    found = re.search(r"\{.*\}", text, re.DOTALL)
    if found is None:
        return "there is no JSON object in the answer"
    try:
        action = json.loads(found[0])
    except ValueError as error:
        return f"the JSON can't be read: {error}"
    if "done" in action:
        return {"done": action["done"]}
    if not isinstance(action.get("tool"), str):
        return 'the object has neither "tool" nor "done"'
    if not isinstance(action.get("arguments", {}), dict):
        return '"arguments" must be an object'
    return dict(action)


def _recent(turns: list[BaseMessage]) -> list[BaseMessage]:
    """The last turns that fit, in whole pairs of reply and answer."""
    total, start = 0, len(turns)
    while start >= 2:
        total += len(turns[start - 1].text) + len(turns[start - 2].text)
        if total > LONGEST_HISTORY:
            break
        start -= 2
    return turns[start:]
