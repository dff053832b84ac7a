"""One shard, run on another machine: suite files in, the parts that they wrote out.

The machine needs this package and the engine; the suite's files come with the shard, and nothing is
left there.
"""

import socket
import tempfile
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from harness.coordinator import Coordinator, Observer
from harness.errors import InternalFault
from harness.shards.source import GivenFiles
from harness.store.parts import KINDS, part_files
from harness.suites.open import SuiteFile
from harness.workers.protocol import WorkerOptions
from harness.workers.slot import Deadlines


@dataclass(frozen=True)
class Shard:
    """Suite files with their content, and how to run them; attempts count from `first_attempt`."""

    files: list[SuiteFile]
    options: WorkerOptions
    deadlines: Deadlines
    first_attempt: int


@dataclass(frozen=True)
class ShardResult:
    """What running a shard gave: the bytes of its parts by kind, and who gave it.

    `memory` is the peak of an engine's process in bytes.
    """

    parts: dict[str, bytes]
    memory: int
    restarts: int
    engine_version: str
    builds: dict[str, str]
    dbwright: str
    machine: str


def run_shard(shard: Shard) -> ShardResult:
    """Run the shard with one engine at a time, in processes of its own.

    Raises EngineStartError, and InternalFault where this machine's disk is full or lacks a file.
    """
    for file in shard.files:
        if file.path is not None and not file.path.is_file():
            raise InternalFault(
                f"{socket.gethostname()} has no file {file.path}, which includes others",
                "share the suite's folder with all machines, or pack it into an archive",
            )
    said: dict[str, tuple[str, dict[str, str]]] = {}

    def started(engine_version: str, builds: dict[str, str]) -> None:
        said["engine"] = engine_version, builds

    with tempfile.TemporaryDirectory(prefix="dbwright-") as folder:
        totals = Coordinator(
            GivenFiles(shard.files),
            replace(shard.options, folder=folder),
            shard.deadlines,
            1,
            shard.first_attempt,
            [],
            Observer(started),
        ).run()
        parts = {
            kind: b"".join(path.read_bytes() for path in part_files(Path(folder), kind))
            for kind in KINDS
        }
    engine_version, builds = said["engine"]
    return ShardResult(
        parts,
        totals.worker_memory,
        totals.restarts,
        engine_version,
        builds,
        version("dbwright"),
        socket.gethostname(),
    )
