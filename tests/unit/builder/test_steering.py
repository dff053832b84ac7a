"""A person steers: status, pause, note, approve, order, submit; and a command as the agent."""

import json
import shlex
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import one_gap
import pytest
from click.testing import CliRunner
from scripted_build import ScriptedTeam

from builder.agents.agent import Agent
from builder.build import DONE, NO_PROGRESS, Build, Outcome
from builder.errors import BuildUsageError
from builder.settings import Settings
from builder.worktrees import git
from harness.cli.main import group

PATIENCE = 300.0


class Steered:
    """A build in a thread, and the command line on it."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        self.told: list[str] = []
        self.build = Build(folder / "build", settings, self.told.append, ScriptedTeam)  # type: ignore[arg-type]
        self.outcome: list[Outcome] = []
        self.thread = threading.Thread(target=lambda: self.outcome.append(self.build.run()))

    def cli(self, *arguments: str, text: str | None = None) -> tuple[int, str]:
        called = [*arguments, "--folder", str(self.folder / "build")]
        done = CliRunner().invoke(group, called, input=text)
        if isinstance(done.exception, BuildUsageError):
            return 2, done.exception.message
        return done.exit_code, done.stdout

    def waits_for(self, step: str) -> None:
        """Wait until the build waits for `step`."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            code, told = self.cli("build", "status", "--json")
            if code == 0 and step in json.loads(told)["waiting_for"]:
                return
            time.sleep(0.1)
        raise AssertionError(f"the build does not wait for {step}")


@pytest.fixture
def steered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Steered]:
    settings = one_gap.prepared(tmp_path, monkeypatch)
    settings.approve = ["orders", "merge"]
    found = Steered(tmp_path, settings)
    yield found
    assert not found.thread.is_alive()


def test_steps_wait_for_approval_and_attempts_for_the_end_of_a_pause(steered: Steered) -> None:
    steered.thread.start()
    steered.waits_for("round-1")
    assert steered.cli("build", "approve", "nothing")[0] == 2
    assert steered.cli("build", "note", "1", "think of NULL")[0] == 0
    assert steered.cli("build", "note", "99", "x")[0] == 2
    page = steered.cli("build", "order", "1")[1]
    assert "think of NULL" in page and "expected: 97\ngot: max is not there yet" in page
    as_json = json.loads(steered.cli("build", "order", "1", "--json")[1])
    assert as_json["notes"] == ["think of NULL"] and as_json["schema"] == 1
    assert steered.cli("build", "pause")[0] == 0
    assert "paused, round 1" in steered.cli("build", "status")[1]
    assert steered.cli("build", "approve", "round-1")[0] == 0
    time.sleep(1.5)
    assert steered.build.ledger.attempts() == []
    assert steered.cli("build", "go")[0] == 0
    steered.waits_for("merge-1")
    before = git(steered.folder / "repo", "rev-parse", "HEAD")
    assert "waiting: dbwright build approve merge-1" in steered.cli("build", "status")[1]
    assert steered.cli("build", "approve", "merge-1")[0] == 0
    steered.thread.join(PATIENCE)
    assert steered.outcome[0].state == DONE
    assert git(steered.folder / "repo", "rev-parse", "HEAD") != before


class Idle(ScriptedTeam):
    """Agents that do nothing: a person has to."""

    def agent(self, *_: object) -> Agent:
        return Nobody()


class Nobody(Agent):
    name = "nobody"

    def work(self, assignment: object) -> str:
        return "nothing was done"


def test_a_person_solves_an_order_that_agents_did_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steered = Steered(tmp_path, one_gap.prepared(tmp_path, monkeypatch))
    steered.build.shop.team = Idle(None, None, steered.build.ledger)  # type: ignore[assignment]
    assert steered.build.run().state == NO_PROGRESS
    steered.build.state.close()
    assert steered.cli("submit", "1", "-", text="")[0] == 1

    repo, module = tmp_path / "repo", "engine/calls/max.py"

    def patch_of(code: str) -> str:
        (repo / module).write_text(code)
        diff = git(repo, "diff")
        git(repo, "checkout", "--quiet", "--", ".")
        return diff

    wrong = patch_of("def call(values):\n    return 97\n")
    code, told = steered.cli("submit", "1", "-", text=wrong)
    assert code == 1 and told.startswith("turned down: siblings")
    code, told = steered.cli("submit", "1", "-", text=patch_of(one_gap.RIGHT))
    assert code == 0 and told.startswith("accepted and merged: 4 cases gained")
    status = steered.cli("build", "status")[1]
    assert status.startswith("done, ") and "all pass" in status
    assert (repo / module).read_text() == one_gap.RIGHT
    assert steered.cli("submit", "1", "-", text=wrong) == (
        2, "order 1 takes no patch: it is merged",
    )  # fmt: skip


def test_a_command_is_an_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = one_gap.prepared(tmp_path, monkeypatch)
    script = (
        "grep -q 'max is not there yet' && "
        "printf 'def call(values):\\n    return max(values)\\n' > engine/calls/max.py && "
        'test -z "$OPENAI_API_KEY" && echo computed'
    )
    monkeypatch.setenv("OPENAI_API_KEY", "a secret")
    (tmp_path / "agent.sh").write_text(script)
    settings.command = shlex.join(["sh", str(tmp_path / "agent.sh")])
    build = Build(tmp_path / "build", settings, print)
    assert build.run().state == DONE
    (attempt,) = build.ledger.attempts()
    assert attempt.summary == "computed"
    assert build.ledger.spent().calls == 0
