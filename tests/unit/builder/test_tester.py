"""The tester writes new cases, SQLite answers them, and what fails reopens the loop."""

import json
from pathlib import Path
from typing import Any

import one_gap
import pytest
from scripted_build import ScriptedTeam

from builder.agents.agent import Agent, Assignment
from builder.build import DONE, Build
from builder.cli.asked import change_settings
from builder.errors import AgentFault, BuildUsageError
from builder.state.orders import MERGED
from builder.tester import understand_scripts, write_cases
from sqllogictest.parser import parse_bytes
from sqllogictest.records import Query

SCRIPTS = [
    ["CREATE TABLE t(a INTEGER)", "INSERT INTO t VALUES(7)", "SELECT max(a) FROM t"],
    ["CREATE TABLE e(a INTEGER)", "SELECT max(a) FROM e"],
    ["CREATE TABLE e(a INTEGER)", "select  max(a) from e"],
    ["CREATE TABLE e(a INTEGER)", "SELECT nothing FROM e"],
    ["CREATE TABLE e(", "SELECT 1"],
    ["SELECT a FROM t WHERE a > 1"],
]


def test_scripts_are_understood_or_refused() -> None:
    assert understand_scripts(f"Here: {json.dumps({'scripts': SCRIPTS})}") == SCRIPTS
    assert understand_scripts('{"scripts": [[], ["SELECT 1"], [2], "x"]}') == [["SELECT 1"]]
    for text in ("none", '{"scripts": 3}', "[]", "{broken}"):
        with pytest.raises(AgentFault):
            understand_scripts(text)


def test_sqlite_answers_and_what_it_refuses_or_the_suite_has_is_left_out(tmp_path: Path) -> None:
    count = write_cases(SCRIPTS, ["SELECT a FROM t WHERE a > 1"], tmp_path, "new")
    files = sorted(tmp_path.iterdir())
    assert count == 2 and [file.name for file in files] == ["new-1.test", "new-2.test"]
    for file, answer in zip(files, ("7", "NULL"), strict=True):
        query = parse_bytes(file.read_bytes(), file.name, "auto")[-1]
        assert isinstance(query, Query) and query.expected == [answer]


class Coder(Agent):
    """Writes max() without a thought of empty tables, until an order shows one."""

    name = "scripted"

    def work(self, assignment: Assignment) -> str:
        text = one_gap.NULL_TOO if "internal error" in assignment.page else one_gap.RIGHT
        assignment.bench.call("write", {"path": "engine/calls/max.py", "text": text})
        return "max is computed"


class Team(ScriptedTeam):
    """One coder, and a tester who asks for the maximum of nothing."""

    def agent(self, *_: Any) -> Agent:
        return Coder()

    def scripts(self, page: str, transcript: Any) -> list[list[str]]:
        assert "SELECT max(a) FROM t WHERE a > 15" in page and "max is computed" in page
        return SCRIPTS


def test_new_cases_reopen_the_loop_and_so_does_another_suite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = one_gap.prepared(tmp_path, monkeypatch)
    settings.new_cases = 1
    build = Build(tmp_path / "build", settings, print, Team)  # type: ignore[arg-type]
    outcome = build.run()
    assert outcome.state == DONE and outcome.rounds == 2
    assert len(build.orders.all(MERGED)) == 2
    assert (tmp_path / "repo" / "engine/calls/max.py").read_text() == one_gap.NULL_TOO
    records = outcome.records

    more = tmp_path / "more"
    write_cases([[*SCRIPTS[0][:-1], "SELECT max(a) FROM t WHERE a > 1"]], [], more, "bug")
    change_settings(settings, {"suites": (str(more), str(tmp_path / "suite")), "tokens": 5})
    assert settings.whole.tokens == 5
    build.state.close()
    again = Build(tmp_path / "build", settings, print, Team)  # type: ignore[arg-type]
    assert again.run().records == records + 3
    with pytest.raises(BuildUsageError, match="--repo"):
        change_settings(settings, {"repo": "x"})
