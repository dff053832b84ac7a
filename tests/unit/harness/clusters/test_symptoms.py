"""What is kept of a failure, and what is left out because it belongs to the case alone."""

import pytest

from harness.clusters.frames import frames, last_words
from harness.clusters.messages import template
from harness.clusters.shapes import shape
from harness.clusters.wrongness import family, wrongness


@pytest.mark.parametrize(
    ("message", "sql", "expected"),
    [
        ("no such column: a", "SELECT a FROM t", "no such column: ?"),
        ("no such function: FOO", "SELECT foo(a) FROM t", "no such function: FOO"),
        ('near "GLOB": syntax error', "SELECT b GLOB 'x'", 'near "GLOB": syntax error'),
        ("ambiguous: t1.x", "SELECT x FROM t1, t2", "ambiguous: ?.?"),
        ("a GROUP BY clause is required", "SELECT a FROM t", "a GROUP BY clause is required"),
        ("12 values for 3 columns", "INSERT INTO t VALUES(1)", "N values for N columns"),
        ("wrong\nLINE 1: SELECT", "SELECT 1", "wrong"),
        ("", "SELECT 1", ""),
    ],
)
def test_a_message_without_what_the_case_brought(message: str, sql: str, expected: str) -> None:
    assert template(message, sql) in (expected, expected.replace("?.?", "?"))


@pytest.mark.parametrize(
    ("expected", "got", "way"),
    [
        ("1\n2", "2\n1", "another order"),
        ("1\n2", "1", "fewer rows"),
        ("1", "", "no rows"),
        ("", "1", "rows where none should be"),
        ("NULL", "0", "a value for NULL"),
        ("0", "NULL", "NULL for a value"),
        ("1.500", "1.000", "rounding"),
        ("7", "-7", "the sign"),
        ("0", "1", "true for false"),
        ("ONE", "One", "letter case"),
        ("one  ", "one", "a text cut short"),
        ("abc", "5", "a number for a text"),
        ("9 values hashing to " + "0" * 32, "1\n2", "fewer rows"),
        ("9 values hashing to " + "0" * 32, "9 values hashing to " + "1" * 32,
         "other values, as many"),
        ("1\nx", "2\ny", "other values"),
        ("1", "1", ""),
    ],
)  # fmt: skip
def test_the_way_in_which_a_result_is_wrong(expected: str, got: str, way: str) -> None:
    assert wrongness(expected, got) == way


def test_ways_that_other_data_may_exchange_are_one_family() -> None:
    assert family("no rows") == family("fewer rows")
    assert family("another order") != family("fewer rows")


def test_the_engines_own_frames() -> None:
    traceback = (
        '  File "/x/sqllogictest/runner.py", line 3, in attempt\n'
        '  File "/x/engine/expr/like.py", line 9, in matches\n'
        '  File "/x/engine/text.py", line 2, in fold\n'
        '  File "/usr/lib/python3.11/re.py", line 1, in match\n'
    )
    assert frames(traceback, "") == ("expr/like.py:matches", "engine/text.py:fold")


def test_an_installed_engine_has_frames_of_its_own() -> None:
    traceback = (
        '  File "/v/lib/python3.11/site-packages/harness/engines/dbapi.py", line 3, in execute\n'
        '  File "/v/lib/python3.11/site-packages/engine/text.py", line 2, in fold\n'
        '  File "/usr/lib/python3.11/re.py", line 1, in match\n'
    )
    assert frames(traceback, "") == ("engine/text.py:fold",)


def test_a_crash_tells_by_its_output() -> None:
    output = (
        "Fatal Python error: Aborted\n\nCurrent thread 0x1 (most recent call first):\n"
        '  File "/x/engine/text.py", line 2 in fold\n  File "/x/engine/run.py", line 1 in step\n'
    )
    assert frames("", output) == ("engine/run.py:step", "engine/text.py:fold")
    assert last_words("assertion failed: x > 0\n") == "assertion failed: x > 0"


@pytest.mark.parametrize(
    ("sql", "features"),
    [
        ("SELECT a FROM t LEFT JOIN u ON t.a = u.a", {"LEFT JOIN", "two tables"}),
        ("SELECT a FROM t WHERE a NOT IN (1, NULL)", {"NOT IN", "NULL under IN list", "WHERE"}),
        ("SELECT instr(a, 'x') FROM t", {"INSTR()", "INSTR() in the result columns"}),
        ("SELECT b NOT LIKE 'x' FROM t", {"NOT LIKE", "NOT"}),
        ("SELECT count(DISTINCT a) FROM t", {"DISTINCT in an aggregate", "COUNT()"}),
        ("SELECT a FROM t ORDER BY a DESC LIMIT 2 OFFSET 1", {"ORDER BY DESC", "LIMIT", "OFFSET"}),
        ("SELECT a FROM t EXCEPT SELECT b FROM u", {"EXCEPT"}),
        ("CREATE UNIQUE INDEX i ON t(a)", {"CREATE INDEX", "UNIQUE index"}),
        ("INSERT OR IGNORE INTO t VALUES(1)", {"INSERT", "OR IGNORE"}),
        ("SELECT ((( no parser reads this", {"SELECT"}),
    ],
)
def test_the_shape_of_a_statement(sql: str, features: set[str]) -> None:
    assert features <= shape(sql)
