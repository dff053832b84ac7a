"""A full disk ends a run with exit 4 and words that help; `--resume` finishes it."""

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

LARGEST_FILE = 3 << 20
CASES = 600


def suite_file() -> str:
    """Cases that fail with a long result, so that their details fill the disk."""
    record = "query T nosort\nSELECT hex(zeroblob(6000)) || {}\n----\nno\n\n"
    return "hash-threshold 0\n\n" + "".join(map(record.format, range(CASES)))


def limit_file_size() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, resource.RLIM_INFINITY))


def run(workplace, store: Path, *arguments: str, **options) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-P", "-m", "harness", "run", "--store", str(store), "--json"]
    return subprocess.run(
        [*command, "--workers", "1", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=workplace.folder,
        **options,
    )


def check(workplace, store: Path, full, clear) -> None:
    """`full` runs into the limit; after `clear` the run can be finished."""
    workplace.write("a.test", suite_file())
    workplace.write("b.test", "statement ok\nCREATE TABLE t(a)\n")
    ended = full(str(workplace.suite))
    assert ended.returncode == 4, ended.stderr
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr
    assert "can't be written" in ended.stderr
    run_id = next(store.parent.glob("runs/*/run.json")).parent.name
    assert f"dbwright run --resume {run_id}" in ended.stderr
    clear()
    finished = run(workplace, store, "--resume", run_id)
    assert finished.returncode == 1, finished.stderr
    result = json.loads(finished.stdout)
    assert (result["files"], result["records"]) == (2, CASES + 1)
    assert (result["passed"], result["failed"]) == (1, CASES)
    assert not list(store.parent.glob("runs/*"))


def test_file_size_limit(workplace):
    check(
        workplace,
        workplace.store,
        lambda suite: run(workplace, workplace.store, suite, preexec_fn=limit_file_size),
        lambda: None,
    )


def test_small_disk(workplace, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(disk)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode != 0:
        pytest.skip("no right to mount a small disk")
    try:
        store = disk / "results.duckdb"
        check(
            workplace,
            store,
            lambda suite: run(workplace, store, suite),
            lambda: subprocess.run(["mount", "-o", "remount,size=64m", str(disk)], check=True),
        )
    finally:
        subprocess.run(["umount", str(disk)], check=True)
