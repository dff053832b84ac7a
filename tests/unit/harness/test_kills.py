"""Killed at a random moment, worker or coordinator: the totals are those of an undisturbed run."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harness.errors import UsageError

ENGINE = "dbapi:faulty:none"
FILES, QUERIES = 5, 12
TOTALS = {
    "files": FILES,
    "records": FILES * (2 + 2 * QUERIES),
    "passed": FILES * (1 + 2 * QUERIES),
    "failed": FILES,
    "crashed": 0,
    "timed_out": 0,
    "not_applicable": FILES,
}


def suite_file() -> str:
    """Statements that queries after them depend on, so that a bad replay shows."""
    text = "statement ok\nCREATE TABLE t(a INTEGER)\n\n"
    total = 0
    for number in range(QUERIES):
        total += number
        text += f"statement ok\nINSERT INTO t VALUES({number})\n\n"
        text += f"query I nosort same-{number // 6}\nSELECT slow sum(a)*0 FROM t\n----\n0\n\n"
    text += (
        f"skipif sqlite\nstatement ok\nnonsense\n\nquery I\nSELECT sum(a) FROM t\n----\n-{total}\n"
    )
    return text


def start(workplace) -> subprocess.Popen[bytes]:
    for number in range(FILES):
        workplace.write(f"{number}.test", suite_file())
    return subprocess.Popen(
        [
            sys.executable, "-P", "-m", "harness", "run", str(workplace.suite), "--engine", ENGINE,
            "--workers", "2", "--json", "--store", str(workplace.store),
        ],
        stdout=subprocess.PIPE,
        cwd=workplace.folder,
        preexec_fn=listen_to_interrupts,
    )  # fmt: skip


def listen_to_interrupts() -> None:
    """A job in the background starts with SIGINT ignored, and its children inherit that."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def children(pid: int) -> list[int]:
    """The processes that `pid` started and that are alive."""
    try:
        return [int(c) for c in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def wait_for_workers(process: subprocess.Popen[bytes]) -> list[int]:
    deadline = time.monotonic() + 60
    while not (found := children(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def kill_a_worker(workplace, seed: int) -> None:
    chance = random.Random(seed)
    process = start(workplace)
    for _ in range(2):
        wait_for_workers(process)
        time.sleep(chance.uniform(0.0, 1.2))
        workers = children(process.pid)
        if workers:
            os.kill(chance.choice(workers), signal.SIGKILL)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 1
    result = json.loads(output)
    assert {key: result[key] for key in TOTALS} == TOTALS


def kill_the_coordinator(workplace, seed: int) -> None:
    chance = random.Random(seed)
    process = start(workplace)
    workers = wait_for_workers(process)
    time.sleep(chance.uniform(0.0, 2.0))
    workers += children(process.pid)
    process.kill()
    process.communicate()
    deadline = time.monotonic() + 10
    while any(is_alive(pid) for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(is_alive(pid) for pid in workers)
    unfinished = list(workplace.store.parent.glob("runs/*/run.json"))
    if not unfinished:
        return  # it had finished
    ran = workplace.resume(unfinished[0].parent.name)
    assert {key: getattr(ran.result, key) for key in TOTALS} == TOTALS
    assert len(ran.cases) == len(set(ran.cases)) == TOTALS["records"] + FILES
    assert len(ran.details) == FILES
    assert not list(workplace.store.parent.glob("runs/*"))


@pytest.mark.parametrize("seed", range(3))
def test_worker_killed(workplace, seed):
    kill_a_worker(workplace, seed)


@pytest.mark.parametrize("seed", range(3))
def test_coordinator_killed(workplace, seed):
    kill_the_coordinator(workplace, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 125))
def test_worker_killed_often(workplace, seed):
    kill_a_worker(workplace, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 125))
def test_coordinator_killed_often(workplace, seed):
    kill_the_coordinator(workplace, seed)


def test_run_that_goes_on_cannot_be_resumed(workplace):
    process = start(workplace)
    while not children(process.pid) or not list(workplace.store.parent.glob("runs/*/run.json")):
        time.sleep(0.02)
    run_id = next(workplace.store.parent.glob("runs/*/run.json")).parent.name
    with pytest.raises(UsageError, match="going on"):
        workplace.resume(run_id)
    process.kill()
    process.communicate()


def test_interrupted_run_keeps_what_it_had(workplace):
    process = start(workplace)
    wait_for_workers(process)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    unfinished = list(workplace.store.parent.glob("runs/*/run.json"))
    ran = workplace.resume(unfinished[0].parent.name)
    assert {key: getattr(ran.result, key) for key in TOTALS} == TOTALS
