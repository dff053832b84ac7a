"""What a run tells while it goes on."""

import fcntl
import json
from pathlib import Path

import pytest

from harness import runs
from harness.coordinator import Observer, Totals
from harness.live.families import families_so_far, latest_failures
from harness.live.held import is_held
from harness.live.run_status import STATUS_FILE, RunStatus, running
from harness.workers.slot import Slot

SUITE = "query I nosort\nSELECT 1\n----\n2\n\n" * 200


def test_a_run_can_be_watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.live.run_status.INTERVAL", 0.0)
    for number in range(6):
        (tmp_path / f"{number}.test").write_text(SUITE)
    store = tmp_path / "store" / "results.duckdb"
    seen: list[RunStatus] = []

    def tick(slots: list[Slot], totals: Totals) -> None:
        seen.extend(running(store))

    request = runs.RunRequest("sqlite", [str(tmp_path)], store=store)
    result = runs.start(request, Observer(tick=tick))
    assert running(store) == [], "a run that is done is in the store"
    assert {status.run_id for status in seen} == {result.run_id}
    last = seen[-1]
    assert (last.files_done, last.failed, last.passed) == (6, 1200, 0)
    assert last.alive and last.all_known
    assert last.engine_version == result.engine_version
    done = [status.files_done for status in seen]
    assert done == sorted(done)
    assert any(worker.file.endswith(".test") for status in seen for worker in status.workers)


def test_a_dead_run_is_told_from_a_live_one(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "r1"
    folder.mkdir(parents=True)
    status = {"run_id": "r1", "engine": "e", "engine_version": "", "label": "l", "started": 1.0}
    (folder / STATUS_FILE).write_text(json.dumps({**status, "workers": [], "alive": True}))
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert [run.alive for run in running(tmp_path / "results.duckdb")] == [True]
        assert is_held(folder / "lock")
    assert [run.alive for run in running(tmp_path / "results.duckdb")] == [False]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"workers": []}', '{"workers": [{"x": 1}]}'])
def test_a_status_that_cannot_be_read_is_left_out(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "runs" / "r1"
    folder.mkdir(parents=True)
    (folder / STATUS_FILE).write_text(text)
    assert running(tmp_path / "results.duckdb") == []


def test_parts_that_are_being_written(tmp_path: Path) -> None:
    detail = {
        "attempt": 1, "record": 0, "line": 7, "verdict": "failed", "sql": "SELECT 1",
        "reason": "values", "error_class": "", "message": "",
    }  # fmt: skip
    error = detail | {"attempt": 2, "error_class": "Broken", "message": "no\nmore"}
    lines = [json.dumps(detail), json.dumps(error), json.dumps(detail)[:20]]
    (tmp_path / "details-0.jsonl").write_text("\n".join(lines))
    failures, reasons = latest_failures(tmp_path, 10)
    assert [failure.what for failure in failures] == ["Broken: no", "values"]
    assert sorted(reasons) == [("Broken: no", 1), ("values", 1)]
    assert families_so_far(tmp_path) == []
