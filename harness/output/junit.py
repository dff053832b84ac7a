"""JUnit XML: a suite for each file, a case for each record that did not pass.

Records that passed are in the counts only; five million elements would serve nobody.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from harness.store import queries

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(connection: queries.Connection, run: queries.Run, path: Path) -> None:
    """Write the run to `path`."""
    with path.open("w", encoding="utf-8") as file:
        for line in junit_lines(connection, run):
            file.write(line + "\n")


def junit_lines(connection: queries.Connection, run: queries.Run) -> Iterator[str]:
    """The file, line by line."""
    failures = queries.failures(connection, run)
    by_file = {
        key: list(group)
        for key, group in groupby(failures, key=lambda failure: (failure.container, failure.name))
    }
    bad = run.failed
    errors = run.crashed + run.timed_out
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield (
        f"<testsuites name={_attribute(f'dbwright {run.engine}')} "
        f'tests="{run.records}" failures="{bad}" errors="{errors}" time="{run.seconds or 0:.3f}">'
    )
    for file in queries.file_totals(connection, run):
        yield (
            f'<testsuite name={_attribute(file.name)} tests="{file.records}" '
            f'failures="{file.failed}" errors="{file.crashed + file.timed_out}" '
            f'skipped="0" time="{file.seconds:.3f}">'
        )
        for failure in by_file.get((file.container, file.name), ()):
            yield from _case(failure)
        yield "</testsuite>"
    yield "</testsuites>"


def _case(failure: queries.Failure) -> Iterator[str]:
    kind = "failure" if failure.verdict == "failed" else "error"
    what = failure.reason or failure.verdict
    yield (
        f"<testcase classname={_attribute(failure.name)} name={_attribute(f'line {failure.line}')}>"
    )
    parts = [failure.sql, failure.message]
    if failure.expected is not None:
        parts += ["expected:", failure.expected, "got:", failure.got or ""]
    yield f"<{kind} type={_attribute(what)} message={_attribute(failure.message or what)}>"
    yield escape(_NOT_XML.sub("\ufffd", "\n".join(part for part in parts if part)))
    yield f"</{kind}></testcase>"


def _attribute(text: str) -> str:
    return quoteattr(_NOT_XML.sub("\ufffd", text))
