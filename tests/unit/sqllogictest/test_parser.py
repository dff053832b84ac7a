"""Records from text: lines, dialects, loops, includes, broken input."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqllogictest import plain
from sqllogictest.parser import parse_bytes, parse_file
from sqllogictest.records import (
    Broken,
    Control,
    HashThreshold,
    Query,
    Record,
    Sleep,
    Statement,
    SuiteError,
)
from sqllogictest.source import Includes

RULES = Path(__file__).parents[2] / "golden" / "sqllogictest" / "rules"


def parse(text: str, name: str = "x.test", dialect: str = "auto") -> list[Record]:
    return parse_bytes(text.encode("utf-8", "surrogateescape"), name, dialect)


def only_query(text: str, name: str = "x.test") -> Query:
    (record,) = parse(text, name)
    assert isinstance(record, Query)
    return record


def told(record: Record) -> dict[str, object]:
    """Everything a record holds, for comparing."""
    names = [
        "file", "line", "end_line", "sql", "connection", "expect", "count", "types", "sort_mode",
        "label", "expected", "dialect", "threshold",
    ]  # fmt: skip
    found = {name: getattr(record, name, None) for name in names}
    conditions = record.conditions
    found["conditions"] = (conditions.skip, conditions.only, conditions.never)
    found["class"] = type(record).__name__
    found["fault"] = str(getattr(record, "fault", ""))
    return found


def test_a_query_with_everything() -> None:
    query = only_query(
        "# head\n\nskipif a\nonlyif B # why\nquery IT rowsort lab x\nSELECT 1,\n 'a'\n----\n1\na\n"
    )
    assert (query.line, query.end_line) == (5, 10)
    assert (query.sql, query.types, query.sort_mode) == ("SELECT 1,\n 'a'", "IT", "rowsort")
    assert (query.label, query.expected) == ("lab", ["1", "a"])
    assert (query.conditions.skip, query.conditions.only) == (("a",), ("b",))


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r\n\n", "\n\r\n\r\n"])
def test_line_ends_make_no_difference(ending: str) -> None:
    query = only_query(f"query I nosort\r\nSELECT 1\n----\r\n1{ending}")
    assert (query.sql, query.expected, query.end_line) == ("SELECT 1", ["1"], 4)


def test_only_one_carriage_return_is_stripped() -> None:
    query = only_query("query T nosort\r\nSELECT 1\r\r\n----\r\na\rb\r\r\n")
    assert (query.sql, query.expected) == ("SELECT 1\r", ["a\rb\r"])


def test_a_last_line_may_end_in_a_carriage_return() -> None:
    assert only_query("query I nosort\nSELECT 1\n----\n1\r").expected == ["1"]


def test_a_byte_order_mark_is_passed_over() -> None:
    (record,) = parse_bytes(b"\xef\xbb\xbfstatement ok\nSELECT 1\n", "x.test")
    assert isinstance(record, Statement)


def test_bytes_that_are_not_utf8_survive() -> None:
    (record,) = parse_bytes(b"statement ok\nSELECT '\xff'\n", "x.test")
    assert isinstance(record, Statement)
    assert record.sql.encode("utf-8", "surrogateescape") == b"SELECT '\xff'"


def test_line_numbers_count_comments_and_blanks() -> None:
    records = parse("\n\n# a\n#b\nstatement ok\n# c\nSELECT 1\n \n\n\nhash-threshold 3\nhalt\n")
    assert [(record.line, record.end_line) for record in records] == [(5, 7), (11, 11), (12, 12)]
    assert isinstance(records[1], HashThreshold)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("qurey I\nSELECT 1\n", 1, "unknown directive `qurey`"),
        ("\nquery\nSELECT 1\n----\n", 2, "missing type string"),
        ("query Q\nSELECT 1\n----\n", 1, "unknown type string `Q`"),
        ("query I sorted\nSELECT 1\n----\n", 1, "unknown sort mode `sorted`"),
        ("query I\n\n", 1, "no SQL"),
        ("query I\n----\n1\n", 1, "no SQL"),
        ("statement\nSELECT 1\n", 1, "without ok or error"),
        ("statement good\nSELECT 1\n", 1, "neither ok nor error"),
        ("statement ok\n", 1, "no SQL"),
        ("statement count\nSELECT 1\n", 1, "number of rows"),
        ("statement error (\nSELECT 1\n", 1, "no regular expression"),
        ("hash-threshold\n", 1, "takes a number"),
        ("hash-threshold x\n", 1, "takes a number"),
        ("skipif\nstatement ok\nSELECT 1\n", 2, "names no engine"),
        ("skipif a\n\nstatement ok\nSELECT 1\n", 1, "without a record"),
        ("statement ok\nSELECT 1\n\nonlyif a", 4, "without a record"),
        ("include x\n", 1, "no folder to include from"),
        ("include\n", 1, "names no file"),
        ("control x y\n", 1, "unknown control"),
        ("control sortmode upwards\n", 1, "unknown control"),
        ("sleep soon\n", 1, "no duration"),
        ("connection\n", 1, "takes a value"),
        ("system fail\nls\n", 1, "system takes ok"),
        ("let\nSELECT 1\n", 1, "takes names and a query"),
        ("loop i 0\n", 1, "takes a variable"),
        ("loop i a b\n", 1, "takes a variable"),
        ("loop i 0 2\nstatement ok\nSELECT 1\n", 1, "without endloop"),
        ("loop i 0 0\nstatement ok\nSELECT 1\n", 1, "without endloop"),
        ("endloop\n", 1, "endloop without a loop"),
        ("mode fast\n", 1, "unknown mode"),
        ("sleep 1ms\n\nquery I retry x\nSELECT 1\n----\n", 3, "retry takes"),
        ("sleep 1ms\n\nquery I sorted\nSELECT 1\n----\n", 3, "unknown sort mode"),
        ("x" * 1_000_000, 1, "unknown directive `xxx"),
    ],
)
def test_broken_records_know_their_line(text: str, line: int, words: str) -> None:
    broken = [record for record in parse(text) if isinstance(record, Broken)]
    assert broken
    assert broken[0].fault.line == line
    assert words in str(broken[0].fault)
    assert len(str(broken[0].fault)) < 300
    assert str(broken[0].fault).startswith(f"x.test:{line}: ")


def test_the_file_goes_on_after_a_broken_record() -> None:
    records = parse("nonsense\nmore of it\n\nstatement ok\nSELECT 1\n")
    assert [type(record) for record in records] == [Broken, Statement]


@pytest.mark.parametrize(
    ("data", "line"), [(b"statement ok\nSELECT 1\n\0\n", 3), (b"PK\x03\x04\0\0", 1)]
)
def test_binary_files_are_refused(data: bytes, line: int) -> None:
    with pytest.raises(SuiteError, match=f"x.test:{line}: this is binary"):
        parse_bytes(data, "x.test")


def test_a_line_of_absurd_length_is_refused() -> None:
    data = b"statement ok\nSELECT '" + b"x" * 17_000_000 + b"'\n"
    with pytest.raises(SuiteError, match=r"x\.test:2: the line has 17,000,009 bytes"):
        parse_bytes(data, "x.test")


def test_a_missing_file_is_a_suite_error(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match="cannot be read: No such file"):
        parse_file(str(tmp_path / "none.test"))


# Dialects


def test_a_foreign_word_decides_the_dialect() -> None:
    assert only_query("query I\nSELECT 1\n----\n1\n").dialect == "official"
    for words, dialect in [("control sortmode rowsort", "rust"), ("require json", "duckdb")]:
        query = parse(f"query I\nSELECT 1\n----\n1\n\n{words}\n")[0]
        assert isinstance(query, Query)
        assert query.dialect == dialect


def test_slt_files_are_sqllogictest_rs_s_unless_duckdb_s() -> None:
    assert only_query("query I\nSELECT 1\n----\n1\n", "x.slt").dialect == "rust"
    query = parse("query I\nSELECT 1\n----\n1\n\nloop i 0 0\nendloop\n", "x.slt")[0]
    assert isinstance(query, Query)
    assert query.dialect == "duckdb"


def test_a_declared_official_file_has_no_foreign_words() -> None:
    (record,) = parse("control sortmode rowsort\n", dialect="official")
    assert isinstance(record, Broken)
    assert "belongs to the rust dialect" in str(record.fault)
    (record,) = parse("statement error no such table\nSELECT 1\n", dialect="official")
    assert isinstance(record, Statement)
    assert record.error is None


def test_comments_inside_records_are_text_elsewhere() -> None:
    assert only_query("query T\nSELECT 1\n----\n#1\n", "x.slt").expected == ["#1"]


def test_an_error_message_ends_at_a_header_where_the_dialect_is_guessed() -> None:
    text = "statement error\nSELECT 1\n----\none\n\ntwo\n\nquery I\nSELECT 1\n----\n1\n"
    first, second = parse(text)
    assert isinstance(first, Statement)
    assert first.error is not None
    assert first.error.text == "one\n\ntwo"
    assert isinstance(second, Query)
    (swallowed,) = parse(text, dialect="rust")
    assert swallowed.end_line == 11


def test_connection_retry_sleep_and_control() -> None:
    records = parse(
        "connection a\nstatement ok\nSELECT 1\n\nstatement ok retry 2 backoff 1m 5s\nSELECT 2\n\n"
        "sleep 250ms\n\ncontrol resultmode valuewise\n"
    )
    one, two, three, four = records
    assert isinstance(one, Statement)
    assert isinstance(two, Statement)
    assert (one.connection, two.connection) == ("a", "")
    assert two.retry is not None
    assert (two.retry.attempts, two.retry.backoff) == (3, 65.0)
    assert isinstance(three, Sleep)
    assert three.seconds == 0.25
    assert isinstance(four, Control)


def test_loops_nest_and_every_turn_is_a_record() -> None:
    records = parse(
        "loop i 0 2\n\nforeach x a b\n\nstatement ok\nSELECT '${x}${i}'\n\nendloop\n\nendloop\n"
    )
    assert [getattr(record, "sql", "") for record in records] == [
        "SELECT 'a0'", "SELECT 'b0'", "SELECT 'a1'", "SELECT 'b1'",
    ]  # fmt: skip
    assert {record.line for record in records} == {5}


def test_conditions_may_name_a_loop_variable() -> None:
    records = parse("loop i 0 3\n\nonlyif i=1\nstatement ok\nSELECT ${i}\n\nendloop\n")
    assert [record.conditions.never for record in records] == [True, False, True]


def test_a_condition_before_a_loop_holds_for_its_records() -> None:
    records = parse("skipif a\nloop i 0 2\n\nskipif b\nstatement ok\nSELECT 1\n\nendloop\n\nhalt\n")
    assert [record.conditions.skip for record in records] == [("a", "b"), ("a", "b"), ()]


# Includes


def suite(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(exist_ok=True)
        path.with_suffix(".slt").write_text(text)
    return folder


SIMPLE = "statement ok\nSELECT 1\n"


def test_includes_come_in_place(tmp_path: Path) -> None:
    suite(tmp_path, main=f"include sub/*.slt\n\n{SIMPLE}", sub__a=SIMPLE, sub__b=SIMPLE)
    records = parse_file(str(tmp_path / "main.slt"))
    names = [Path(record.file).name for record in records]
    assert names == ["a.slt", "b.slt", "main.slt"]
    assert [record.line for record in records] == [1, 1, 3]


def test_includes_are_relative_to_their_own_file(tmp_path: Path) -> None:
    suite(tmp_path, main="include sub/a.slt\n", sub__a="include b.slt\n", sub__b=SIMPLE)
    (record,) = parse_file(str(tmp_path / "main.slt"))
    assert record.file == str(tmp_path / "sub" / "b.slt")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("include ../secret.slt\n", "leaves the suite's folder"),
        ("include /etc/passwd\n", "leaves the suite's folder"),
        ("include link.slt\n", "outside the suite's folder"),
        ("include main.slt\n", "includes itself"),
        ("include other.slt\n", "includes itself"),
        ("include none.slt\n", "cannot be read"),
        ("include none*.slt\n", "no file matches"),
        ("include binary.slt\n", "binary"),
        ("include deep1.slt\n", "nested more than"),
    ],
)
def test_includes_that_are_refused(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "secret.slt").write_text(SIMPLE)
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "main.slt").write_text(text + "\n" + SIMPLE)
    (folder / "other.slt").write_text("include main.slt\n")
    (folder / "binary.slt").write_bytes(b"\0\0")
    (folder / "link.slt").symlink_to(tmp_path / "secret.slt")
    for depth in range(1, 20):
        (folder / f"deep{depth}.slt").write_text(f"include deep{depth + 1}.slt\n")
    records = parse_file(str(folder / "main.slt"))
    broken = [record for record in records if isinstance(record, Broken)]
    assert len(broken) == 1
    assert words in str(broken[0].fault)
    assert isinstance(records[-1], Statement)


def test_an_include_may_come_from_elsewhere_than_disk() -> None:
    class Archive(Includes):
        def read(self, name: str) -> bytes:
            return f"statement ok\nSELECT '{name}'\n".encode()

    (record,) = parse_bytes(
        b"include ../a.slt\n", "zip!/x/y/main.slt", "auto", Archive(""), "x/y/main.slt"
    )
    assert isinstance(record, Statement)
    assert (record.file, record.sql) == ("zip!/x/a.slt", "SELECT 'x/a.slt'")


# The quick way and the general one

LINES = st.sampled_from(
    [
        "query I nosort", "query IT rowsort l1", "query I", "query X nosort", "statement ok",
        "statement error", "SELECT 1", "----", "1", "", " ", "# c", "skipif a", "onlyif b # c",
        "skipif", "halt", "hash-threshold 3", "---- ", "statement ok x", "junk",
    ]
)  # fmt: skip
TEXTS = st.lists(LINES, max_size=25).map("\n".join)


def general(text: str, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, object]]:
    with monkeypatch.context() as patch:
        patch.setattr(plain.PlainReader, "read", lambda *_: None)
        return [told(record) for record in parse(text, dialect="official")]


@pytest.mark.skipif(
    getattr(plain, "__file__", "").endswith(".so"), reason="compiled classes cannot be patched"
)
@settings(deadline=None, max_examples=500)
@given(TEXTS)
def test_plain_blocks_are_read_as_the_general_parser_reads_them(text: str) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        assert [told(r) for r in parse(text, dialect="official")] == general(text, monkeypatch)


@settings(deadline=None, max_examples=300)
@given(st.one_of(TEXTS, st.text(), st.binary().map(lambda data: data.decode("latin-1"))))
def test_nothing_makes_the_parser_fail_but_a_suite_error(text: str) -> None:
    for name in ("x.test", "x.slt"):
        try:
            parse_bytes(text.encode("utf-8", "surrogatepass"), name)
        except SuiteError as error:
            assert error.line >= 1
