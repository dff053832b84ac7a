"""`pytest --slt-engine`: records as items, readable failures, xdist."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = """statement ok
CREATE TABLE t(a)

query I nosort
SELECT 1
----
1

query I nosort
SELECT 2
----
1

skipif sqlite
query I nosort
SELECT 3
----
3
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.test").write_text(SUITE)
    (tmp_path / "b.slt").write_text("query I\nSELECT 5\n----\n5\n")
    return tmp_path


def collect(folder: Path, *options: str) -> tuple[int, str]:
    # The entry point may be installed or not: name the plugin only where it isn't.
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "harness.pytest_plugin", "-p", "no:cacheprovider",
         "--slt-engine=sqlite", "-v", *options, "."],
        cwd=folder, capture_output=True, text=True,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
             "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip
    return ended.returncode, ended.stdout + ended.stderr


def test_a_record_is_an_item(folder: Path) -> None:
    code, output = collect(folder)
    assert code == 1
    assert "a.test::line 4: SELECT 1 PASSED" in output
    assert "a.test::line 9: SELECT 2 FAILED" in output
    assert "a.test::line 15: SELECT 3 SKIPPED" in output
    assert "b.slt::line 1: SELECT 5 PASSED" in output
    assert "-1\n  +2" in output
    assert "Traceback" not in output


def test_a_file_is_an_item_when_asked_for(folder: Path) -> None:
    code, output = collect(folder, "--slt-items=file")
    assert code == 1
    assert "1 failed, 1 passed" in output
    assert "a.test:9  failed (values)" in output


def test_items_are_shared_out_by_xdist(folder: Path) -> None:
    code, output = collect(folder, "-p", "xdist", "-n", "2", "--dist", "loadgroup")
    assert code == 1
    assert "1 failed, 3 passed, 1 skipped" in output


def test_a_file_that_is_none_is_said_to_be(folder: Path) -> None:
    (folder / "c.test").write_bytes(b"\xff\x00\x01 no suite\n\nquery\n")
    code, output = collect(folder)
    assert code != 0
    assert "c.test" in output
