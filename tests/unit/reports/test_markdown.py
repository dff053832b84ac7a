"""The report for a pull request, as GitHub would read it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from reports.content import Content
from reports.markdown import LIMIT, code, fenced, markdown

READER = MarkdownIt("commonmark", {"html": True}).enable("table")


def spans(text: str) -> list[str]:
    inline = [token for token in READER.parse(text) if token.type == "inline"]
    return [child.content for token in inline for child in token.children or ()]


@given(st.text(max_size=60).filter(lambda text: text.strip()))
def test_a_code_span_holds_any_text(text: str) -> None:
    made = code(text, longest=100)
    assert "\n" not in made
    wanted = " ".join(text.split()).replace("|", "\\|")
    children = READER.parseInline(made)[0].children or []
    assert [child.type for child in children] == ["code_inline"]
    assert children[0].content == wanted.replace("\0", "\ufffd")


@given(st.text(alphabet="`~|@<a \n", max_size=60))
def test_a_fence_holds_any_text(text: str) -> None:
    tokens = READER.parse(fenced(text) + "\n\nafter")
    assert [token.type for token in tokens][:2] == ["fence", "paragraph_open"]
    assert tokens[0].content.rstrip() == text.rstrip()


def test_a_table_keeps_its_columns(content: Content) -> None:
    tokens = READER.parse(markdown(content))
    rows = [i for i, token in enumerate(tokens) if token.type == "tr_open"]
    cells = []
    for start in rows:
        end = next(i for i in range(start, len(tokens)) if tokens[i].type == "tr_close")
        cells.append(sum(token.type in ("td_open", "th_open") for token in tokens[start:end]))
    assert cells.count(4) == 4, "a head and three cases that newly fail"


def test_hostile_texts_stay_in_code(content: Content) -> None:
    text = markdown(content)
    assert "3 newly failing" in text
    assert all(
        "alert" not in token.content for token in READER.parse(text) if token.type == "html_block"
    )
    outside = [
        child.content
        for token in READER.parse(text)
        for child in token.children or ()
        if child.type in ("text", "html_inline")
    ]
    assert not any("@you" in piece or "script" in piece for piece in outside)


def test_it_fits_a_comment(content: Content, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(markdown(content)) < LIMIT
    monkeypatch.setattr("reports.markdown.LIMIT", 300)
    assert markdown(content).endswith("the HTML report has all of it.\n")
    assert len(markdown(content)) < 400
