"""What parses and what does not, and with which message, is what the pinned SQLite says."""

import tarfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sql_helpers import STATEMENTS, VOCABULARY, Reference, is_syntax, mutated, our_error


@pytest.fixture(scope="module")
def reference():
    return Reference()


def disagreement(reference, sql):
    """How the parser and SQLite differ about `sql`, or None.

    Errors that SQLite finds later than in the grammar (no such table ...) are not ours. Where
    both find an error, but SQLite stops at one about the schema before it sees ours, that is
    no difference either.
    """
    theirs, ours = reference.error(sql), our_error(sql)
    if theirs == ours or (ours[0] is None and not is_syntax(theirs[0])):
        return None
    if ours[0] is not None and theirs[0] is not None and not is_syntax(theirs[0]):
        return None
    return f"{sql}\n  SQLite: {theirs}\n  here:   {ours}"


@pytest.mark.parametrize("sql", STATEMENTS)
def test_statement(sql):
    assert disagreement(Reference(), sql) is None


def test_mutated_statements(reference):
    found = [disagreement(reference, sql) for sql in mutated(20261130, 2000)]
    assert [text for text in found if text] == []


@given(st.lists(st.sampled_from([*VOCABULARY, "SELECT", "FROM", "WHERE", "(", ")"]), max_size=12))
@settings(max_examples=400, deadline=None)
def test_token_soup_after_select(words):
    sql = " ".join(["SELECT", *words])
    assert disagreement(Reference(), sql.partition(";")[0]) is None


@given(st.text(max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_text_gives_an_error_or_a_statement(text):
    our_error(text)
    our_error("SELECT " + text)


@pytest.mark.corpus
def test_corpus_statements_parse(corpus, reference):
    """The first statements of one file of each archive of the official suite all parse."""
    count = 0
    for path in sorted(corpus.glob("*.tar.bz2")):
        with tarfile.open(path) as archive:
            member = next(m for m in archive if m.name.endswith(".test"))
            text = archive.extractfile(member).read(200_000).decode()
        for sql in statements_of(text)[:150]:
            count += 1
            assert disagreement(reference, sql) is None
    assert count > 1500


def statements_of(text):
    """The SQL of the records of a suite file."""
    found = []
    for block in text.replace("\r\n", "\n").split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        while lines and lines[0].startswith(("skipif", "onlyif")):
            lines.pop(0)
        if lines and lines[0].startswith(("statement", "query")):
            body = lines[1:]
            end = body.index("----") if "----" in body else len(body)
            found.append("\n".join(body[:end]))
    return found
