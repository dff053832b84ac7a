"""Compares a query's result with what its record expects."""

from sqllogictest.digest import hash_line, is_hash_line, is_hashed
from sqllogictest.labels import Labels
from sqllogictest.records import (
    NOSORT,
    OFFICIAL,
    ROWSORT,
    Query,
)
from sqllogictest.rendering import render, render_natural
from sqllogictest.rows import Rows
from sqllogictest.sorting import sort_values
from sqllogictest.verdicts import (
    FAILED,
    REASON_BAD_RECORD,
    REASON_COLUMNS,
    REASON_LABEL,
    REASON_VALUES,
    Outcome,
)


class ResultSettings:
    """What a file's own records have set for the queries that follow them.

    `threshold` is the hash threshold; `sort_mode` that of queries which name none; `by_row`
    whether an expected line holds a row (None: whichever fits the number of lines).
    """

    def __init__(self) -> None:
        self.threshold = 8
        self.sort_mode = NOSORT
        self.by_row: bool | None = None


def rendered(query: Query, rows: Rows, settings: ResultSettings) -> list[str]:
    """The values of `rows` as text, in the order of the query's sort mode."""
    if query.dialect == OFFICIAL:
        values = render(rows.rows, query.types)
    else:
        values = render_natural(rows.rows)
    mode = query.sort_mode or settings.sort_mode
    return values if mode == NOSORT else sort_values(values, rows.columns, mode)


def judge(
    outcome: Outcome, query: Query, rows: Rows, settings: ResultSettings, labels: Labels
) -> None:
    """Set `outcome` to failed, with the reason, unless `rows` are what `query` expects."""
    types = query.types
    known = rows.columns >= 0
    if known and rows.columns != len(types) and (types or query.dialect == OFFICIAL):
        outcome.verdict = FAILED
        outcome.reason = REASON_COLUMNS
        outcome.message = f"{rows.columns} columns, and {len(types)} in the type string"
        return
    values = rendered(query, rows, settings)
    agrees = True
    if query.label:
        agrees = labels.agree(query.label, values)
    expected = query.expected
    if query.dialect != OFFICIAL:
        judge_by_line(outcome, query, rows, values, settings)
    elif expected is None:
        outcome.verdict = FAILED
        outcome.reason = REASON_BAD_RECORD
        outcome.message = "the query has no `----` line, so there is nothing to compare with"
        outcome.got = values
    else:
        got = values
        if is_hashed(len(values), settings.threshold):
            got = [hash_line(values)]
        if got != expected:
            differ(outcome, expected, got, values)
    if not agrees:
        if outcome.verdict != FAILED:
            differ(outcome, expected or [], values, values)
            outcome.reason = REASON_LABEL
        outcome.message = f"label {query.label}: not the result of its first use in this file"
    if outcome.verdict == FAILED and rows.fault is not None:
        note = f"the rows ended with an error: {rows.fault}"
        outcome.message = f"{outcome.message}; {note}" if outcome.message else note


def differ(outcome: Outcome, expected: list[str], got: list[str], values: list[str]) -> None:
    """The result is not the one expected."""
    outcome.verdict = FAILED
    outcome.reason = REASON_VALUES
    outcome.expected = expected
    outcome.got = got
    outcome.values = values


def judge_by_line(
    outcome: Outcome, query: Query, rows: Rows, values: list[str], settings: ResultSettings
) -> None:
    """Compare as sqllogictest-rs and DuckDB do: white space is one blank, a line may be a row.

    A line of the form `N values hashing to MD5` is compared by hash, whatever the threshold.
    """
    expected = query.expected or []
    if len(expected) == 1 and is_hash_line(expected[0]):
        got = [hash_line(values)]
        if got != expected:
            differ(outcome, expected, got, values)
        return
    got = result_lines(rows, values, len(expected), query, settings)
    wanted = [" ".join(line.split()) for line in expected]
    if got != wanted and not ignores_match(wanted, got):
        differ(outcome, wanted, got, values)


def result_lines(
    rows: Rows, values: list[str], count: int, query: Query, settings: ResultSettings
) -> list[str]:
    """The result as lines, a row each or a value each, white space made one blank.

    Sorted rows keep together unless the sort mode is valuesort.
    """
    columns = rows.columns
    values = [" ".join(value.split()) for value in values]
    by_row = settings.by_row
    if by_row is None:
        by_row = count != len(values) or columns <= 1
    if not by_row or columns <= 1:
        return values
    if (query.sort_mode or settings.sort_mode) not in (NOSORT, ROWSORT):
        return values
    return [" ".join(values[at : at + columns]) for at in range(0, len(values), columns)]


IGNORE = "<slt:ignore>"


def ignores_match(expected: list[str], got: list[str]) -> bool:
    """Whether the lines agree when `<slt:ignore>` stands for anything within its line."""
    if len(expected) != len(got):
        return False
    for line, actual in zip(expected, got, strict=True):
        if line == actual:
            continue
        if IGNORE not in line or not fits(line.split(IGNORE), actual):
            return False
    return True


def fits(pieces: list[str], text: str) -> bool:
    """Whether `text` has the pieces in this order, the first at its start, the last at its end."""
    if not text.startswith(pieces[0]):
        return False
    position = len(pieces[0])
    for piece in pieces[1:-1]:
        found = text.find(piece, position)
        if found < 0:
            return False
        position = found + len(piece)
    return len(text) - position >= len(pieces[-1]) and text.endswith(pieces[-1])
