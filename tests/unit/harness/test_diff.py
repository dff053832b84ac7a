"""Two runs side by side."""

import json
from pathlib import Path

from click.testing import CliRunner

from harness.cli.main import group
from harness.store.database import open_for_writing


def dbwright(*arguments: str) -> tuple[int, dict[str, object]]:
    ended = CliRunner().invoke(group, [*arguments, "--json"])
    return ended.exit_code, json.loads(ended.stdout)


def test_what_newly_fails_and_newly_passes(tmp_path: Path) -> None:
    store = str(tmp_path / "s" / "results.duckdb")
    suite = tmp_path / "suite"
    suite.mkdir()
    engine = tmp_path / "engine.py"
    ids = []
    for wrong in ("SELECT 1", "SELECT 2"):
        engine.write_text(
            "import json, sys\n"
            "for line in sys.stdin:\n"
            "    sql = json.loads(line)['sql']\n"
            f"    print(json.dumps({{'result': [['9' if sql == {wrong!r} else sql[-1]]]}}), "
            "flush=True)\n"
        )
        (suite / "a.test").write_text(
            "".join(f"query I nosort\nSELECT {n}\n----\n{n}\n\n" for n in (1, 2, 3))
        )
        _, run = dbwright(
            "run", "--engine", f"process:python3 {engine}", "--store", store, "--workers", "1",
            str(suite),
        )  # fmt: skip
        ids.append(str(run["run_id"]))
    code, found = dbwright("diff", *ids, "--store", store)
    assert code == 1
    assert (found["newly_failing"], found["newly_passing"], found["changed"]) == (1, 1, 0)
    failing, passing = found["failing_cases"], found["passing_cases"]
    assert isinstance(failing, list) and isinstance(passing, list)
    assert [(case["name"], case["line"]) for case in failing] == [("a.test", 6)]
    assert [(case["name"], case["line"]) for case in passing] == [("a.test", 1)]
    assert found["other_files"] == []
    assert dbwright("diff", ids[1], ids[1], "--store", store)[0] == 0
    assert dbwright("diff", ids[0], ids[1], "--store", store, "--limit", "0")[0] == 1


def test_files_that_take_longer_and_shorter(tmp_path: Path) -> None:
    store = tmp_path / "s" / "results.duckdb"
    suite = tmp_path / "a.test"
    suite.write_text("query I nosort\nSELECT 1\n----\n1\n")
    ids = []
    for micros in (200_000, 3_000_000):
        _, run = dbwright("run", "--engine", "sqlite", "--store", str(store), str(suite))
        ids.append(str(run["run_id"]))
        with open_for_writing(store) as connection:
            connection.execute(
                "UPDATE cases SET micros = ? WHERE run = (SELECT max(run) FROM cases)", [micros]
            )
    _, found = dbwright("diff", *ids, "--store", str(store))
    assert found["slower"] == [{"name": "a.test", "was": 0.2, "now": 3.0}]
    assert found["faster"] == []
    _, found = dbwright("diff", *reversed(ids), "--store", str(store))
    assert found["faster"] == [{"name": "a.test", "was": 3.0, "now": 0.2}]
    assert found["slower"] == []
