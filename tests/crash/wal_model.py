"""The protocol of the write-ahead log with two processes as a model: every state.

A database of two pages. Each process has a list of activities: "write" a transaction that adds 1
to both pages, "read" both pages, "checkpoint". Their steps interleave in every way, and a power
cut may come after each, with any subset of what was not synced on the disk.

Rules: a reader sees both pages alike, not older than what was committed when it began; after a
power cut the pages agree, and with full synchronisation nothing acknowledged is lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

PAGES = (0, 1)


class Violation(Exception):
    """A state that the protocol must not lead to."""


class Frame(NamedTuple):
    salt: int
    page: int
    value: int
    commit: bool


class Process(NamedTuple):
    """Where a process is in its list of activities, and what it holds."""

    activity: int = 0
    step: int = 0
    mark: int | None = None  # the end of the log for a reader
    salt: int = 0  # of the log it reads
    oldest: int = 0  # what was committed when it began to read
    seen: int = 0
    target: int = 0  # up to where a checkpoint copies


class State(NamedTuple):
    """Files as the processes see them (`pages`, `log`), operations that no sync has made safe
    (`unsafe`), files without those (`safe_*`), the shared wal-index, locks and processes."""

    pages: tuple[int, ...] = (0, 0)
    log: tuple = (None,) * 8
    salt: int = 0
    safe_pages: tuple[int, ...] = (0, 0)
    safe_log: tuple = (None,) * 8
    safe_salt: int = 0
    unsafe: tuple = ()
    frames: int = 0  # the published end of the log
    appended: int = 0
    copied: int = 0  # how many frames are in the database too
    committed: int = 0
    acknowledged: int = 0
    writer: int | None = None
    checkpointer: int | None = None
    processes: tuple[Process, ...] = (Process(), Process())


def put(values: tuple, place: int, value: object) -> tuple:
    return (*values[:place], value, *values[place + 1 :])


def store(pages, log, salt, operation):
    """The files after one operation on them."""
    kind = operation[0]
    if kind == "page":
        return put(pages, operation[1], operation[2]), log, salt
    if kind == "frame":
        return pages, put(log, operation[1], operation[2]), salt
    return pages, log, operation[1]


def operate(state: State, operation: tuple) -> State:
    """A write to one of the files, not synced yet."""
    pages, log, salt = store(state.pages, state.log, state.salt, operation)
    return state._replace(pages=pages, log=log, salt=salt, unsafe=(*state.unsafe, operation))


def sync(state: State, file: str) -> State:
    """Make what was written to a file safe: "db" or "log"."""
    pages, log, salt = state.safe_pages, state.safe_log, state.safe_salt
    rest = []
    for operation in state.unsafe:
        if (operation[0] == "page") == (file == "db"):
            pages, log, salt = store(pages, log, salt, operation)
        else:
            rest.append(operation)
    return state._replace(safe_pages=pages, safe_log=log, safe_salt=salt, unsafe=tuple(rest))


def value_at(state: State, page: int, mark: int) -> int:
    """A page as the newest frame up to `mark` has it, or the database."""
    for frame in reversed(state.log[:mark]):
        if frame is not None and frame.page == page and frame.salt == state.salt:
            return frame.value
    return state.pages[page]


class WalModel:
    """The protocol; `faults` names what is left out or done wrongly. `full`: a commit syncs."""

    def __init__(self, scripts: list[list[str]], full: bool, faults: set[str] = frozenset()):
        self.scripts = scripts
        self.full = full
        self.faults = faults

    def explore(self) -> int:
        """Visit every state; returns how many. Raises Violation."""
        seen = {State()}
        waiting = [State()]
        while waiting:
            state = waiting.pop()
            self.check_power_cut(state)
            for following in self.steps(state):
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        return len(seen)

    def steps(self, state: State) -> Iterator[State]:
        for number in range(len(self.scripts)):
            following = self.step(state, number)
            if following is not None:
                yield following

    def step(self, state: State, number: int) -> State | None:
        """The next step of one process; None when it has ended or must wait."""
        process = state.processes[number]
        if process.activity == len(self.scripts[number]):
            return None
        activity = self.scripts[number][process.activity]
        if activity == "write":
            return self.write(state, number, process)
        if activity == "read":
            return self.read(state, number, process)
        return self.checkpoint(state, number, process)

    def go_on(self, state: State, number: int, process: Process, **changes: object) -> State:
        process = process._replace(step=process.step + 1, **changes)
        return state._replace(processes=put(state.processes, number, process))

    def end(self, state: State, number: int, process: Process) -> State:
        process = Process(process.activity + 1)
        return state._replace(processes=put(state.processes, number, process))

    def write(self, state: State, number: int, process: Process) -> State | None:
        step = process.step
        if step == 0:
            if state.writer is not None:
                return None
            state = state._replace(writer=number)
            if self.may_begin_anew(state):
                same = "salt stays" in self.faults
                state = operate(state, ("salt", state.salt if same else state.salt + 1))
                state = state._replace(frames=0, appended=0, copied=0)
            return self.go_on(state, number, process, seen=state.committed + 1)
        if step in (1, 2):
            if step == 1 and "publishes first" in self.faults:
                state = state._replace(frames=state.appended + 2, committed=process.seen)
            frame = Frame(state.salt, step - 1, process.seen, step == 2)
            state = operate(state, ("frame", state.appended, frame))
            return self.go_on(state._replace(appended=state.appended + 1), number, process)
        if step == 3:
            if self.full and "commit is not synced" not in self.faults:
                state = sync(state, "log")
            return self.go_on(state, number, process)
        if step == 4:
            state = state._replace(frames=state.appended, committed=process.seen)
            return self.go_on(state, number, process)
        return self.end(state._replace(writer=None, acknowledged=process.seen), number, process)

    def may_begin_anew(self, state: State) -> bool:
        """Whether the writer may overwrite the log from its beginning."""
        copied = state.copied == state.frames or "begins anew too early" in self.faults
        is_read = any(process.mark is not None for process in state.processes)
        return state.frames > 0 and copied and (not is_read or "forgets readers" in self.faults)

    def read(self, state: State, number: int, process: Process) -> State:
        step = process.step
        if step == 0:
            return self.go_on(
                state, number, process,
                mark=state.frames, salt=state.salt, oldest=state.committed,
            )  # fmt: skip
        assert process.mark is not None
        if step == 1:
            return self.go_on(state, number, process, seen=value_at(state, 0, process.mark))
        second = value_at(state, 1, process.mark)
        if process.seen != second or second < process.oldest:
            raise Violation(f"a reader saw {process.seen} and {second}")
        return self.end(state, number, process)

    def checkpoint(self, state: State, number: int, process: Process) -> State | None:
        step = process.step
        if step == 0:
            if state.checkpointer is not None:
                return None
            safe = state.frames
            for other in state.processes:
                if other.mark is not None and "copies past readers" not in self.faults:
                    safe = min(safe, other.mark)
            if safe <= state.copied:
                return self.end(state, number, process)
            state = state._replace(checkpointer=number)
            return self.go_on(state, number, process, target=safe)
        if step == 1:
            if "log is not synced before copying" not in self.faults:
                state = sync(state, "log")
            return self.go_on(state, number, process)
        if step in (2, 3):
            page = step - 2
            value = value_at(state, page, process.target)
            return self.go_on(operate(state, ("page", page, value)), number, process)
        if step == 4:
            if "database is not synced" not in self.faults:
                state = sync(state, "db")
            return self.go_on(state, number, process)
        state = state._replace(copied=max(state.copied, process.target), checkpointer=None)
        return self.end(state, number, process)

    def check_power_cut(self, state: State) -> None:
        """Whether every disk that a power cut may leave now is whole."""
        for size in range(len(state.unsafe) + 1):
            for kept in combinations(state.unsafe, size):
                pages, log, salt = state.safe_pages, state.safe_log, state.safe_salt
                for operation in kept:
                    pages, log, salt = store(pages, log, salt, operation)
                self.check_recovery(state, pages, log, salt)

    def check_recovery(self, state: State, pages: tuple, log: tuple, salt: int) -> None:
        end = 0
        for place, frame in enumerate(log):
            if frame is None or frame.salt != salt:
                break
            if frame.commit or "recovers without commit" in self.faults:
                end = place + 1
        for frame in log[:end]:
            pages = put(pages, frame.page, frame.value)
        lowest = state.acknowledged if self.full else 0
        if pages[0] != pages[1] or pages[0] < lowest:
            raise Violation(f"{pages} after a power cut, {state.acknowledged} acknowledged")


WAL_FAULTS = [
    "commit is not synced",
    "publishes first",
    "log is not synced before copying",
    "database is not synced",
    "copies past readers",
    "begins anew too early",
    "forgets readers",
    "recovers without commit",
    "salt stays",
]
