"""The gate, tried: every way to bend the score is red, and every honest gain is asked for."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness import runs
from harness.cli.main import group
from harness.coordinator import Observer
from harness.store import queries
from harness.store.database import open_for_reading

SUITE = {
    "one.test": """statement ok
CREATE TABLE t(a)

statement ok
INSERT INTO t VALUES(1),(2)

query I rowsort
SELECT a FROM t
----
1
2

query I rowsort
SELECT sum(a) FROM t
----
3
""",
    "two.test": """query I nosort
SELECT 7
----
7

query T nosort
SELECT 'wrong'
----
right
""",
}


class Gate:
    """A suite of two files in a folder, its baseline, and the command."""

    def __init__(self, folder: Path) -> None:
        self.suite = folder / "suite"
        self.suite.mkdir()
        for name, text in SUITE.items():
            (self.suite / name).write_text(text)
        self.baseline = folder / "baseline.json"
        self.store = folder / "store" / "results.duckdb"

    def command(self, *arguments: str) -> tuple[int, dict[str, object]]:
        result = CliRunner().invoke(
            group,
            ["gate", "--baseline", str(self.baseline), "--store", str(self.store), "--json",
             "--workers", "1", *arguments],
        )  # fmt: skip
        return result.exit_code, json.loads(result.stdout)

    def judge(self, *arguments: str) -> tuple[int, list[tuple[str, str, int]]]:
        code, report = self.command(*arguments, str(self.suite))
        findings = report["findings"]
        assert isinstance(findings, list)
        assert (code, report["gate"]) in ((0, "green"), (1, "red"))
        return code, [(f["kind"], f["file"], f["line"]) for f in findings]

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.suite / name).read_text()
        assert old in text
        (self.suite / name).write_text(text.replace(old, new))


@pytest.fixture
def gate(tmp_path: Path) -> Gate:
    made = Gate(tmp_path)
    assert made.command("--engine", "sqlite", "--update", str(made.suite))[0] == 0
    return made


def test_the_same_again_is_green(gate: Gate) -> None:
    assert gate.judge() == (0, [])


def test_a_deleted_file_is_red(gate: Gate) -> None:
    (gate.suite / "one.test").unlink()
    assert gate.judge() == (1, [("missing file", "one.test", 0)])


def test_an_added_file_is_red_until_the_baseline_has_it(gate: Gate) -> None:
    (gate.suite / "three.test").write_text("query I\nSELECT 1\n----\n1\n")
    assert gate.judge() == (1, [("added file", "three.test", 0)])
    assert gate.judge("--update")[0] == 0
    assert gate.judge() == (0, [])


def test_an_edited_expected_result_is_red(gate: Gate) -> None:
    gate.edit("two.test", "right", "wrong")
    assert gate.judge() == (1, [("changed file", "two.test", 0)])


def test_a_halt_is_red(gate: Gate) -> None:
    gate.edit("two.test", "query T", "halt\n\nquery T")
    assert gate.judge() == (1, [("changed file", "two.test", 0)])


def test_a_skipif_is_red(gate: Gate) -> None:
    gate.edit("two.test", "query T", "skipif sqlite\nquery T")
    assert gate.judge() == (1, [("changed file", "two.test", 0)])


def test_a_listed_failure_that_passes_must_be_taken_off(gate: Gate) -> None:
    stored = json.loads(gate.baseline.read_text())
    stored["files"]["one.test"]["failing"] = "3"
    gate.baseline.write_text(json.dumps(stored))
    assert gate.judge() == (1, [("now passing", "one.test", 13)])
    assert gate.judge("--update")[0] == 0
    assert json.loads(gate.baseline.read_text())["files"]["one.test"]["failing"] == ""
    assert gate.judge() == (0, [])


def test_a_new_failure_is_red_and_update_alone_does_not_hide_it(gate: Gate) -> None:
    stored = json.loads(gate.baseline.read_text())
    stored["files"]["two.test"]["failing"] = ""
    gate.baseline.write_text(json.dumps(stored))
    before = gate.baseline.read_text()
    assert gate.judge() == (1, [("newly failing", "two.test", 6)])
    assert gate.judge("--update")[0] == 1
    assert gate.baseline.read_text() == before
    assert gate.judge("--update", "--accept")[0] == 0
    assert gate.judge() == (0, [])


def test_a_renamed_file_is_red(gate: Gate) -> None:
    (gate.suite / "two.test").rename(gate.suite / "2.test")
    assert gate.judge() == (1, [("missing file", "two.test", 0), ("added file", "2.test", 0),
                                ("newly failing", "2.test", 6)])  # fmt: skip


def test_a_changed_file_that_others_include_is_red(gate: Gate) -> None:
    (gate.suite / "part.inc").write_text(SUITE["two.test"])
    (gate.suite / "three.slt").write_text("include part.inc\n")
    assert gate.judge("--update", "--accept")[0] == 0
    assert gate.judge() == (0, [])
    gate.edit("part.inc", "right", "wrong")
    assert gate.judge() == (1, [("changed file", "three.slt", 0)])


def test_only_a_part_of_the_suite_is_red(gate: Gate) -> None:
    code, report = gate.command(str(gate.suite / "one.test"))
    findings = report["findings"]
    assert isinstance(findings, list)
    assert (code, findings[0]["kind"], findings[0]["file"]) == (1, "missing file", "two.test")


def test_another_engine_is_red(gate: Gate) -> None:
    code, findings = gate.judge("--engine", "dbapi:sqlite3")
    assert (code, findings[0][0]) == (1, "conditions")


def test_a_failure_that_is_listed_by_hand_is_counted_in_the_verdict(gate: Gate) -> None:
    stored = json.loads(gate.baseline.read_text())
    assert gate.command(str(gate.suite))[1]["listed_failures"] == 1
    stored["files"]["two.test"]["failing"] = "0-1"
    stored["files"]["one.test"]["failing"] = "2"
    gate.baseline.write_text(json.dumps(stored))
    code, report = gate.command(str(gate.suite))
    assert (code, report["listed_failures"]) == (1, 3)
    findings = report["findings"]
    assert isinstance(findings, list)
    assert {f["kind"] for f in findings} == {"now passing"}


def test_a_run_that_did_not_finish_is_red(gate: Gate) -> None:
    request = runs.RunRequest("sqlite", [str(gate.suite)], store=gate.store)

    def interrupt(totals: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        runs.start(request, Observer(file_done=interrupt))
    with open_for_reading(gate.store) as connection:
        unfinished = queries.find_run(connection, None)
    code, report = gate.command("--run", unfinished.run_id)
    findings = report["findings"]
    assert isinstance(findings, list)
    assert code == 1
    assert "incomplete" in {f["kind"] for f in findings}


def test_a_cluster_is_named_where_one_is_wanted(gate: Gate) -> None:
    for options in (["--executor", "dask"], ["--cluster", "tcp://127.0.0.1:9"]):
        result = CliRunner().invoke(
            group, ["gate", "--baseline", str(gate.baseline), *options, str(gate.suite)]
        )
        assert "go together" in str(result.exception)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--label", "mysql"], "label"),
        (["--timeout", "1"], "record_timeout"),
        (["--file-timeout", "5"], "file_timeout"),
        (["--memory-limit", "1G"], "memory_limit"),
        (["--exclude", "two*"], "selection"),
        (["--sample", "0.5:1"], "selection"),
    ],
)
def test_a_run_under_other_conditions_is_red(gate: Gate, options: list[str], what: str) -> None:
    result = CliRunner().invoke(
        group,
        ["run", "--engine", "sqlite", "--store", str(gate.store), "--workers", "1", "--json",
         *options, str(gate.suite)],
    )  # fmt: skip
    run_id = json.loads(result.stdout)["run_id"]
    code, report = gate.command("--run", run_id)
    assert code == 1
    findings = report["findings"]
    assert isinstance(findings, list)
    assert any(f["kind"] == "conditions" and f["text"].startswith(what) for f in findings)


def test_a_crash_is_red_even_when_it_is_listed(gate: Gate) -> None:
    engine = gate.suite.parent / "dies.py"
    engine.write_text(
        "import json, os, sys, sqlite3\n"
        "database = sqlite3.connect(':memory:')\n"
        "for line in sys.stdin:\n"
        "    sql = json.loads(line)['sql']\n"
        "    if 'sum' in sql: os.abort()\n"
        "    rows = database.execute(sql).fetchall()\n"
        "    print(json.dumps({'result': [[str(v) for v in row] for row in rows]}), flush=True)\n"
    )
    command = f"process:python3 {engine}"
    gate.baseline.unlink()
    gate.command("--engine", command, "--update", "--accept", str(gate.suite))
    code, findings = gate.judge()
    assert code == 1
    assert [kind for kind, _, _ in findings] == ["crashed"]


def test_no_baseline_is_a_usage_error(gate: Gate) -> None:
    gate.baseline.unlink()
    result = CliRunner().invoke(group, ["gate", "--baseline", str(gate.baseline), str(gate.suite)])
    assert "there is no baseline" in str(result.exception)
