"""The commit protocol of the rollback journal as a model: every state of a small disk.

A database of two pages, 0 in both, and two transactions that write 1 and then 2 into both. A
power cut may come after any operation, and of what was not synced since any subset may have
reached the disk; recovery is a program like the others, and may be cut off too. In the end both
pages must agree, on no less than what was acknowledged.

A record of the journal is a mark (its page number and a checksum that misses most of the
content) and a body, which may reach the disk one without the other.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

PAGES = (0, 1)
Operation = tuple


class Disk(NamedTuple):
    """What is on the disk; `journal` is None where there is no file, or its header is void."""

    pages: tuple[int, int] = (0, 0)
    exists: bool = False
    header: tuple[int, int] | None = None  # the transaction's nonce, and how many records count
    marks: tuple = (None, None)
    bodies: tuple = (None, None)


class Violation(Exception):
    """A state that the protocol must not lead to."""


def put(values: tuple, place: int, value: object) -> tuple:
    return (*values[:place], value, *values[place + 1 :])


def apply(disk: Disk, operation: Operation) -> Disk:
    kind = operation[0]
    if kind == "write":
        return disk._replace(pages=put(disk.pages, operation[1], operation[2]))
    if kind == "create":
        return disk._replace(exists=True)
    if kind == "delete":
        return Disk(disk.pages)
    if kind == "truncate":
        return Disk(disk.pages, disk.exists)
    if not disk.exists:  # its directory entry is lost, and so is the content
        return disk
    if kind == "header":
        return disk._replace(header=operation[1])
    if kind == "mark":
        return disk._replace(marks=put(disk.marks, operation[1], operation[2]))
    if kind == "body":
        return disk._replace(bodies=put(disk.bodies, operation[1], operation[2]))
    return disk


FILE_OF = {
    "write": "db",
    "header": "journal",
    "mark": "journal",
    "body": "journal",
    "truncate": "journal",
    "create": "folder",
    "delete": "folder",
}


def transaction(mode: str, number: int) -> list[Operation]:
    """The operations of transaction `number`, the last one followed by its acknowledgement."""
    program: list[Operation] = []
    if mode == "delete" or number == 1:
        program.append(("create",))
    program.append(("header", (number, 0)))
    for page in PAGES:
        program.append(("mark", page, number))
        program.append(("body", page, number - 1))
    program += [("sync", "journal"), ("header", (number, len(PAGES))), ("sync", "journal")]
    if mode == "delete" or number == 1:
        program.append(("sync", "folder"))
    program += [("write", page, number) for page in PAGES]
    program.append(("sync", "db"))
    if mode == "delete":
        program += [("delete",), ("sync", "folder")]
    else:
        program += [("truncate",) if mode == "truncate" else ("header", None), ("sync", "journal")]
    return program


def recovery(disk: Disk) -> list[Operation]:
    """The operations of whoever opens the database next."""
    if not disk.exists or disk.header is None or disk.header[1] == 0:
        return []
    nonce, count = disk.header
    program: list[Operation] = []
    for page in PAGES[:count]:
        if disk.marks[page] != nonce:
            break
        program.append(("write", page, disk.bodies[page]))
    return [*program, ("sync", "db"), ("delete",), ("sync", "folder")]


def is_safe(program: list[Operation], place: int) -> bool:
    """Whether a later operation has synced the file of the one at `place`."""
    return ("sync", FILE_OF[program[place][0]]) in program[place + 1 :]


def power_cuts(start: Disk, program: list[Operation]) -> set[Disk]:
    """Every disk that a power cut right after the last operation of `program` may leave."""
    places = [i for i, operation in enumerate(program) if operation[0] != "sync"]
    unsafe = [place for place in places if not is_safe(program, place)]
    found = set()
    for size in range(len(unsafe) + 1):
        for lost in combinations(unsafe, size):
            disk = start
            for place in places:
                if place not in lost:
                    disk = apply(disk, program[place])
            found.add(disk)
    return found


class JournalModel:
    """The protocol in one journal mode; `change` seeds a fault into the program of a transaction,
    `change_recovery` into that of recovery."""

    def __init__(self, mode: str, change=None, change_recovery=None) -> None:
        self.mode = mode
        self.change = change or list
        self.change_recovery = change_recovery or list
        self.states: set[tuple[Disk, int]] = set()

    def program(self, number: int) -> list[Operation]:
        return self.change(transaction(self.mode, number))

    def explore(self) -> int:
        """Visit every state; returns how many. Raises Violation."""
        program: list[Operation] = []
        for number in (1, 2):
            for operation in self.program(number):
                for disk in power_cuts(Disk(), program):
                    self.visit(disk, number - 1)
                program.append(operation)
        for disk in power_cuts(Disk(), program):
            self.visit(disk, 2)
        return len(self.states)

    def visit(self, disk: Disk, acknowledged: int) -> None:
        """Recover from `disk`, with power cuts on the way; those lead to further states."""
        waiting = [disk]
        while waiting:
            disk = waiting.pop()
            if (disk, acknowledged) in self.states:
                continue
            self.states.add((disk, acknowledged))
            program = self.change_recovery(recovery(disk))
            for cut in range(1, len(program)):
                waiting += power_cuts(disk, program[:cut])
            for operation in program:
                disk = apply(disk, operation)
            first, second = disk.pages
            if first != second or first not in (acknowledged, acknowledged + 1):
                raise Violation(f"{disk.pages} after {acknowledged} was acknowledged")


def without(operation: Operation, which: int = 0):
    """A fault: the operation is left out where it stands for the `which`-th time."""

    def change(program: list[Operation]) -> list[Operation]:
        places = [i for i, known in enumerate(program) if known == operation]
        return [known for i, known in enumerate(program) if places[which:][:1] != [i]]

    return change


def swapped(first: Operation, second: Operation):
    """A fault: two operations in each other's place."""

    def change(program: list[Operation]) -> list[Operation]:
        names = {first: second, second: first}
        return [names.get(operation, operation) for operation in program]

    return change


def pages_first(program: list[Operation]) -> list[Operation]:
    """A fault: the database is written before the journal is safe."""
    writes = [operation for operation in program if operation[0] == "write"]
    rest = [operation for operation in program if operation[0] != "write"]
    at = rest.index(("sync", "journal"))
    return [*rest[:at], *writes, *rest[at:]]
