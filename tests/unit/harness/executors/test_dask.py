"""A Dask cluster of real processes: the same rows as here, whoever is lost."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness import runs
from harness.cli.main import group
from harness.coordinator import Observer
from harness.errors import EngineStartError, UsageError
from harness.executors import DASK, LOCAL
from harness.sample import sample_suite
from harness.store.database import open_for_reading
from harness.suites.selection import Sample, Selection

pytest.importorskip("distributed", reason="the extra 'dask' is not installed")

Rows = list[tuple[object, ...]]


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.address_file = folder / "scheduler.json"
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.folder = folder
        self.scheduler = self._start(
            "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
            "--no-dashboard", "--scheduler-file", str(self.address_file),
        )  # fmt: skip
        self.workers = [self.start_worker() for _ in range(workers)]
        self.address = self._address()

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            env=self.environment, cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def start_worker(self) -> subprocess.Popen[bytes]:
        return self._start(
            "distributed.cli.dask_worker", "--scheduler-file", str(self.address_file),
            "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1",
        )  # fmt: skip

    def _address(self) -> str:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if self.address_file.is_file() and (text := self.address_file.read_text()):
                return str(json.loads(text)["address"])
            time.sleep(0.1)
        raise TimeoutError("the scheduler did not start")

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    made = Cluster(tmp_path_factory.mktemp("cluster"), workers=2)
    yield made
    made.close()


def rows(store: Path, run_id: str) -> Rows:
    """Every case of a run with its verdict, and the reason of each that did not pass."""
    with open_for_reading(store) as connection:
        return connection.execute(
            """SELECT r.name, r.record, r.line, r.verdict::VARCHAR, f.reason, f.message, f.got
               FROM results r LEFT JOIN failures f USING (run_id, name, record)
               WHERE run_id = ? ORDER BY ALL""",
            [run_id],
        ).fetchall()


def request(store: Path, address: str = "", **options: object) -> runs.RunRequest:
    executor = DASK if address else LOCAL
    made = runs.RunRequest("sqlite", store=store, executor=executor, cluster=address)
    for name, value in options.items():
        setattr(made, name, value)
    return made


SUITE = """\
statement ok
CREATE TABLE t(a)

statement ok
INSERT INTO t VALUES ({number})

query I nosort
SELECT a FROM t
----
{expected}
"""


def write_suite(folder: Path, files: int) -> Path:
    """Files of three records each; in every third one the query fails."""
    suite = folder / "suite"
    suite.mkdir()
    for number in range(files):
        expected = number if number % 3 else number + 1
        text = SUITE.format(number=number, expected=expected)
        (suite / f"{number:03d}.test").write_text(text)
    return suite


def test_a_cluster_gives_the_same_rows(tmp_path: Path, cluster: Cluster) -> None:
    suite = write_suite(tmp_path, 12)
    store = tmp_path / "results.duckdb"
    here = runs.start(request(store, suites=[str(suite)]), Observer())
    there = runs.start(request(store, cluster.address, suites=[str(suite)]), Observer())
    assert (there.records, there.passed, there.failed) == (36, 32, 4)
    assert rows(store, there.run_id) == rows(store, here.run_id)
    assert there.engine_version == here.engine_version
    assert there.cpu_seconds > 0


def test_the_gate_runs_on_a_cluster(tmp_path: Path, cluster: Cluster) -> None:
    suite = write_suite(tmp_path, 4)
    options = ["gate", "--baseline", str(tmp_path / "baseline.json"), "--json",
               "--store", str(tmp_path / "results.duckdb")]  # fmt: skip
    made = CliRunner().invoke(group, [*options, "--engine", "sqlite", "--update", str(suite)])
    assert json.loads(made.stdout)["listed_failures"] == 2
    there = ["--executor", "dask", "--cluster", cluster.address, str(suite)]
    report = json.loads(CliRunner().invoke(group, [*options, *there]).stdout)
    assert (report["gate"], report["records"], report["findings"]) == ("green", 12, [])


def test_an_engine_that_cannot_be_started_there(tmp_path: Path, cluster: Cluster) -> None:
    suite = write_suite(tmp_path, 1)
    wanted = request(
        tmp_path / "results.duckdb", cluster.address,
        suites=[str(suite)], engine="dbapi:there_is_no_such_module",
    )  # fmt: skip
    with pytest.raises(EngineStartError, match="there_is_no_such_module"):
        runs.start(wanted, Observer())


def test_no_scheduler_at_the_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.executors.dask.CONNECT_SECONDS", 1)
    suite = write_suite(tmp_path, 1)
    wanted = request(tmp_path / "results.duckdb", "tcp://127.0.0.1:9", suites=[str(suite)])
    with pytest.raises(UsageError, match="no Dask scheduler"):
        runs.start(wanted, Observer())


def test_a_file_that_includes_others_needs_a_shared_folder(
    tmp_path: Path, cluster: Cluster
) -> None:
    suite = write_suite(tmp_path, 3)
    (suite / "all.slt").write_text("include 001.test\n\ninclude 002.test\n")
    store = tmp_path / "results.duckdb"
    here = runs.start(request(store, suites=[str(suite)]), Observer())
    there = runs.start(request(store, cluster.address, suites=[str(suite)]), Observer())
    assert rows(store, there.run_id) == rows(store, here.run_id)
    assert here.records > 9


def test_a_run_that_was_interrupted_here_is_finished_there(
    tmp_path: Path, cluster: Cluster
) -> None:
    suite = write_suite(tmp_path, 9)
    store = tmp_path / "results.duckdb"

    def interrupt(totals: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        runs.start(request(store, suites=[str(suite)]), Observer(file_done=interrupt))
    (run_id,) = [path.name for path in (tmp_path / "runs").iterdir()]
    there = runs.resume(run_id, store, None, Observer(), cluster.address)
    here = runs.start(request(store, suites=[str(suite)]), Observer())
    assert (there.files, there.records, there.failed) == (9, 27, 3)
    assert rows(store, there.run_id) == rows(store, here.run_id)


@pytest.mark.soak
def test_a_lost_worker_is_no_failed_case(tmp_path: Path) -> None:
    """The sample on four workers, one of which is killed in the middle."""
    store = tmp_path / "results.duckdb"
    selection = Selection(queries=Sample.parse("0.5:1"))
    suites = [str(sample_suite())]
    here = runs.start(request(store, suites=suites, selection=selection), Observer())
    cluster = Cluster(tmp_path, workers=4)
    done: list[object] = []

    def kill_one(totals: object) -> None:
        done.append(totals)
        if len(done) == 4:
            os.kill(cluster.workers[0].pid, signal.SIGKILL)

    try:
        wanted = request(store, cluster.address, suites=suites, selection=selection)
        there = runs.start(wanted, Observer(file_done=kill_one))
    finally:
        cluster.close()
    assert here.files == len(done) >= 20, "the worker was killed in the middle"
    assert rows(store, there.run_id) == rows(store, here.run_id)
    assert (there.crashed, there.failed, there.timed_out) == (0, 0, 0)
