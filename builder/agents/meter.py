"""Books every model call: reserved before, settled after, whatever comes of it."""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage

from builder.state.ledger import Ledger, Usage

CHARACTERS_A_TOKEN = 3
"""A cautious estimate, where an endpoint reports no usage."""
OVERHEAD_TOKENS = 600
"""Tool descriptions and wrapping."""


@dataclass(frozen=True)
class Price:
    """Money for a million tokens in each direction."""

    tokens_in: float = 0.0
    tokens_out: float = 0.0

    def of(self, usage: Usage) -> float:
        return (usage.tokens_in * self.tokens_in + usage.tokens_out * self.tokens_out) / 1e6


@dataclass(frozen=True)
class Meter:
    """The meter of one agent's attempt. `most_out` is the longest reply, in tokens."""

    ledger: Ledger
    attempt: int | None
    order: int | None
    role: str
    model: str
    price: Price
    most_out: int

    def call(
        self, messages: Sequence[BaseMessage], make: Callable[[], Any],
        message_of: Callable[[Any], AIMessage],
    ) -> Any:  # fmt: skip
        """What `make` returns, booked; raises BudgetSpent before a call that may not be made.

        A call that the endpoint refused (an HTTP error status) costs nothing; one that was cut
        off or timed out is charged its prompt, which the endpoint may have read.
        """
        prompt = OVERHEAD_TOKENS + math.ceil(characters(messages) / CHARACTERS_A_TOKEN)
        most = Usage(prompt, self.most_out, estimated=True)
        number = self.ledger.reserve(
            self.attempt, self.order, self.role, self.model, most, self.price.of(most)
        )
        try:
            made = make()
        except Exception as error:
            refused = getattr(error, "status_code", None) is not None
            usage = Usage(0 if refused else prompt, 0, estimated=not refused)
            self.ledger.settle(number, usage, self.price.of(usage))
            raise
        usage = usage_of(message_of(made), prompt)
        self.ledger.settle(number, usage, self.price.of(usage))
        return made


def usage_of(message: AIMessage, prompt: int) -> Usage:
    """The tokens that the endpoint reported; an estimate from the texts where it did not."""
    told = message.usage_metadata
    if told and told.get("total_tokens"):
        return Usage(int(told["input_tokens"]), int(told["output_tokens"]))
    out = math.ceil(characters([message]) / CHARACTERS_A_TOKEN)
    return Usage(prompt, max(out, 1), estimated=True)


def characters(messages: Sequence[BaseMessage]) -> int:
    """How long messages are, tool calls included."""
    total = 0
    for message in messages:
        total += len(message.text)
        if isinstance(message, AIMessage) and message.tool_calls:
            total += len(json.dumps([call["args"] for call in message.tool_calls]))
    return total
