"""Compares a query's result with what its record expects."""

from typing import Final

from sqllogictest.digest import hash_line, is_hash_line, is_hashed
from sqllogictest.labels import Labels
from sqllogictest.records import NOSORT, OFFICIAL, VALUESORT, Query
from sqllogictest.rendering import render, render_natural
from sqllogictest.rows import Rows
from sqllogictest.sorting import sort_values, sorted_text
from sqllogictest.verdicts import (
    FAILED,
    REASON_BAD_RECORD,
    REASON_COLUMNS,
    REASON_LABEL,
    REASON_VALUES,
    Outcome,
)

IGNORE: Final = "<slt:ignore>"


class ResultSettings:
    """What a file's own records have set for the queries that follow them.

    `threshold` is the hash threshold; `sort_mode` that of queries which name none; `by_row`
    whether an expected line holds a row (None: whichever fits the number of lines).
    """

    def __init__(self) -> None:
        self.threshold = 8
        self.sort_mode = NOSORT
        self.by_row: bool | None = None


def judge(
    outcome: Outcome, query: Query, rows: Rows, settings: ResultSettings, labels: Labels
) -> None:
    """Set `outcome` to failed, with the reason, unless `rows` are what `query` expects."""
    types = query.types
    columns = rows.columns
    if columns < 0:  # the engine cannot tell; a row shows it
        columns = len(rows.rows[0]) if rows.rows else len(types)
    if columns != len(types) and (types or query.dialect == OFFICIAL):
        outcome.verdict = FAILED
        outcome.reason = REASON_COLUMNS
        outcome.message = f"{columns} columns, and {len(types)} in the type string"
        return
    mode = query.sort_mode or settings.sort_mode
    if query.dialect == OFFICIAL:
        values = render(rows.rows, types)
        text = sorted_text(values, columns, mode)
        judge_text(outcome, query, text, len(values), settings.threshold)
    else:
        values = sort_values(render_natural(rows.rows), columns, mode)
        text = "\n".join(values)
        judge_lines(outcome, query, columns, values, settings)
    if query.label and not labels.agree(query.label, text):
        if outcome.verdict != FAILED:
            differ(outcome, query.expected or [], text.split("\n"), text)
            outcome.reason = REASON_LABEL
        outcome.message = f"label {query.label}: not the result of its first use in this file"
    if outcome.verdict == FAILED and rows.fault is not None:
        note = f"the rows ended with an error: {rows.fault}"
        outcome.message = f"{outcome.message}; {note}" if outcome.message else note


def judge_text(outcome: Outcome, query: Query, text: str, count: int, threshold: int) -> None:
    """Compare a result of `count` values as the official runner does: one value a line."""
    got = text
    if is_hashed(count, threshold):
        got = hash_line(count, text)
    if got != query.expected_text:
        expected = query.expected
        differ(outcome, expected or [], got.split("\n") if got else [], text)
        if expected is None:
            outcome.reason = REASON_BAD_RECORD
            outcome.message = "the query has no `----` line, so there is nothing to compare with"


def differ(outcome: Outcome, expected: list[str], got: list[str], text: str) -> None:
    """The result, whose values are joined in `text`, is not the one expected."""
    outcome.verdict = FAILED
    outcome.reason = REASON_VALUES
    outcome.expected = expected
    outcome.got = got
    outcome.values = text.split("\n") if text else []


def judge_lines(
    outcome: Outcome, query: Query, columns: int, values: list[str], settings: ResultSettings
) -> None:
    """Compare as sqllogictest-rs and DuckDB do: white space is one blank, a line may be a row.

    A line of the form `N values hashing to MD5` is compared by hash, whatever the threshold.
    """
    expected = query.expected or []
    text = "\n".join(values)
    if len(expected) == 1 and is_hash_line(expected[0]):
        got = [hash_line(len(values), text)]
        if got != expected:
            differ(outcome, expected, got, text)
        return
    by_row = settings.by_row
    if by_row is None:
        by_row = len(expected) != len(values)
    if (query.sort_mode or settings.sort_mode) == VALUESORT:
        by_row = False
    got = result_lines(values, columns if by_row else 1)
    wanted = [" ".join(line.split()) for line in expected]
    if got != wanted and not lines_match(wanted, got):
        differ(outcome, wanted, got, text)


def result_lines(values: list[str], columns: int) -> list[str]:
    """The values as lines of `columns` each, white space made one blank."""
    values = [" ".join(value.split()) for value in values]
    if columns <= 1:
        return values
    return [" ".join(values[at : at + columns]) for at in range(0, len(values), columns)]


def lines_match(expected: list[str], got: list[str]) -> bool:
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
