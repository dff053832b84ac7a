"""Scripted coders for an engine with seeded faults: some hand in a wrong patch, then the right one.

A coder finds the fault behind its order as a person would who knows the twelve candidates: it takes
one after the other out of the worktree, and looks whether a repro is answered as SQLite does. Where
two faults hide one another (a right patch alone is a regression), it takes out both.
"""

import functools
from collections.abc import Iterable
from itertools import combinations
from random import Random
from typing import Any

import source_patch
from catalogue import FAULTS
from engine_repository import PACKAGE, module_file, patched, restored, sound_source

from builder.agents.agent import Agent, Assignment
from builder.agents.team import Review
from builder.agents.workbench import Workbench
from builder.errors import AgentFault
from builder.gate.verdict import HARD_CODED, NO_GAIN, REGRESSION, SIBLINGS

USELESS, HARMFUL, CHEATING = "useless", "harmful", "cheating"
WRONG = (USELESS, HARMFUL, CHEATING)
WHY_NOT = {
    USELESS: {NO_GAIN},
    HARMFUL: {REGRESSION, SIBLINGS, NO_GAIN},
    CHEATING: {HARD_CODED},
}
"""Where the harm lies in the order's own cases, it shows before a regression is looked for."""
HARM = "sort-by-first-term"
"""What a harmful patch breaks beside what it mends."""


@functools.cache
def module_of(name: str) -> str:
    return source_patch.locate(PACKAGE, FAULTS[name].patch)


def mended(source: str, name: str, seeded: Iterable[str]) -> str | None:
    """The module without one fault, the others left in; None where it is not there any more."""
    module, function = module_of(name), FAULTS[name].patch.function
    beside = [
        other for other in seeded
        if module_of(other) == module and FAULTS[other].patch.function == function and other != name
    ]  # fmt: skip
    sound = sound_source(module)
    for count in range(len(beside) + 1):
        for others in combinations(beside, count):
            with_it = patched(sound, (FAULTS[n].patch for n in (name, *others)))
            if restored(source, function, with_it) == source:
                without = patched(sound, (FAULTS[n].patch for n in others))
                return restored(source, function, without)
    return None


class Repairs:
    """What the coders of one build share: the seeded faults, and who hands in what."""

    def __init__(self, names: Iterable[str], seed: int) -> None:
        self.names = sorted(names)
        self.seed = seed
        self.wrong: dict[int, str] = {}
        """Ledger's attempt -> kind of the wrong patch that it handed in."""

    def wrong_kind(self, name: str) -> str:
        """How the first patch for a fault is wrong; '' where it is right."""
        kind = Random(f"{self.seed}:{name}").choice(("", *WRONG))
        return USELESS if kind == HARMFUL and HARM in self.names else kind

    def team(self, *_: Any) -> "RepairTeam":
        return RepairTeam(self)


class Coder(Agent):
    """Takes out the fault behind the order; at a first attempt perhaps something else."""

    name = "scripted"

    def __init__(self, repairs: Repairs, attempt: int, number: int) -> None:
        self.repairs = repairs
        self.attempt = attempt
        self.number = number

    def work(self, assignment: Assignment) -> str:
        bench = assignment.bench
        names = self.causes(bench)
        kind = self.repairs.wrong_kind(names[0]) if self.number == 1 else ""
        if kind:
            self.repairs.wrong[self.attempt] = kind
        if kind == USELESS:
            append(bench, "TRIED = True")
            return "perhaps it is the errors"
        if kind == CHEATING:
            append(bench, f"KNOWN = {{{longest_question(bench)!r}: []}}")
            return "the answer is known"
        if any(attempt.reason == REGRESSION for attempt in bench.order.attempts[1:]):
            names.append(self.hidden_by(bench, names))
        self.take_out(bench, names)
        if kind == HARMFUL:
            path = module_file(module_of(HARM))
            write(bench, path, patched(read(bench, path), [FAULTS[HARM].patch]))
        return f"{', '.join(names)} mended"

    def take_out(self, bench: Workbench, names: Iterable[str]) -> bool:
        """Mend these faults in the worktree; False, and nothing done, where one is not there."""
        before: dict[str, str] = {}
        for name in names:
            path = module_file(module_of(name))
            text = read(bench, path)
            after = mended(text, name, self.repairs.names)
            if after is None:
                put_back(bench, before)
                return False
            before.setdefault(path, text)
            write(bench, path, after)
        return True

    def told_without(self, bench: Workbench, names: Iterable[str], tool: str, number: int) -> str:
        """What a tool says while these faults are taken out; '' where one is not there."""
        paths = {module_file(module_of(name)) for name in names}
        before = {path: read(bench, path) for path in paths}
        if not self.take_out(bench, names):
            return ""
        told = bench.call(tool, {"number": number} if number else {})
        put_back(bench, before)
        return told

    def causes(self, bench: Workbench) -> list[str]:
        """The fault, or the two, without which a repro passes. Raises AgentFault."""
        for number in range(1, len(bench.order.repros) + 1):
            as_it_is = bench.call("run_case", {"number": number})
            involved = []
            for name in self.repairs.names:
                told = self.told_without(bench, [name], "run_case", number)
                if passes(told):
                    return [name]
                if told and told != as_it_is:
                    involved.append(name)
            for pair in combinations(involved, 2):
                if passes(self.told_without(bench, pair, "run_case", number)):
                    return list(pair)
        raise AgentFault("no two faults are behind the order")

    def hidden_by(self, bench: Workbench, names: list[str]) -> str:
        """The fault without which, and without `names`, most of the order's files passes."""
        best = ("", -1)
        for other in self.repairs.names:
            if other not in names:
                told = self.told_without(bench, [*names, other], "run_sample", 0)
                count = int(told.split()[0]) if told else -1
                best = max(best, (other, count), key=lambda found: found[1])
        return best[0]


def passes(told: str) -> bool:
    """Whether a tool's first line, `N of M pass`, says that all do."""
    words = told.split()
    return len(words) > 2 and words[0] == words[2]


def put_back(bench: Workbench, before: dict[str, str]) -> None:
    for path, text in before.items():
        write(bench, path, text)


def read(bench: Workbench, path: str) -> str:
    return (bench.worktree / path).read_text(encoding="utf-8")


def write(bench: Workbench, path: str, text: str) -> None:
    told = bench.call("write", {"path": path, "text": text})
    assert told.startswith("wrote"), told


def append(bench: Workbench, line: str) -> None:
    """Add a line to a module that no fault is in."""
    path = "target_db/errors.py"
    write(bench, path, f"{read(bench, path)}\n{line}\n")


def longest_question(bench: Workbench) -> str:
    """The longest query of the order's repros; of an order on statements, the longest of these."""
    lines = [line for repro in bench.order.repros for line in repro.script.splitlines()]
    queries = [line for line in lines if line.startswith("SELECT")]
    statements = [line for line in lines if line.startswith(("INSERT", "UPDATE", "CREATE"))]
    return max(queries or statements, key=len)


class RepairTeam:
    """Coders, and a reviewer who accepts: what is refused is refused by the gate."""

    def __init__(self, repairs: Repairs) -> None:
        self.repairs = repairs

    def agent(self, role: str, strategy: str, order: int, attempt: int, number: int) -> Agent:
        return Coder(self.repairs, attempt, number)

    def prompt(self, role: str) -> str:
        return role

    def review(self, *_: Any) -> Review:
        return Review(True, "")
