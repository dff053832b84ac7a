"""CPython's own tests of `sqlite3` pass with target_db in its place.

They come with the interpreter. Others than the one that runs this are tried where they are
found on PATH and can import the two packages that the uncompiled engine needs.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import target_db

HERE = Path(__file__).parent
ROOT = Path(target_db.__file__).parents[1]
SUITE = "test.test_sqlite3"

EXCUSED = {
    "test_dump_virtual_tables": "needs the virtual table module fts4, which is not built in",
}
"""What may fail, by the name of the test, with the reason. Everything else must pass."""

# Tests that an interpreter's suite has at least: fewer means that it was not really run.
AT_LEAST = {"3.11": 436, "3.12": 465, "3.13": 481}


def interpreters() -> list[str]:
    found = [sys.executable]
    for version in ("3.11", "3.12", "3.13"):
        path = shutil.which(f"python{version}")
        if path is not None and not sys.version.startswith(version):
            found.append(path)
    return found


def run(python: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [python, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, timeout=600
    )


@pytest.mark.parametrize("python", interpreters())
def test_the_suite_of_the_interpreter(python: str, tmp_path: Path) -> None:
    probe = run(python, "-c", f"import librt.vecs, mypy_extensions, {SUITE}", cwd=tmp_path)
    if probe.returncode:
        if python == sys.executable and "librt" in probe.stderr:
            pytest.fail(probe.stderr)
        pytest.skip(f"{python} cannot run it: {probe.stderr.strip().splitlines()[-1]}")
    done = run(python, str(HERE / "run_suite.py"), SUITE, cwd=tmp_path)
    assert done.stdout, done.stderr
    report = json.loads(done.stdout.splitlines()[-1])
    unexcused = [name for name in report["failed"] if name.split(".")[-1] not in EXCUSED]
    assert not unexcused, done.stderr
    version = run(python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])", cwd=tmp_path)
    assert report["run"] >= AT_LEAST.get(version.stdout.strip(), 400)
