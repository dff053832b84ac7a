"""Runs the records of one file against an engine and judges every case."""

from collections.abc import Callable, Iterable

from mypy_extensions import mypyc_attr

from sqllogictest.engine import Engine
from sqllogictest.records import Record
from sqllogictest.verdicts import Outcome


@mypyc_attr(allow_interpreted_subclasses=True)
class Sink:
    """Told of every case as the runner goes; subclass it. Each call costs the run its time."""

    def starting(self, index: int, record: Record) -> None:
        """Record number `index` is about to be executed (not called for what is excluded)."""

    def replaying(self, index: int, record: Record) -> None:
        """Record number `index` is executed again, without a verdict, to restore the state."""

    def finished(self, outcome: Outcome) -> None:
        """A case has its verdict; called once for each case, excluded ones included."""


class Runner:
    """Executes files one by one, each on a fresh engine from `connect`.

    `label` is the engine name that skipif and onlyif are compared with, in any case.
    `allow_system` lets `system` records run shell commands.
    """

    def __init__(
        self,
        connect: Callable[[], Engine],
        label: str = "sqlite",
        allow_system: bool = False,
    ) -> None:
        self.connect = connect
        self.label = label.lower()
        self.allow_system = allow_system

    def run_file(
        self,
        records: Iterable[Record],
        sink: Sink,
        start: int = 0,
        unsafe: frozenset[int] = frozenset(),
    ) -> None:
        """Run one file's records, from number `start` on, and tell `sink` of each case.

        With `start` above 0 the records before it are replayed first: what changes the
        database, the hash threshold and the labels seen, is done again and nothing is judged.
        Records whose number is in `unsafe` (those that crashed or hung before) are left out
        of the replay. Whatever `connect` raises goes through.
        """
        raise NotImplementedError
