"""Running suites in a folder of their own, and seeing every verdict that came of it."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness import runs
from harness.coordinator import Observer
from harness.store.database import open_for_reading

HERE = Path(__file__).parent


@dataclass
class Ran:
    """A finished run: its totals, and (name, line, verdict) and message of every case."""

    result: runs.RunResult
    cases: list[tuple[str, int, str]]
    messages: dict[tuple[str, int], str]
    details: list[dict[str, Any]]

    def verdicts(self) -> list[str]:
        return [verdict for _, _, verdict in self.cases]


def read_run(store: Path, result: runs.RunResult) -> Ran:
    with open_for_reading(store) as connection:
        cases = connection.execute(
            "SELECT name, line, verdict::VARCHAR FROM results WHERE run_id = ? "
            "ORDER BY name, record",
            [result.run_id],
        ).fetchall()
        cursor = connection.execute(
            "SELECT * FROM failures WHERE run_id = ? ORDER BY name, record", [result.run_id]
        )
        names = [column[0] for column in cursor.description]
        details = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    messages = {(d["name"], d["line"]): d["message"] for d in details}
    return Ran(result, cases, messages, details)


class Workplace:
    """A folder with suite files and a store, and `run` to run them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.suite = folder / "suite"
        self.suite.mkdir()
        self.store = folder / "store" / "results.duckdb"

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.suite / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def request(self, engine: str = "sqlite", **options: Any) -> runs.RunRequest:
        options.setdefault("suites", [str(self.suite)])
        options.setdefault("workers", 2)
        return runs.RunRequest(engine, store=self.store, **options)

    def run(self, engine: str = "sqlite", **options: Any) -> Ran:
        return read_run(self.store, runs.start(self.request(engine, **options), Observer()))

    def resume(self, run_id: str) -> Ran:
        return read_run(self.store, runs.resume(run_id, self.store, None, Observer()))


@pytest.fixture(scope="module")
def module_workplace(tmp_path_factory: pytest.TempPathFactory) -> Workplace:
    """One workplace for all tests of a module: for a run that many of them look at."""
    return Workplace(tmp_path_factory.mktemp("workplace"))


@pytest.fixture
def faulty_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes find the engine `dbapi:faulty:WAY`."""
    monkeypatch.setenv("PYTHONPATH", str(HERE / "faulty_engines"), prepend=os.pathsep)


@pytest.fixture
def workplace(tmp_path: Path, faulty_engines: None) -> Workplace:
    return Workplace(tmp_path)
