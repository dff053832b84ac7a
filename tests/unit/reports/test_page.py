"""The HTML file: whole, self-contained, and harmless."""

import re
from html.parser import HTMLParser

import pytest

from reports.content import Content
from reports.page import page

FETCHING = {"src", "srcset", "action", "formaction", "poster", "background"}
VOID = {"meta", "link", "br", "img", "input", "hr"}


class Elements(HTMLParser):
    """Every element with its attributes, and the text as it is shown."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.shown: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open[-1:]:
            self.shown.append(data)


@pytest.fixture(scope="module")
def text(results) -> str:
    return page(results.content(results.second, results.sqlite))


@pytest.fixture(scope="module")
def elements(text: str) -> Elements:
    return Elements(text)


def test_elements_are_balanced(elements: Elements) -> None:
    assert elements.open == []


def test_no_script_and_nothing_to_fetch(elements: Elements, text: str) -> None:
    tags = {tag for tag, _ in elements.found}
    assert tags.isdisjoint({"script", "img", "iframe", "object", "embed", "link", "base", "form"})
    for _, attributes in elements.found:
        assert FETCHING.isdisjoint(attributes)
        assert not any(name.startswith("on") for name in attributes)
        href = attributes.get("href") or attributes.get("xlink:href") or "#"
        assert href.startswith(("#", "data:text/plain")), href
    style = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert len(style) == 1 and "url(" not in style[0] and "@import" not in style[0]
    policy = next(a for t, a in elements.found if a.get("http-equiv") == "Content-Security-Policy")
    assert "default-src 'none'" in str(policy["content"])


def test_hostile_texts_are_shown_as_they_are(elements: Elements) -> None:
    shown = "".join(elements.shown)
    assert '<script>alert("x")</script>' in shown
    assert "<img src=x>`|@you.test" in shown


def test_every_link_within_the_file_leads_somewhere(elements: Elements) -> None:
    ids = [attributes["id"] for _, attributes in elements.found if "id" in attributes]
    assert len(ids) == len(set(ids))
    links = [
        str(a["href"])[1:] for t, a in elements.found if t == "a" and str(a.get("href"))[0] == "#"
    ]
    assert len(links) > 10
    assert set(links) <= set(ids)


def test_every_part_is_there(elements: Elements) -> None:
    ids = {attributes.get("id") for _, attributes in elements.found}
    assert {"causes", "changes", "history", "families", "speed", "run"} <= ids
    assert sum(tag == "svg" for tag, _ in elements.found) == 6


def test_a_first_run_where_all_passed(results) -> None:
    shown = "".join(Elements(page(results.content(results.sqlite))).shown)
    assert "100 %" in shown
    assert "every record passed" in shown
    assert "nothing to compare it with" in shown
    assert "One run so far" in shown


def test_failures_that_are_not_grouped_say_how(results) -> None:
    shown = "".join(Elements(page(results.content(results.first))).shown)
    assert f"dbwright clusters --run {results.first}" in shown


def test_the_same_content_makes_the_same_page(content: Content) -> None:
    assert page(content) == page(content)
