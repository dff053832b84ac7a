"""The GitHub Action and the pre-commit hooks: their scripts run here as they stand."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

ROOT = Path(__file__).resolve().parents[3]
PASSES = "query I nosort\nSELECT 1\n----\n1\n"
FAILS = "query I nosort\nSELECT 1\n----\n2\n"


class Job:
    """A workflow's step, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.action: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
        self.outputs: dict[str, str] = {}
        self.log = ""
        commands = folder / "bin"
        commands.mkdir()
        script = f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -P -m harness "$@"\n'
        (commands / "dbwright").write_text(script)
        (commands / "dbwright").chmod(0o755)

    def run(self, **given: str) -> bool:
        """Run the steps in bash, as GitHub does; returns whether all of them succeeded."""
        inputs = {name: spec["default"] for name, spec in self.action["inputs"].items()} | given
        for step in self.action["runs"]["steps"]:
            if "run" not in step or step["name"] == "Install":
                continue
            environment = {name: self._fill(text, inputs) for name, text in step["env"].items()}
            assert "${{" not in step["run"], "an input in a script is an injection"
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=self.folder, capture_output=True, text=True, timeout=120, check=False,
                env={
                    **os.environ,
                    **environment,
                    "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
                    "GITHUB_OUTPUT": str(self.folder / "output"),
                    "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md"),
                },
            )  # fmt: skip
            self.log += done.stdout + done.stderr
            if done.returncode:
                return False
            for line in (self.folder / "output").read_text().splitlines():
                name, _, value = line.partition("=")
                self.outputs[name] = value
        return True

    def _fill(self, text: str, inputs: dict[str, str]) -> str:
        text = re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: inputs[match[1]], text)
        return re.sub(
            r"\$\{\{ steps\.run\.outputs\.(\w+) \}\}", lambda match: self.outputs[match[1]], text
        )

    @property
    def summary(self) -> str:
        return (self.folder / "summary.md").read_text()


@pytest.fixture
def job(tmp_path: Path) -> Job:
    (tmp_path / "suite").mkdir()
    return Job(tmp_path)


def test_a_suite_that_passes(job: Job) -> None:
    (job.folder / "suite" / "a.test").write_text(PASSES)
    assert job.run(engine="sqlite", suite="suite"), job.log
    assert "100 %" in job.summary
    assert (job.folder / "dbwright-report" / "report.html").is_file()


def test_a_suite_that_fails_is_annotated(job: Job) -> None:
    (job.folder / "suite" / "a.test").write_text(FAILS)
    assert not job.run(engine="sqlite", suite="suite")
    assert "::error file=suite/a.test,line=1,title=failed::" in job.log
    assert "0 %" in job.summary


def test_the_gate(job: Job) -> None:
    (job.folder / "suite" / "a.test").write_text(FAILS)
    environment = {**os.environ, "PATH": f"{job.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    made = subprocess.run(
        ["dbwright", "gate", "--baseline", "base.json", "--update", "--engine", "sqlite", "suite"],
        cwd=job.folder, env=environment, capture_output=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert job.run(baseline="base.json", suite="suite"), job.log
    (job.folder / "suite" / "b.test").write_text(PASSES)
    assert not job.run(baseline="base.json", suite="suite")
    assert "title=added file::" in job.log


def test_what_is_not_a_verdict_ends_the_job(job: Job) -> None:
    assert not job.run(engine="no-such-engine", suite="suite")
    assert "no engine named" in job.log
    assert not (job.folder / "summary.md").exists()


def test_hooks_name_commands_that_are_there() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert {"dbwright-gate", "dbwright-suite-verify"} == {hook["id"] for hook in hooks}
    for hook in hooks:
        words = shlex.split(hook["entry"])
        assert words[0] == "dbwright" and hook["language"] == "python"
        done = subprocess.run(
            [sys.executable, "-P", "-m", "harness", *words[1:], "--help"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
