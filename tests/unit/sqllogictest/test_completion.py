"""Completion: only expected results change, and then everything passes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_engines import Sqlite

from sqllogictest.completion import complete
from sqllogictest.parser import parse_bytes
from sqllogictest.runner import Runner


def verdicts(text: str, name: str = "x.test") -> list[str]:
    records = parse_bytes(text.encode("utf-8", "surrogateescape"), name)
    return [outcome.verdict for outcome in Runner(Sqlite).outcomes(records)]


def test_results_are_rewritten_and_nothing_else() -> None:
    text = (
        "# head \r\n\r\n\r\nstatement  ok # x\r\nCREATE TABLE t(a)\r\n\r\nquery  I  nosort\r\n"
        "SELECT 1\r\n----\r\n2\r\n3\r\n\r\nskipif sqlite\r\nquery I nosort\r\nSELECT 5\r\n----\r\n6"
        "\r\n\r\nquery I nosort\r\nSELECT 7  \r\n----\r\n7"
    )
    assert complete(text, "x.test", Sqlite) == text.replace("2\r\n3\r\n", "1\r\n")


def test_a_missing_separator_is_added() -> None:
    assert complete("query I nosort\nSELECT 1", "x.test", Sqlite) == (
        "query I nosort\nSELECT 1\n----\n1"
    )
    assert complete("query I nosort\nSELECT 1 WHERE 0\n\nhalt\n", "x.test", Sqlite) == (
        "query I nosort\nSELECT 1 WHERE 0\n----\n\nhalt\n"
    )
    assert complete("query I nosort\r\nSELECT 1", "x.test", Sqlite) == (
        "query I nosort\r\nSELECT 1\r\n----\r\n1\r"
    )


def test_comments_in_results_stay() -> None:
    assert complete("query I nosort\nSELECT 1\n----\n# why\n2\n", "x.test", Sqlite) == (
        "query I nosort\nSELECT 1\n----\n# why\n1\n"
    )


def test_long_results_become_hashes() -> None:
    numbers = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 9)"
    sql = f"{numbers} SELECT x FROM c"
    done = complete(f"query I nosort\n{sql}\n----\n", "x.test", Sqlite)
    assert "9 values hashing to " in done
    assert verdicts(done) == ["passed"]


@pytest.mark.parametrize(
    "text",
    [
        "query I nosort\nSELECT * FROM nowhere\n----\n1\n",
        "query II nosort\nSELECT 1\n----\n1\n",
        "statement ok\nSELECT * FROM nowhere\n",
        "junk\n\nquery\nSELECT 1\n----\n2\n",
        "loop i 0 2\n\nquery I\nSELECT ${i}\n----\n7\n\nendloop\n",
        "",
    ],
)
def test_what_gives_no_result_stays(text: str) -> None:
    assert complete(text, "x.test", Sqlite) == text


def test_rows_in_lines_stay_rows_in_lines() -> None:
    text = "query II rowsort\nSELECT 3, 4 UNION ALL SELECT 1, 2\n----\n"
    assert complete(text, "x.slt", Sqlite) == text + "1 2\n3 4\n"


BLOCKS = st.lists(
    st.sampled_from(
        [
            "statement ok\nCREATE TABLE IF NOT EXISTS t(a)", "# c", "", "query I nosort\nSELECT 1",
            "query I nosort\nSELECT 1\n----\n2", "query I rowsort\nSELECT 2 UNION SELECT 1\n----",
            "query T nosort\nSELECT ''\n----\n# c\nx", "hash-threshold 1",
            "skipif sqlite\nquery I nosort\nSELECT 1\n----\n3", "query I nosort\nSELECT 1 WHERE 0",
        ]
    ),
    max_size=8,
)  # fmt: skip


@settings(deadline=None, max_examples=100)
@given(BLOCKS, st.sampled_from(["\n", "\r\n"]))
def test_a_completed_file_passes_and_is_left_alone(blocks: list[str], ending: str) -> None:
    text = "\n\n".join(blocks).replace("\n", ending)
    done = complete(text, "x.test", Sqlite)
    assert "failed" not in verdicts(done)
    assert complete(done, "x.test", Sqlite) == done
