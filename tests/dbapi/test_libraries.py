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
MOST_FAILURES = 0.02  # of the tests that pass with sqlite3

# Run by pytest: what is not asked, of each library.
PYTEST = {
    "alembic": "",
    # FTS4 and FTS5 are not there; these tests have it in their names or fixtures.
    "sqlite_utils": "fts or search or rebuild or optimize or virtual or tracer or trigger",
}
# Run by Django's own runner: the tests that have most to do with the database.
DJANGO_TESTS = """
    aggregation aggregation_regress annotations backends basic bulk_create cache composite_pk
    constraints custom_lookups datatypes dates datetimes db_functions db_utils defer defer_regress
    delete delete_regress distinct_on_fields expressions expressions_case expressions_window
    filtered_relation fixtures fixtures_regress foreign_object from_db_value generic_relations
    get_or_create indexes inspectdb introspection lookup m2m_regress m2m_through many_to_many
    many_to_one max_lengths migrations model_fields model_indexes model_inheritance
    multiple_database null_fk null_queries ordering prefetch_related queries raw_query schema
    select_for_update select_related serializers timezones transaction_hooks transactions update
    xor_lookups
"""


def folder_of(name: str) -> Path:
    """The folder of a library's sources; the test is skipped when there is none."""
    home = os.environ.get("DBWRIGHT_LIBRARIES")
    folders = sorted(Path(home).glob(f"{name}-*/tests")) if home else []
    if not folders:
        pytest.skip(f"DBWRIGHT_LIBRARIES names no folder with the sources of {name}")
    return folders[-1].parent


def run(folder: Path, arguments: list[str], paths: list[Path]) -> str:
    """What `python -m target_db.as_sqlite3 ARGUMENTS` says, on both channels."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [ROOT, *paths]))}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "target_db.as_sqlite3", *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=7200,
    )
    return done.stdout


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(PYTEST))
def test_library(name: str) -> None:
    arguments = ["-m", "pytest", "tests", "-q", "-p", "no:slt", "-p", "no:cacheprovider"]
    arguments += ["--tb=line"]
    if PYTEST[name]:
        arguments += ["-k", f"not ({PYTEST[name]})"]
    said = run(folder_of(name), arguments, [])
    last = said.splitlines()[-1]
    counts = {
        word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|errors?)\b", last)
    }
    failed = counts.get("failed", 0) + counts.get("error", 0) + counts.get("errors", 0)
    assert counts.get("passed", 0) > 100, said[-2000:]
    assert failed <= MOST_FAILURES * (failed + counts["passed"]), said[-4000:]


@pytest.mark.soak
def test_django() -> None:
    home = folder_of("django")
    arguments = ["runtests.py", "--settings=test_sqlite", "--parallel=1", *DJANGO_TESTS.split()]
    said = run(home / "tests", arguments, [home, home / "tests"])
    ran = re.search(r"^Ran (\d+) tests", said, re.MULTILINE)
    assert ran is not None, said[-2000:]
    verdict = said[ran.end() :]
    failed = sum(int(n) for n in re.findall(r"\b(?:failures|errors)=(\d+)", verdict))
    skipped = re.search(r"skipped=(\d+)", verdict)
    tried = int(ran[1]) - (int(skipped[1]) if skipped else 0)
    assert tried > 3000, said[-2000:]
    assert failed <= MOST_FAILURES * tried, said[-4000:]
