"""A build of the toy with scripted agents; run as a program, to be killed and run again.

The toy lacks six aggregates, each in a module of its own. An agent first hands in a wrong
patch for some of them, then the right one, and takes its time over it. When all cases pass,
a tester asks for the largest of no rows, which one more order is about.
"""

import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from toy import FILES, MAIN, VALUES

from builder.agents.agent import Agent, Assignment
from builder.agents.team import Review
from builder.build import Build, Outcome
from builder.settings import Settings, place_of_state
from builder.state.database import State
from builder.state.ledger import Budget, Ledger, Usage
from builder.worktrees import git

CALLS = {
    "min": "min(values)", "max": "max(values)", "sum": "sum(values)",
    "total": "float(sum(values))", "avg": "sum(values) / len(values)", "count": "len(values)",
}  # fmt: skip
TOKENS = 100
NEW = [["CREATE TABLE e(a INTEGER)", "SELECT max(a) FROM e"]]
"""What the tester writes."""


def files() -> dict[str, str]:
    """The toy, with every aggregate missing."""
    made = {path: text for path, text in FILES.items() if "aggregate" not in path}
    made["engine/main.py"] = MAIN.replace(
        "engine.aggregate import aggregate", "engine import calls"
    )
    made["engine/main.py"] = made["engine/main.py"].replace(
        "[[aggregate(match[1], values, sql)]]", "[[calls.call(match[1], values)]]"
    )
    made["engine/calls/__init__.py"] = (
        "from importlib import import_module\n\n\ndef call(name, values):\n"
        '    return import_module(f"engine.calls.{name}").call(values)\n'
    )
    for name in CALLS:
        made[f"engine/calls/{name}.py"] = (
            "from engine.errors import Error\n\n\ndef call(values):\n"
            f'    raise Error("{name} is not there yet")\n'
        )
    return made


def suite_text() -> str:
    lines = ["statement ok", "CREATE TABLE t(a INTEGER)", ""]
    for value in VALUES:
        lines += ["statement ok", f"INSERT INTO t VALUES({value})", ""]
    for limit in (15, 25, 37, 50):
        values = [value for value in VALUES if value > limit]
        for name, code in CALLS.items():
            answer = eval(code, {"values": values})
            kind, shown = ("R", f"{answer:.3f}") if name in ("total", "avg") else ("I", str(answer))
            sql = f"SELECT {name}(a) FROM t WHERE a > {limit}"
            lines += [f"query {kind} rowsort", sql, "----", shown, ""]
    return "\n".join(lines)


class Coder(Agent):
    """Books one call, waits, and writes the module that the order is about."""

    name = "scripted"

    def __init__(self, ledger: Ledger, order: int, attempt: int, number: int, wait: float) -> None:
        self.ledger, self.order, self.attempt, self.number = ledger, order, attempt, number
        self.wait = wait

    def work(self, assignment: Assignment) -> str:
        most = Usage(TOKENS, 0)
        call = self.ledger.reserve(self.attempt, self.order, "coder", "scripted", most, 0.0)
        time.sleep(self.wait)
        self.ledger.settle(call, most, 0.0)
        name, code = self.solution(assignment.page)
        text = f"def call(values):\n    return {code}\n"
        assignment.bench.call("write", {"path": f"engine/calls/{name}.py", "text": text})
        return f"{name} is computed"

    def solution(self, page: str) -> tuple[str, str]:
        """The aggregate that the order is about, and its code."""
        if "got: internal error" in page:
            return "max", "max(values, default=None)"
        name = next(name for name in CALLS if f"got: {name} is not there yet" in page)
        wrong = self.number == 1 and name in ("min", "avg")
        return name, "97" if wrong else CALLS[name]


class ScriptedTeam:
    """Scripted coders, and a reviewer who accepts."""

    wait = 0.3

    def __init__(self, models: Any, jail: Any, ledger: Ledger, *_: Any) -> None:
        self.ledger = ledger

    def agent(self, role: str, strategy: str, order: int, attempt: int, number: int) -> Agent:
        return Coder(self.ledger, order, attempt, number, self.wait * (1 + random.random()))

    def scripts(self, page: str, transcript: Any) -> list[list[str]]:
        most = Usage(TOKENS, 0)
        call = self.ledger.reserve(None, None, "tester", "scripted", most, 0.0)
        time.sleep(self.wait)
        self.ledger.settle(call, most, 0.0)
        return NEW

    def prompt(self, role: str) -> str:
        return role

    def review(self, *_: Any) -> Review:
        return Review(True, "")


def prepare(folder: Path) -> None:
    """The repository and the suite."""
    repo, suite = folder / "repo", folder / "suite"
    suite.mkdir(parents=True)
    (suite / "t.test").write_text(suite_text())
    for path, text in files().items():
        (repo / path).parent.mkdir(parents=True, exist_ok=True)
        (repo / path).write_text(text)
    git(repo, "init", "--quiet", "--initial-branch=main")
    git(repo, "add", "--all")
    git(repo, "commit", "--quiet", "-m", "The toy")


def settings(folder: Path) -> Settings:
    return Settings(
        "a toy", str(folder / "repo"), [str(folder / "suite")], agents=4, workers=1,
        seed="s", lease=60.0, record_timeout=5.0,
    )  # fmt: skip


def open_build(folder: Path, whole: Budget | None = None) -> Build:
    """The build in `folder`: a new one, or the one that is there, with this budget."""
    wanted = Settings.load(State(place_of_state(folder / "build"))) or settings(folder)
    wanted.whole, wanted.new_cases = whole or Budget(), 1
    return Build(
        folder / "build", wanted, lambda line: print(line, flush=True),
        ScriptedTeam,  # type: ignore[arg-type]
    )  # fmt: skip


def run(folder: Path) -> Outcome:
    return open_build(folder).run()


if __name__ == "__main__":
    sys.exit(0 if run(Path(sys.argv[1])).state == "done" else 1)
