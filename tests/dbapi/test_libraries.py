"""Well-known libraries' own tests, with target_db in the place of `sqlite3`.

Unpack their source distributions into one folder, install what their tests need, and name the
folder: `DBWRIGHT_LIBRARIES=folder pytest -m soak tests/dbapi/test_libraries.py`.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import target_db

ROOT = Path(target_db.__file__).parents[1]
LIBRARIES = {
    # The folder's name, what is not asked, and how many of the rest may fail.
    "alembic": ("", 0.02),
    # FTS4 and FTS5 are not there; these tests have it in their names or fixtures.
    "sqlite_utils": ("fts or search or rebuild or optimize or virtual or tracer or trigger", 0.02),
}


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(LIBRARIES))
def test_library(name: str) -> None:
    home = os.environ.get("DBWRIGHT_LIBRARIES")
    folders = sorted(Path(home).glob(f"{name}-*/tests")) if home else []
    if not folders:
        pytest.skip(f"DBWRIGHT_LIBRARIES names no folder with the sources of {name}")
    left_out, share = LIBRARIES[name]
    command = [sys.executable, "-P", "-m", "target_db.as_sqlite3", "-m", "pytest", "tests", "-q"]
    command += ["-p", "no:slt", "-p", "no:cacheprovider", "--tb=line"]
    if left_out:
        command += ["-k", f"not ({left_out})"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command,
        cwd=folders[-1].parent,
        env=environment,
        capture_output=True,
        text=True,
        timeout=3600,
    )
    counts = {
        word: int(number)
        for number, word in re.findall(
            r"(\d+) (passed|failed|errors?)\b", done.stdout.splitlines()[-1]
        )
    }
    failed = counts.get("failed", 0) + counts.get("error", 0) + counts.get("errors", 0)
    assert counts.get("passed", 0) > 100, done.stdout[-2000:]
    assert failed <= share * (failed + counts["passed"]), done.stdout[-4000:]
