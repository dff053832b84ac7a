"""Writer and formatter: what is written parses to the same records."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqllogictest.formatter import format_text
from sqllogictest.parser import parse_bytes
from sqllogictest.records import (
    UNCONDITIONAL,
    Broken,
    Conditions,
    HashThreshold,
    Query,
    Record,
    Statement,
    SuiteError,
)
from sqllogictest.writer import write

RULES = Path(__file__).parents[2] / "golden" / "sqllogictest" / "rules"
NOT_COMPARED = {"line", "end_line", "file"}


def told(record: object) -> object:
    """Everything in a record but its place; for classes without __dict__ the known names."""
    if isinstance(record, (str, int, float, tuple, list, type(None))):
        return record
    names = [
        "sql", "connection", "expect", "count", "types", "sort_mode", "label", "expected",
        "dialect", "threshold", "setting", "value", "seconds", "names", "feature", "path",
        "conditions", "error", "retry", "text", "kind", "attempts", "backoff", "skip", "only",
        "never",
    ]  # fmt: skip
    found = {name: told(getattr(record, name)) for name in names if hasattr(record, name)}
    return (type(record).__name__, found)


def parse(text: str, name: str) -> list[Record]:
    return parse_bytes(text.encode("utf-8", "surrogateescape"), name)


NAMES = st.text("abcxyz_", min_size=1, max_size=6)
LINE = st.text(
    st.characters(min_codepoint=33, max_codepoint=0x2FF, exclude_categories=["Z", "C"]),
    min_size=1,
    max_size=20,
).filter(lambda line: not line.startswith(("#", "----")))
CONDITIONS = st.builds(
    Conditions, st.lists(NAMES, max_size=2).map(tuple), st.lists(NAMES, max_size=2).map(tuple)
) | st.just(UNCONDITIONAL)
SQL = st.lists(LINE, min_size=1, max_size=3).map("\n".join)


@st.composite
def records(draw: st.DrawFn) -> Record:
    kind = draw(st.integers(0, 3))
    conditions = draw(CONDITIONS)
    if kind == 0:
        return Statement("x", 1, 1, conditions, draw(SQL), draw(st.sampled_from(["ok", "error"])))
    if kind == 1:
        return HashThreshold("x", 1, 1, conditions, draw(st.integers(0, 99)))
    label = draw(st.just("") | NAMES)
    mode = draw(st.sampled_from(["nosort", "rowsort", "valuesort"] + ([] if label else [""])))
    return Query(
        "x", 1, 1, conditions, draw(SQL), draw(st.text("IRT", min_size=1, max_size=4)), mode,
        label, draw(st.none() | st.lists(LINE, max_size=3).map("\n".join)),
    )  # fmt: skip


@settings(deadline=None)
@given(st.lists(records(), max_size=6))
def test_written_records_parse_to_themselves(made: list[Record]) -> None:
    assert [told(r) for r in parse(write(made), "x.test")] == [told(r) for r in made]


@pytest.mark.parametrize("file", sorted(RULES.iterdir()), ids=lambda file: file.name)
def test_the_rule_files_survive_writing_and_formatting(file: Path) -> None:
    text = file.read_text()
    originals = parse(text, file.name)
    tidy = format_text(text, file.name)
    assert format_text(tidy, file.name) == tidy
    if any(isinstance(record, Broken) for record in originals):
        with pytest.raises(SuiteError):
            write(originals)
        return
    assert [told(r) for r in parse(tidy, file.name)] == [told(r) for r in originals]
    if not any(dialect in file.name for dialect in ("duckdb", "rust")):
        assert [told(r) for r in parse(write(originals), file.name)] == [told(r) for r in originals]


def test_the_extended_records_survive_writing() -> None:
    text = (
        "control substitution on\n\nconnection a\nstatement count 3\nSELECT 1\n\n"
        "sleep 250ms\n\nlet a, b\nSELECT 1, 2\n\nsystem ok retry 2 backoff 100ms\n"
        "ls\n----\nx\n\ny\n\n\n"
        "query error a.b\nSELECT 1\n\nstatement error\nSELECT 1\n----\none\n\ntwo\n\n\n"
        "query I rowsort retry 3 backoff 5s\nSELECT 1\n----\n1\n"
    )
    originals = parse(text, "x.slt")
    assert [told(r) for r in parse(write(originals), "x.slt")] == [told(r) for r in originals]
    duckdb = (
        "require json\n\nmode skip\n\nstatement ok\nSELECT 1\n\nmode unskip\n\nrestart\n\n"
        "load a.db\n"
    )
    originals = parse(duckdb, "x.test")
    assert [told(r) for r in parse(write(originals), "x.test")] == [told(r) for r in originals]


def test_the_formatter_lays_out_and_keeps_what_matters() -> None:
    text = (
        "\ufeff# head  \r\n\r\n\r\n\r\nskipif   a   # why\r\nquery  I   nosort  l\r\nSELECT  1 \r\n"
        "# c\r\n----\r\n 1 \r\n\r\n  halt  \r\n\r\n\r\n"
    )
    assert format_text(text) == (
        "# head\n\nskipif a # why\nquery I nosort l\nSELECT  1 \n# c\n----\n 1 \n\nhalt\n"
    )


TEXTS = st.lists(
    st.sampled_from(
        ["query I nosort", "statement ok", "statement  error", "SELECT 1", "----", "1", "", " ",
         "# c", "skipif a", "halt", "hash-threshold  3", "junk  x", "query error  a  b"]
    ),
    max_size=25,
).map("\n".join)  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(TEXTS, st.sampled_from(["x.test", "x.slt"]))
def test_formatting_changes_no_record(text: str, name: str) -> None:
    tidy = format_text(text, name)
    assert [told(r) for r in parse(tidy, name)] == [told(r) for r in parse(text, name)]
    assert format_text(tidy, name) == tidy
