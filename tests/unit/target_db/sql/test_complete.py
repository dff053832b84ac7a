"""When a text is a complete statement: as `sqlite3_complete()` says."""

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sql_helpers import STATEMENTS

from target_db.sql.complete import complete_statement

PIECES = [
    "create", "temp", "temporary", "trigger", "explain", "end", "begin", "select 1", "query plan",
    ";", ";", ";", "-- ;\n", "/* ; */", "/*", "';'", "'", '"', "[;]", "`", "x", "\n", " ", "1.5",
    "é", "--", "-", "/", "*",
]  # fmt: skip


@pytest.mark.parametrize(
    "sql", ["", " ", ";", "select 1", "select 1;", "select 1; -- x", "select 1; /* x", "--"]
)
def test_edges(sql):
    assert complete_statement(sql) == apsw.complete(sql)


def test_statements():
    for sql in STATEMENTS:
        for text in (sql, sql + ";", sql + "; end;"):
            assert complete_statement(text) == apsw.complete(text), text


@given(st.lists(st.sampled_from(PIECES), max_size=14))
@settings(max_examples=400, deadline=None)
def test_pieces(pieces):
    for text in (" ".join(pieces), "".join(pieces)):
        assert complete_statement(text) == apsw.complete(text)
