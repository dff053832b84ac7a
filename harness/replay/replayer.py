"""Our end of the process that replays records."""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from harness.engines.registry import find_engine
from harness.errors import EngineStartError
from harness.replay.child import BROKEN
from harness.workers.process import how_it_ended
from sqllogictest.records import AUTO, Record
from sqllogictest.verdicts import CRASHED, NOT_APPLICABLE, PASSED, TIMED_OUT
from sqllogictest.writer import write

START_TIMEOUT = 120.0
"""Seconds in which an engine must start."""
LAST_OUTPUT = 4096


@dataclass
class Replayed:
    """What became of one case; the fields are those of `sqllogictest.verdicts.Outcome`.

    `output` is the last that the engine printed, if it crashed. `seconds` is wall time.
    """

    index: int
    verdict: str
    reason: str = ""
    message: str = ""
    expected: list[str] | None = None
    got: list[str] | None = None
    values: list[str] | None = None
    error_class: str = ""
    error_code: str = ""
    traceback: str = ""
    output: str = ""
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        return self.verdict in (PASSED, NOT_APPLICABLE)


class Replayer:
    """One engine in one process, which is started when needed and again after a crash.

    `timeout` is in seconds a record, `memory_limit` in bytes (0: none). Use it as a context, or
    call `close`.
    """

    def __init__(
        self, engine: str, label: str = "sqlite", timeout: float = 10.0, memory_limit: int = 2 << 30
    ) -> None:
        self.engine = engine
        self.label = label
        self.timeout = timeout
        self.memory_limit = memory_limit
        self.process: subprocess.Popen[bytes] | None = None
        self.starts = 0

    def __enter__(self) -> "Replayer":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def run(self, records: Sequence[Record], name: str = "replay.test") -> list[Replayed]:
        """Run the records on a fresh database; the outcome of each case, in order.

        After a crash or a time-out the rest runs in a new process, without that record. Raises
        EngineStartError.
        """
        return self.run_text(write(list(records)), name)

    def run_text(self, text: str, name: str, dialect: str = AUTO) -> list[Replayed]:
        """The same for the text of a suite file. Raises SuiteError where `run` would not."""
        found: list[Replayed] = []
        job: dict[str, Any] = {
            "text": text, "name": name, "dialect": dialect, "start": 0, "unsafe": [],
        }  # fmt: skip
        indices = self._case_numbers(text, name, dialect)
        while True:
            for outcome in self._answers(job):
                found.append(outcome)
            if len(found) >= len(indices):
                return found
            lost = indices[len(found)]
            found.append(self._lost(lost))
            job["start"] = lost + 1
            job["unsafe"].append(lost)
            if len(found) == len(indices):
                return found

    @staticmethod
    def _case_numbers(text: str, name: str, dialect: str) -> list[int]:
        from sqllogictest.parser import parse_bytes
        from sqllogictest.rendering import encode

        records = parse_bytes(encode(text), name, dialect)
        return [index for index, record in enumerate(records) if record.is_case]

    def _answers(self, job: dict[str, Any]) -> Iterator[Replayed]:
        """The outcomes that come before all is done, or the process is lost."""
        if self.process is None:
            self._start()
        self.why_lost = ""
        with contextlib.suppress(OSError):
            self.connection.sendall(json.dumps(job).encode() + b"\n")
        while True:
            message = self._receive(self.timeout)
            if message is None:
                return
            if message.get("say") == "done":
                return
            if message.get("say") == BROKEN:
                self.why_lost = message["message"]
            elif "index" in message:
                yield Replayed(**message)

    def _lost(self, index: int) -> Replayed:
        """The process died or hung at this record: bury it."""
        verdict, message = CRASHED, self.why_lost
        if self.overdue:
            verdict, message = TIMED_OUT, f"no answer within {self.timeout:g} s"
        status = self._end()
        output = self._last_output()
        return Replayed(index, verdict, message=message or how_it_ended(status), output=output)

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        self.output = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the process)
        self.unread = b""
        self.overdue = False
        self.process = subprocess.Popen(
            [
                sys.executable, "-P", "-X", "faulthandler", "-m", "harness.replay.child",
                self.engine, self.label, str(self.memory_limit), str(theirs.fileno()),
            ],
            stdin=subprocess.DEVNULL,
            stdout=self.output,
            stderr=self.output,
            pass_fds=(theirs.fileno(),),
            start_new_session=True,
            env={**os.environ, **find_engine(self.engine).environment},
        )  # fmt: skip
        theirs.close()
        self.connection = ours
        self.starts += 1
        message = self._receive(START_TIMEOUT) or {}
        if message.get("say") != "ready":
            self._end()
            raise EngineStartError(
                f"engine {self.engine!r} could not be started: "
                f"{message.get('message') or 'its process ended'}",
                self._last_output(),
            )

    def _receive(self, timeout: float) -> dict[str, Any] | None:
        """The next message; None when the process has ended or `timeout` seconds have passed."""
        deadline = time.monotonic() + timeout
        while b"\n" not in self.unread:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.connection], [], [], left)[0]:
                self.overdue = True
                return None
            try:
                data = self.connection.recv(1 << 20)
            except OSError:
                data = b""
            if not data:
                return None
            self.unread += data
        line, _, self.unread = self.unread.partition(b"\n")
        message: dict[str, Any] = json.loads(line)
        return message

    def _end(self) -> int:
        """End the process and all that it started; returns its exit status."""
        process, self.process = self.process, None
        if process is None:
            return 0
        self.connection.close()
        if self.overdue:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        try:
            status = process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            process.kill()
            status = process.wait()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        return status

    def _last_output(self) -> str:
        self.output.seek(0, os.SEEK_END)
        self.output.seek(max(0, self.output.tell() - LAST_OUTPUT))
        return self.output.read().decode("utf-8", "replace")

    def close(self) -> None:
        """End the process, if there is one."""
        self.overdue = self.process is not None
        self._end()
