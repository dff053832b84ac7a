"""Failures that run again in a fresh process: marked when their verdict changes, never passed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli.main import group

ENGINE = """
import json, pathlib, sys
been = pathlib.Path({place!r})
first = not been.exists()
been.touch()
for line in sys.stdin:
    sql = json.loads(line)["sql"]
    wrong = sql == "SELECT 3" or (first and sql == "SELECT 2")
    print(json.dumps({{"result": [["9" if wrong else sql[-1]]]}}), flush=True)
"""


@pytest.fixture
def engine(tmp_path: Path) -> str:
    path = tmp_path / "engine.py"
    path.write_text(ENGINE.format(place=str(tmp_path / "been")))
    suite = tmp_path / "suite"
    suite.mkdir()
    (suite / "a.test").write_text(
        "".join(f"query I nosort\nSELECT {n}\n----\n{n}\n\n" for n in (1, 2, 3))
    )
    return f"process:python3 {path}"


def test_a_verdict_that_changes_is_marked_and_does_not_pass(tmp_path: Path, engine: str) -> None:
    # The worker opens the engine once to see that it starts: that use must not count.
    store = str(tmp_path / "s" / "results.duckdb")
    (tmp_path / "been").unlink(missing_ok=True)
    script = tmp_path / "engine.py"
    script.write_text(script.read_text().replace("been.touch()", "").replace(
        'wrong = ', 'been.touch()\n    wrong = '))  # fmt: skip
    command = ["run", "--engine", engine, "--store", store, "--workers", "1", "--json"]
    ended = CliRunner().invoke(group, [*command, str(tmp_path / "suite")])
    report = json.loads(ended.stdout)
    assert ended.exit_code == 1
    assert (report["passed"], report["failed"]) == (1, 2)
    assert report["rerun"] == 2
    assert report["flaky"] == ["a.test:6"]


def test_a_flaky_case_is_red_in_the_gate_and_called_flaky(tmp_path: Path, engine: str) -> None:
    script = tmp_path / "engine.py"
    sound = script.read_text().replace('sql == "SELECT 3" or', "").replace("been.touch()", "")
    (tmp_path / "been").touch()
    script.write_text(sound)
    options = ["gate", "--baseline", str(tmp_path / "b.json"), "--workers", "1", "--json",
               "--store", str(tmp_path / "s" / "results.duckdb")]  # fmt: skip
    suite = str(tmp_path / "suite")
    assert CliRunner().invoke(
        group, [*options, "--engine", engine, "--update", suite]
    ).exit_code == 0  # fmt: skip
    (tmp_path / "been").unlink()
    script.write_text(sound.replace("    wrong = ", "    been.touch()\n    wrong = "))
    ended = CliRunner().invoke(group, [*options, suite])
    report = json.loads(ended.stdout)
    assert (ended.exit_code, report["gate"]) == (1, "red")
    assert len(report["findings"]) == 1
    assert report["findings"][0]["kind"] == "newly failing"
    assert "flaky: passed when it ran again" in report["findings"][0]["text"]
