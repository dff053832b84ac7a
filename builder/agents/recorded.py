"""A chat model that replays recorded replies, and fails loudly when it is asked anything else.

A recording is a TOML file for each conversation:

    role = "coder"
    attempt = 1
    match = ["SELECT is not supported"]     # must all be in the first request
    [[call]]
    contains = ["# Order"]                  # must all be in the last message of the request
    tool = "write"
    [call.arguments]
    path = "engine/select.py"
    text = '...'
    [[call]]
    contains = ["wrote engine/select.py"]
    say = "SELECT works for one table"

Replies are keyed by the attempt and the call within it. Usage is that of the texts.
"""

import threading
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool

from builder.agents.meter import CHARACTERS_A_TOKEN, characters
from builder.errors import BuildError


class ReplayMismatch(BuildError):
    """The request is not the one that the recording answers."""


@dataclass
class Conversation:
    """One recorded conversation; `used` counts the calls that were replayed."""

    file: str
    role: str
    attempt: int
    match: list[str]
    calls: list[dict[str, Any]]
    used: int = 0


@dataclass
class Recording:
    """All conversations of a folder. Several agents may replay from it at the same time."""

    conversations: list[Conversation]
    turn: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def load(cls, folder: Path) -> "Recording":
        found = []
        for file in sorted(folder.glob("*.toml")):
            stored = tomllib.loads(file.read_text(encoding="utf-8"))
            found.append(
                Conversation(
                    file.name, stored["role"], stored["attempt"], stored["match"], stored["call"]
                )
            )
        if not found:
            raise BuildError(f"{folder}: holds no recorded replies")
        return cls(found)

    def begin(self, role: str, attempt: int, request: str) -> Conversation:
        """The one conversation that begins with this request. Raises ReplayMismatch."""
        with self.turn:
            found = [
                talk
                for talk in self.conversations
                if talk.role == role
                and talk.attempt == attempt
                and talk.used == 0
                and all(part in request for part in talk.match)
            ]
            if len(found) != 1:
                what = ", ".join(talk.file for talk in found) or "none"
                raise ReplayMismatch(
                    f"attempt {attempt} of the {role}: {what} of the recorded conversations "
                    f"begins with this request:\n{request[:1500]}"
                )
            found[0].used = 1
            return found[0]

    def unused(self) -> list[str]:
        """Conversations that were not replayed to their end."""
        return [
            f"{talk.file}: {talk.used} of {len(talk.calls)} calls"
            for talk in self.conversations
            if talk.used < len(talk.calls)
        ]


class RecordedModel(BaseChatModel):
    """One conversation's model."""

    recording: Any
    role: str
    attempt: int
    talk: Any = None
    position: int = 0

    @property
    def _llm_type(self) -> str:
        return "recorded"

    def bind_tools(
        self, tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool], **_: Any
    ) -> Runnable[Any, AIMessage]:
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **_: Any,
    ) -> ChatResult:
        if self.talk is None:
            page = next((m.text for m in messages if isinstance(m, HumanMessage)), "")
            self.talk = self.recording.begin(self.role, self.attempt, page)
        talk: Conversation = self.talk
        where = f"{talk.file}, call {self.position + 1}"
        if self.position >= len(talk.calls):
            raise ReplayMismatch(f"{where}: the recording has no more replies")
        call = talk.calls[self.position]
        last = messages[-1].text
        for part in call.get("contains", []):
            if part not in last:
                raise ReplayMismatch(f"{where}: {part!r} is not in the request:\n{last[:1500]}")
        self.position += 1
        talk.used = self.position
        message = self._message(call, messages)
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _message(self, call: dict[str, Any], messages: list[BaseMessage]) -> AIMessage:
        number = f"{self.talk.file}-{self.position}"
        calls = []
        if "tool" in call:
            arguments = call.get("arguments", {})
            calls = [{"name": call["tool"], "args": arguments, "id": number, "type": "tool_call"}]
        message = AIMessage(call.get("say", ""), tool_calls=calls, id=number)
        size_in = characters(messages) // CHARACTERS_A_TOKEN
        size_out = characters([message]) // CHARACTERS_A_TOKEN
        message.usage_metadata = UsageMetadata(
            input_tokens=size_in, output_tokens=size_out, total_tokens=size_in + size_out
        )
        return message
