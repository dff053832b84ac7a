"""Eight agents side by side work at once, lose little time, and leave nothing behind."""

import heapq
import threading
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from scripted_build import ScriptedTeam
from toy import FILES, MAIN, VALUES

from builder.agents.agent import Agent, Assignment
from builder.build import DONE, Build
from builder.settings import Settings
from builder.state.orders import MERGED
from builder.worktrees import git

AGENTS = 8
SLACK = 1.3


def make_project(folder: Path, count: int) -> Settings:
    """A toy that lacks `count` functions, one module each; its suite has two cases for each."""
    repo, suite = folder / "repo", folder / "suite"
    files = {path: text for path, text in FILES.items() if "aggregate" not in path}
    files["engine/main.py"] = MAIN.replace(
        "from engine.aggregate import aggregate", "from importlib import import_module"
    ).replace(
        "aggregate(match[1], values, sql)",
        'import_module(f"engine.calls.{match[1]}").call(values)',
    )
    files["engine/calls/__init__.py"] = '"""A module for each function."""\n'
    lines = ["statement ok", "CREATE TABLE t(a INTEGER)", ""]
    for value in VALUES:
        lines += ["statement ok", f"INSERT INTO t VALUES({value})", ""]
    for number in range(count):
        files[f"engine/calls/f{number}.py"] = (
            "from engine.errors import Error\n\n\ndef call(values):\n"
            f'    raise Error("f{number} is not there yet")\n'
        )
        for limit in (15, 50):
            answer = number + sum(value for value in VALUES if value > limit)
            lines += ["query I rowsort", f"SELECT f{number}(a) FROM t WHERE a > {limit}"]
            lines += ["----", str(answer), ""]
    suite.mkdir(parents=True)
    (suite / "t.test").write_text("\n".join(lines))
    for path, text in files.items():
        (repo / path).parent.mkdir(parents=True, exist_ok=True)
        (repo / path).write_text(text)
    git(repo, "init", "--quiet", "--initial-branch=main")
    git(repo, "add", "--all")
    git(repo, "commit", "--quiet", "-m", "The toy")
    return Settings(
        "a toy", str(repo), [str(suite)], agents=AGENTS, orders_a_round=count, workers=1,
        seed="s", record_timeout=60.0,
    )  # fmt: skip


class Coder(Agent):
    """Waits as it is told, and writes the module that the order is about."""

    name = "scripted"

    def __init__(self, team: "WaitingTeam", order: int) -> None:
        self.team = team
        self.order = order

    def work(self, assignment: Assignment) -> str:
        self.team.wait(self.order)
        title = assignment.bench.order.repros[0].got
        number = int(title.split("f", 1)[1].split()[0])
        text = f"def call(values):\n    return {number} + sum(values)\n"
        assignment.bench.call("write", {"path": f"engine/calls/f{number}.py", "text": text})
        return f"f{number} is computed"


class WaitingTeam(ScriptedTeam):
    """Coders that wait for one another (`together` of them), or for so many seconds an order."""

    def __init__(self, together: int = 0, seconds: dict[int, float] | None = None) -> None:
        self.meeting = threading.Barrier(AGENTS)
        self.together = together
        self.seconds = seconds or {}
        self.turn = threading.Lock()
        self.orders: list[int] = []

    def agent(self, role: str, strategy: str, order: int, *_: Any) -> Agent:
        return Coder(self, order)

    def wait(self, order: int) -> None:
        with self.turn:
            self.orders.append(order)
            meets = len(self.orders) <= self.together
        if meets:
            self.meeting.wait(600.0)
        time.sleep(self.seconds.get(order, 0.0))


def built(folder: Path, count: int, team: WaitingTeam) -> float:
    """Build to the end and look that all is in order; returns the seconds that it took."""
    settings = make_project(folder, count)
    build = Build(folder / "build", settings, print, lambda *_: team)  # type: ignore[arg-type, return-value]
    began = time.monotonic()
    outcome = build.run()
    took = time.monotonic() - began
    assert outcome.state == DONE and outcome.rounds == 1
    assert sorted(team.orders) == [row.id for row in build.orders.all(MERGED)]
    assert len(team.orders) == len(set(team.orders)) == count
    assert git(folder / "repo", "worktree", "list").count("\n") == 1
    assert list((folder / "build" / "worktrees").iterdir()) == []
    assert list((folder / "build" / "scratch").iterdir()) == []
    return took


def ideal(seconds: list[float], agents: int) -> float:
    """The time in which so many agents do these orders, each taking the next when it is free."""
    free = [0.0] * agents
    for wanted in seconds:
        heapq.heappush(free, heapq.heappop(free) + wanted)
    return max(free)


def test_eight_agents_work_at_once(tmp_path: Path) -> None:
    built(tmp_path, AGENTS + 1, WaitingTeam(together=AGENTS))


@pytest.mark.soak
def test_thirty_orders_take_little_longer_than_they_must(tmp_path: Path) -> None:
    chance = Random(1)
    seconds = {order: chance.uniform(40.0, 80.0) for order in range(1, 31)}
    best = ideal([seconds[order] for order in sorted(seconds)], AGENTS)
    took = built(tmp_path, len(seconds), WaitingTeam(seconds=seconds))
    print(f"{took:.0f} s, at best {best:.0f} s: {took / best:.2f} times")
    assert took <= SLACK * best
