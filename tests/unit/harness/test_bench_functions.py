"""`dbwright bench functions`: its tasks mean the same on both engines, and it reports them all."""

import json

import pytest
from click.testing import CliRunner

from harness.bench.functions.measure import PartCost, filled
from harness.bench.functions.tasks import TASKS
from harness.cli.bench.functions import command


@pytest.mark.parametrize("task", [task for task in TASKS if not task.changes], ids=lambda t: t.name)
def test_both_engines_answer_the_same(task) -> None:
    answers = []
    for engine in ("target_db", "sqlite"):
        database = filled(engine, 60)
        rows = list(database.query(task.statements(60)[0]).rows)
        answers.append([f"{value:.9g}" if isinstance(value, float) else value for value in rows[0]])
        database.close()
    assert answers[0] == answers[1]


def test_it_reports_every_part() -> None:
    done = CliRunner().invoke(command, ["--rows", "20", "--rounds", "1", "--json"])
    found = json.loads(done.stdout)
    assert [part["name"] for part in found["parts"]] == [task.name for task in TASKS]
    assert done.exit_code == (0 if all(part["within"] for part in found["parts"]) else 1)


def test_the_limit() -> None:
    assert PartCost("a", 5.0, 1.0).is_within
    assert not PartCost("a", 5.1, 1.0).is_within
