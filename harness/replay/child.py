"""The process with the engine: `python -m harness.replay.child ENGINE LABEL MEMORY SOCKET`.

Each request is a line of JSON with a suite file's text; the answer is a line for each case as
soon as it has its verdict, and a last line when all are done.
"""

import json
import os
import socket
import sys
from typing import Any

from harness.engines.registry import find_engine
from harness.workers import limits
from sqllogictest.parser import parse_bytes
from sqllogictest.records import Record
from sqllogictest.rendering import encode
from sqllogictest.runner import Runner, Sink
from sqllogictest.verdicts import NOT_APPLICABLE, PASSED, Outcome

BROKEN = "engine broken"
LONGEST_VALUES = 10_000
"""Values of one result that are sent back."""


class Teller(Sink):
    """Sends each outcome on; a heartbeat while records are executed again."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection

    def say(self, message: dict[str, Any]) -> None:
        self.connection.sendall(json.dumps(message).encode() + b"\n")

    def replaying(self, index: int, record: Record) -> None:
        self.connection.sendall(b"{}\n")

    def finished(self, outcome: Outcome) -> None:
        message: dict[str, Any] = {"index": outcome.index, "verdict": outcome.verdict}
        if outcome.error_class in ("EngineBroken", "MemoryError"):
            self.say({"say": BROKEN, "message": outcome.message or "out of memory"})
            os._exit(1)
        if outcome.verdict not in (PASSED, NOT_APPLICABLE):
            message |= {
                "reason": outcome.reason,
                "message": outcome.message,
                "expected": outcome.expected,
                "got": outcome.got,
                "values": (outcome.values or [])[:LONGEST_VALUES],
                "error_class": outcome.error_class,
                "error_code": outcome.error_code,
                "traceback": outcome.traceback,
            }
        message["seconds"] = outcome.seconds
        self.say(message)


def main(arguments: list[str]) -> int:
    """Answer requests until the other end hangs up; returns the exit status."""
    engine, label, memory, descriptor = arguments
    connection = socket.socket(fileno=int(descriptor))
    limits.die_with_parent()
    limits.no_core_dumps()
    limits.limit_memory(int(memory))
    sys.path.append(os.getcwd())
    teller = Teller(connection)
    try:
        connect = find_engine(engine).factory()
        connect().close()
    except BaseException as error:
        teller.say({"say": "not started", "message": f"{type(error).__name__}: {error}"})
        return 3
    teller.say({"say": "ready"})
    runner = Runner(connect, label)
    for line in connection.makefile("rb"):
        job = json.loads(line)
        records = parse_bytes(encode(job["text"]), job["name"], job["dialect"])
        runner.run_file(records, teller, job["start"], frozenset(job["unsafe"]))
        teller.say({"say": "done"})
    return 0


if __name__ == "__main__":
    status = main(sys.argv[1:])
    os._exit(status)
