"""Workflow commands that make GitHub mark lines of a suite: `::error file=...,line=...::text`."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from harness.store.queries import Failure, Run

MOST = 50
"""GitHub shows ten of each kind a step; the rest is in the log."""


def of_findings(run: Run, findings: list[dict[str, Any]]) -> Iterator[str]:
    """A line for each finding of `dbwright gate --json`."""
    for finding in findings[:MOST]:
        file = str(finding["file"])
        yield _command(run, file, int(finding["line"]), str(finding["kind"]), str(finding["text"]))


def of_failures(run: Run, failures: list[Failure]) -> Iterator[str]:
    """A line for each case that did not pass."""
    for failure in failures[:MOST]:
        text = failure.message or failure.reason or failure.verdict
        title = failure.verdict.replace("_", " ")
        yield _command(run, failure.name, failure.line, title, f"{text}\n{failure.sql}")


def _command(run: Run, file: str, line: int, title: str, text: str) -> str:
    where = f"file={_property(_place(run, file))},line={max(line, 1)}," if file else ""
    return f"::error {where}title={_property(title)}::{_data(text)}"


def _place(run: Run, file: str) -> str:
    """The file as seen from here, where a suite of the run is a folder that has it."""
    for suite in run.suites:
        path = Path(suite, file) if os.path.isdir(suite) else Path(suite).parent / file
        if path.is_file():
            return os.path.relpath(path)
    return file


def _data(text: str) -> str:
    """Escaped as the workflow commands want it: one line, no command within."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
