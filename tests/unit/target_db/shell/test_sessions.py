"""Whole sessions of the shell: what goes in, and what the sqlite3 program (3.40) answers.

The expected outputs were written by that program; where it is installed, they are asked again.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SESSIONS = sorted((HERE / "sessions").glob("*.sql"))
EXPECTED_VERSION = "3.40.1"


def run(command: list[str], script: Path, folder: Path) -> bytes:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        command, cwd=folder, input=script.read_bytes(), capture_output=True,
        env=environment, timeout=120, check=False,
    )  # fmt: skip
    code = b"--- exit code %d\n" % done.returncode
    return done.stdout + b"--- errors\n" + done.stderr + code


@pytest.mark.parametrize("session", SESSIONS, ids=lambda path: path.stem)
def test_session(session: Path, tmp_path: Path) -> None:
    answer = run([sys.executable, "-P", "-m", "target_db"], session, tmp_path)
    assert answer == session.with_suffix(".txt").read_bytes()


@pytest.mark.parametrize("session", SESSIONS, ids=lambda path: path.stem)
def test_expected_answer_is_that_of_sqlite3(session: Path, tmp_path: Path) -> None:
    program = shutil.which("sqlite3")
    if program is None:
        pytest.skip("the sqlite3 program is not installed")
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    if not version.stdout.startswith(EXPECTED_VERSION):
        pytest.skip(f"the answers are those of sqlite3 {EXPECTED_VERSION}")
    assert run([program], session, tmp_path) == session.with_suffix(".txt").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "output", "code"),
    [
        (["-json", ":memory:", "select 1 a, 'x' b; select 2 c"],
         '[{"a":1,"b":"x"}]\n[{"c":2}]\n', 0),
        (["-csv", "-header", ":memory:", "select 1 a, 2 b"], "a,b\r\n1,2\r\n", 0),
        (["-separator", ";", ":memory:", "select 1, null", ".print done"], "1;\ndone\n", 0),
        (["-nullvalue", "NIL", ":memory:", "select null"], "NIL\n", 0),
        (["-cmd", ".mode quote", ":memory:", "select 'a'"], "'a'\n", 0),
        ([":memory:", "select * from nope", "select 2"], "", 1),
        (["-nonsense"], "", 1),
    ],
)  # fmt: skip
def test_command_line(arguments: list[str], output: str, code: int) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "target_db", *arguments], capture_output=True, env=environment,
        timeout=120, check=False,
    )  # fmt: skip
    assert (done.stdout.decode(), done.returncode) == (output, code)
    assert bool(done.stderr) == bool(code)
