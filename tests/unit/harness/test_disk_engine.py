"""Runs on databases in files: `--engine "target_db:journal=wal;page_size=512"`."""

import json

import pytest
from click.testing import CliRunner

from harness.cli.main import group
from harness.engines.registry import find_engine
from harness.errors import UsageError

SUITE = """
statement ok
CREATE TABLE t(a INTEGER, b TEXT)

statement ok
CREATE INDEX t_b ON t(b)

statement ok
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500)
INSERT INTO t SELECT i, 'text ' || i FROM n

query IT rowsort
SELECT a, b FROM t WHERE b > 'text 98'
----
99
text 99

query I nosort
SELECT sum(a) FROM t
----
125250
"""


@pytest.mark.parametrize("journal", ["delete", "wal"])
@pytest.mark.parametrize("page_size", ["512", "4096", "65536"])
def test_a_database_has_the_options(journal, page_size, tmp_path) -> None:
    options = f"path={tmp_path};journal={journal};page_size={page_size};encoding=UTF-16le"
    engine = find_engine(f"target_db:{options}").factory()()
    engine.execute("CREATE TABLE t(a)")
    engine.execute("INSERT INTO t VALUES (1), (2)")
    assert engine.query("SELECT a FROM t").rows == [(1,), (2,)]
    assert engine.query("PRAGMA journal_mode").rows == [(journal,)]
    assert engine.query("PRAGMA page_size").rows == [(int(page_size),)]
    assert engine.query("PRAGMA encoding").rows == [("UTF-16le",)]
    assert any(path.suffix == ".db" for path in tmp_path.iterdir())
    engine.close()
    assert list(tmp_path.iterdir()) == []


def test_a_run_on_files(tmp_path) -> None:
    suite = tmp_path / "suite.test"
    suite.write_text(SUITE)
    folder = tmp_path / "files"
    engine = f"target_db:path={folder};journal=wal;page_size=512"
    store = str(tmp_path / "results.duckdb")
    result = CliRunner().invoke(
        group, ["run", str(suite), "--engine", engine, "--json", "--store", store]
    )
    summary = json.loads(result.stdout)
    assert (summary["records"], summary["passed"]) == (5, 5)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("options", ["journal=never", "page_size=1000", "speed=high", "wal", ";"])
def test_unknown_options_are_refused(options) -> None:
    with pytest.raises(UsageError, match="no option of a database in a file"):
        find_engine(f"target_db:{options}")


@pytest.mark.parametrize("engine", ["sqlite", "target_db"])
def test_a_named_file_is_kept(engine, tmp_path) -> None:
    spec = find_engine(f"{engine}:file={tmp_path}/kept.db;journal=delete")
    first = spec.factory()()
    first.execute("CREATE TABLE t(a)")
    first.close()
    second = spec.factory()()
    assert second.query("SELECT count(*) FROM t").rows == [(0,)]
    second.close()


def test_bench_disk() -> None:
    arguments = ["bench", "disk", "--rows", "300", "--points", "20", "--json"]
    result = CliRunner().invoke(group, arguments)
    found = json.loads(result.stdout)
    assert result.exit_code == (1 if any(t["ratio"] > t["limit"] for t in found["tasks"]) else 0)
    assert [task["name"] for task in found["tasks"]][:2] == ["bulk insert", "create index"]
    assert all(task["reference_seconds"] > 0 for task in found["tasks"])
