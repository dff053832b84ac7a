"""What clusters read of a suite again: the files that matter, and no more of an archive."""

import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from harness import runs
from harness.clusters import context
from harness.clusters.context import read_context
from harness.coordinator import Observer
from harness.store import queries
from harness.store.database import open_for_reading
from harness.suites.discover import Source
from harness.suites.open import open_source


@pytest.fixture
def run(tmp_path: Path) -> queries.Run:
    """A run on two archives of five files each."""
    suite = tmp_path / "suite"
    suite.mkdir()
    for name in ("one", "two"):
        with tarfile.open(suite / f"{name}.tar", "w") as archive:
            for number in range(5):
                text = f"query I nosort\nSELECT {number}\n----\n{number}\n".encode()
                member = tarfile.TarInfo(f"{name}/{number}.test")
                member.size = len(text)
                archive.addfile(member, BytesIO(text))
    store = tmp_path / "results.duckdb"
    request = runs.RunRequest("sqlite", [str(suite)], store=store)
    run_id = runs.start(request, Observer()).run_id
    with open_for_reading(store) as connection:
        return queries.find_run(connection, run_id)


def test_an_archive_is_read_up_to_its_last_wanted_file(
    run: queries.Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def watched(source: Source):
        for file in open_source(source):
            seen.append(file.name)
            yield file

    monkeypatch.setattr(context, "open_source", watched)
    failed = {("two.tar", "two/1.test"): {0}}
    found = read_context(run, failed, {("two.tar", "two/2.test")})
    assert set(found.setups) == {("two.tar", "two/1.test"), ("two.tar", "two/2.test")}
    assert seen == ["two/0.test", "two/1.test", "two/2.test"]
