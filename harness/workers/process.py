"""The coordinator's end of one worker: start it, give it a job, watch it, end it."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections import deque
from dataclasses import asdict
from typing import Any

from harness.engines.registry import find_engine
from harness.workers import progress, protocol
from harness.workers.protocol import Job, WorkerOptions

LAST_OUTPUT = 4096
"""Bytes kept of what the engine printed last."""
SEND_TIMEOUT = 30.0
"""Seconds in which a worker must take a job; it waits for one, so it takes milliseconds."""


class WorkerProcess:
    """One worker. Its progress block belongs to the slot and is handed on to its successor."""

    def __init__(self, options: WorkerOptions, block: int) -> None:
        """Start the process; `block` is the descriptor of the progress block."""
        self.block = block
        ours, theirs = socket.socketpair()
        spec = find_engine(options.engine)
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-P",
                "-m",
                "harness.workers.main",
                json.dumps(asdict(options)),
                str(theirs.fileno()),
                str(block),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(theirs.fileno(), block),
            start_new_session=True,
            env={**os.environ, **spec.environment},
        )
        theirs.close()
        ours.settimeout(SEND_TIMEOUT)
        self.connection = ours
        assert self.process.stdout is not None
        self.output_pipe = self.process.stdout
        os.set_blocking(self.output_pipe.fileno(), False)
        self.output: deque[bytes] = deque()
        self.output_size = 0
        self.unread = b""

    def send(self, job: Job, content: bytes | None) -> None:
        """Hand over a job. A worker that died meanwhile is noticed by its socket's end."""
        with contextlib.suppress(OSError):
            protocol.send(self.connection, protocol.job_message(job), content or b"")

    def receive(self) -> list[dict[str, Any]] | None:
        """The messages that have come; None when the worker has hung up."""
        try:
            data = self.connection.recv(1 << 20)
        except OSError:
            return None
        if not data:
            return None
        *lines, self.unread = (self.unread + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def drain_output(self) -> bool:
        """Take what the engine printed, keeping the end; False when the pipe is closed."""
        try:
            data = os.read(self.output_pipe.fileno(), 1 << 16)
        except BlockingIOError:
            return True
        except OSError:
            return False
        self.output.append(data)
        self.output_size += len(data)
        while self.output and self.output_size - len(self.output[0]) >= LAST_OUTPUT:
            self.output_size -= len(self.output.popleft())
        return bool(data)

    def last_output(self) -> str:
        """The end of what the engine wrote to its standard output and error."""
        return b"".join(self.output)[-LAST_OUTPUT:].decode("utf-8", "replace")

    def forget_output(self) -> None:
        self.output.clear()
        self.output_size = 0

    def position(self) -> progress.Position:
        return progress.read_position(self.block)

    def kill(self) -> None:
        """End the worker and all that its engine started, at once."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def finish(self) -> int:
        """Wait for the process, which has hung up or been killed; returns its exit status.

        A worker that hangs up and does not end is killed.
        """
        try:
            status = self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.kill()
            status = self.process.wait()
        self.kill()
        for _ in range(64):
            before = self.output_size
            if not self.drain_output() or self.output_size == before:
                break
        self.connection.close()
        self.output_pipe.close()
        return status

    def retire(self) -> int:
        """Hang up on an idle worker and wait for its end."""
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)
        return self.finish()


def how_it_ended(status: int) -> str:
    """An exit status in words."""
    if status >= 0:
        return f"the engine's process exited with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"the engine's process was killed by {name}"
