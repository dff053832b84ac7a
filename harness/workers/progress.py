"""Memory that a worker and the coordinator share, and that outlives the worker.

The worker notes here which record it is at and what became of each case. That costs a memory
write a record, tells the coordinator that the worker is alive, and when the worker is killed
nothing is lost: its successor finds the verdicts where it left them.

Layout: a header of eight 64-bit numbers, then a byte for each record's verdict, then a
32-bit number for its microseconds.
"""

import mmap
import os
import struct
from dataclasses import dataclass

ATTEMPT, PHASE, RECORD, TOTAL, START = range(5)
HEADER = struct.Struct("8q")

IDLE, LOADING, RUNNING, WRITING = range(4)

UNJUDGED = 255


@dataclass(frozen=True)
class Position:
    """Where a worker is: the attempt at a file, the phase, the record's number, their total.

    Records before `start` are replayed, those from it on are judged.
    """

    attempt: int
    phase: int
    record: int
    total: int
    start: int


def create() -> int:
    """A new shared block with nothing in it; returns its file descriptor."""
    descriptor = os.memfd_create("dbwright-progress")
    os.truncate(descriptor, HEADER.size)
    return descriptor


def read_position(descriptor: int) -> Position:
    """What the header says now (for the coordinator)."""
    return Position(*HEADER.unpack(os.pread(descriptor, HEADER.size, 0))[:5])


def set_idle(descriptor: int) -> None:
    """Forget a dead worker's position (for the coordinator)."""
    os.pwrite(descriptor, HEADER.pack(0, IDLE, -1, 0, 0, 0, 0, 0), 0)


def is_judged(descriptor: int, record: int) -> bool:
    """Whether the record has its verdict (for the coordinator)."""
    return record >= 0 and os.pread(descriptor, 1, HEADER.size + record) != bytes((UNJUDGED,))


class ProgressBlock:
    """The worker's view of the block; `header`, `verdicts` and `micros` write through."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._map(0)

    def _map(self, records: int) -> None:
        """Make room for `records` records (rounded up, so that `micros` is aligned)."""
        room = -(-max(records, 1) // 4096) * 4096
        size = HEADER.size + room * 5
        if os.fstat(self.descriptor).st_size < size:
            os.truncate(self.descriptor, size)
        self.room = room
        self.memory = mmap.mmap(self.descriptor, size)
        whole = memoryview(self.memory)
        self.header = whole[: HEADER.size].cast("q")
        self.verdicts = whole[HEADER.size : HEADER.size + room]
        self.micros = whole[HEADER.size + room : size].cast("I")

    def begin(self, attempt: int) -> None:
        """The worker has been given a file and reads it."""
        self.header[RECORD] = -1
        self.header[TOTAL] = 0
        self.header[START] = 0
        self.header[ATTEMPT] = attempt
        self.header[PHASE] = LOADING

    def fit(self, records: int, fresh: bool) -> None:
        """Make room for a file of so many records; a fresh one has no verdicts yet.

        A successor gets the room its predecessor made: it reads the same file.
        """
        self._map(records)
        if fresh:
            self.verdicts[:] = bytes((UNJUDGED,)) * self.room
            self.micros[:] = memoryview(bytes(self.room * 4)).cast("I")
        self.header[TOTAL] = records

    def phase(self, phase: int) -> None:
        self.header[PHASE] = phase

    def release(self) -> None:
        """Give the memory up: whoever writes after this gets a ValueError."""
        for view in (self.header, self.verdicts, self.micros):
            view.release()
