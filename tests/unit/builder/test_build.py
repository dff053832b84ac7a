"""The loop, whole: rounds, ledger, budgets, and going on after a kill at any moment."""

import contextlib
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import apsw
import pytest
import scripted_build
from scripted_build import CALLS, NEW, TOKENS, open_build, prepare

from builder.build import DONE, STOPPED, Build
from builder.live import build_status
from builder.state.ledger import Budget
from builder.state.orders import MERGED
from builder.worktrees import ORDER_TRAILER, git

MOST_STEPS = 16
"""Of some fifty that the state knows of a build without a kill."""


def check(folder: Path, build: Build) -> None:
    """All merged once, all booked, nothing left behind."""
    log = git(folder / "repo", "log", f"--format=%(trailers:key={ORDER_TRAILER},valueonly)")
    merged = Counter(line for line in log.split() if line)
    assert set(merged.values()) == {1}
    assert sorted(map(int, merged)) == [row.id for row in build.orders.all(MERGED)]
    causes = [row.cause for row in build.orders.all(MERGED)]
    assert len(set(causes)) == len(causes) == len(CALLS) + len(NEW)
    assert len(build.settings.suites) == 1 + len(NEW)
    spent = build.ledger.spent()
    assert spent.tokens == spent.calls * TOKENS
    assert spent.attempts == len(build.ledger.attempts())
    assert all(attempt.verdict != "running" for attempt in build.ledger.attempts())
    assert not build.state.value("SELECT count(*) FROM calls WHERE state = 'reserved'")
    assert git(folder / "repo", "worktree", "list").count("\n") == 1
    assert git(folder / "repo", "status", "--porcelain") == ""


def test_a_build_ends_with_every_case_passing(tmp_path: Path) -> None:
    prepare(tmp_path)
    build = open_build(tmp_path)
    outcome = build.run()
    assert outcome.state == DONE and outcome.passed == outcome.records
    check(tmp_path, build)
    refused = [attempt.reason for attempt in build.ledger.attempts() if attempt.reason]
    assert len(refused) == 2
    status = build_status(tmp_path / "build")
    assert status is not None and status.state == DONE
    assert status.burn_down[-1][1] == 0 and len(status.orders) == len(CALLS) + len(NEW)


def test_a_spent_budget_stops_the_build_and_more_of_it_goes_on(tmp_path: Path) -> None:
    prepare(tmp_path)
    build = open_build(tmp_path, Budget(tokens=3 * TOKENS))
    assert build.run().state == STOPPED
    assert build.ledger.spent().tokens <= 4 * TOKENS
    build.state.close()
    again = open_build(tmp_path)
    assert again.run().state == DONE
    check(tmp_path, again)


def steps_taken(folder: Path) -> int:
    """How far a build has come: grows with each step that its state knows."""
    try:
        state = apsw.Connection(str(folder / "build/state.sqlite"), apsw.SQLITE_OPEN_READONLY)
        with contextlib.closing(state):
            found = state.execute(
                """SELECT (SELECT count(*) + count(seconds) FROM calls) + (SELECT count(*) FROM
                   decisions) + (SELECT count(*) + count(seconds) FROM attempts)"""
            ).fetchone()
    except apsw.Error:
        return 0
    return int(found[0])


def killed_and_resumed(folder: Path, kills: int, seed: int) -> None:
    """Kill a build `kills` times, each some steps after the last, and let it end."""
    prepare(folder)
    chance = random.Random(seed)
    command = [sys.executable, scripted_build.__file__, str(folder)]
    for _ in range(kills):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        enough = steps_taken(folder) + chance.randint(0, MOST_STEPS)
        while process.poll() is None and steps_taken(folder) < enough:
            time.sleep(0.05)
        time.sleep(chance.uniform(0.0, 1.0))
        process.send_signal(signal.SIGKILL)
        process.wait()
    build = open_build(folder)
    assert build.run().state == DONE
    check(folder, build)


def test_a_killed_build_goes_on(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path, 3, 1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_builds_killed_at_a_hundred_moments_go_on(tmp_path: Path, seed: int) -> None:
    killed_and_resumed(tmp_path, 5, 100 + seed)
