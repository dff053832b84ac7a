"""Where a coordinator takes suite files from."""

from collections import deque
from collections.abc import Iterable
from typing import Protocol

from harness.errors import SuiteFault
from harness.suites.open import SuiteFile


class FileSource(Protocol):
    """Gives out suite files until it is exhausted; `feed.Feed` is the one that reads suites."""

    @property
    def exhausted(self) -> bool: ...

    def take(self) -> SuiteFile | None: ...

    def take_faults(self) -> list[SuiteFault]: ...

    def stop(self) -> None: ...


class GivenFiles:
    """Suite files that are all at hand, in this order."""

    def __init__(self, files: Iterable[SuiteFile]) -> None:
        self.files = deque(files)

    @property
    def exhausted(self) -> bool:
        return not self.files

    def take(self) -> SuiteFile | None:
        return self.files.popleft() if self.files else None

    def take_faults(self) -> list[SuiteFault]:
        return []

    def stop(self) -> None:
        self.files.clear()
