"""The results store: what is kept, and that neither runs nor readers harm each other."""

import subprocess
import sys
import time

import duckdb
import pytest

from harness.errors import InternalFault, UsageError
from harness.store import ingest, parts, queries
from harness.store.database import open_for_reading, open_for_writing
from harness.store.schema import CURRENT_VERSION

CASE = "query I nosort\nSELECT {}\n----\n{}\n\n"
FACTS = ingest.RunFacts("R", "e", "v", "l", "2026-01-01 00:00:00", ["s"], {}, {}, {})


def test_queries_on_a_run(workplace):
    workplace.write("x/a.test", CASE.format(1, 1) + CASE.format(2, 3))
    workplace.write("y/b.test", CASE.format(1, 1) + "skipif sqlite\n" + CASE.format(2, 3))
    ran = workplace.run()
    with open_for_reading(workplace.store) as connection:
        run = queries.find_run(connection)
        assert run.run_id == ran.result.run_id
        assert queries.find_run(connection, run.run_id[:17]) == run
        assert (run.records, run.passed, run.failed, run.not_applicable) == (3, 2, 1, 1)
        assert run.state == ingest.COMPLETE
        (failure,) = queries.failures(connection, run)
        assert (failure.where, failure.expected, failure.got) == ("x/a.test:6", "3", "2")
        families = {f.family: f.records for f in queries.families(connection, run)}
        assert families == {"x": 2, "y": 1}
        assert set(queries.file_durations(connection, "sqlite")) == {
            ("", "x/a.test"),
            ("", "y/b.test"),
        }
        with pytest.raises(UsageError):
            queries.find_run(connection, "nope")


def test_no_store_yet(tmp_path):
    with pytest.raises(UsageError), open_for_reading(tmp_path / "none.duckdb"):
        pass


def test_not_a_store(tmp_path):
    path = tmp_path / "results.duckdb"
    path.write_text("this is no database" * 1000)
    with pytest.raises(InternalFault, match="results"), open_for_writing(path):
        pass


def test_newer_store_is_refused(tmp_path):
    path = tmp_path / "results.duckdb"
    with open_for_writing(path) as connection:
        connection.execute("INSERT INTO schema_version VALUES (?, now())", [CURRENT_VERSION + 1])
    with pytest.raises(InternalFault, match="newer"), open_for_writing(path):
        pass


def test_failed_transaction_leaves_nothing(tmp_path):
    path = tmp_path / "results.duckdb"
    with pytest.raises(ZeroDivisionError), open_for_writing(path) as connection:
        ingest.start_run(connection, FACTS)
        raise ZeroDivisionError
    with open_for_reading(path) as connection:
        assert queries.runs(connection) == []


def write_parts(folder, attempts):
    folder.mkdir(parents=True, exist_ok=True)
    writer = parts.PartWriter(folder, "0")
    for attempt, name, finished in attempts:
        writer.detail(parts.Detail(attempt, 1, 5, "failed", "query", "SELECT 1", message="m"))
        writer.cases(attempt, [0, 1], [1, 5], [0, 1], [10, 20])
        if finished:
            totals = parts.FileTotals(attempt, "", name, "f", 0, "s", 9, 1.0, 1.0, 1, 1)
            writer.done(totals)
    writer.close()


def totals_in(path):
    with open_for_reading(path) as connection:
        run = queries.find_run(connection, "R")
        counted = connection.execute("SELECT count(*) FROM cases").fetchone()[0]
        details = connection.execute("SELECT count(*) FROM details").fetchone()[0]
        return run.records, counted, details


def test_unfinished_attempts_are_left_out(tmp_path):
    folder, path = tmp_path / "runs" / "R", tmp_path / "r.duckdb"
    write_parts(folder, [(1, "a", True), (2, "b", False), (3, "b", True), (4, "c", False)])
    with open_for_writing(path) as connection:
        ingest.start_run(connection, FACTS)
        ingest.ingest(connection, folder, "R", ingest.COMPLETE, 1.0, 1.0)
    assert totals_in(path) == (4, 4, 2)


def test_ingesting_again_adds_nothing(tmp_path):
    folder, path = tmp_path / "runs" / "R", tmp_path / "r.duckdb"
    write_parts(folder, [(1, "a", True)])
    for _ in range(2):
        with open_for_writing(path) as connection:
            ingest.start_run(connection, FACTS)
            ingest.ingest(connection, folder, "R", ingest.INTERRUPTED, 1.0, 1.0)
    assert totals_in(path) == (2, 2, 1)


@pytest.mark.parametrize("kind", parts.KINDS)
def test_torn_last_line(tmp_path, kind):
    """What a killed writer left half-written is cut off, and only that."""
    folder, path = tmp_path / "runs" / "R", tmp_path / "r.duckdb"
    write_parts(folder, [(1, "a", True)])
    with (folder / f"{kind}-0.jsonl").open("ab") as file:
        file.write(b'{"attempt":1,"cut":"' + b"x" * 100_000)
    assert [file.name for file in parts.finished_files(folder)] == ["a"]
    with open_for_writing(path) as connection:
        ingest.start_run(connection, FACTS)
        ingest.ingest(connection, folder, "R", ingest.COMPLETE, 1.0, 1.0)
    assert totals_in(path) == (2, 2, 1)


def test_runs_at_once(workplace):
    """Several processes with one store: each waits its turn, and all are there at the end."""
    workplace.write("a.test", CASE.format(1, 1) * 50)
    command = [
        sys.executable, "-P", "-m", "harness", "run", str(workplace.suite), "--workers", "1",
        "--store", str(workplace.store), "--json",
    ]  # fmt: skip
    running = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(3)]
    assert [process.wait(timeout=120) for process in running] == [0, 0, 0]
    with open_for_reading(workplace.store) as connection:
        assert [run.records for run in queries.runs(connection)] == [50, 50, 50]


def test_waits_for_another_program(tmp_path):
    """A DuckDB shell that has the file open is waited for."""
    path = tmp_path / "r.duckdb"
    with open_for_writing(path) as connection:
        ingest.start_run(connection, FACTS)
    code = f"import duckdb, time; c = duckdb.connect({str(path)!r}); print(1, flush=True)"
    other = subprocess.Popen(
        [sys.executable, "-c", code + "; time.sleep(1)"], stdout=subprocess.PIPE
    )
    other.stdout.readline()
    began = time.monotonic()
    with open_for_writing(path) as connection:
        assert [run.run_id for run in queries.runs(connection)] == ["R"]
    assert time.monotonic() - began > 0.3
    other.wait()


def test_documented_selects_run(workplace):
    """Every SELECT in the store's page works on a store."""
    from pathlib import Path

    page = Path(__file__).resolve().parents[3] / "docs" / "store.md"
    workplace.write("a.test", CASE.format(1, 1) + CASE.format(2, 3))
    workplace.run()
    blocks = page.read_text().split("```sql\n")[1:]
    assert len(blocks) >= 5
    with duckdb.connect(str(workplace.store), read_only=True) as connection:
        for block in blocks:
            connection.execute(block.partition("```")[0]).fetchall()
