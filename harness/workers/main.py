"""The worker process: `python -m harness.workers.main OPTIONS SOCKET BLOCK`.

It says whether its engine can be started, then takes jobs until the coordinator hangs up.
"""

import json
import os
import socket
import sys
import traceback
from dataclasses import asdict
from pathlib import Path

from harness.engines.registry import find_engine
from harness.store.parts import PartWriter
from harness.suites.selection import Selection
from harness.workers import limits, memory, protocol
from harness.workers.judge import Judge
from harness.workers.progress import ProgressBlock
from harness.workers.protocol import WorkerOptions
from harness.workers.sink import EngineLost


def main(arguments: list[str]) -> int:
    """Be a worker; returns the exit status."""
    options = WorkerOptions(**json.loads(arguments[0]))
    connection = socket.socket(fileno=int(arguments[1]))
    block = ProgressBlock(int(arguments[2]))
    limits.die_with_parent()
    limits.no_core_dumps()
    limits.limit_memory(options.memory_limit)
    memory.configure()
    parts = PartWriter(Path(options.folder), options.writer)
    _leave_forks_out(connection, block, parts)
    sys.path.append(os.getcwd())
    try:
        spec = find_engine(options.engine)
        connect = spec.factory()
        connect().close()
        version = spec.describe()
    except BaseException as error:
        text = f"{type(error).__name__}: {error}"
        trace = traceback.format_exc(limit=-3)
        protocol.send(
            connection, {"say": protocol.NOT_STARTED, "message": text, "traceback": trace}
        )
        return 3
    protocol.send(connection, {"say": protocol.READY, "version": version, "builds": _builds()})
    selection = Selection.from_json(options.selection)
    judge = Judge(connect, options.label, selection, block, parts, options.allow_system)
    return _serve(connection, judge)


def _serve(connection: socket.socket, judge: Judge) -> int:
    pid = os.getpid()
    incoming = connection.makefile("rb")
    while line := incoming.readline(protocol.LONGEST_LINE):
        job = protocol.read_job(json.loads(line))
        content = incoming.read(job.size) if job.path is None else None
        try:
            totals = judge.run(job, content)
        except BaseException as error:
            if os.getpid() != pid:
                os._exit(0)
            protocol.send(connection, _explain(error))
            return 1
        del content
        protocol.send(
            connection,
            {"say": protocol.DONE, "totals": asdict(totals), "memory": limits.peak_memory()},
        )
    return 0


def _explain(error: BaseException) -> dict[str, str]:
    if isinstance(error, EngineLost):
        return {"say": protocol.BROKEN, "message": str(error)}
    if isinstance(error, MemoryError):
        return {"say": protocol.BROKEN, "message": "out of memory"}
    if isinstance(error, OSError):
        return {"say": protocol.DISK, "message": str(error)}
    text = "".join(traceback.format_exception(error))
    return {"say": protocol.BROKEN, "message": f"the worker itself failed:\n{text}"}


def _leave_forks_out(connection: socket.socket, block: ProgressBlock, parts: PartWriter) -> None:
    """A child that the engine forks off must not speak for the worker.

    It may live on and do its own work; but it has no socket, its parts are closed, and the
    first record that it comes to ends it.
    """

    def in_child() -> None:
        block.release()
        parts.close()
        connection.close()

    os.register_at_fork(after_in_child=in_child)


def _builds() -> dict[str, str]:
    import sqllogictest

    return {"sqllogictest": sqllogictest.BUILD}


if __name__ == "__main__":
    # The engine's module may be `__main__` to nobody: leave without its exit handlers.
    status = main(sys.argv[1:])
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
