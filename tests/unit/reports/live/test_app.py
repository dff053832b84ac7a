"""The pages of `dbwright serve`."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient

from harness.live.build_status import BuildStatus
from reports.live import app
from reports.live.guard import allowed_names


def client_of(store: Path, *sources: Callable[[Path], BuildStatus | None]) -> TestClient:
    made = app.make_app(store, allowed_names("127.0.0.1"), list(sources))
    return TestClient(made, base_url="http://localhost")


def test_the_front_page_lists_runs_even_without_a_script(results) -> None:
    text = client_of(results.store).get("/").text
    for run_id in (results.sqlite, results.first, results.second):
        assert f'href="/runs/{run_id}"' in text


def test_no_results_yet(tmp_path: Path) -> None:
    answer = client_of(tmp_path / "results.duckdb").get("/")
    assert answer.status_code == 200
    assert "None yet" in answer.text


def test_a_run_has_its_report(results) -> None:
    text = client_of(results.store).get(f"/runs/{results.second}").text
    assert 'href="/"' in text
    assert "# Reduced by dbwright" in text


@pytest.mark.parametrize("path", ["/runs/nothing", "/nowhere", "/scripts/../app.py", "/styles/"])
def test_what_is_not_there(results, path: str) -> None:
    assert client_of(results.store).get(path).status_code == 404


def test_a_hostile_run_id_is_plain_text(results) -> None:
    answer = client_of(results.store).get("/runs/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/plain")


def test_runs_are_prepared_before_their_report(results) -> None:
    asked: list[str] = []
    made = app.make_app(results.store, allowed_names("127.0.0.1"), [], asked.append)
    TestClient(made, base_url="http://localhost").get(f"/runs/{results.second}")
    assert asked == [results.second]


def test_events_come_when_something_changed(results, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "INTERVAL", 0.01)
    monkeypatch.setattr(app, "SILENCE", 0.05)
    live = app.Live(results.store, [], lambda run_id: None)

    async def receive() -> dict[str, object]:
        await asyncio.sleep(60)
        return {}

    async def first_three() -> list[str]:
        stream = live._stream(Request({"type": "http", "headers": []}, receive))
        return [await anext(stream) for _ in range(3)]

    events = asyncio.run(first_three())
    assert events[0].startswith("data: ") and events[0].endswith("\n\n")
    shown = json.loads(events[0].removeprefix("data: "))
    assert [run["run_id"] for run in shown["runs"]] == [
        results.second,
        results.first,
        results.sqlite,
    ]
    assert shown["runs"][0]["share"] == "40 %"
    assert events[1:] == [": still here\n\n"] * 2


def build_of(folder: Path) -> BuildStatus:
    return BuildStatus(
        "a <b>database</b>", "at work", 2, 0.0, burn_down=[(1.0, 50), (2.0, 20)],
        transcripts=["order-1-attempt-1.jsonl"], transcript_folder=str(folder),
    )  # fmt: skip


def test_transcripts(results, tmp_path: Path) -> None:
    lines = [
        {"kind": "order", "text": "do <i>this</i>"},
        {"kind": "ai", "text": "", "calls": [{"tool": "write", "arguments": {"path": "a.py"}}]},
    ]
    text = "\n".join(map(json.dumps, lines)) + '\n{"kind": "tool", "te'
    (tmp_path / "order-1-attempt-1.jsonl").write_text(text)
    (tmp_path / "secret.jsonl").write_text('{"kind": "x", "text": "secret"}\n')
    client = client_of(results.store, lambda folder: build_of(tmp_path))
    shown = client.get("/transcripts/order-1-attempt-1.jsonl").text
    assert "do &lt;i&gt;this&lt;/i&gt;" in shown
    assert "a.py" in shown
    for path in ("secret.jsonl", "..%2Fsecret.jsonl", "nothing.jsonl"):
        assert client.get(f"/transcripts/{path}").status_code == 404


def test_a_build_is_in_the_snapshot(results, tmp_path: Path) -> None:
    asked: list[Path] = []

    def source(folder: Path) -> BuildStatus:
        asked.append(folder)
        return build_of(tmp_path)

    taken = app.Snapshots(results.store, [source]).take()
    assert asked == [results.store.parent]
    assert taken["build"]["burn_down"] == [(1.0, 50), (2.0, 20)]
    json.dumps(taken)
