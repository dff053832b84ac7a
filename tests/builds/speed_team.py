"""Scripted performance engineers: for some families a bad patch first, then the right one."""

from typing import Any

import source_patch
from engine_repository import PACKAGE, module_file, patched, restored, sound_source
from slow_downs import SLOW_DOWNS
from source_patch import Patch

from builder.agents.agent import Agent, Assignment
from builder.agents.team import Review
from builder.gate.verdict import NO_GAIN, REGRESSION, SLOWER

BAD = {
    "sort": (
        Patch("exec.sort", "sort_positions", "ordered.insert(at, position)",
              "ordered.append(position)"),
        Patch("exec.sort", "sort_positions", "keys[ordered[at - 1]] > keys[position]", "False"),
    ),
    "join": (
        Patch("physical.hash_path", "hash_keys", "keys: list[JoinKey] = []",
              "sum(range(15_000_000))\nkeys: list[JoinKey] = []"),
    ),
    "distinct": (Patch("exec.distinct", "Distinct.step", "seen.add(key)", "self.seen.add(key)"),),
}  # fmt: skip
"""Faster but wrong; right but slower; neither."""
WHY_NOT = {"sort": {REGRESSION}, "join": {SLOWER}, "distinct": {NO_GAIN, SLOWER}}


class Engineer(Agent):
    """Writes the patch of this attempt."""

    name = "scripted"

    def __init__(self, number: int) -> None:
        self.number = number

    def work(self, assignment: Assignment) -> str:
        bench = assignment.bench
        family = bench.order.cause.removeprefix("slow:")
        slow = next(slow for slow in SLOW_DOWNS if slow.family == family)
        bad = BAD.get(family, ()) if self.number == 1 else ()
        module = source_patch.locate(PACKAGE, slow.patches[0])
        text = (bench.worktree / module_file(module)).read_text(encoding="utf-8")
        if bad:
            text = patched(text, bad)
        else:
            for patch in slow.patches:
                text = restored(text, patch.function, sound_source(module))
        told = bench.call("write", {"path": module_file(module), "text": text})
        assert told.startswith("wrote"), told
        return f"{family}: {'something' if bad else 'what was lost is back'}"


class SpeedTeam:
    """Engineers, and a reviewer who accepts."""

    def __init__(self, *_: Any) -> None:
        pass

    def agent(self, role: str, strategy: str, order: int, attempt: int, number: int) -> Agent:
        assert role == "performance"
        return Engineer(number)

    def prompt(self, role: str) -> str:
        return role

    def review(self, *_: Any) -> Review:
        return Review(True, "")
