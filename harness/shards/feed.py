"""The suite files of a run, longest first, read ahead from archives within a fixed memory."""

import threading
from collections.abc import Callable, Iterable

from harness.errors import SuiteFault
from harness.suites.discover import Source
from harness.suites.open import SuiteFile, open_source
from harness.suites.selection import Selection

READ_AHEAD = 96 * 1024 * 1024
"""Bytes of decompressed suite files that may wait for a worker."""
WORKERS_A_READER = 4
"""Decompressing takes about a sixth of what SQLite takes to run what comes out."""
BYTES_A_SECOND = 4e6
"""How many bytes of a suite file run in a second, for files never run before."""

FileKey = tuple[str, str]
"""(container, name)"""


class Feed:
    """Gives out suite files to whoever asks next; closes itself when all are out.

    `durations` are seconds of earlier runs. `skip` says which files are done already. Unread
    sources show up in `faults`, which the caller empties.
    """

    def __init__(
        self,
        sources: Iterable[Source],
        selection: Selection,
        durations: dict[FileKey, float],
        skip: Callable[[SuiteFile], bool],
        workers: int,
    ) -> None:
        self.selection = selection
        self.durations = durations
        self.skip = skip
        self.faults: list[SuiteFault] = []
        self.waiting: list[SuiteFile] = []
        self.waiting_bytes = 0
        self.condition = threading.Condition()
        self.stopped = False
        plain: list[Source] = []
        self.archives: list[Source] = []
        for source in sources:
            (self.archives if source.is_archive else plain).append(source)
        self.archives.sort(key=self._archive_seconds)
        for source in plain:
            for item in open_source(source):
                self._put(item)
        self.readers = min(len(self.archives), -(-workers // WORKERS_A_READER))
        for _ in range(self.readers):
            threading.Thread(target=self._read_archives, daemon=True).start()

    def _archive_seconds(self, source: Source) -> float:
        known = sum(
            seconds
            for (container, _), seconds in self.durations.items()
            if container == source.name
        )
        return known or source.size * 14 / BYTES_A_SECOND

    def seconds(self, file: SuiteFile) -> float:
        """How long the file is expected to take."""
        known = self.durations.get((file.container, file.name))
        return known if known is not None else file.size / BYTES_A_SECOND

    def seconds_at_hand(self) -> float:
        """How long all files that wait for a worker are expected to take."""
        with self.condition:
            return sum(self.seconds(file) for file in self.waiting)

    def take(self) -> SuiteFile | None:
        """The longest file that is at hand, or None if none is (yet)."""
        with self.condition:
            if not self.waiting:
                return None
            file = max(self.waiting, key=self.seconds)
            self.waiting.remove(file)
            if file.text is not None:
                self.waiting_bytes -= file.size
            self.condition.notify_all()
            return file

    @property
    def exhausted(self) -> bool:
        """Whether every file has been given out."""
        with self.condition:
            return self.readers == 0 and not self.waiting

    def take_faults(self) -> list[SuiteFault]:
        """The sources that could not be read since the last call."""
        with self.condition:
            faults, self.faults = self.faults, []
            return faults

    def stop(self) -> None:
        """Read no further."""
        with self.condition:
            self.stopped = True
            self.condition.notify_all()

    def _read_archives(self) -> None:
        try:
            while (source := self._next_archive()) is not None:
                for item in open_source(source):
                    self._put(item)
                    if self.stopped:
                        break
        finally:
            with self.condition:
                self.readers -= 1

    def _next_archive(self) -> Source | None:
        with self.condition:
            return self.archives.pop() if self.archives and not self.stopped else None

    def _put(self, item: SuiteFile | SuiteFault) -> None:
        with self.condition:
            if isinstance(item, SuiteFault):
                self.faults.append(item)
                return
            if not self.selection.takes_file(item.name) or self.skip(item):
                return
            if item.text is not None:
                while self.waiting_bytes and self.waiting_bytes + item.size > READ_AHEAD:
                    if self.stopped:
                        return
                    self.condition.wait()
                self.waiting_bytes += item.size
            self.waiting.append(item)
