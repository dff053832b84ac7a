"""A `process:` engine that can begin anew itself: `resettable:COMMAND`.

The harness sends `{"reset": true}` where a suite file ends, and takes any `result` as the word
that the next request finds a fresh database. The process is kept for the worker's next file, so
that an engine which is slow to start is started once a worker. One that dies is started again.
"""

import subprocess

from harness.engines.broken import EngineBroken
from harness.engines.process import ProcessEngine, describe
from sqllogictest.engine import Engine, EngineError

__all__ = ["ResettableEngine", "describe", "make"]

_idle: dict[str, list["subprocess.Popen[bytes]"]] = {}


class ResettableEngine(ProcessEngine):
    """One database of a running command."""

    def __init__(self, command: str) -> None:
        self.command = command
        waiting = _idle.get(command)
        if waiting:
            self.name = f"resettable:{command}"
            self.process = waiting.pop()
        else:
            super().__init__(command)

    def close(self) -> None:
        if self._begins_anew():
            _idle.setdefault(self.command, []).append(self.process)
        else:
            super().close()

    def _begins_anew(self) -> bool:
        try:
            self._request({"reset": True})
        except (EngineBroken, EngineError, OSError):
            return False
        return True


def make(argument: str) -> Engine:
    return ResettableEngine(argument)
