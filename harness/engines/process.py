"""An engine in any language, behind JSON lines: `process:COMMAND`.

The shape is that of sqllogictest-rs's external engines. For every record the harness writes
one line `{"sql": "..."}` to the command's standard input and reads one line from its
standard output: `{"result": [["1", "x"], ...]}` (a list of rows, each a list of values;
JSON numbers, strings and null are taken as they are) or `{"err": "message"}`. The command is
started anew for every suite file, so a fresh database is what it starts with; it ends when
its standard input does. Its standard error is the worker's, and is kept as last output.
"""

import contextlib
import json
import shlex
import subprocess
from typing import Any

from harness.engines.broken import EngineBroken
from harness.workers.limits import die_with_parent
from sqllogictest.engine import Engine, EngineError, Rows

LONGEST_ANSWER = 256 * 1024 * 1024
LONGEST_SHOWN = 100


class ProcessEngine(Engine):
    """One running command, spoken to over its standard input and output."""

    def __init__(self, command: str) -> None:
        self.name = f"process:{command}"
        self.process = subprocess.Popen(
            shlex.split(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            preexec_fn=die_with_parent,
        )

    def execute(self, sql: str) -> int | None:
        self._ask(sql)
        return None

    def query(self, sql: str) -> Rows:
        rows = self._ask(sql)
        return Rows(len(rows[0]) if rows else -1, rows, None)

    def _ask(self, sql: str) -> list[list[object]]:
        return self._request({"sql": sql})

    def _request(self, request: dict[str, object]) -> list[list[object]]:
        """One request and its answer; raises EngineError for `err`, EngineBroken for garbage."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
            line = stdout.readline(LONGEST_ANSWER)
        except BrokenPipeError:
            line = b""
        if not line:
            raise EngineBroken(self._how_it_ended())
        return self._understand(line)

    def _how_it_ended(self) -> str:
        status = self.process.wait()
        if status < 0:
            return f"the engine's process was ended by signal {-status}"
        return f"the engine's process exited with status {status}"

    def _understand(self, line: bytes) -> list[list[object]]:
        shown = line[:200].decode("utf-8", "replace").rstrip("\n")
        try:
            answer: Any = json.loads(line)
        except ValueError:
            raise EngineBroken(f"the engine answered with what is not JSON: {shown}") from None
        if isinstance(answer, dict):
            if answer.get("err") is not None:
                raise EngineError(str(answer["err"]), None)
            rows = answer.get("result")
            if isinstance(rows, list) and all(isinstance(row, list) for row in rows):
                return rows
        raise EngineBroken(
            f'the engine answered with neither {{"result": [[...]]}} nor {{"err": ...}}: {shown}'
        )

    def close(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def make(argument: str) -> Engine:
    return ProcessEngine(argument)


def describe(argument: str) -> str:
    """The command; of a long one, such as a sandbox's, its first word and its last ones."""
    if len(argument) <= LONGEST_SHOWN:
        return argument
    first, *words = argument.split()
    shown: list[str] = []
    while words and len(" ".join((first, *shown, words[-1]))) <= LONGEST_SHOWN:
        shown.insert(0, words.pop())
    return " ".join((first, "...", *shown))
