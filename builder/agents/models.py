"""Chat models by name: `provider:name`, an OpenAI-compatible endpoint, or recorded replies."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from langchain.chat_models import init_chat_model
from langchain_core.language_models import BaseChatModel

from builder.agents.meter import Price
from builder.agents.recorded import RecordedModel, Recording
from builder.errors import BuildUsageError

RECORDED = "recorded:"


@dataclass(frozen=True)
class ModelSpec:
    """A model: its name, where it is served ('' for the provider's own address), its price.

    `actions` chooses the JSON action protocol, `schema` has the server hold replies to it.
    `most_out` is the longest reply in tokens, `timeout` the seconds to wait for one.
    """

    name: str
    base_url: str = ""
    price: Price = field(default_factory=Price)
    actions: bool = False
    most_out: int = 8192
    timeout: float = 120.0
    schema: bool = False


class Models:
    """Makes chat models; keeps the recordings that are replayed."""

    def __init__(self) -> None:
        self.recordings: dict[str, Recording] = {}

    def make(self, spec: ModelSpec, role: str, attempt: int) -> BaseChatModel:
        """A fresh model for one attempt of a role. Raises BuildUsageError."""
        if spec.name.startswith(RECORDED):
            recording = self.recordings.get(spec.name)
            if recording is None:
                recording = Recording.load(Path(spec.name.removeprefix(RECORDED)))
                self.recordings[spec.name] = recording
            return RecordedModel(recording=recording, role=role, attempt=attempt)
        options: dict[str, Any] = {"max_tokens": spec.most_out, "timeout": spec.timeout}
        if spec.base_url:
            options["base_url"] = spec.base_url
            options["api_key"] = os.environ.get("OPENAI_API_KEY", "none")
        if spec.name.startswith("openai:"):
            options |= {"stream_usage": True, "max_retries": 0}
        try:
            model = init_chat_model(spec.name, **options)
        except (ImportError, ValueError) as error:
            raise BuildUsageError(
                f"the model {spec.name!r} can't be made: {error}", "provider:name, as LangChain has"
            ) from error
        assert isinstance(model, BaseChatModel)
        return model

    def unused(self) -> list[str]:
        """Recorded conversations that nobody asked for."""
        return [line for recording in self.recordings.values() for line in recording.unused()]
