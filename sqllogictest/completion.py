"""Completion: fill in the expected results of a suite file from what an engine gives."""

from collections import Counter
from collections.abc import Callable

from sqllogictest.engine import Engine
from sqllogictest.parser import parse_bytes
from sqllogictest.records import AUTO, Query
from sqllogictest.rendering import encode
from sqllogictest.runner import Runner
from sqllogictest.source import Includes
from sqllogictest.verdicts import FAILED, REASON_BAD_RECORD, REASON_VALUES, Outcome


def complete(
    text: str,
    name: str,
    connect: Callable[[], Engine],
    label: str = "sqlite",
    dialect: str = AUTO,
    includes: Includes | None = None,
) -> str:
    """`text`, the content of the file `name`, with the results that the engine gives.

    Only the lines below `----` change, and only where the result differs; a missing `----` is
    added. A query that fails, that `label` excludes, or that a loop executes several times
    stays as it is. Raises SuiteError for what is no suite file, and what `connect` raises.
    """
    records = parse_bytes(encode(text), name, dialect, includes)
    times = Counter(record.line for record in records if record.file == name)
    lines = text.split("\n")
    changes = [
        outcome
        for outcome in Runner(connect, label).outcomes(records)
        if is_change(outcome) and outcome.record.file == name and times[outcome.record.line] == 1
    ]
    for outcome in reversed(changes):
        rewrite(lines, outcome)
    return "\n".join(lines)


def is_change(outcome: Outcome) -> bool:
    """Whether a query gave another result than its record has."""
    return (
        isinstance(outcome.record, Query)
        and outcome.verdict == FAILED
        and outcome.got is not None
        and outcome.reason in (REASON_VALUES, REASON_BAD_RECORD)
    )


def rewrite(lines: list[str], outcome: Outcome) -> None:
    """Put what the query gave below its `----`, comment lines first, line ends as they were."""
    first, end = outcome.record.line, outcome.record.end_line
    ending = "\r" if lines[first - 1].endswith("\r") else ""
    separator = first
    while separator < end and lines[separator].removesuffix("\r") != "----":
        separator += 1
    comments = [line for line in lines[separator + 1 : end] if line.startswith("#")]
    if separator == end:
        if not lines[end - 1].endswith(ending):
            lines[end - 1] += ending
        lines.insert(separator, "----" + ending)
        end += 1
    elif not lines[separator].endswith(ending):
        lines[separator] += ending
    lines[separator + 1 : end] = comments + [line + ending for line in outcome.got or []]
