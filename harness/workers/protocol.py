"""What the coordinator and a worker say to each other, over a socket of their own.

Each message is a line of JSON; a job may be followed by the content of the suite file. The
engine never sees the socket: its standard output is a pipe that the coordinator only keeps
the end of.
"""

import json
import socket
from dataclasses import asdict, dataclass, field
from typing import Any

LONGEST_LINE = 64 * 1024 * 1024


@dataclass
class WorkerOptions:
    """What a worker is told once, when it starts. `memory_limit` is in bytes, 0 for none."""

    engine: str
    label: str
    folder: str
    writer: str
    memory_limit: int
    selection: dict[str, Any]
    allow_system: bool = False


@dataclass
class Lost:
    """A record that a worker before this one did not survive, and its verdict."""

    record: int
    verdict: str
    message: str
    output: str


@dataclass
class Job:
    """One attempt at a suite file, or the rest of one.

    `start` is the number of the first record to judge; those before it are replayed, but not
    the `unsafe` ones. `lost` are the records that earlier workers died at. `give_up` is the
    reason why the rest of the file is not to be run any more ('' to run it). The content is
    read from `path`, or follows the message: `size` bytes of it.
    """

    attempt: int
    name: str
    container: str
    line: int
    path: str | None
    size: int
    start: int = 0
    fresh: bool = True
    unsafe: list[int] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)
    give_up: str = ""


READY, DONE, BROKEN, NOT_STARTED, DISK = "ready", "done", "broken", "not started", "disk"
"""What a worker says: it can start; a file is done; its engine is lost; its engine can't be
started; its parts can't be written."""


def send(connection: socket.socket, message: dict[str, Any], content: bytes = b"") -> None:
    """Send one message, and content after it. Raises OSError when nobody listens."""
    connection.sendall(json.dumps(message).encode() + b"\n")
    if content:
        connection.sendall(content)


def job_message(job: Job) -> dict[str, Any]:
    return asdict(job)


def read_job(message: dict[str, Any]) -> Job:
    return Job(**{**message, "lost": [Lost(**lost) for lost in message["lost"]]})
