"""Each rule of the format, on a small file of its own that says which verdicts it demands."""

from pathlib import Path

import pytest
from sample_engines import Sqlite

from sqllogictest.counting import count
from sqllogictest.parser import parse_file
from sqllogictest.runner import Runner

FOLDER = Path(__file__).parents[2] / "golden" / "sqllogictest" / "rules"
FILES = sorted(file for file in FOLDER.iterdir() if file.suffix in (".test", ".slt"))


def demanded(file: Path) -> list[str]:
    second = file.read_text().splitlines()[1]
    assert second.startswith("# Verdicts: ")
    return second.removeprefix("# Verdicts: ").split()


def test_there_is_a_file_for_every_rule() -> None:
    assert len(FILES) >= 100


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_rule(file: Path) -> None:
    records = parse_file(str(file))
    outcomes = Runner(Sqlite).outcomes(records)
    got = [outcome.verdict for outcome in outcomes]
    assert got == demanded(file), outcomes
    to_run, not_applicable = count(records, "sqlite")
    assert to_run + not_applicable == len(got)
    assert not_applicable == got.count("not_applicable")
