"""The report as a file in a browser: no network, no script, nobody shut out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.browser

BROWSERS_OWN = ("chrome:", "data:")


def address(results: Path) -> str:
    return (results / ".dbwright" / "report" / "report.html").as_uri()


def test_from_the_front_page_to_a_reduced_repro(results: Path, browse: Any) -> None:
    browser = browse()
    browser.get(address(results))
    causes = browser.find_elements("css selector", ".causes a")
    repros = []
    for number in range(len(causes)):
        browser.find_elements("css selector", ".causes a")[number].click()
        shown = [
            page for page in browser.find_elements("css selector", ".page") if page.is_displayed()
        ]
        assert len(shown) == 1
        assert not browser.find_element("id", "causes").is_displayed()
        repros += [repro.text for repro in shown[0].find_elements("css selector", ".repro")]
        shown[0].find_element("css selector", ".back").click()
        assert browser.find_element("id", "causes").is_displayed()
    assert any("query" in repro and "/" in repro and "----" in repro for repro in repros)


def test_nothing_is_fetched(
    results: Path, browse: Any, requests_of: Callable[[Any], list[str]]
) -> None:
    browser = browse()
    browser.get(address(results))
    fetched = [url for url in requests_of(browser) if not url.startswith(BROWSERS_OWN)]
    assert fetched == [address(results)]


def test_hostile_texts_are_only_shown(results: Path, browse: Any) -> None:
    browser = browse()
    browser.get(address(results))
    assert "owned" not in browser.title
    assert browser.find_elements("css selector", "script, img, iframe, object") == []
    assert "<script>document.title=" in browser.page_source.replace("&lt;", "<").replace(
        "&gt;", ">"
    )


@pytest.mark.parametrize(
    ("width", "dark"), [(1100, False), (1100, True), (360, False), (360, True)]
)
def test_no_accessibility_violation(
    results: Path, browse: Any, violations: Callable[[Any], list[str]], width: int, dark: bool
) -> None:
    browser = browse(width, dark)
    browser.get(address(results))
    assert violations(browser) == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    browser.find_element("css selector", ".causes a").click()
    assert violations(browser) == []
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width


def test_the_keyboard_reaches_a_cause(results: Path, browse: Any) -> None:
    keys = pytest.importorskip("selenium.webdriver.common.keys").Keys
    browser = browse()
    browser.get(address(results))
    for _ in range(30):
        browser.switch_to.active_element.send_keys(keys.TAB)
        href = browser.switch_to.active_element.get_attribute("href") or ""
        if "#cluster-" in href:
            break
    browser.switch_to.active_element.send_keys(keys.ENTER)
    assert any(page.is_displayed() for page in browser.find_elements("css selector", ".page"))
