"""Transcripts: what was said in one attempt, a JSON object a line; and back to a recording."""

import json
import threading
from pathlib import Path
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage


class TranscriptFile:
    """Appends messages as they come; what is written stays when the process is killed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.turn = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)

    def head(self, role: str, attempt: int, page: str) -> None:
        self._write({"kind": "order", "role": role, "attempt": attempt, "text": page})

    def __call__(self, message: BaseMessage) -> None:
        line: dict[str, Any] = {"kind": message.type, "text": message.text}
        if isinstance(message, AIMessage) and message.tool_calls:
            line["calls"] = [
                {"tool": call["name"], "arguments": call["args"]} for call in message.tool_calls
            ]
        self._write(line)

    def end(self, verdict: str, reason: str) -> None:
        self._write({"kind": "verdict", "text": verdict, "reason": reason})

    def _write(self, line: dict[str, Any]) -> None:
        with self.turn, self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def read_transcript(path: Path) -> list[dict[str, Any]]:
    """The lines of a transcript; a last line that a kill cut short is left out."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except ValueError:
            break
    return found
