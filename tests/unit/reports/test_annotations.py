"""Workflow commands: one line each, whatever the text."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from harness.store.database import open_for_reading
from harness.store.queries import failures, find_run
from reports.annotations import MOST, of_failures, of_findings
from reports.content import Content

COMMAND = re.compile(r"::error (?:file=[^:,]*,line=\d+,)?title=[^:,]*::[^\r\n]*")


def finding(**values: object) -> dict[str, object]:
    return {"kind": "newly failing", "file": "a.test", "line": 7, "text": "wrong"} | values


def test_a_finding_with_a_place(content: Content) -> None:
    assert list(of_findings(content.run, [finding()])) == [
        "::error file=a.test,line=7,title=newly failing::wrong"
    ]


def test_a_finding_without_a_place(content: Content) -> None:
    found = list(of_findings(content.run, [finding(file="", line=0)]))
    assert found == ["::error title=newly failing::wrong"]


@pytest.mark.parametrize("text", ["a\n::set-output name=x::y", "50%\r\n", "a,b:c", "%0A::error::"])
def test_no_text_can_be_a_command_of_its_own(content: Content, text: str) -> None:
    for line in of_findings(content.run, [finding(file=text, kind=text, text=text)]):
        assert COMMAND.fullmatch(line)


def test_failures_point_to_the_file_from_here(
    results, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(results.store.parent)
    with open_for_reading(results.store) as connection:
        run = find_run(connection, results.second)
        found = list(failures(connection, run))
    lines = list(of_failures(run, found))
    assert len(lines) == 3
    assert all(COMMAND.fullmatch(line) for line in lines)
    assert lines[0].startswith("::error file=suite/family/")
    elsewhere = replace(run, suites=[str(tmp_path / "gone")])
    assert next(of_failures(elsewhere, found)).startswith("::error file=family/")


def test_there_is_an_end(content: Content) -> None:
    assert len(list(of_findings(content.run, [finding()] * 1000))) == MOST
